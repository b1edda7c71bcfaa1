import { closeSync, openSync, writeSync } from 'node:fs';
import { createPendingFile, exists } from '../platform/files.ts';
import { readStart } from '../platform/outside-file.ts';
import { UsageError } from './errors.ts';
import type { GeneralFlags } from './general.ts';
import { canonicalPath } from './inputs.ts';
import type { PlannedJob } from './plan.ts';

/** The file of `--report` while it is written. */
export interface RecordFile {
  readonly line: (text: string) => void;
  commit(): Promise<void>;
  /** Removes what has been written; nothing once it is committed. */
  discard(): Promise<void>;
}

/** What the lines of a report begin with. */
const REPORT_START = '{"operation":"';

/** Whether a file is an earlier run's report, by what it begins with. */
function isReport(path: string): boolean {
  try {
    return Buffer.from(readStart(path, REPORT_START.length)).toString() === REPORT_START;
  } catch {
    return false;
  }
}

/**
 * Begins the file that `--report` names; it appears when it is whole.
 * @throws UsageError where it is there already (and no report that --skip-existing goes on with), or is an input or a result as well
 */
export async function createRecord(
  { report, force, skipExisting }: Pick<GeneralFlags, 'report' | 'force' | 'skipExisting'>,
  jobs: readonly PlannedJob[],
): Promise<RecordFile | undefined> {
  if (report === undefined) return undefined;
  // A run that goes on with another one's work tells of it anew.
  const replace = force || (skipExisting && isReport(report));
  if (!replace && (await exists(report))) throw new UsageError(`${report} exists already; --force replaces it.`);
  const own = canonicalPath(report);
  if (
    jobs.some(({ input, output }) => [input, output].some((path) => path !== undefined && canonicalPath(path) === own))
  )
    throw new UsageError(`${report} is an input or a result; the report needs a file of its own.`);
  const pending = await createPendingFile(report);
  let fd: number | undefined = openSync(pending.temporary, 'r+');
  const close = () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  return {
    line: (text) => {
      if (fd !== undefined) writeSync(fd, `${text}\n`);
    },
    async commit() {
      close();
      await pending.commit({ replace });
    },
    async discard() {
      close();
      await pending.discard();
    },
  };
}
