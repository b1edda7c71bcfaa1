import type { PhotoSize } from './photos.ts';

export const ENCODERS = ['fudebako', 'lamejs', 'ffmpeg.wasm'] as const;
export type EncoderName = (typeof ENCODERS)[number];

/** What the page in `page/` does for `sound-in-chromium.ts`. */
export interface PageBench {
  /** Milliseconds, and the size of the result. */
  run(encoder: EncoderName, minutes: number): Promise<{ readonly ms: number; readonly bytes: number }>;
}

/** What `pictures-in-chromium.ts` measures. */
export const PICTURE_WORK = [
  'open a JPEG → visible',
  'crop the middle → PNG',
  'whole image → JPEG',
  'scale to 2 MP',
] as const;
export type PictureWork = (typeof PICTURE_WORK)[number];

/** Libraries that give a page another size of its pixels. */
export const RESIZERS = ['pica', 'wasm-vips', '@jsquash/resize'] as const;
export type ResizerName = (typeof RESIZERS)[number];

export interface PictureBench {
  /** Milliseconds. */
  run(who: 'ours' | 'canvas', work: PictureWork, size: PhotoSize): Promise<number>;
  /** The same for `→ 2 MP`, from pixels to pixels. */
  resize(who: ResizerName, size: PhotoSize): Promise<number>;
}
