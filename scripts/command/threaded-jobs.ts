import { FudebakoError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { asLimitError, watchLimits } from '../platform/job-limits.ts';
import { hasBegun, watchPulse } from '../platform/pulse.mjs';
import { createThreadPool } from '../platform/thread.ts';
import type { jobTasks } from './job-tasks.ts';
import { type JobRunner, stallCodes } from './runners.ts';

export interface ThreadedJobsOptions {
  /** Files at the same time. */
  readonly atOnce: number;
  /** Threads for the tasks of a single file at a time; several files have one thread each. */
  readonly threads: number;
  readonly limits: JobLimits;
  /** What the threads run. */
  readonly module?: URL;
}

/** Does whole files in threads: one that makes no progress, or passes a limit, is ended with its thread, and the others go on. */
export function createThreadedJobs({
  atOnce,
  threads,
  limits,
  module = new URL('./jobs.worker.ts', import.meta.url),
}: ThreadedJobsOptions): JobRunner {
  const data = { threads: atOnce === 1 ? threads : 0, limits };
  const pool = createThreadPool<typeof jobTasks>(module, { size: atOnce, data, maxHeap: limits.maxMemory });
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
