import type { MediaClock, Ticker } from './media-clock.ts';
import type { AudioOutput, AudioSource, Chunk, PlayingChunk, Stream, Timers } from './ports.ts';

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

export const AUDIO_LOOKAHEAD_SECONDS = 0.4;

export const AUDIO_LOOP_MS = 30;

interface Scheduled {
  readonly playing: PlayingChunk;
  /** Time on the output's clock at which the audio chunk ends. */
  readonly endsAt: number;
}

class AudioSchedule<C extends Chunk> {
  readonly #source: AudioSource<C>;
  readonly #output: AudioOutput<C>;
  readonly #clock: MediaClock;
  readonly #timers: Timers;
  readonly #onError: (error: unknown) => void;
  #stream: Stream<C> | undefined;
  #next: C | undefined;
  #scheduled: Scheduled[] = [];
  #cancelTimer: (() => void) | undefined;

  constructor(
    source: AudioSource<C>,
    output: AudioOutput<C>,
    clock: MediaClock,
    timers: Timers,
    onError: (error: unknown) => void,
  ) {
    this.#source = source;
    this.#output = output;
    this.#clock = clock;
    this.#timers = timers;
    this.#onError = onError;
  }

  /** Decodes the first chunk, so that audio is ready when the clock starts. */
  async open(from: number): Promise<void> {
    this.stop();
    const stream = this.#source.chunks(from);
    this.#stream = stream;
    try {
      await this.#pull(stream);
    } catch (error) {
      this.#fail(stream, error);
    }
  }

  /** Starts scheduling audio. The output's clock must be running. */
  start(): void {
    if (this.#stream) void this.#loop(this.#stream);
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    // Ignores errors of a decoder that is being closed.
    void this.#stream?.return().catch(() => undefined);
    this.#stream = undefined;
    this.#next = undefined;
    for (const { playing } of this.#scheduled.splice(0)) playing.stop();
  }

  async #loop(stream: Stream<C>): Promise<void> {
    try {
      while (stream === this.#stream && this.#next && this.#isNear(this.#next)) {
        this.#schedule(this.#next);
        await this.#pull(stream);
      }
    } catch (error) {
      this.#fail(stream, error);
    }
    if (stream !== this.#stream) return;
    const now = this.#output.seconds();
    this.#scheduled = this.#scheduled.filter(({ endsAt }) => endsAt > now);
    if (this.#next) this.#cancelTimer = this.#timers.setTimer(AUDIO_LOOP_MS, () => void this.#loop(stream));
  }

  #isNear(chunk: C): boolean {
    return this.#clock.tickerTimeOf(chunk.timestamp) < this.#output.seconds() + AUDIO_LOOKAHEAD_SECONDS;
  }

  #schedule(chunk: C): void {
    const { speed } = this.#clock;
    const due = this.#clock.tickerTimeOf(chunk.timestamp);
    const endsAt = due + chunk.duration / speed;
    // Skips the part of an audio chunk that lies before the position or in the past, so the rest plays on time.
    const when = Math.max(due, this.#output.seconds(), this.#clock.startsAt);
    if (endsAt <= when) return;
    const playing = this.#output.play(chunk, when, (when - due) * speed, speed);
    this.#scheduled.push({ playing, endsAt });
  }

  async #pull(stream: Stream<C>): Promise<void> {
    const { value, done } = await stream.next();
    if (stream === this.#stream) this.#next = done ? undefined : value;
  }

  #fail(stream: Stream<C>, error: unknown): void {
    if (stream !== this.#stream) return;
    this.stop();
    this.#onError(error);
  }
}
