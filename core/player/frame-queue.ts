import type { Frame, FrameSource, Stream } from './ports.ts';

/** Decoded ahead of time: enough to ride out a slow frame, few enough for decoders with a small pool. */
const QUEUE_FRAMES = 4;

/** Frames decoded ahead of the one that is shown. It closes every frame that it does not give away. */
export class FrameQueue<F extends Frame> {
  readonly #source: FrameSource<F>;
  readonly #onError: (error: unknown) => void;
  #stream: Stream<F> | undefined;
  #waiting: F[] = [];
  #filling: Promise<void> | undefined;
  #ended = false;

  constructor(source: FrameSource<F>, onError: (error: unknown) => void) {
    this.#source = source;
    this.#onError = onError;
  }

  /** True when the last frame has been decoded and taken. */
  get drained(): boolean {
    return this.#ended && this.#waiting.length === 0;
  }

  /** True when there are frames to come and none is there. */
  get starved(): boolean {
    return !this.#ended && this.#waiting.length === 0;
  }

  /**
   * Begins anew at a position.
   * @returns the frame that stands there, which the caller closes; nothing where the queue was moved on meanwhile
   * @throws whatever the decoder does
   */
  async open(from: number): Promise<F | undefined> {
    this.close();
    const stream = this.#source.frames(from);
    this.#stream = stream;
    this.#ended = false;
    return this.#pull(stream);
  }

  /** The next frame whether it is due or not, which the caller closes; nothing at the end. */
  async next(): Promise<F | undefined> {
    await this.#filling;
    const waiting = this.#waiting.shift();
    if (waiting || !this.#stream) return waiting;
    return this.#pull(this.#stream);
  }

  /** Decodes ahead until the queue is full; resolves when it is, or cannot be. */
  fill(): Promise<void> {
    if (this.#filling) return this.#filling;
    const filling = this.#fill().finally(() => {
      if (this.#filling === filling) this.#filling = undefined;
    });
    this.#filling = filling;
    return filling;
  }

  /** When the next frame is due, in seconds of the video. */
  get nextDue(): number | undefined {
    return this.#waiting[0]?.timestamp;
  }

  /**
   * Takes the newest frame that is due. Those before it are closed unseen.
   * @returns the frame, which the caller closes, and how many were skipped
   */
  take(position: number): { readonly frame: F | undefined; readonly dropped: number } {
    let frame: F | undefined;
    let dropped = 0;
    while (this.#waiting[0] && this.#waiting[0].timestamp <= position) {
      if (frame) {
        frame.close();
        dropped++;
      }
      frame = this.#waiting.shift();
    }
    return { frame, dropped };
  }

  /** Ends decoding and closes what was decoded. */
  close(): void {
    // A decoder that fails while it is being closed has nothing more to say.
    void this.#stream?.return().catch(() => undefined);
    this.#stream = undefined;
    this.#filling = undefined;
    this.#ended = false;
    for (const frame of this.#waiting.splice(0)) frame.close();
  }

  async #fill(): Promise<void> {
    const stream = this.#stream;
    try {
      while (stream && stream === this.#stream && !this.#ended && this.#waiting.length < QUEUE_FRAMES) {
        const frame = await this.#pull(stream);
        if (frame) this.#waiting.push(frame);
      }
    } catch (error) {
      if (stream === this.#stream) this.#onError(error);
    }
  }

  async #pull(stream: Stream<F>): Promise<F | undefined> {
    const { value, done } = await stream.next();
    const current = stream === this.#stream;
    if (done) {
      if (current) this.#ended = true;
      return undefined;
    }
    if (current) return value;
    value.close();
    return undefined;
  }
}
