import { parentPort, Worker } from 'node:worker_threads';
import { FudebakoError } from '#core/base/errors.ts';
import type { Platform } from '#core/platform/platform.ts';
import type { TaskTable } from '#core/platform/workers.ts';
import type { TaskReply, TaskRequest } from '#core/workers/messages.ts';
import {
  createWorkerPool,
  type PoolOptions,
  type PoolWorker,
  type WorkerEvents,
  type WorkerPool,
} from '#core/workers/pool.ts';
import { answerTask } from '#core/workers/run-task.ts';
import { threadOptions } from './thread-options.mjs';

/** Milliseconds after which an idle thread is terminated to free memory. Long enough for a batch's next file. */
const IDLE_MS = 10_000;

/** Creates threads of `module`, which calls `serveTasks`. `maxHeap`: megabytes of JavaScript heap per thread. */
export function createThreadPool<Table extends TaskTable>(
  module: URL,
  {
    data,
    maxHeap,
    ...options
  }: Pick<PoolOptions<Table>, 'size' | 'inline'> & {
    readonly data?: Readonly<Record<string, unknown>>;
    readonly maxHeap?: number | undefined;
  },
): WorkerPool<Table> {
  return createWorkerPool<Table>({
    ...options,
    spawn: (events) => spawnThread(module, data, maxHeap, events),
    callLater: (callback, ms) => {
      const timer = setTimeout(callback, ms).unref();
      return () => clearTimeout(timer);
    },
    idleMs: IDLE_MS,
  });
}

/** Starts a thread. An idle thread doesn't keep the process alive. */
function spawnThread(
  module: URL,
  data: object | undefined,
  maxHeap: number | undefined,
  events: WorkerEvents,
): PoolWorker {
  const thread = new Worker(
    new URL('./thread.mjs', import.meta.url),
    threadOptions({ workerData: { ...data, module: module.href }, maxHeap }),
  );
  thread.on('message', (reply: TaskReply) => {
    if (reply.kind !== 'progress') thread.unref();
    events.onReply(reply);
  });
  const reportDeath = (cause: unknown) => events.onDeath(new FudebakoError('workerDied', {}, { cause }));
  thread.on('error', reportDeath);
  thread.on('exit', (code) => reportDeath(new Error(`The thread exited with code ${code}`)));
  return {
    post(request, transfer) {
      thread.postMessage(request, transfer);
      thread.ref();
    },
    terminate() {
      thread.removeAllListeners();
      // Ignores errors during termination, because errors without a listener would crash the process.
      thread.on('error', () => {});
      void thread.terminate();
    },
  };
}

/** Runs the tasks that a thread pool sends. Called inside a thread of the pool. */
export function serveTasks(
  table: TaskTable,
  platform: Platform & { readonly inline: Parameters<typeof answerTask>[4] },
): void {
  const port = parentPort;
  if (!port) throw new Error('This module runs in a worker');
  port.on('message', (request: TaskRequest) => {
    void answerTask(table, request, platform, (reply, transfer) => port.postMessage(reply, transfer), platform.inline);
  });
}
