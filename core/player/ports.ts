/** What the player needs from where it runs: decoded frames, decoded sound, an output for each, and a clock. */

/** A decoded frame. Whoever took it out of a source closes it, once. */
export interface Frame {
  /** When it appears, in seconds of the video. */
  readonly timestamp: number;
  /** How long it stands, in seconds; 0 where the file does not say. */
  readonly duration: number;
  close(): void;
}

/** A decoded stretch of sound. */
export interface Chunk {
  readonly timestamp: number;
  readonly duration: number;
}

/** Something that is decoded piece by piece. `return` ends it at once, also while `next` is pending. */
export interface Stream<Item> {
  next(): Promise<IteratorResult<Item, unknown>>;
  return(): Promise<unknown>;
}

export interface FrameSource<F extends Frame> {
  /** The frame that stands at `from` (the first one where none does yet), then all that follow, in order. */
  frames(from: number): Stream<F>;
}

export interface SoundSource<C extends Chunk> {
  /** The chunk that sounds at `from`, where one does, then all that follow, in order. */
  chunks(from: number): Stream<C>;
}

export interface PlayingChunk {
  /** Silences it now. */
  stop(): void;
}

/** A sound output with a clock of its own, which the pictures follow. */
export interface SoundOutput<C extends Chunk> {
  /** The output's clock in seconds; it stands while suspended. */
  seconds(): number;
  /** How long after its moment on that clock a sample is heard, in seconds. */
  latencySeconds(): number;
  /**
   * Plays a chunk from `offset` seconds into it, at the moment `when` of the output's clock.
   * @param rate how many seconds of the chunk go by in one of the clock's
   */
  play(chunk: C, when: number, offset: number, rate: number): PlayingChunk;
  setGain(gain: number): void;
  resume(): Promise<void>;
  suspend(): Promise<void>;
  close(): Promise<void>;
}

export interface Timers {
  /** Seconds of a clock that never goes back. */
  seconds(): number;
  /** Calls back once after a time; the result calls it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Where frames are shown. A frame is only lent: it is closed as soon as `draw` returns. */
export interface FrameScreen<F extends Frame> {
  draw(frame: F): void;
}

/** A file that is open for playing. */
export interface PlayerMedia<F extends Frame, C extends Chunk> {
  /** In seconds, to the end of the longer track; not finite where the file does not say. */
  readonly duration: number;
  readonly video: FrameSource<F>;
  /** Where there is sound that can be decoded. */
  readonly sound?: SoundSource<C> | undefined;
  /** Lets go of the file and of every decoder. */
  close(): void;
}
