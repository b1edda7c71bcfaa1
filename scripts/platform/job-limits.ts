import { FudebakoError, isOutOfMemory } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { MAX_PIXELS } from '#core/base/limits.ts';
import { number, parameters } from '#core/parameters/fields.ts';

export const limitFields = parameters({
  maxPixels: number({ min: 1, max: MAX_PIXELS, fractionDigits: 0 }),
  maxMemory: number({ min: 16, max: 1_000_000, fractionDigits: 0 }),
  timeout: number({ min: 0.1, max: 86_400, fractionDigits: 1 }),
});

/** Milliseconds between two checks of a job's time and memory. */
const CHECK_MS = 50;

/** True if a job's limits require a thread, because only threads can be terminated. */
export const needsWatch = ({ timeout, maxMemory }: JobLimits): boolean =>
  timeout !== undefined || maxMemory !== undefined;

/**
 * Calls `onLimit` once if a job exceeds its limits. Returns a function that stops the checks. Memory is the RSS growth
 * since `hasBegun` returned true, because other figures exclude codecs and canvases.
 */
export function watchLimits(
  limits: JobLimits,
  hasBegun: () => boolean,
  onLimit: (error: FudebakoError) => void,
): () => void {
  if (!needsWatch(limits)) return () => {};
  let start: { readonly ms: number; readonly bytes: number } | undefined;
  const check = () => {
    const now = { ms: performance.now(), bytes: process.memoryUsage.rss() };
    if (!start) {
      if (hasBegun()) start = now;
      return;
    }
    const error = findPassed(limits, now.ms - start.ms, now.bytes - start.bytes);
    if (!error) return;
    clearInterval(timer);
    onLimit(error);
  };
  const timer = setInterval(check, CHECK_MS);
  check();
  return () => clearInterval(timer);
}

function findPassed({ timeout, maxMemory }: JobLimits, ms: number, bytes: number): FudebakoError | undefined {
  if (timeout !== undefined && ms > timeout * 1000) return new FudebakoError('timedOut', { seconds: timeout });
  if (maxMemory !== undefined && bytes > maxMemory * 1e6)
    return new FudebakoError('memoryLimit', { megabytes: maxMemory });
  return undefined;
}

/** Converts an out-of-memory error to the error of the job's memory limit, if set. */
export function asLimitError(error: unknown, { maxMemory }: JobLimits): unknown {
  if (maxMemory === undefined) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isOutOfMemory(cause) || (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return new FudebakoError('memoryLimit', { megabytes: maxMemory }, { cause: error });
  return error;
}
