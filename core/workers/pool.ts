import type { CancelSignal } from '../base/cancel-signal.ts';
import { CancelledError, deserializeError } from '../base/errors.ts';
import type { TaskOptions, TaskRunner, TaskTable } from '../platform/workers.ts';
import type { TaskReply, TaskRequest } from './messages.ts';
import type { InlineRunner } from './run-task.ts';

/** A worker runs one task at a time, so terminating the worker cancels only one task. */

export interface PoolWorker {
  /** Posts a task to the worker. Buffers in `transfer` are transferred. Throws if `request` can't be cloned. */
  post(request: TaskRequest, transfer: readonly ArrayBuffer[]): void;
  /** Terminates the worker at once. `onDeath` and `onReply` are not called afterwards. */
  terminate(): void;
}

export interface WorkerEvents {
  onReply(reply: TaskReply): void;
  /** Called if the worker fails to start or crashes. */
  onDeath(error: Error): void;
}

export interface PoolOptions<Table extends TaskTable> {
  readonly size: number;
  readonly spawn: (events: WorkerEvents) => PoolWorker;
  /** Sets a timer. The returned function cancels the timer. */
  readonly callLater: (callback: () => void, ms: number) => () => void;
  /** Milliseconds after which an idle worker is terminated, which frees the memory of codecs. */
  readonly idleMs: number;
  /** Runs small tasks on the calling thread until a worker has started. */
  readonly inline?: {
    /** Estimated bytes below which a task counts as small. */
    readonly belowBytes: number;
    readonly runner: InlineRunner<Table>;
  };
}

export interface WorkerPool<Table extends TaskTable> extends TaskRunner<Table> {
  /** Terminates all workers. Unfinished tasks reject with CancelledError. */
  close(): void;
}

interface Job {
  readonly request: TaskRequest;
  readonly options: TaskOptions;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Member {
  readonly worker: PoolWorker;
  job: Job | undefined;
  cancelIdleTimer: (() => void) | undefined;
}

export function createWorkerPool<Table extends TaskTable>(options: PoolOptions<Table>): WorkerPool<Table> {
  const { size, spawn, callLater, idleMs, inline } = options;
  const members = new Set<Member>();
  const queue: Job[] = [];

  function start(): Member {
    const events: WorkerEvents = {
      onReply: (reply) => receive(member, reply),
      onDeath: (error) => {
        const { job } = member;
        drop(member);
        job?.reject(error);
        assign();
      },
    };
    const member: Member = { worker: spawn(events), job: undefined, cancelIdleTimer: undefined };
    members.add(member);
    return member;
  }

  function drop(member: Member) {
    member.cancelIdleTimer?.();
    member.job = undefined;
    members.delete(member);
  }

  function end(member: Member) {
    drop(member);
    member.worker.terminate();
  }

  function receive(member: Member, reply: TaskReply) {
    const { job } = member;
    if (!job) return;
    if (reply.kind === 'progress') {
      job.options.onProgress?.(reply.fraction);
      return;
    }
    if (reply.last) end(member);
    else rest(member);
    if (reply.kind === 'done') job.resolve(reply.output);
    else job.reject(deserializeError(reply.error));
    assign();
  }

  function rest(member: Member) {
    member.job = undefined;
    member.cancelIdleTimer = callLater(() => end(member), idleMs);
  }

  function freeMember(): Member | undefined {
    for (const member of members) if (!member.job) return member;
    return members.size < size ? start() : undefined;
  }

  function assign() {
    while (queue.length > 0) {
      const member = freeMember();
      if (!member) return;
      runOn(member, queue.shift() as Job);
    }
  }

  function runOn(member: Member, job: Job) {
    member.cancelIdleTimer?.();
    member.cancelIdleTimer = undefined;
    member.job = job;
    try {
      member.worker.post(job.request, job.options.transfer ?? []);
    } catch (error) {
      rest(member);
      job.reject(error);
    }
  }

  function cancel(job: Job) {
    const waiting = queue.indexOf(job);
    if (waiting >= 0) queue.splice(waiting, 1);
    for (const member of members) if (member.job === job) end(member);
    job.reject(new CancelledError());
    assign();
  }

  function enqueue(request: TaskRequest, taskOptions: TaskOptions): Promise<unknown> {
    return untilAborted(taskOptions.signal, (resolve, reject, onAbort) => {
      const job: Job = { request, options: taskOptions, resolve, reject };
      onAbort(() => cancel(job));
      queue.push(job);
      assign();
    });
  }

  return {
    size,
    run: (async (name: string, input: unknown, taskOptions: TaskOptions = {}) => {
      const { workBytes = Number.POSITIVE_INFINITY } = taskOptions;
      if (inline?.runner.isHealthy && members.size === 0 && workBytes < inline.belowBytes)
        return inline.runner.run(name, input as never, taskOptions);
      return enqueue({ name, input }, taskOptions);
    }) as TaskRunner<Table>['run'],
    close: () => {
      const unfinished = [...queue.splice(0), ...[...members].flatMap(({ job }) => job ?? [])];
      for (const member of members) end(member);
      for (const job of unfinished) job.reject(new CancelledError());
    },
  };
}

/** Returns a promise that `start` resolves or rejects. Rejects immediately if the abort signal is already aborted. */
function untilAborted(
  signal: CancelSignal | undefined,
  start: (
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
    onAbort: (listener: () => void) => void,
  ) => void,
): Promise<unknown> {
  if (signal?.aborted) return Promise.reject(new CancelledError());
  let listener: (() => void) | undefined;
  return new Promise((resolve, reject) => {
    start(resolve, reject, (abort) => {
      listener = abort;
      signal?.addEventListener('abort', abort);
    });
  }).finally(() => listener && signal?.removeEventListener('abort', listener));
}
