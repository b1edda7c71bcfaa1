import { statSync } from 'node:fs';
import { MAX_PIXELS } from '#core/base/limits.ts';
import { headerOf } from './source-header.ts';

/** Weights that estimate a file's work in pixels by size and header, the same on all machines. */
export const WORK = {
  /** Fixed work of a job: opening, naming, starting the encoder. */
  job: 100_000,
  /** Work per byte, measured from 1.2 (PNG) to 10 (noisy JPEG) when converting to WebP. */
  byte: 4,
} as const;

/** Returns a function that estimates a job's work by its files, and reads each file once. */
export function createWorkMeter(): (files: readonly string[]) => number {
  const known = new Map<string, number>();
  const measure = (path: string) => {
    const work = known.get(path) ?? workOfFile(path);
    known.set(path, work);
    return work;
  };
  return (files) => files.reduce<number>((sum, path) => sum + measure(path), WORK.job);
}

/** Returns a file's work; 0 for a file that cannot be opened, whose job fails at once. */
function workOfFile(path: string): number {
  try {
    const { size } = statSync(path);
    return WORK.byte * size + pixelsOf(path, size);
  } catch {
    return 0;
  }
}

/** Returns the pixels that the header states; 0 without a header, or if the image will be refused. */
function pixelsOf(path: string, size: number): number {
  const { width = 0, height = 0 } = headerOf(path, size).header ?? {};
  return width * height <= MAX_PIXELS ? width * height : 0;
}
