import { closeSync, openSync, writeSync } from 'node:fs';
import { createPendingFile, exists } from '../platform/files.ts';
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

/**
 * Begins the file that `--report` names; it appears when it is whole.
 * @throws UsageError where it is there already, or is an input or a result as well
 */
export async function createRecord(
  { report, force }: Pick<GeneralFlags, 'report' | 'force'>,
  jobs: readonly PlannedJob[],
): Promise<RecordFile | undefined> {
  if (report === undefined) return undefined;
  if (!force && (await exists(report))) throw new UsageError(`${report} exists already; --force replaces it.`);
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
      await pending.commit({ replace: force });
    },
    async discard() {
      close();
      await pending.discard();
    },
  };
}
