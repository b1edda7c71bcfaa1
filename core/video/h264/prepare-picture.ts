import type { YuvPicture } from '../../platform/media.ts';
import { toYuv } from './yuv.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'prepare-picture': typeof preparePicture;
  }
}

export interface PreparePictureInput {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Converts an image to Y′CbCr for video encoding. Runs in a worker. */
export async function preparePicture(input: PreparePictureInput): Promise<YuvPicture> {
  return toYuv(input);
}
