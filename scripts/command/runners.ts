import type { TaskOptions } from '#core/platform/workers.ts';
import type { JobOrder, JobResult, ResultFailure } from './job.ts';

export interface JobRunner {
  /**
   * @param name the file, for messages
   * @throws FudebakoError `stalled`, `stalledWorking`; CancelledError; same as `runJob`
   */
  run(order: JobOrder, name: string, options: TaskOptions): Promise<readonly (JobResult | ResultFailure)[]>;
  close(): void;
}

/** Error codes of a job that makes no progress. */
export const stallCodes = { reading: 'stalled', working: 'stalledWorking' } as const;
