import { FudebakoError } from '../base/errors.ts';
import type { JobLimits } from '../base/job-limits.ts';
import { MAX_PIXELS } from '../base/limits.ts';
import type { Size } from '../geometry/point.ts';

/** Estimated memory of an operation in bytes per pixel, for input, output and codec. */
export const BYTES_PER_PIXEL = 12;

/** Checks an image's size before its pixels are allocated. Throws FudebakoError `imageTooLarge` or `memoryLimit`. */
export function checkImageSize({ width, height }: Size, { maxPixels = MAX_PIXELS, maxMemory }: JobLimits = {}): void {
  const pixels = width * height;
  const most = Math.min(maxPixels, MAX_PIXELS);
  if (pixels > most) throw new FudebakoError('imageTooLarge', { width, height, megapixels: most / 1e6 });
  if (maxMemory !== undefined && pixels * BYTES_PER_PIXEL > maxMemory * 1e6)
    throw new FudebakoError('memoryLimit', { megabytes: maxMemory });
}
