import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { FrameQueue } from './frame-queue.ts';
import { MediaClock } from './media-clock.ts';
import { PlayerAudio } from './player-audio.ts';
import type { PlayerOptions, PlayerState } from './player-options.ts';
import type { Chunk, Frame } from './ports.ts';

export const FRAME_WAIT_MS = 10;

/** Seconds between the start of the clock and the first audio, so that the first audio is scheduled in time. */
const LEAD_SECONDS = 0.02;

/** Delay in seconds above which audio waits for video. Below this delay, late video frames are dropped. */
const LATE_LIMIT_SECONDS = 0.5;

/** A step back seeks to this many seconds before the displayed frame: half a frame at 1,000 frames per second. */
const STEP_BACK_SECONDS = 0.0005;

/** Plays a file with video and audio in sync. Drops late frames and outdated seeks. `dispose` closes all frames. */
export class Player<F extends Frame, C extends Chunk> {
  readonly #options: PlayerOptions<F, C>;
  readonly #clock = new MediaClock();
  readonly #queue: FrameQueue<F>;
  readonly #audio: PlayerAudio<C>;
  #playWanted = false;
  #target: { readonly position: number; readonly snap: boolean } | undefined;
  #stepsWanted = 0;
  #working: Promise<void> | undefined;
  #cancelTick: (() => void) | undefined;
  #starvedSince: number | undefined;
  #shown: { readonly timestamp: number; readonly duration: number } | undefined;
  #droppedFrames = 0;
  #disposed = false;

