import { statSync } from 'node:fs';
import { MAX_PIXELS } from '#core/base/limits.ts';
import { readImageHeader, sniffPicture } from '#core/image/codecs/header.ts';
import { readStart } from '../platform/outside-file.ts';

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

/** Where the size stands in all but pictures with much about themselves before it, and in most of those. */
const HEADER_BYTES = [4096, 256 * 1024];

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
  for (const length of HEADER_BYTES) {
    const start = readStart(path, length);
    const header = readImageHeader(start);
    if (header) return header.width * header.height <= MAX_PIXELS ? header.width * header.height : 0;
    if (size <= length || !sniffPicture(start)) return 0;
  }
  return 0;
}
