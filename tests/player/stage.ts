import { Player } from '#app/tools/player/engine/player.ts';
import type { PlayerState } from '#app/tools/player/engine/player-options.ts';
import type { AudioOutput, Chunk, Frame, Stream, Timers } from '#app/tools/player/engine/ports.ts';
import type { FudebakoError } from '#core/base/errors.ts';

/** A fake clock, which the test moves. Timers that become due run in order. */
export class FakeTime implements Timers {
  #now = 0;
  #due: { readonly at: number; readonly callback: () => void }[] = [];

  seconds = () => this.#now;

  setTimer(milliseconds: number, callback: () => void): () => void {
    const entry = { at: this.#now + milliseconds / 1000, callback };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  get pending(): number {
    return this.#due.length;
  }

  /** Moves the clock while nothing else runs, as on a busy machine. */
  stall(seconds: number): void {
    this.#now += seconds;
  }

  async advance(seconds: number): Promise<void> {
    const until = this.#now + seconds;
    for (;;) {
      await flush();
      const next = this.#due.reduce((a, b) => (b.at < a.at ? b : a), this.#due[0] ?? { at: Infinity, callback() {} });
      if (next.at > until) break;
      this.#due = this.#due.filter((entry) => entry !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = until;
    await flush();
  }
}

/** Runs all pending promise callbacks. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

export interface Heard {
  readonly chunk: Chunk;
  readonly when: number;
  readonly offset: number;
  readonly rate: number;
  stopped: boolean;
  /** Time, by the output's clock, at which the player passed the chunk to the output. */
  readonly handedAt: number;
}

/** A fake audio output, whose clock may run slower or faster than the system clock. */
export class FakeOutput implements AudioOutput<Chunk> {
  gain = Number.NaN;
  closed = false;
  running = false;
  readonly heard: Heard[] = [];
  #base = 0;
  #since = 0;

  constructor(
    readonly time: FakeTime,
    readonly rate = 1,
    readonly latency = 0,
  ) {}

  seconds = () => this.#base + (this.running ? (this.time.seconds() - this.#since) * this.rate : 0);
  latencySeconds = () => this.latency;

  play(chunk: Chunk, when: number, offset: number, rate: number) {
    const entry: Heard = { chunk, when, offset, rate, stopped: false, handedAt: this.seconds() };
    this.heard.push(entry);
    return {
      stop() {
        entry.stopped = true;
      },
    };
  }

  prepared: { readonly rate: number; readonly keepsPitch: boolean } | undefined;

  async prepare(rate: number, keepsPitch: boolean) {
    this.prepared = { rate, keepsPitch };
  }

  setGain(gain: number) {
    this.gain = gain;
  }

  async resume() {
    if (!this.running) this.#since = this.time.seconds();
    this.running = true;
  }

  async suspend() {
    this.#base = this.seconds();
    this.running = false;
  }

  async close() {
    this.closed = true;
    this.running = false;
  }

  /** The video time of the audio that is being heard. */
  get audible(): number | undefined {
    const at = this.seconds() - this.latency;
    const now = this.heard.find(({ chunk, when, offset, rate, stopped }) => {
      return !stopped && when <= at && at < when + (chunk.duration - offset) / rate;
    });
    return now && now.chunk.timestamp + now.offset + (at - now.when) * now.rate;
  }
}

export interface FakeMediaOptions {
  /** Start times of the frames. Each frame lasts until the next; the last lasts `lastDuration`. */
  readonly frames: readonly number[];
  readonly lastDuration?: number;
  readonly duration: number;
  /** End of the audio in seconds; without this option there is no audio. The audio consists of chunks of 20 ms. */
  readonly audioUntil?: number;
  /** Returns how many seconds it takes to decode the frame at an index. */
  readonly decodeSeconds?: (index: number) => number;
  readonly failAt?: (from: number, index: number) => Error | undefined;
  readonly audioFails?: Error;
}

export const CHUNK_SECONDS = 0.02;

/** Creates fake media, and counts the frames, streams and media that are not closed. */
export function fakeMedia(time: FakeTime, options: FakeMediaOptions) {
  const open = { frames: 0, streams: 0, media: 1 };
  const opened: number[] = [];
  const frameAt = (index: number): Frame => {
    const timestamp = options.frames[index] as number;
    let closed = false;
    open.frames++;
    return {
      timestamp,
      duration: (options.frames[index + 1] ?? timestamp + (options.lastDuration ?? 0.04)) - timestamp,
      close() {
        if (closed) throw new Error(`The frame at ${timestamp} was closed twice.`);
        closed = true;
        open.frames--;
      },
    };
  };
  const stream = <Item>(item: (index: number) => Promise<Item | undefined>, first: number): Stream<Item> => {
    let [index, live] = [first, true];
    open.streams++;
    return {
      async next() {
        const value = live ? await item(index++) : undefined;
        return value === undefined ? { done: true, value: undefined } : { done: false, value };
      },
      async return() {
        if (live) open.streams--;
        live = false;
      },
    };
  };
  return {
    open,
    /** Positions in seconds at which the player started to decode frames. */
    opened,
    media: {
      duration: options.duration,
      video: {
        frames(from: number) {
          opened.push(from);
          const standing = options.frames.findLastIndex((start) => start <= from);
          return stream(
            async (index) => {
              const seconds = options.decodeSeconds?.(index) ?? 0;
              if (seconds > 0) await new Promise<void>((done) => time.setTimer(seconds * 1000, done));
              const error = options.failAt?.(from, index);
              if (error) throw error;
              return index < options.frames.length ? frameAt(index) : undefined;
            },
            Math.max(0, standing),
          );
        },
      },
      audio:
        options.audioUntil === undefined
          ? undefined
          : {
              chunks: (from: number) =>
                stream<Chunk>(
                  async (index) => {
                    if (options.audioFails) throw options.audioFails;
                    const timestamp = index * CHUNK_SECONDS;
                    return timestamp < (options.audioUntil as number)
                      ? { timestamp, duration: CHUNK_SECONDS }
                      : undefined;
                  },
                  Math.floor(from / CHUNK_SECONDS),
                ),
            },
      close() {
        open.media--;
      },
    },
  };
}

/** Returns start times at a constant frame rate. */
export const steadyFrames = (rate: number, seconds: number): readonly number[] =>
  Array.from({ length: Math.round(rate * seconds) }, (_, index) => index / rate);

/** Creates a player with fake media, and records its states and drawn frames. */
export function stagePlayer(
  options: FakeMediaOptions,
  {
    clockRate = 1,
    latency = 0,
    volume = 1,
    muted = false,
  }: Partial<Record<'clockRate' | 'latency' | 'volume', number>> & { muted?: boolean } = {},
) {
  const time = new FakeTime();
  const source = fakeMedia(time, options);
  const output = new FakeOutput(time, clockRate, latency);
  const drawn: { readonly timestamp: number; readonly at: number }[] = [];
  const states: PlayerState[] = [];
  const errors: FudebakoError[] = [];
  const player = new Player<Frame, Chunk>({
    media: source.media,
    screen: { draw: ({ timestamp }) => drawn.push({ timestamp, at: time.seconds() }) },
    timers: time,
    createOutput: () => output,
    volume,
    muted,
    keepsPitch: true,
    onChange: (state) => states.push(state),
    onError: (error) => errors.push(error),
  });
  return { ...source, time, output, drawn, states, errors, player };
}
