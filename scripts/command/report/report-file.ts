import { closeSync, openSync } from 'node:fs';
import { syncFolders } from '../../platform/durable.ts';
import { atOutput, createPendingFile, exists, type PendingFile, writeAll } from '../../platform/files.ts';
import { readStart, refuseLossyName } from '../../platform/outside-file.ts';
import { UsageError } from '../base/errors.ts';
import type { GeneralFlags } from '../parse/general-flags.ts';
import { canonicalPath } from '../plan/inputs.ts';

/** The file of `--report` during a run. */
export interface ReportFile {
  /** Appends a line. Does nothing after an error, because the batch continues without a report. */
  readonly line: (text: string) => void;
  /** Renames the file to its final name, or discards the file after an error. */
  commit(): Promise<void>;
  /** Removes the partial file. Does nothing after `commit`. */
  discard(): Promise<void>;
}

const REPORT_START = '{"operation":"';

export function isReport(path: string): boolean {
  try {
    return Buffer.from(readStart(path, REPORT_START.length)).toString() === REPORT_START;
  } catch {
    return false;
  }
}

/** Creates the file of `--report`. Calls `onFailure` once on a write error. Throws the errors of `checkListing`. */
export async function createReportFile(
  { report, force, skipExisting, sync }: Pick<GeneralFlags, 'report' | 'force' | 'skipExisting' | 'sync'>,
  touched: readonly string[],
  onFailure: (path: string, error: unknown) => void,
): Promise<ReportFile | undefined> {
  if (report === undefined) return undefined;
  // `--skip-existing` may replace an earlier run's report, because the new report also lists the skipped files.
  const replace = force || (skipExisting && isReport(report));
  await checkListing('--report', report, replace, touched);
  const pending = await createPendingFile(report);
  let fd: number | undefined = await openOrDiscard(pending);
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
      // Ignores errors, because the content is discarded.
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

/** Throws UsageError if the file exists and may not be replaced, or if the run reads or writes the file (`touched`). */
export async function checkListing(
  flag: string,
  file: string,
  replace: boolean,
  touched: readonly string[],
): Promise<void> {
  refuseLossyName(file);
  if (!replace && (await exists(file))) throw new UsageError(`${file} already exists; use --force to overwrite it.`);
  const canonical = canonicalPath(file);
  if (touched.some((path) => canonicalPath(path) === canonical))
    throw new UsageError(`${flag} ${file} is also an input or an output; choose another file.`);
}

async function openOrDiscard({ temporary, output, discard }: PendingFile): Promise<number> {
  try {
    return openSync(temporary, 'r+');
  } catch (error) {
    await discard();
    throw atOutput(error, output);
  }
}
