import type { Size } from '../../geometry/point.ts';
import { parseAspectRatio } from '../aspect-ratio.ts';

export interface PaddedSizeParameters {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Aspect ratio of the padded image; empty if width or height is given. */
  readonly ratio: string;
}

/** Returns the size of the padded image, which is never smaller than the image. */
export function paddedSize(size: Size, { width = 1, height = 1, ratio }: PaddedSizeParameters): Size {
  const aspect = parseAspectRatio(ratio);
  if (aspect === undefined) return { width: Math.max(size.width, width), height: Math.max(size.height, height) };
  return {
    width: Math.max(size.width, Math.round(size.height * aspect)),
    height: Math.max(size.height, Math.round(size.width / aspect)),
  };
}
