import { statSync } from 'node:fs';
import { MAX_PIXELS } from '#core/base/limits.ts';
import { headerOf } from './source-header.ts';

/** Weights of the estimated work for a file, in units of one pixel. The same on all machines, for equal shards. */
export const WORK = {
  /** Constant work per job: opening the file, naming the result, starting the encoder. */
  job: 100_000,
  /** Work per byte. Measurements range from 1.2 (PNG) to 10 (noisy JPEG) for conversions to WebP. */
  byte: 4,
} as const;

/** Returns a function that estimates the work of a job from its files. Reads each file once. */
export function createWorkMeter(): (files: readonly string[]) => number {
  const known = new Map<string, number>();
  const measure = (path: string) => {
    const work = known.get(path) ?? workOfFile(path);
    known.set(path, work);
    return work;
  };
  return (files) => files.reduce<number>((sum, path) => sum + measure(path), WORK.job);
}

/** Returns the work for a file; 0 for an unreadable file, whose job fails immediately. */
function workOfFile(path: string): number {
  try {
    const { size } = statSync(path);
    return WORK.byte * size + pixelsOf(path, size);
  } catch {
    return 0;
  }
}

/** Returns the number of pixels in the header; 0 without a header, or if the image will be rejected. */
function pixelsOf(path: string, size: number): number {
  const { width = 0, height = 0 } = headerOf(path, size).header ?? {};
  return width * height <= MAX_PIXELS ? width * height : 0;
}
