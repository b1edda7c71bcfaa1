import { statSync } from 'node:fs';
import type { GeneralFlags } from './general.ts';
import type { PlannedJob } from './plan.ts';

/** Starting a thread takes as long as converting an image of this size. */
const BYTES_PER_THREAD = 512 * 1024;

/** Drawing an image for a row takes as long as converting this many bytes. */
const BYTES_PER_ROW = 64 * 1024;

/** Returns how many files run in parallel, each in a thread. */
export function chooseJobCount(
  planned: readonly PlannedJob[],
  { jobs, threads, limits }: Pick<GeneralFlags, 'jobs' | 'threads' | 'limits'>,
): number {
  // Memory growth can be attributed to a file only if it runs alone.
  if (limits.maxMemory !== undefined) return 1;
  return chooseThreadCount(planned, Math.min(jobs, threads));
}

/**
 * Returns how many threads the jobs are worth, up to a maximum. Stops reading file sizes when the maximum is reached.
 */
export function chooseThreadCount(jobs: readonly PlannedJob[], atMost: number): number {
  const most = Math.max(1, Math.min(atMost, jobs.length));
  let bytes = 0;
  for (const { input, problem } of jobs) {
    if (bytes >= most * BYTES_PER_THREAD) return most;
    if (problem === undefined) bytes += input === undefined ? BYTES_PER_ROW : sizeOf(input);
  }
  return Math.max(1, Math.min(most, Math.ceil(bytes / BYTES_PER_THREAD)));
}

/** Returns 0 for an unreadable file, whose job fails later. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
