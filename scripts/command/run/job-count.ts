import { statSync } from 'node:fs';
import type { GeneralFlags } from '../parse/general-flags.ts';
import type { PlannedJob } from '../plan/plan.ts';

/** Size of an image file whose conversion takes as long as starting a thread. In bytes. */
const BYTES_PER_THREAD = 512 * 1024;

/** Estimated work of a table row, as the size in bytes of an image file whose conversion takes as long. */
const BYTES_PER_ROW = 64 * 1024;

export function chooseJobCount(
  planned: readonly PlannedJob[],
  { jobs, threads, limits }: Pick<GeneralFlags, 'jobs' | 'threads' | 'limits'>,
): number {
  // With `--max-memory`, only one file is processed at a time: the process's growth then belongs to that file.
  if (limits.maxMemory !== undefined) return 1;
  return chooseThreadCount(planned, Math.min(jobs, threads));
}

/** Returns how many threads save time, at most `atMost`. Stops reading file sizes once `atMost` threads are useful. */
function chooseThreadCount(jobs: readonly PlannedJob[], atMost: number): number {
  const most = Math.max(1, Math.min(atMost, jobs.length));
  let bytes = 0;
  for (const { input, problem } of jobs) {
    if (bytes >= most * BYTES_PER_THREAD) return most;
    if (problem === undefined) bytes += input === undefined ? BYTES_PER_ROW : sizeOf(input);
  }
  return Math.max(1, Math.min(most, Math.ceil(bytes / BYTES_PER_THREAD)));
}

/** Returns the size of a file; 0 for an unreadable file, whose job fails later. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
