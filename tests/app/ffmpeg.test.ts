import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runFfmpeg } from '#app/platform/ffmpeg.ts';
import { CancelledError } from '#core/base/errors.ts';

const run = { args: ['-i', 'in'], input: { name: 'in', bytes: new Uint8Array([1]) }, output: 'out' };

/** What each program does that is started next: begins, or never anything. */
let plans: ('begins' | 'never begins')[] = [];
const programs: { isEnded: boolean; readonly log: string[] }[] = [];

vi.mock('@ffmpeg/ffmpeg', () => ({
  FFmpeg: class {
    loaded = false;
    isEnded = false;
    readonly log: string[] = [];
    private fail: (error: Error) => void = () => {};
    constructor() {
      programs.push(this);
    }
    load() {
      const ended = new Promise<boolean>((_, reject) => {
        this.fail = reject;
      });
      if (plans.shift() === 'never begins') return ended;
      this.loaded = true;
      return Promise.resolve(true);
    }
    terminate() {
      this.isEnded = true;
      this.loaded = false;
      this.fail(new Error('called FFmpeg.terminate()'));
    }
    on() {}
    off() {}
    writeFile = async (name: string) => this.log.push(`write ${name}`);
    exec = async (args: string[]) => {
      this.log.push(args.join(' '));
      return 0;
    };
    readFile = async () => new Uint8Array([7]);
    deleteFile = async (name: string) => this.log.push(`delete ${name}`);
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('location', { href: 'http://localhost/editor' });
  vi.stubGlobal('fetch', async () => new Response());
  programs.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a program that never begins is ended, and another takes the run', async () => {
  plans = ['never begins', 'begins'];
  const result = runFfmpeg(run);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await result).toEqual(new Uint8Array([7]));
  expect(programs.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(programs[1]?.log).toEqual(['write in', '-i in', 'delete in', 'delete out']);
});

it('the one that is free takes the next run', async () => {
  expect(await runFfmpeg(run)).toEqual(new Uint8Array([7]));
  expect(programs).toHaveLength(0);
});

it('one that is cancelled while it starts is ended', async () => {
  plans = ['never begins', 'never begins'];
  const controller = new AbortController();
  // The first takes the one that is free.
  const free = runFfmpeg(run);
  const both = [runFfmpeg(run, controller.signal), runFfmpeg(run, controller.signal)];
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
  controller.abort();
  for (const each of both) await expect(each).rejects.toBeInstanceOf(CancelledError);
  expect(programs.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  await free;
});