  constructor(options: PlayerOptions<F, C>) {
    this.#options = options;
    const { media, createOutput, timers, volume, muted, keepsPitch } = options;
    this.#queue = new FrameQueue(media.video, (error) => this.#fail('videoPlayback', error));
    this.#audio = new PlayerAudio({
      source: media.audio,
      createOutput,
      clock: this.#clock,
      timers,
      volume,
      muted,
      keepsPitch,
      onPitchLost: (error) => this.#report('audioPlayback', error),
      onFailure: (error) => this.#report('audioPlayback', error),
    });
  }

  get state(): PlayerState {
    return {
      position: this.#target?.position ?? this.#within(this.#clock.position),
      playing: this.#playWanted,
      speed: this.#clock.speed,
      droppedFrames: this.#droppedFrames,
      frameTimestamp: this.#shown?.timestamp,
    };
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  open(): Promise<void> {
    return this.seek(0);
  }

  /** Starts playback, from the beginning if the position is at the end. Resolves when playback has started. */
  play(): Promise<void> {
    if (this.#disposed || this.#playWanted) return this.whenIdle();
    this.#playWanted = true;
    const { position } = this.state;
    if (position >= this.#end()) this.#target = { position: 0, snap: false };
    // Decodes again after a failure.
    else if (!this.#queue.isOpen) this.#target ??= { position, snap: false };
    return this.#startWork();
  }

  pause(): void {
    if (this.#disposed || !this.#playWanted) return;
    this.#playWanted = false;
    this.#halt();
    this.#audio.suspend();
    this.#changed();
  }

  /** Seeks to a position. Resolves when the frame of the newest seek is displayed. */
  seek(position: number): Promise<void> {
    if (this.#disposed) return Promise.resolve();
    this.#halt();
    this.#stepsWanted = 0;
    this.#target = { position: this.#within(position), snap: false };
    return this.#startWork();
  }

  /** Pauses and moves by a number of frames; a negative number moves back. */
  step(frames: number): Promise<void> {
    if (this.#disposed) return Promise.resolve();
    this.pause();
    this.#stepsWanted += frames;
    return this.#startWork();
  }

  setSpeed(speed: number): Promise<void> {
    if (this.#disposed || speed === this.#clock.speed) return this.whenIdle();
    this.#halt();
    this.#clock.setSpeed(speed);
    return this.#startWork();
  }

  setKeepsPitch(keepsPitch: boolean): Promise<void> {
    this.#audio.setKeepsPitch(keepsPitch);
    if (this.#disposed || this.#clock.speed === 1) return this.whenIdle();
    this.#halt();
    return this.#startWork();
  }

  setVolume(volume: number, muted: boolean): void {
    this.#audio.setVolume(volume, muted);
  }

  /** Resolves when all pending seeks, steps and starts are complete. */
  whenIdle(): Promise<void> {
    return this.#working ?? Promise.resolve();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#playWanted = false;
    this.#target = undefined;
    this.#stepsWanted = 0;
    this.#halt();
    this.#queue.close();
    this.#audio.close();
    this.#options.media.close();
  }

  #startWork(): Promise<void> {
    this.#changed();
    if (this.#working) return this.#working;
    const working = this.#carryOut().finally(() => {
      this.#working = undefined;
      this.#changed();
    });
    this.#working = working;
    return working;
  }

  async #carryOut(): Promise<void> {
    while (!this.#disposed) {
      if (this.#target) await this.#showTarget(this.#target);
      else if (this.#stepsWanted !== 0) await this.#showStep();
      else if (this.#playWanted && !this.#clock.running) await this.#begin();
      else return;
    }
  }

  async #showTarget(target: { readonly position: number; readonly snap: boolean }): Promise<void> {
    try {
      const frame = await this.#queue.open(target.position);
      const position = target.snap && frame ? Math.max(0, frame.timestamp) : target.position;
      if (frame) this.#show(frame);
      if (this.#target !== target) return;
      this.#target = undefined;
      this.#clock.moveTo(position);
      this.#changed();
    } catch (error) {
      this.#fail(this.#shown ? 'videoSeek' : 'videoPlayback', error);
    }
  }

  async #showStep(): Promise<void> {
    if (this.#stepsWanted < 0) {
      this.#stepsWanted++;
      const before = (this.#shown?.timestamp ?? 0) - STEP_BACK_SECONDS;
      if (before > 0) this.#target = { position: before, snap: true };
      return;
    }
    this.#stepsWanted--;
    try {
      const frame = await this.#queue.next();
      if (!frame) return;
      const { timestamp } = frame;
      this.#show(frame);
      this.#clock.moveTo(timestamp);
      this.#changed();
    } catch (error) {
      this.#fail('videoSeek', error);
    }
  }

  /** Starts the clock and audio after decoding the first frame and audio chunk, unless another request is pending. */
  async #begin(): Promise<void> {
    await Promise.all([this.#audio.open(), this.#queue.fill()]);
    if (this.#disposed || !this.#playWanted || this.#target || this.#stepsWanted !== 0) {
      this.#audio.stop();
      return;
    }
    this.#clock.start(this.#audio.ticker(), LEAD_SECONDS);
    this.#audio.start();
    this.#starvedSince = undefined;
    this.#tick();
  }

  #tick(): void {
    const { position } = this.#clock;
    const { frame, dropped } = this.#queue.dequeue(position);
    this.#droppedFrames += dropped;
    const late = frame && frame.duration > 0 ? position - frame.timestamp - frame.duration : 0;
    if (frame) this.#show(frame);
    if (this.#disposed) return;
    // Late frames come first, so that a stall near the end of the video skips nothing.
    if (late > LATE_LIMIT_SECONDS * this.#clock.speed || this.#isStarved()) this.#waitForImages();
    else if (position >= this.#end()) this.#finish();
    else this.#tickAgain(position);
  }

  #tickAgain(position: number): void {
    void this.#queue.fill();
    const due = this.#queue.nextDue;
    const untilDueMs = due === undefined ? FRAME_WAIT_MS : ((due - position) / this.#clock.speed) * 1000;
    const waitMs = Math.min(FRAME_WAIT_MS, Math.max(1, untilDueMs));
    this.#cancelTick = this.#options.timers.setTimer(waitMs, () => this.#tick());
    this.#changed();
  }

  #isStarved(): boolean {
    const now = this.#options.timers.seconds();
    this.#starvedSince = this.#queue.starved ? (this.#starvedSince ?? now) : undefined;
    return this.#starvedSince !== undefined && now - this.#starvedSince > LATE_LIMIT_SECONDS;
  }

  /** Pauses playback until more frames are decoded, then continues from the displayed frame. */
  #waitForImages(): void {
    this.#halt();
    this.#clock.moveTo(this.#shown?.timestamp ?? this.#clock.position);
    void this.#startWork();
  }

  #finish(): void {
    const end = this.#end();
    this.pause();
    this.#clock.moveTo(end);
    // Waits for the last frame, which stays visible after the end.
    if (this.#queue.drained) this.#changed();
    else void this.seek(end);
  }

  /** Returns the end of the video in seconds: the duration in the file, or the end of the last frame. */
  #end(): number {
    const { duration } = this.#options.media;
    if (Number.isFinite(duration)) return duration;
    return this.#queue.drained && this.#shown ? this.#shown.timestamp + this.#shown.duration : Infinity;
  }

  #within(position: number): number {
    return Math.min(Math.max(0, position), this.#end());
  }

  #show(frame: F): void {
    try {
      if (!this.#disposed) {
        this.#options.screen.draw(frame);
        this.#shown = { timestamp: frame.timestamp, duration: frame.duration };
      }
    } catch (error) {
      this.#fail('videoPlayback', error);
    } finally {
      frame.close();
    }
  }

  /** Stops the clock and audio at the current position. Decoded frames stay in the queue. */
  #halt(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    this.#audio.stop();
    if (this.#clock.running) this.#clock.moveTo(this.#within(this.#clock.position));
  }

  /** Stops playback at the displayed frame. Closes the file only if no frame could be displayed. */
  #fail(code: ErrorCode, error: unknown): void {
    if (this.#disposed) return;
    if (this.#shown) this.#stay();
    else this.dispose();
    this.#report(code, error);
  }

  #stay(): void {
    this.#target = undefined;
    this.#stepsWanted = 0;
    this.#queue.close();
    this.#clock.moveTo(this.state.position);
    if (this.#playWanted) this.pause();
    else this.#changed();
  }

  #report(code: ErrorCode, cause: unknown): void {
    const detail = cause instanceof Error ? cause.message : String(cause);
    this.#options.onError(new FudebakoError(code, { detail }, { cause }));
  }

  #changed(): void {
    if (!this.#disposed) this.#options.onChange(this.state);
  }
}
