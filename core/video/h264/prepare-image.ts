import type { YuvImage } from '../../platform/media.ts';
import { toYuv } from './yuv.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'prepare-image': typeof prepareImage;
  }
}

export interface PrepareImageInput {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Converts an image to Y′CbCr for video encoding. Runs in a worker. */
export async function prepareImage(input: PrepareImageInput): Promise<YuvImage> {
  return toYuv(input);
}
