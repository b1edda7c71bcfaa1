import type { Size } from '../../geometry/point.ts';

/** Factor by which a JPEG is decoded at a smaller size. */
export type JpegReduction = 1 | 2 | 4;

/**
 * Returns the reduction for scaling a part of a JPEG down: the largest whose image still has at least twice the width
 * and height of the result. Photos then have a PSNR of at least 48 dB to a scaling of all pixels, and differ by at most
 * 16 levels (`tests/core/jpeg-reduction.test.ts`).
 */
export function jpegReduction(part: Size, result: Size): JpegReduction {
  const factor = Math.min(part.width / result.width, part.height / result.height);
  if (factor >= 8) return 4;
  return factor >= 4 ? 2 : 1;
}
