import type { PhotoSize } from './photos.ts';

/** Tasks that `pictures-in-chromium.ts` measures. */
export const IMAGE_WORK = [
  'open a JPEG → visible',
  'crop the middle → PNG',
  'whole image → JPEG',
  'scale to 2 MP',
] as const;
export type ImageWork = (typeof IMAGE_WORK)[number];

export const RESIZERS = ['pica', 'wasm-vips', '@jsquash/resize'] as const;
export type ResizerName = (typeof RESIZERS)[number];

export interface ImageBench {
  /** Runs a task with this app or a plain canvas. Returns the time in milliseconds. */
  run(who: 'ours' | 'canvas', work: ImageWork, size: PhotoSize): Promise<number>;
  /** Resizes an image to two megapixels with a library. Returns the time in milliseconds. */
  resize(who: ResizerName, size: PhotoSize): Promise<number>;
}
