import { statSync } from 'node:fs';
import { MAX_PIXELS } from '#core/base/limits.ts';
import { headerOf } from './picture-header.ts';

/**
 * What a file takes, in pixels that are decoded and encoded meanwhile: read from its size and its first
 * bytes alone, so that every machine that sees the same files comes to the same.
 */
export const WORK = {
  /** Opening, naming, beginning to encode: about as long as a small picture takes. */
  job: 100_000,
  /** From 1.2 for PNG to 10 for JPEG of noise, as WebP is written of it. */
  byte: 4,
} as const;

/** What jobs take, by their files; a file that several use is looked at once. */
export function createWorkMeter(): (files: readonly string[]) => number {
  const known = new Map<string, number>();
  const measure = (path: string) => {
    const work = known.get(path) ?? workOfFile(path);
    known.set(path, work);
    return work;
  };
  return (files) => files.reduce<number>((sum, path) => sum + measure(path), WORK.job);
}

/** Nothing for what cannot be opened: its job fails at once, wherever it is. */
function workOfFile(path: string): number {
  try {
    const { size } = statSync(path);
    return WORK.byte * size + pixelsOf(path, size);
  } catch {
    return 0;
  }
}

/** What the header claims; nothing where there is none at the beginning, or where the picture will be refused. */
function pixelsOf(path: string, size: number): number {
  const { width = 0, height = 0 } = headerOf(path, size).header ?? {};
  return width * height <= MAX_PIXELS ? width * height : 0;
}
