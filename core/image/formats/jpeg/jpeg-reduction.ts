import type { Size } from '../../../geometry/point.ts';

export type JpegReduction = 1 | 2 | 4;

/**
 * Returns the largest reduction that leaves at least twice the result's size. Compared with scaling at full resolution,
 * photos have a PSNR of at least 48 dB and differ by at most 16 levels (`tests/core/jpeg-reduction.test.ts`).
 */
export function jpegReduction(part: Size, result: Size): JpegReduction {
  const factor = Math.min(part.width / result.width, part.height / result.height);
  if (factor >= 8) return 4;
  return factor >= 4 ? 2 : 1;
}
