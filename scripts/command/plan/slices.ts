import { statSync } from 'node:fs';
import { MAX_PIXELS } from '#core/base/limits.ts';
import { headerOf } from './source-header.ts';

/** An item to assign to a slice. `name` orders items of equal work. */
export interface WorkItem {
  readonly work: number;
  readonly name: string;
}

/**
 * Assigns the largest items first, each to the slice with the least work. The maximum work of a slice is at most 4/3 of
 * the optimum (LPT, Graham 1969). Returns slices from 0, independent of the order of items and the locale.
 */
export function balanceSlices(pieces: readonly WorkItem[], count: number): Int32Array {
  const slices = new Int32Array(pieces.length);
  const order = pieces.map((_, index) => index).sort((a, b) => compare(pieces[a] as WorkItem, pieces[b] as WorkItem));
  // With more slices than items, the remaining slices are empty.
  const queue = createQueue(Math.min(count, pieces.length));
  for (const index of order) slices[index] = queue.add((pieces[index] as WorkItem).work);
  return slices;
}

const compare = (a: WorkItem, b: WorkItem) => b.work - a.work || (a.name < b.name ? -1 : Number(a.name > b.name));

/** A binary heap of slices, ordered by work, then by number. */
function createQueue(count: number) {
  const heap = Int32Array.from({ length: count }, (_, slice) => slice);
  const load = new Float64Array(count);
  const at = (index: number) => heap[index] as number;
  const isBefore = (a: number, b: number) => {
    const difference = (load[a] as number) - (load[b] as number);
    return difference < 0 || (difference === 0 && a < b);
  };
  return {
    add(work: number): number {
      const slice = at(0);
      load[slice] = (load[slice] as number) + work;
      let index = 0;
      for (;;) {
        const [left, right] = [2 * index + 1, 2 * index + 2];
        if (left >= count) break;
        const next = right < count && isBefore(at(right), at(left)) ? right : left;
        if (!isBefore(at(next), slice)) break;
        heap[index] = at(next);
        index = next;
      }
      heap[index] = slice;
      return slice;
    },
  };
}

/** Weights of the estimated work for a file, in units of one pixel. The same on all machines, for equal shards. */
const WORK = {
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
