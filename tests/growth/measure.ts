import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import type { SourceFile } from '#core/base/files.ts';
import { deepOr, isDeep } from '../deep.ts';

/** Measures how time, read calls and read bytes grow with the size of an input. */

/** Maximum factor by which eight times the input may increase the work; a quadratic algorithm has a factor of 64. */
export const MOST_GROWTH = 12;

const RUNS = deepOr(4, 1);
const MORE_ROUNDS = 6;
/** Minimum time in milliseconds for the small input; shorter times can't be measured reliably. */
const LEAST_BASE_MS = 5;
/** Maximum size of an input. Garbage collection and cache misses would dominate the times of larger inputs. */
const MOST_INPUT = 1 << 19;
/** The input of `npm test`, and the maximum time of its parsing: a quadratic algorithm takes 2.5 s or more. */
const [USUAL_INPUT, MOST_USUAL_MS] = [1 << 16, 2000];

/** Returns the CPU time of the work in milliseconds: the minimum of several runs, which other load affects least. */
async function leastCpuMs(work: () => unknown, beforeRun: () => void): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    beforeRun();
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Returns a function that collects all garbage of the process. */
function collectGarbage(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Expects the time of `parse` to grow at most in proportion to its input. Only `npm run test:deep` compares the
 * times of two inputs; `npm test` limits the time of one.
 * @param make returns an input of about `size` bytes
 * @param parse may throw, because a refusal is a valid result
 */
export async function expectLinearTime<Input>(
  make: (size: number) => Input,
  parse: (input: Input) => unknown,
): Promise<void> {
  const timed = (size: number, beforeRun = () => {}) => {
    const input = make(size);
    return leastCpuMs(async () => {
      try {
        await parse(input);
      } catch (error) {
        // Accepts refusals, but not a stack overflow.
        if (String(error).includes('call stack')) throw error;
      }
    }, beforeRun);
  };
  if (!isDeep) return expect(await timed(USUAL_INPUT)).toBeLessThan(MOST_USUAL_MS);
  let size = 2048;
  let base = await timed(size);
  while (base < LEAST_BASE_MS && size * 4 * 8 <= MOST_INPUT) {
    size *= 4;
    base = await timed(size);
  }
  let grown = await timed(size * 8);
  const ratio = () => grown / Math.max(base, LEAST_BASE_MS);
  // Measures the small and the large input again, right after each other, because a machine's speed changes. Collects
  // garbage first: the process holds the heap of earlier tests, whose collection takes longer than the measured work.
  for (let round = 0; round < MORE_ROUNDS && ratio() >= MOST_GROWTH; round++) {
    base = await timed(size, collectGarbage());
    grown = await timed(size * 8, collectGarbage());
  }
  expect(ratio(), `${size} bytes: ${base} ms, eight times: ${grown} ms`).toBeLessThan(MOST_GROWTH);
}

export interface Reads {
  count: number;
  bytes: number;
}

/** Returns a file with these bytes, and counters of its read calls and read bytes. */
export function countingFile(name: string, bytes: Uint8Array): { file: SourceFile; reads: Reads } {
  const reads: Reads = { count: 0, bytes: 0 };
  return {
    reads,
    file: {
      name,
      size: bytes.length,
      read: async (start = 0, end = bytes.length) => {
        const part = new Uint8Array(bytes.subarray(start, end));
        reads.count++;
        reads.bytes += part.length;
        return part;
      },
    },
  };
}

/** Parses a file of `size` bytes and one of eight times that size. Returns the ratios of read calls and of bytes read. */
export async function readGrowth(
  name: string,
  make: (size: number) => Uint8Array,
  parse: (file: SourceFile) => Promise<unknown>,
  size: number,
): Promise<{ count: number; bytes: number }> {
  const measured = async (bytes: Uint8Array) => {
    const { file, reads } = countingFile(name, bytes);
    await parse(file).catch(() => {});
    return reads;
  };
  const [small, large] = [await measured(make(size)), await measured(make(size * 8))];
  return { count: large.count / small.count, bytes: large.bytes / small.bytes };
}
