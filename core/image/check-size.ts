import { FudebakoError } from '../base/errors.ts';
import type { JobLimits } from '../base/job-limits.ts';
import { MAX_PIXELS } from '../base/limits.ts';
import type { Size } from '../geometry/point.ts';

/** Memory of an operation: before, after, and in the codec. */
const BYTES_PER_PIXEL = 12;

/** Throws FudebakoError `imageTooLarge` or `memoryLimit`. Call before allocating pixels. */
export function checkImageSize({ width, height }: Size, { maxPixels = MAX_PIXELS, maxMemory }: JobLimits = {}): void {
  const pixels = width * height;
  const most = Math.min(maxPixels, MAX_PIXELS);
  if (pixels > most) throw new FudebakoError('imageTooLarge', { width, height, megapixels: most / 1e6 });
  if (maxMemory !== undefined && pixels * BYTES_PER_PIXEL > maxMemory * 1e6)
    throw new FudebakoError('memoryLimit', { megabytes: maxMemory });
}
