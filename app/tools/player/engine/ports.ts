/** A decoded video frame. The receiver must close the frame exactly once. */
export interface Frame {
  /** Presentation timestamp, in seconds from the start of the video. */
  readonly timestamp: number;
  /** Duration in seconds; 0 if the file doesn't specify a duration. */
  readonly duration: number;
  close(): void;
}

export interface Chunk {
  readonly timestamp: number;
  readonly duration: number;
}

/** Async iterator of frames or audio. `return` stops decoding immediately, even while `next` is pending. */
export interface Stream<Item> {
  next(): Promise<IteratorResult<Item, unknown>>;
  return(): Promise<unknown>;
}

export interface FrameSource<F extends Frame> {
  /** Decodes frames, starting with the frame that is visible at `from`, or else with the video's first frame. */
  frames(from: number): Stream<F>;
}

export interface AudioSource<C extends Chunk> {
  /** Decodes audio, starting with the chunk that contains the time `from`, or else with the next chunk. */
  chunks(from: number): Stream<C>;
}

export interface PlayingChunk {
  stop(): void;
}

/** An audio output with a clock. Video playback follows this clock. */
export interface AudioOutput<C extends Chunk> {
  /** Time of the output's clock in seconds. The clock stops while the output is suspended. */
  seconds(): number;
  latencySeconds(): number;
  /** Plays an audio chunk from `offset` seconds on, at time `when` of the output's clock, with speed `rate`. */
  play(chunk: C, when: number, offset: number, rate: number): PlayingChunk;
  /**
   * Prepares the output for a speed. Keeps the pitch of faster and slower audio if `keepsPitch` is true. Discards audio
   * that is still on its way. The output must be running. Without the pitch, the output works even if this call rejects.
   */
  prepare(rate: number, keepsPitch: boolean): Promise<void>;
  setGain(gain: number): void;
  resume(): Promise<void>;
  suspend(): Promise<void>;
  close(): Promise<void>;
}

export interface Timers {
  /** A monotonic clock in seconds. */
  seconds(): number;
  setTimer(milliseconds: number, callback: () => void): () => void;
}

/** Display for video frames. The player closes a frame as soon as `draw` returns. */
export interface FrameScreen<F extends Frame> {
  draw(frame: F): void;
}

export interface PlayerMedia<F extends Frame, C extends Chunk> {
  /** Duration of the longer track (audio or video) in seconds; not finite if unknown. */
  readonly duration: number;
  readonly video: FrameSource<F>;
  /** Decoder of the file's audio; `undefined` if the file has no audio that can be decoded. */
  readonly audio?: AudioSource<C> | undefined;
  close(): void;
}
