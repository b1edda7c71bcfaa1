import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageWorker } from '#app/workers/page-worker.ts';
import { CancelledError } from '#core/base/errors.ts';
import { STALL_SECONDS } from '#core/base/outside-limits.ts';

/** A fake worker that sends the messages of the test. */
class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = [];
  answers = false;
  ended = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  post(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  fail(message = ''): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  postMessage(data: { readonly sign?: string }): void {
    if (data.sign === 'ping' && this.answers) this.post({ sign: 'pong' });
  }

  terminate(): void {
    this.ended = true;
  }
}

const latest = (): FakeWorker => FakeWorker.all.at(-1) as FakeWorker;
const never = () => new Promise<never>(() => {});
const hello = { sign: 'hello', lock: undefined };
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

const create = () => new PageWorker<object>(() => new FakeWorker() as unknown as Worker);

/** Watches a promise. The returned record stays empty while the promise is pending. */
function follow<Result>(promise: Promise<Result>) {
  const seen: { result?: Result; error?: unknown } = {};
  promise.then(
    (result) => Object.assign(seen, { result }),
    (error) => Object.assign(seen, { error }),
  );
  return seen;
}

beforeEach(() => {
  FakeWorker.all.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the time limit of a worker without progress', () => {
  it('ends the worker, and the error names the file', async () => {
    const seen = follow(create().call(never, { name: 'spin.png' }));
    latest().post(hello);
    await seconds(STALL_SECONDS.reading - 1);
    expect(seen).toEqual({});
    await seconds(1.5);
    expect(seen.error).toMatchObject({ code: 'stalled', data: { name: 'spin.png', seconds: STALL_SECONDS.reading } });
    expect(latest().ended).toBe(true);
  });

  it('is longer while the worker responds but may be waiting for the network', async () => {
    const seen = follow(create().call(never, { name: 'slow.png' }));
    latest().post(hello);
    latest().answers = true;
    await seconds(STALL_SECONDS.reading + STALL_SECONDS.loading - 1);
    expect(seen).toEqual({});
    await seconds(1.5);
    expect(seen.error).toMatchObject({ code: 'stalled' });
  });

  it('starts again whenever the worker reports progress', async () => {
    const seen = follow(create().call(never, { name: 'long.wav' }));
    latest().post(hello);
    for (let beat = 0; beat < 20; beat++) {
      await seconds(STALL_SECONDS.reading - 1);
      latest().post({ sign: 'beat' });
    }
    expect(seen).toEqual({});
    await seconds(STALL_SECONDS.reading + 1);
    expect(seen.error).toMatchObject({ code: 'stalled' });
  });

  it('is replaced by the time limit that a job announces for itself', async () => {
    const worker = create();
    let job = 0;
    const working = follow(
      worker.call(
        (_, startedJob) => {
          job = startedJob;
          return never();
        },
        { name: 'large.png' },
      ),
    );
    latest().post(hello);
    await seconds(1);
    latest().post({ sign: 'beat', allowance: { job, seconds: STALL_SECONDS.working, phase: 'working' } });
    await seconds(STALL_SECONDS.working - 1);
    expect(working).toEqual({});
    await seconds(1.5);
    expect(working.error).toMatchObject({ code: 'stalledWorking', data: { name: 'large.png' } });
  });

  it('fails the current call, and repeats the queued calls once in a new worker', async () => {
    const worker = create();
    const [first, second] = [follow(worker.call(never, { name: 'spin.png' })), vi.fn(never)];
    const behind = follow(worker.call(second, { name: 'good.png' }));
    const part = follow(worker.call(never, { again: false }));
    latest().post(hello);
    await seconds(STALL_SECONDS.reading + 0.5);
    expect(first.error).toMatchObject({ code: 'stalled' });
    expect(part.error).toMatchObject({ code: 'workerDied' });
    expect(behind).toEqual({});
    expect(FakeWorker.all.length).toBe(2);
    expect(second).toHaveBeenCalledTimes(2);
    latest().fail('broken');
    await seconds(0);
    expect(behind.error).toMatchObject({ code: 'workerStart' });
    expect(FakeWorker.all.length).toBe(2);
  });
});

