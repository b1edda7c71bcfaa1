import type { PhotoSize } from './photos.ts';

export const ENCODERS = ['fudebako', 'lamejs', 'ffmpeg.wasm'] as const;
export type EncoderName = (typeof ENCODERS)[number];

export interface PageBench {
  /** Runs an encoder. Returns the milliseconds and the size of the result. */
  run(encoder: EncoderName, minutes: number): Promise<{ readonly ms: number; readonly bytes: number }>;
}

/** Tasks that `pictures-in-chromium.ts` measures. */
export const PICTURE_WORK = [
  'open a JPEG → visible',
  'crop the middle → PNG',
  'whole image → JPEG',
  'scale to 2 MP',
] as const;
export type PictureWork = (typeof PICTURE_WORK)[number];

export const RESIZERS = ['pica', 'wasm-vips', '@jsquash/resize'] as const;
export type ResizerName = (typeof RESIZERS)[number];

export interface PictureBench {
  /** Runs a task. Returns the milliseconds. */
  run(who: 'ours' | 'canvas', work: PictureWork, size: PhotoSize): Promise<number>;
  /** Resizes pixels to two megapixels. Returns the milliseconds. */
  resize(who: ResizerName, size: PhotoSize): Promise<number>;
}
