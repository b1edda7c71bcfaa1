import { describe, expect, it } from 'vitest';
import { CancelledError, FudebakoError, ParameterError, serializeError } from '#core/base/errors.ts';
import type { Platform } from '#core/platform/platform.ts';
import type { TaskReply, TaskRequest } from '#core/workers/messages.ts';
import { createWorkerPool, type PoolOptions, type WorkerEvents } from '#core/workers/pool.ts';
import { answerTask, createInlineRunner } from '#core/workers/run-task.ts';

type Table = { double: (input: number, context: unknown) => Promise<number> };

/** Returns a worker pool with fake workers and timers. The test sends the workers' replies and fires the timers. */
function fakePool(options: Partial<PoolOptions<Table>> = {}) {
  const workers: FakeWorker[] = [];
  const timers = new Set<() => void>();
  const pool = createWorkerPool<Table>({
    size: 2,
    idleMs: 1000,
    spawn: (events) => {
      const worker = new FakeWorker(events);
      workers.push(worker);
      return worker;
    },
    callLater: (callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
    ...options,
  });
  const passIdleTime = () => {
    for (const timer of [...timers]) {
      timers.delete(timer);
      timer();
    }
  };
  return { pool, workers, passIdleTime, alive: () => workers.filter((worker) => !worker.ended) };
}

class FakeWorker {
  readonly posted: TaskRequest[] = [];
  ended = false;
  refuses = false;

  constructor(readonly events: WorkerEvents) {}

  post(request: TaskRequest) {
    if (this.refuses) throw new Error('cannot be cloned');
    this.posted.push(request);
  }

  terminate() {
    this.ended = true;
  }

  reply(reply: TaskReply) {
    this.events.onReply(reply);
  }

  finish() {
    this.reply({ kind: 'done', output: Number(this.posted.at(-1)?.input) * 2 });
  }

  fail(error: unknown) {
    this.reply({ kind: 'failed', error: serializeError(error), last: !(error instanceof FudebakoError) });
  }
}

/** Waits until the listeners of settled promises have run. */
const flushPromises = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe('the worker pool', () => {
  it('starts a worker for each task up to its size, and queues the others in order', async () => {
    const { pool, workers } = fakePool();
    const results = [1, 2, 3, 4].map((value) => pool.run('double', value));
    await flushPromises();
    expect(workers.map((worker) => worker.posted.map(({ input }) => input))).toEqual([[1], [2]]);
    workers[1]?.finish();
    workers[0]?.finish();
    workers[1]?.finish();
    workers[0]?.finish();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
    expect(workers.map((worker) => worker.posted.map(({ input }) => input))).toEqual([[1, 4], [2, 3]]); // biome-ignore format: pairs
    expect(workers).toHaveLength(2);
  });

  it('reports progress to the task to which it belongs', async () => {
    const { pool, workers } = fakePool();
    const seen: number[] = [];
    const result = pool.run('double', 1, { onProgress: (fraction) => seen.push(fraction) });
    await flushPromises();
    workers[0]?.reply({ kind: 'progress', fraction: 0.25 });
    workers[0]?.reply({ kind: 'progress', fraction: 1 });
    workers[0]?.finish();
    await result;
    workers[0]?.reply({ kind: 'progress', fraction: 0.5 });
    expect(seen).toEqual([0.25, 1]);
  });

  it('ends the worker of an aborted task at once, and starts a new one for the next task', async () => {
    const { pool, workers, alive } = fakePool({ size: 1 });
    const controller = new AbortController();
    const first = pool.run('double', 1, { signal: controller.signal });
    const second = pool.run('double', 2);
    await flushPromises();
    controller.abort();
    expect(workers[0]?.ended).toBe(true);
    await expect(first).rejects.toBeInstanceOf(CancelledError);
    expect(alive()).toHaveLength(1);
    workers[1]?.finish();
    expect(await second).toBe(4);
  });

  it('removes an aborted task from the queue without touching other tasks', async () => {
    const { pool, workers } = fakePool({ size: 1 });
    const controller = new AbortController();
    const results = [
      pool.run('double', 1),
      pool.run('double', 2, { signal: controller.signal }),
      pool.run('double', 3),
    ];
    await flushPromises();
    controller.abort();
    await expect(results[1]).rejects.toBeInstanceOf(CancelledError);
    workers[0]?.finish();
    workers[0]?.finish();
    expect([await results[0], await results[2]]).toEqual([2, 6]);
    expect(workers[0]?.posted.map(({ input }) => input)).toEqual([1, 3]);
  });

  it('starts no task whose signal is already aborted', async () => {
    const { pool, workers } = fakePool();
    await expect(pool.run('double', 1, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CancelledError);
    expect(workers).toHaveLength(0);
  });

  it('stops listening to a signal when the task has ended', async () => {
    const { pool, workers } = fakePool();
    const controller = new AbortController();
    const result = pool.run('double', 1, { signal: controller.signal });
    await flushPromises();
    workers[0]?.finish();
    await result;
    controller.abort();
    expect(workers[0]?.ended).toBe(false);
  });

  it.each([
    new FudebakoError('imageLoad', { reason: 'damaged' }),
    new ParameterError('ratio', { min: 0.1, max: 4 }, 7),
  ])('keeps a worker after an expected error: %s', async (error) => {
    const { pool, workers } = fakePool({ size: 1 });
    const result = pool.run('double', 1);
    await flushPromises();
    workers[0]?.fail(error);
    const caught = await result.catch((reason: unknown) => reason);
    expect(caught).toBeInstanceOf(error.constructor);
    expect(caught).toMatchObject({ code: error.code, data: error.data });
    expect(workers[0]?.ended).toBe(false);
  });

  it('replaces a worker that reports an unexpected error', async () => {
    const { pool, workers } = fakePool({ size: 1 });
    const results = [pool.run('double', 1), pool.run('double', 2)];
    await flushPromises();
    workers[0]?.fail(new RangeError('unreachable'));
    await expect(results[0]).rejects.toMatchObject({ name: 'RangeError', message: 'unreachable' });
    expect(workers[0]?.ended).toBe(true);
    workers[1]?.finish();
    expect(await results[1]).toBe(4);
  });

  it('rejects the task of a worker that dies, and continues with another', async () => {
    const { pool, workers } = fakePool({ size: 1 });
    const results = [pool.run('double', 1), pool.run('double', 2)];
    await flushPromises();
    workers[0]?.events.onDeath(new Error('out of memory'));
    await expect(results[0]).rejects.toThrow('out of memory');
    workers[1]?.finish();
    expect(await results[1]).toBe(4);
  });

  it('rejects a value that cannot be posted and keeps the worker', async () => {
    const { pool, workers } = fakePool({ size: 1 });
    const first = pool.run('double', 1);
    await flushPromises();
    workers[0]?.finish();
    await first;
    const worker = workers[0] as FakeWorker;
    worker.refuses = true;
    await expect(pool.run('double', 2)).rejects.toThrow('cannot be cloned');
    worker.refuses = false;
    const third = pool.run('double', 3);
    await flushPromises();
    worker.finish();
    expect(await third).toBe(6);
    expect(workers).toHaveLength(1);
  });

  it('ends idle workers after a while, but not a worker with a new task', async () => {
    const { pool, workers, passIdleTime, alive } = fakePool();
    const results = [pool.run('double', 1), pool.run('double', 2)];
    await flushPromises();
    for (const worker of workers) worker.finish();
    await Promise.all(results);
    const third = pool.run('double', 3);
    await flushPromises();
    passIdleTime();
    expect(alive()).toHaveLength(1);
    alive()[0]?.finish();
    expect(await third).toBe(6);
    passIdleTime();
    expect(alive()).toHaveLength(0);
  });

  it('rejects every task when closed', async () => {
    const { pool, alive } = fakePool({ size: 1 });
    const results = [pool.run('double', 1), pool.run('double', 2)];
    await flushPromises();
    pool.close();
    for (const result of results) await expect(result).rejects.toBeInstanceOf(CancelledError);
    expect(alive()).toHaveLength(0);
  });
});

describe('small tasks', () => {
  const inlinePool = (double: Table['double']) =>
    fakePool({ inline: { belowBytes: 100, runner: createInlineRunner<Table>({ double }, () => ({}) as Platform) } });

  it('run inline until a worker has been started', async () => {
    const { pool, workers } = inlinePool(async (value) => value * 2);
    expect(await pool.run('double', 4, { workBytes: 99 })).toBe(8);
    expect(workers).toHaveLength(0);
    const large = pool.run('double', 5, { workBytes: 100 });
    const unknown = pool.run('double', 6);
    await flushPromises();
    for (const worker of workers) worker.finish();
    expect(await Promise.all([large, unknown])).toEqual([10, 12]);
    const small = pool.run('double', 7, { workBytes: 1 });
    await flushPromises();
    expect(workers[0]?.posted).toHaveLength(2);
    workers[0]?.finish();
    expect(await small).toBe(14);
  });

  it('are sent to workers after an inline crash, because the state is unknown', async () => {
    const { pool, workers } = inlinePool(async () => {
      throw new Error('unreachable');
    });
    await expect(pool.run('double', 1, { workBytes: 1 })).rejects.toThrow('unreachable');
    void pool.run('double', 2, { workBytes: 1 });
    await flushPromises();
    expect(workers[0]?.posted).toHaveLength(1);
  });

  it('stay inline after an expected error', async () => {
    const { pool, workers } = inlinePool(async () => {
      throw new FudebakoError('imageLoad');
    });
    for (let time = 0; time < 2; time++)
      await expect(pool.run('double', 1, { workBytes: 1 })).rejects.toBeInstanceOf(FudebakoError);
    expect(workers).toHaveLength(0);
  });

  it('reject with CancelledError if aborted while they run', async () => {
    const controller = new AbortController();
    const { pool } = inlinePool(async (value) => {
      controller.abort();
      return value;
    });
    const run = pool.run('double', 1, { workBytes: 1, signal: controller.signal });
    await expect(run).rejects.toBeInstanceOf(CancelledError);
  });
});

describe('a worker of the pool', () => {
  async function answer(
    name: string,
    task: (input: number, context: { onProgress(f: number): void }) => Promise<unknown>,
  ) {
    const replies: { reply: TaskReply; transfer: ArrayBuffer[] }[] = [];
    await answerTask({ known: task }, { name, input: 3 }, {} as Platform, (reply, transfer) => {
      replies.push({ reply, transfer });
    });
    return replies;
  }

  it('replies with progress and the output, whose buffers are transferred', async () => {
    const data = new Uint8Array(8);
    const replies = await answer('known', async (_, { onProgress }) => {
      onProgress(0.5);
      return { data, width: 2 };
    });
    expect(replies).toEqual([
      { reply: { kind: 'progress', fraction: 0.5 }, transfer: [] },
      { reply: { kind: 'done', output: { data, width: 2 }, last: false }, transfer: [data.buffer] },
    ]);
  });

  it('replies with an error if a task throws or its name is unknown', async () => {
    const thrown = await answer('known', async () => {
      throw new FudebakoError('imageLoad', { reason: 'empty' });
    });
    expect(thrown[0]?.reply).toEqual({
      kind: 'failed',
      error: { kind: 'fudebako', code: 'imageLoad', data: { reason: 'empty' } },
      last: false,
    });
    const unknown = await answer('other', async () => 1);
    expect(unknown[0]?.reply).toMatchObject({
      kind: 'failed',
      error: { kind: 'other', name: 'TypeError' },
      last: true,
    });
  });

  it('asks to be replaced when a nested task has crashed, even if the outer task succeeded', async () => {
    const crash = (_input: number) => Promise.reject(new Error('unreachable'));
    const inline = createInlineRunner({ crash }, () => ({}) as Platform);
    const replies: TaskReply[] = [];
    const forgiving = { outer: () => inline.run('crash', 0).catch(() => 'saved') };
    await answerTask(forgiving, { name: 'outer', input: 0 }, {} as Platform, (reply) => replies.push(reply), inline);
    expect(replies).toEqual([{ kind: 'done', output: 'saved', last: true }]);
  });
});
