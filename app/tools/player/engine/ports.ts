/** A decoded video frame. Its receiver must close it exactly once. */
export interface Frame {
  /** Presentation timestamp, in seconds from the start of the video. */
  readonly timestamp: number;
  /** Duration in seconds; 0 if the file does not state it. */
  readonly duration: number;
  close(): void;
}

export interface Chunk {
  readonly timestamp: number;
  readonly duration: number;
}

/** An asynchronous iterator of decoded items. `return` ends decoding immediately, even while `next` is pending. */
export interface Stream<Item> {
  next(): Promise<IteratorResult<Item, unknown>>;
  return(): Promise<unknown>;
}

export interface FrameSource<F extends Frame> {
  /** Decodes frames: first the frame displayed at `from`, or the video's first frame, then all later frames. */
  frames(from: number): Stream<F>;
}

export interface SoundSource<C extends Chunk> {
  /** Decodes audio: first the chunk that contains `from`, if any, then all later chunks. */
  chunks(from: number): Stream<C>;
}

export interface PlayingChunk {
  stop(): void;
}

/** An audio output with its own clock, which video follows. */
export interface SoundOutput<C extends Chunk> {
  /** Time of the output's clock in seconds. The clock stops while the output is suspended. */
  seconds(): number;
  /** Output latency in seconds: the delay from a sample's time on the clock until the sample is heard. */
  latencySeconds(): number;
  /** Plays a chunk from `offset` seconds on, at time `when` of the output's clock and speed `rate`. */
  play(chunk: C, when: number, offset: number, rate: number): PlayingChunk;
  setGain(gain: number): void;
  resume(): Promise<void>;
  suspend(): Promise<void>;
  close(): Promise<void>;
}

export interface Timers {
  /** A monotonic clock in seconds. */
  seconds(): number;
  /** Calls back once after a delay. The returned function cancels the call. */
  setTimer(milliseconds: number, callback: () => void): () => void;
}

/** Displays frames. The player closes a frame as soon as `draw` returns. */
export interface FrameScreen<F extends Frame> {
  draw(frame: F): void;
}

export interface PlayerMedia<F extends Frame, C extends Chunk> {
  /** Duration of the longer track in seconds; not finite if unknown. */
  readonly duration: number;
  readonly video: FrameSource<F>;
  /** Audio of the file; `undefined` without audio that can be decoded. */
  readonly sound?: SoundSource<C> | undefined;
  close(): void;
}
