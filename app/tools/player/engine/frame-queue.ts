import type { Frame, FrameSource, Stream } from './ports.ts';

/** Maximum number of frames decoded ahead: enough to bridge a slow frame, and within every decoder's buffer pool. */
const QUEUE_FRAMES = 4;

/** Queue of decoded frames ahead of the displayed frame. Closes every frame that isn't returned to the caller. */
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

  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  /** True if the player has taken every frame of the video. */
  get drained(): boolean {
    return this.#ended && this.#waiting.length === 0;
  }

  /** True if the queue is empty before the end of the video. */
  get starved(): boolean {
    return !this.#ended && this.#waiting.length === 0;
  }

  /** Restarts decoding, and returns the frame at `from` for the caller to close. Undefined if reopened meanwhile. */
  async open(from: number): Promise<F | undefined> {
    this.close();
    const stream = this.#source.frames(from);
    this.#stream = stream;
    this.#ended = false;
    return this.#pull(stream);
  }

  /** Returns the next frame, even before its time; `undefined` at the end. The caller closes the frame. */
  async next(): Promise<F | undefined> {
    await this.#filling;
    const waiting = this.#waiting.shift();
    if (waiting || !this.#stream) return waiting;
    return this.#pull(this.#stream);
  }

  fill(): Promise<void> {
    if (this.#filling) return this.#filling;
    const filling = this.#fill().finally(() => {
      if (this.#filling === filling) this.#filling = undefined;
    });
    this.#filling = filling;
    return filling;
  }

  /** Presentation timestamp of the next frame, in seconds. */
  get nextDue(): number | undefined {
    return this.#waiting[0]?.timestamp;
  }

  /** Returns the newest frame due at `position`, which the caller closes. Closes and counts skipped frames. */
  dequeue(position: number): { readonly frame: F | undefined; readonly dropped: number } {
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

  close(): void {
    // Ignores errors of a decoder that is being closed.
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
