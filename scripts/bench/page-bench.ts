export const ENCODERS = ['fudebako', 'lamejs', 'ffmpeg.wasm'] as const;
export type EncoderName = (typeof ENCODERS)[number];

/** What the page in `page/` does for `sound-in-chromium.ts`. */
export interface PageBench {
  /** Milliseconds, and the size of the result. */
  run(encoder: EncoderName, minutes: number): Promise<{ readonly ms: number; readonly bytes: number }>;
}
