import type { TaskOptions } from '#core/platform/workers.ts';
import type { JobOrder, JobResult } from './job.ts';

/** Does jobs. */
export interface JobRunner {
  /**
   * @param name what the job is about, for people
   * @throws FudebakoError `stalled`, `stalledWorking`; CancelledError; as `runJob`
   */
  run(order: JobOrder, name: string, options: TaskOptions): Promise<JobResult>;
  close(): void;
}

/** What a job without progress is reported as. */
export const stallCodes = { reading: 'stalled', working: 'stalledWorking' } as const;