describe('a worker that dies', () => {
  it('fails its current call, and repeats only read-only calls', async () => {
    const worker = create();
    const work = follow(worker.call(never));
    const looks = vi.fn(never);
    const look = follow(worker.call(looks, { again: true }));
    latest().post(hello);
    await seconds(0);
    latest().fail('Uncaught');
    await seconds(0);
    expect(work.error).toMatchObject({ code: 'workerDied' });
    expect(look).toEqual({});
    expect(looks).toHaveBeenCalledTimes(2);
  });

  it('is replaced by a worker that repeats the registered calls, except calls unregistered meanwhile', async () => {
    const worker = create();
    const [kept, forgotten] = [vi.fn(async () => 'kept'), vi.fn(async () => 'key')];
    expect(await worker.register('a', kept)).toBe('kept');
    await worker.register((key) => key, forgotten);
    await worker.unregister('key', async () => undefined);
    latest().post(hello);
    latest().fail('Uncaught');
    await worker.call(async () => expect(kept).toHaveBeenCalledTimes(2));
    expect(forgotten).toHaveBeenCalledTimes(1);
    expect(worker.generation).toBe(2);
  });

  it('is detected by its released lock, even without an error event', async () => {
    const locks = new Map<string, () => void>();
    vi.stubGlobal('navigator', {
      locks: {
        request: (name: string, _: unknown, granted: () => void) => {
          locks.set(name, granted);
          return never();
        },
      },
    });
    const seen = follow(create().call(never));
    latest().post({ sign: 'hello', lock: 'worker/1' });
    locks.get('worker/1')?.();
    await seconds(0);
    expect(seen.error).toMatchObject({ code: 'workerDied' });
    vi.unstubAllGlobals();
  });
});

describe('a worker that cannot be loaded', () => {
  it('reports an error, and the next call starts another', async () => {
    const worker = create();
    const seen = follow(worker.call(never, { again: true }));
    latest().fail();
    await seconds(0);
    expect(seen.error).toMatchObject({ code: 'workerStart' });
    await expect(worker.call(async () => 'done')).resolves.toBe('done');
    expect(FakeWorker.all.length).toBe(2);
  });

  it('reports an error if it never responds', async () => {
    const seen = follow(create().call(never));
    await seconds(STALL_SECONDS.loading + 1);
    expect(seen.error).toMatchObject({ code: 'workerStart' });
  });
});

describe('canceling a call', () => {
  it('rejects the call at once, ends a worker that does not respond, and repeats the other calls', async () => {
    const worker = create();
    const controller = new AbortController();
    const cancelled = follow(worker.call(never, { signal: controller.signal }));
    const other = vi.fn(never);
    follow(worker.call(other));
    latest().post(hello);
    latest().answers = true;
    await seconds(0);
    controller.abort();
    await seconds(0);
    expect(cancelled.error).toBeInstanceOf(CancelledError);
    expect(latest().ended).toBe(false);
    await seconds(2.5);
    expect(FakeWorker.all[0]?.ended).toBe(true);
    expect(other).toHaveBeenCalledTimes(2);
  });

  it('does not end a worker that finishes in time', async () => {
    const controller = new AbortController();
    let end: () => void = () => {};
    follow(create().call(() => new Promise<void>((resolve) => (end = resolve)), { signal: controller.signal }));
    latest().post(hello);
    await seconds(0);
    controller.abort();
    end();
    await seconds(5);
    expect(latest().ended).toBe(false);
  });

  it('before the call begins starts no worker', async () => {
    await expect(create().call(never, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CancelledError);
    expect(FakeWorker.all.length).toBe(0);
  });

  it('by closing the worker makes further calls fail', async () => {
    const worker = create();
    const seen = follow(worker.call(never));
    worker.close();
    await seconds(0);
    expect(seen.error).toBeInstanceOf(CancelledError);
    await expect(worker.call(never)).rejects.toBeInstanceOf(CancelledError);
    expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true]);
  });
});

it('a closed worker does not restart, even for read-only calls', async () => {
  const worker = create();
  const looking = follow(worker.call(never, { again: true }));
  latest().post(hello);
  await seconds(1);
  worker.close();
  await seconds(1);
  expect(looking.error).toBeInstanceOf(CancelledError);
  expect([FakeWorker.all.length, latest().ended]).toEqual([1, true]);
});
