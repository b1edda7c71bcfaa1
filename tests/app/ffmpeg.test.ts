import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const run = { args: ['-i', 'in'], input: { name: 'in', bytes: new Uint8Array([1]) }, output: 'out' };

type Plan = 'works' | 'never begins' | 'cannot be loaded' | 'says nothing' | 'is slow';

/** Behaviors of the fake FFmpeg processes, in the order in which the processes start. */
let plans: Plan[] = [];
interface Program {
  readonly log: string[];
  isEnded: boolean;
  /** Completes the run of a process whose behavior is `is slow`. */
  finish(): void;
  emitLog(): void;
}
let programs: Program[] = [];
let runFfmpeg: typeof import('#app/platform/ffmpeg.ts')['runFfmpeg'];

vi.mock('@ffmpeg/ffmpeg', () => ({
  FFmpeg: class implements Program {
    readonly log: string[] = [];
    isEnded = false;
    private readonly plan = plans.shift() ?? 'works';
    private readonly listeners = new Set<(event: { message: string }) => void>();
    private fail: (error: Error) => void = () => {};
    finish = () => {};
    constructor() {
      programs.push(this);
    }
    load() {
      if (this.plan === 'cannot be loaded') return Promise.reject(new Error('no network'));
      if (this.plan !== 'never begins') return Promise.resolve(true);
      return new Promise<boolean>((_, reject) => {
        this.fail = reject;
      });
    }
    terminate() {
      this.isEnded = true;
      this.fail(new Error('called FFmpeg.terminate()'));
    }
    on(event: string, listener: (event: { message: string }) => void) {
      if (event === 'log') this.listeners.add(listener);
    }
    off(_event: string, listener: (event: { message: string }) => void) {
      this.listeners.delete(listener);
    }
    emitLog() {
      for (const listener of this.listeners) listener({ message: 'frame= 1' });
    }
    writeFile = async (name: string) => this.log.push(`write ${name}`);
    exec = async (args: string[]) => {
      this.log.push(args.join(' '));
      if (this.plan === 'says nothing') await new Promise(() => {});
      if (this.plan === 'is slow')
        await new Promise<void>((resolve) => {
          this.finish = resolve;
        });
      return 0;
    };
    readFile = async () => new Uint8Array([7]);
    deleteFile = async (name: string) => this.log.push(`delete ${name}`);
  },
}));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('location', { href: 'http://localhost/editor' });
  vi.stubGlobal('fetch', async () => new Response());
  vi.resetModules();
  plans = [];
  programs = [];
  ({ runFfmpeg } = await import('#app/platform/ffmpeg.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const whenRunning = (count: number) =>
  vi.waitFor(() => expect(programs.filter(({ log }) => log.includes('-i in'))).toHaveLength(count));

it('FFmpeg receives its input file, and every file of a run is deleted afterwards', async () => {
  expect(await runFfmpeg(run)).toEqual(new Uint8Array([7]));
  expect(programs.map(({ log }) => log)).toEqual([['write in', '-i in', 'delete in', 'delete out']]);
});

it('an FFmpeg process that never starts is ended, and the next run starts another', async () => {
  plans = ['never begins'];
  const result = runFfmpeg(run);
  result.catch(() => {});
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(result).rejects.toThrow('says nothing for 120 s');
  expect(await runFfmpeg(run)).toEqual(new Uint8Array([7]));
  expect(programs.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

it('a failed load of FFmpeg reports the reason', async () => {
  plans = ['cannot be loaded'];
  await expect(runFfmpeg(run)).rejects.toThrow('no network');
  // The failed load is not cached: the next run loads FFmpeg again.
  expect(await runFfmpeg(run)).toEqual(new Uint8Array([7]));
});

it('an FFmpeg process without progress is ended, and the next run starts another', async () => {
  plans = ['says nothing'];
  const result = runFfmpeg(run);
  result.catch(() => {});
  await whenRunning(1);
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(result).rejects.toThrow('says nothing for 120 s');
  expect(await runFfmpeg(run)).toEqual(new Uint8Array([7]));
  expect(programs.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

it('an FFmpeg process that reports frames has no time limit', async () => {
  plans = ['is slow'];
  const result = runFfmpeg(run);
  await whenRunning(1);
  for (let each = 0; each < 5; each++) {
    await vi.advanceTimersByTimeAsync(100_000);
    programs[0]?.emitLog();
  }
  programs[0]?.finish();
  expect(await result).toEqual(new Uint8Array([7]));
  expect(programs).toHaveLength(1);
});

it('consecutive runs share one FFmpeg process, which ends when idle', async () => {
  const both = [runFfmpeg(run), runFfmpeg(run)];
  await Promise.all(both);
  await runFfmpeg(run);
  expect(programs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(programs[0]?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(programs[0]?.isEnded).toBe(true);
});

it('a run after the idle time starts another FFmpeg process', async () => {
  plans = ['is slow', 'works'];
  const slow = runFfmpeg(run);
  await whenRunning(1);
  const second = runFfmpeg(run);
  await vi.advanceTimersByTimeAsync(1900);
  expect(programs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toEqual(new Uint8Array([7]));
  expect(programs).toHaveLength(2);
  // The third run uses the second FFmpeg process, which has become idle, instead of starting another.
  expect(await runFfmpeg(run)).toEqual(new Uint8Array([7]));
  expect(programs).toHaveLength(2);
  programs[0]?.finish();
  await slow;
});

it('a canceled run leaves the queue, or ends its FFmpeg process if it is running', async () => {
  plans = ['is slow', 'works'];
  const controllers = [new AbortController(), new AbortController()] as const;
  const running = runFfmpeg(run, controllers[0].signal);
  await whenRunning(1);
  const waiting = runFfmpeg(run, controllers[1].signal);
  controllers[1].abort();
  await expect(waiting).rejects.toMatchObject({ name: 'CancelledError' });
  expect(programs).toHaveLength(1);
  controllers[0].abort();
  await expect(running).rejects.toMatchObject({ name: 'CancelledError' });
  expect(programs[0]?.isEnded).toBe(true);
  expect(await runFfmpeg(run)).toEqual(new Uint8Array([7]));
  expect(programs).toHaveLength(2);
});
