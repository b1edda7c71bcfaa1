/** Clock on which playback is based: the audio output's clock or, without audio, a timer. */
export interface Ticker {
  seconds(): number;
  /** Output latency in seconds: the delay from scheduled audio to audible audio. */
  latencySeconds(): number;
}

/** Playback position, derived from a clock and the speed. Audio shares the clock, so audio and video stay in sync. */
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

  /** Returns the playback position of the audio that is audible now, in seconds from the start of the video. */
  get position(): number {
    if (!this.#anchor) return this.#position;
    const { ticker, at, latency } = this.#anchor;
    return this.#position + Math.max(0, ticker.seconds() - latency - at) * this.#speed;
  }

  start(ticker: Ticker, leadSeconds: number): void {
    this.#position = this.position;
    // Reads the latency only at the start, because a later change would make the video jump.
    this.#anchor = { ticker, at: ticker.seconds() + leadSeconds, latency: ticker.latencySeconds() };
  }

  pause(): void {
    this.moveTo(this.position);
  }

  moveTo(position: number): void {
    this.#position = position;
    this.#anchor = undefined;
  }

  /** Sets the playback speed. Only allowed while stopped, because scheduled audio has the old speed. */
  setSpeed(speed: number): void {
    if (this.running) throw new Error('The clock is running.');
    this.#speed = speed;
  }

  get startsAt(): number {
    if (!this.#anchor) throw new Error('The clock stands.');
    return this.#anchor.at;
  }

  tickerTimeOf(position: number): number {
    if (!this.#anchor) throw new Error('The clock stands.');
    return this.#anchor.at + (position - this.#position) / this.#speed;
  }
}
