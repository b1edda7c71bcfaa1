import { FudebakoError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import type { TaskOptions } from '#core/platform/workers.ts';
import { asLimitError, watchLimits } from '../../platform/job-limits.ts';
import { hasBegun, watchPulse } from '../../platform/pulse.mjs';
import { createThreadPool } from '../../platform/thread.ts';
import type { JobOrder, JobResult, ResultFailure } from '../plan/job-order.ts';
import type { jobTasks } from './job-tasks.ts';

export interface ThreadedJobsOptions {
  readonly parallelJobs: number;
  /** Number of threads that a single file's tasks may use. If several files run, each file uses one thread. */
  readonly threads: number;
  readonly limits: JobLimits;
  readonly module?: URL;
}

/** Creates a runner that processes files in threads. Terminates the thread of a file that stalls or exceeds a limit. */
export function createThreadedJobs({
  parallelJobs,
  threads,
  limits,
  module = new URL('./jobs.worker.ts', import.meta.url),
}: ThreadedJobsOptions): JobRunner {
  const data = { threads: parallelJobs === 1 ? threads : 0, limits };
  const pool = createThreadPool<typeof jobTasks>(module, { size: parallelJobs, data, maxHeap: limits.maxMemory });
  return {
    async run(order, name, { signal, onProgress }) {
      const controller = new AbortController();
      const forward = () => controller.abort();
      if (signal?.aborted) forward();
      signal?.addEventListener('abort', forward);
      let reason: FudebakoError | undefined;
      const end = (error: FudebakoError) => {
        reason = error;
        controller.abort();
      };
      const unwatch = watchPulse(order.pulse, (seconds, phase) =>
        end(new FudebakoError(stallCodes[phase], { name, seconds })),
      );
      const unwatchLimits = watchLimits(limits, () => hasBegun(order.pulse), end);
      try {
        return await pool.run('job', order, { signal: controller.signal, onProgress });
      } catch (error) {
        throw reason ?? asLimitError(error, limits);
      } finally {
        unwatch();
        unwatchLimits();
        signal?.removeEventListener('abort', forward);
      }
    },
    close: pool.close,
  };
}

export interface JobRunner {
  /** @throws FudebakoError `stalled`, `stalledWorking`; CancelledError; errors of `runJob` */
  run(order: JobOrder, name: string, options: TaskOptions): Promise<readonly (JobResult | ResultFailure)[]>;
  close(): void;
}

/** Error codes of a job that has made no progress for too long. */
export const stallCodes = { reading: 'stalled', working: 'stalledWorking' } as const;
