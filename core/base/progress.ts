export type OnProgress = (fraction: number) => void;

/** Returns a progress callback for part of a job: maps 0 to 1 to the range `start` to `end` of the total. */
export function partOf(onProgress: OnProgress | undefined, start: number, end: number): OnProgress | undefined {
  return onProgress && ((fraction) => onProgress(start + fraction * (end - start)));
}

/** Fraction of a job's total progress that its operations take; encoding the result takes the rest. */
export const OPERATIONS_SHARE = 0.5;
