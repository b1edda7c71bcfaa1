import type { Size } from '../../geometry/point.ts';

/** Factor by which a JPEG is decoded at a smaller size. */
export type JpegReduction = 1 | 2 | 4;

/** Smallest factors of scaling down for which a JPEG is decoded at half or a quarter of its size. */
const HALF_FROM = 4;
const QUARTER_FROM = 12;

/**
 * Returns the reduction for scaling a part of a JPEG down. The reduced part has at least twice the width and height of
 * the result at half size, and three times at a quarter. Results then differ little from those of the whole pixels:
 * PSNR at least 52 dB for photos (`tests/core/jpeg-reduction.test.ts`).
 */
export function jpegReduction(part: Size, result: Size): JpegReduction {
  const factor = Math.min(part.width / result.width, part.height / result.height);
  if (factor >= QUARTER_FROM) return 4;
  return factor >= HALF_FROM ? 2 : 1;
}
