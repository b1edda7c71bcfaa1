import type { TaskOptions } from '#core/platform/workers.ts';
import type { JobOrder, JobResult, ResultFailure } from './job.ts';

export interface JobRunner {
  /** @throws FudebakoError `stalled`, `stalledWorking`; CancelledError; errors of `runJob` */
  run(order: JobOrder, name: string, options: TaskOptions): Promise<readonly (JobResult | ResultFailure)[]>;
  close(): void;
}

/** Error codes of a job that has made no progress for too long. */
export const stallCodes = { reading: 'stalled', working: 'stalledWorking' } as const;
