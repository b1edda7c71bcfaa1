import { statSync } from 'node:fs';
import type { GeneralFlags } from './general.ts';
import type { PlannedJob } from './plan.ts';

/** A thread takes about as long to start as this many bytes of pictures take to be converted. */
const BYTES_A_THREAD = 512 * 1024;

/** What drawing a row's picture takes, in bytes that are converted meanwhile. */
const BYTES_A_ROW = 64 * 1024;

/** How many files are worked on at the same time, each in a thread. */
export function filesAtOnce(
  planned: readonly PlannedJob[],
  { jobs, threads, limits }: Pick<GeneralFlags, 'jobs' | 'threads' | 'limits'>,
): number {
  // What the process's memory grows by is one file's only where no other is worked on.
  if (limits.maxMemory !== undefined) return 1;
  return worthwhileThreads(planned, Math.min(jobs, threads));
}

/**
 * How many threads the jobs are worth, at most so many. Once the answer is clear, the rest is not
 * looked at.
 */
export function worthwhileThreads(jobs: readonly PlannedJob[], atMost: number): number {
  const most = Math.max(1, Math.min(atMost, jobs.length));
  let bytes = 0;
  for (const { input, problem } of jobs) {
    if (bytes >= most * BYTES_A_THREAD) return most;
    if (problem === undefined) bytes += input === undefined ? BYTES_A_ROW : sizeOf(input);
  }
  return Math.max(1, Math.min(most, Math.ceil(bytes / BYTES_A_THREAD)));
}

/** A file that cannot be looked at fails by itself, when its turn comes. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
