import { AudioSchedule } from './audio-schedule.ts';
import type { MediaClock, Ticker } from './media-clock.ts';
import type { AudioOutput, AudioSource, Chunk, Timers } from './ports.ts';

interface PlayerAudioOptions<C extends Chunk> {
  readonly source: AudioSource<C> | undefined;
  readonly createOutput: () => AudioOutput<C>;
  readonly clock: MediaClock;
  readonly timers: Timers;
  readonly volume: number;
  readonly muted: boolean;
  readonly keepsPitch: boolean;
  /** Called if the pitch can't be kept. Audio continues at another pitch. */
  readonly onPitchLost: (error: unknown) => void;
  /** Called once if audio fails. The video continues without audio. */
  readonly onFailure: (error: unknown) => void;
}

export class PlayerAudio<C extends Chunk> {
  readonly #options: PlayerAudioOptions<C>;
  #output: AudioOutput<C> | undefined;
  #schedule: AudioSchedule<C> | undefined;
  /** True if the file has no audio, or if audio has failed. */
  #silent: boolean;
  #volume: number;
  #muted: boolean;
  #keepsPitch: boolean;
  #closed = false;

  constructor(options: PlayerAudioOptions<C>) {
    this.#options = options;
    this.#silent = options.source === undefined;
    this.#volume = options.volume;
    this.#muted = options.muted;
    this.#keepsPitch = options.keepsPitch;
  }

  ticker(): Ticker {
    const { timers } = this.#options;
    return !this.#silent && this.#output ? this.#output : { seconds: () => timers.seconds(), latencySeconds: () => 0 };
  }

  /** @param volume 0 to 1, unchanged by `muted` */
  setVolume(volume: number, muted: boolean): void {
    this.#volume = volume;
    this.#muted = muted;
    if (!this.#closed) this.#output?.setGain(muted ? 0 : volume);
  }

  /** Takes effect at the next `open`. */
  setKeepsPitch(keepsPitch: boolean): void {
    this.#keepsPitch = keepsPitch;
  }

  async open(): Promise<void> {
    const { source, createOutput, clock, timers } = this.#options;
    if (this.#silent || !source) return;
    const fail = (error: unknown) => this.#fail(error);
    try {
      if (!this.#output) {
        this.#output = createOutput();
        this.#output.setGain(this.#muted ? 0 : this.#volume);
        this.#schedule = new AudioSchedule(source, this.#output, clock, timers, fail);
      }
      await this.#output.resume();
      if (!this.#closed) await this.#output.prepare(clock.speed, this.#keepsPitch).catch(this.#options.onPitchLost);
      if (!this.#closed) await this.#schedule?.open(clock.position);
    } catch (error) {
      fail(error);
    }
  }

  start(): void {
    this.#schedule?.start();
  }

  stop(): void {
    this.#schedule?.stop();
  }

  suspend(): void {
    void this.#output?.suspend().catch(() => undefined);
  }

  close(): void {
    this.#closed = true;
    this.stop();
    void this.#output?.close().catch(() => undefined);
  }

  #fail(error: unknown): void {
    if (this.#closed || this.#silent) return;
    this.#silent = true;
    this.stop();
    this.#schedule = undefined;
    this.#options.onFailure(error);
  }
}
