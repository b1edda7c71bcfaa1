import type { MediaClock, Ticker } from './media-clock.ts';
import type { Chunk, SoundOutput, SoundSource, Timers } from './ports.ts';
import { SoundSchedule } from './sound-schedule.ts';

interface PlayerSoundOptions<C extends Chunk> {
  /** There is none in a silent file. */
  readonly source: SoundSource<C> | undefined;
  /** Called when it is first to be heard. */
  readonly createOutput: () => SoundOutput<C>;
  readonly clock: MediaClock;
  readonly timers: Timers;
  readonly volume: number;
  readonly muted: boolean;
  /** Called once, when the sound had to be given up; the pictures go on. */
  readonly onFailure: (error: unknown) => void;
}

/** A player's sound, as long as there is any: an output that is made late, and what is scheduled on it. */
export class PlayerSound<C extends Chunk> {
  readonly #options: PlayerSoundOptions<C>;
  #output: SoundOutput<C> | undefined;
  #schedule: SoundSchedule<C> | undefined;
  /** It was given up, or there is none. */
  #silent: boolean;
  #volume: number;
  #muted: boolean;
  #closed = false;

  constructor(options: PlayerSoundOptions<C>) {
    this.#options = options;
    this.#silent = options.source === undefined;
    this.#volume = options.volume;
    this.#muted = options.muted;
  }

  /** What the clock follows: what is heard, or else plain time. */
  ticker(): Ticker {
    const { timers } = this.#options;
    return !this.#silent && this.#output ? this.#output : { seconds: () => timers.seconds(), latencySeconds: () => 0 };
  }

  /** @param volume 0 to 1; it is kept while muted, when the gain is 0 */
  setVolume(volume: number, muted: boolean): void {
    this.#volume = volume;
    this.#muted = muted;
    if (!this.#closed) this.#output?.setGain(muted ? 0 : volume);
  }

  /** Has the first sound from the clock's position on ready. */
  async open(): Promise<void> {
    const { source, createOutput, clock, timers } = this.#options;
    if (this.#silent || !source) return;
    const giveUp = (error: unknown) => this.#giveUp(error);
    try {
      if (!this.#output) {
        this.#output = createOutput();
        this.#output.setGain(this.#muted ? 0 : this.#volume);
        this.#schedule = new SoundSchedule(source, this.#output, clock, timers, giveUp);
      }
      await this.#output.resume();
      if (!this.#closed) await this.#schedule?.open(clock.position);
    } catch (error) {
      giveUp(error);
    }
  }

  start(): void {
    this.#schedule?.start();
  }

  stop(): void {
    this.#schedule?.stop();
  }

  /** Lets the output rest until it is opened again. */
  suspend(): void {
    void this.#output?.suspend().catch(() => undefined);
  }

  close(): void {
    this.#closed = true;
    this.stop();
    void this.#output?.close().catch(() => undefined);
  }

  #giveUp(error: unknown): void {
    if (this.#closed || this.#silent) return;
    this.#silent = true;
    this.stop();
    this.#schedule = undefined;
    this.#options.onFailure(error);
  }
}
