import { availableParallelism } from 'node:os';
import { FudebakoError } from '#core/base/errors.ts';
import { watchPulse } from '../platform/pulse.mjs';
import { createThreadPool } from '../platform/thread.ts';
import type { jobTasks } from './job-tasks.ts';
import { type JobRunner, stallCodes } from './runners.ts';

/**
 * Does whole files in threads: one that makes no progress is ended with its thread, and the others go on.
 * @param module what the threads run
 */
export function createThreadedJobs(
  atOnce: number,
  module: URL = new URL('./jobs.worker.ts', import.meta.url),
): JobRunner {
  // A single file at a time has every processor for its tasks.
  const data = { threads: atOnce === 1 ? availableParallelism() : 0 };
  const pool = createThreadPool<typeof jobTasks>(module, { size: atOnce, data });
  return {
    async run(order, name, { signal, onProgress }) {
      const controller = new AbortController();
      const forward = () => controller.abort();
      if (signal?.aborted) forward();
      signal?.addEventListener('abort', forward);
      let stall: FudebakoError | undefined;
      const unwatch = watchPulse(order.pulse, (seconds, phase) => {
        stall = new FudebakoError(stallCodes[phase], { name, seconds });
        controller.abort();
      });
      try {
        return await pool.run('job', order, { signal: controller.signal, onProgress });
      } catch (error) {
        throw stall ?? error;
      } finally {
        unwatch();
        signal?.removeEventListener('abort', forward);
      }
    },
    close: pool.close,
  };
}
