import { closeSync, openSync } from 'node:fs';
import { syncFolders } from '../platform/durable.ts';
import { createPendingFile, exists, writeAll } from '../platform/files.ts';
import { readStart, refuseLossyName } from '../platform/outside-file.ts';
import { UsageError } from './errors.ts';
import type { GeneralFlags } from './general.ts';
import { canonicalPath } from './inputs.ts';

/** The file of `--report` while it is written. */
export interface RecordFile {
  /** Adds a line. After a failure it does nothing: the batch goes on without its report. */
  readonly line: (text: string) => void;
  /** Gives the file its name, or discards it after a failure. */
  commit(): Promise<void>;
  /** Removes what has been written; nothing once it is committed. */
  discard(): Promise<void>;
}

/** What the lines of a report begin with. */
const REPORT_START = '{"operation":"';

/** Whether a file is an earlier run's report, by what it begins with. */
export function isReport(path: string): boolean {
  try {
    return Buffer.from(readStart(path, REPORT_START.length)).toString() === REPORT_START;
  } catch {
    return false;
  }
}

/**
 * Begins the file that `--report` names; it appears when it is whole.
 * @param touched paths of all inputs and results
 * @param onFailure receives what kept the report from being written, once
 * @throws UsageError where it is there already (and no report that --skip-existing goes on with), or is an input or a result as well
 */
export async function createRecord(
  { report, force, skipExisting, sync }: Pick<GeneralFlags, 'report' | 'force' | 'skipExisting' | 'sync'>,
  touched: readonly string[],
  onFailure: (path: string, error: unknown) => void,
): Promise<RecordFile | undefined> {
  if (report === undefined) return undefined;
  refuseLossyName(report);
  // A run that goes on with another one's work tells of it anew.
  const replace = force || (skipExisting && isReport(report));
  if (!replace && (await exists(report)))
    throw new UsageError(`${report} already exists; use --force to overwrite it.`);
  const own = canonicalPath(report);
  if (touched.some((path) => canonicalPath(path) === own))
    throw new UsageError(`--report ${report} is also an input or an output; choose another file.`);
  const pending = await createPendingFile(report);
  let fd: number | undefined = await openOrDiscard(pending.temporary, pending.discard);
  let hasFailed = false;
  const fail = (error: unknown) => {
    if (!hasFailed) onFailure(report, error);
    hasFailed = true;
  };
  const close = () => {
    const open = fd;
    fd = undefined;
    if (open !== undefined) closeSync(open);
  };
  const discard = async () => {
    try {
      close();
    } catch {
      // The content is not wanted any more.
    }
    await pending.discard();
  };
  return {
    line(text) {
      if (fd === undefined || hasFailed) return;
      try {
        writeAll(fd, `${text}\n`);
      } catch (error) {
        fail(error);
      }
    },
    async commit() {
      if (hasFailed) return discard();
      try {
        close();
        await pending.commit({ replace, sync });
        if (sync) await syncFolders(pending.folders);
      } catch (error) {
        fail(error);
        await discard();
      }
    },
    discard,
  };
}

async function openOrDiscard(path: string, discard: () => Promise<void>): Promise<number> {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    await discard();
    throw error;
  }
}
