import type { Workers } from '#core/platform/workers.ts';
import type { TaskReply } from '#core/workers/messages.ts';
import { createWorkerPool } from '#core/workers/pool.ts';
import { createInlineRunner } from '#core/workers/run-task.ts';
import { tasks } from '#core/workers/tasks.ts';
import { createBrowserPlatform } from './browser.ts';
import { setTimer } from './timer.ts';
import { watchLife } from './worker-life.ts';
import type { WorkerSignal } from './worker-signals.ts';

const IDLE_MS = 30_000;

/** Maximum number of workers. More workers would compete for the same memory bandwidth. */
const MAX_WORKERS = 8;

/** Browsers without nested workers run tasks on the calling thread. */
export const inlineWorkers: Workers = createInlineRunner(tasks, () => createBrowserPlatform(inlineWorkers));

/** Runs core's tasks in Web Workers, on all CPU cores except `sparing` cores, so the page stays responsive. */
export function createBrowserWorkers({ sparing = 0 } = {}): Workers {
  if (typeof Worker === 'undefined') return inlineWorkers;
  const cores = navigator.hardwareConcurrency || 2;
  return createWorkerPool<typeof tasks>({
    size: Math.min(MAX_WORKERS, Math.max(1, cores - sparing)),
    idleMs: IDLE_MS,
    callLater: (callback, ms) => setTimer(ms, callback),
    spawn: ({ onReply, onDeath }) => {
      const worker = new Worker(new URL('./task.worker.ts', import.meta.url), { type: 'module', name: 'task' });
      worker.onmessage = ({ data }: MessageEvent<TaskReply | WorkerSignal>) => {
        if (!('sign' in data)) onReply(data);
      };
      const end = watchLife(worker, { onDeath });
      return { post: (request, transfer) => worker.postMessage(request, [...transfer]), terminate: end };
    },
  });
}
