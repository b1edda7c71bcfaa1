/** The clock that a media clock follows. */
export interface Ticker {
  seconds(): number;
  /** How far what is heard lags behind `seconds`. */
  latencySeconds(): number;
}

/**
 * Where in the video we are: the ticker's time since an anchor, times the speed. Sound is scheduled
 * on the same ticker through `tickerTimeOf`, so that pictures cannot drift from it.
 */
export class MediaClock {
  #position = 0;
  #anchor: { readonly ticker: Ticker; readonly at: number; readonly latency: number } | undefined;
  #speed = 1;

  get running(): boolean {
    return this.#anchor !== undefined;
  }

  get speed(): number {
    return this.#speed;
  }

  /** What is heard and should be seen now, in seconds of the video. */
  get position(): number {
    if (!this.#anchor) return this.#position;
    const { ticker, at, latency } = this.#anchor;
    return this.#position + Math.max(0, ticker.seconds() - latency - at) * this.#speed;
  }

  /** Runs from the position on, beginning `leadSeconds` of the ticker from now. */
  start(ticker: Ticker, leadSeconds: number): void {
    this.#position = this.position;
    // Sampled once: a latency that is corrected while playing would make the pictures jump.
    this.#anchor = { ticker, at: ticker.seconds() + leadSeconds, latency: ticker.latencySeconds() };
  }

  pause(): void {
    this.moveTo(this.position);
  }

  /** Stands at a position. */
  moveTo(position: number): void {
    this.#position = position;
    this.#anchor = undefined;
  }

  /** Only while it stands: what was scheduled was scheduled at the old speed. */
  setSpeed(speed: number): void {
    if (this.running) throw new Error('The clock is running.');
    this.#speed = speed;
  }

  /** The moment of the ticker at which it began to run. */
  get startsAt(): number {
    if (!this.#anchor) throw new Error('The clock stands.');
    return this.#anchor.at;
  }

  /** The moment of the ticker at which a second of the video is due. */
  tickerTimeOf(position: number): number {
    if (!this.#anchor) throw new Error('The clock stands.');
    return this.#anchor.at + (position - this.#position) / this.#speed;
  }
}
