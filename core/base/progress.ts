export type OnProgress = (fraction: number) => void;

/** Maps the progress of part of a job, 0 to 1, to the range `start` to `end` of the total. */
export function partOf(onProgress: OnProgress | undefined, start: number, end: number): OnProgress | undefined {
  return onProgress && ((fraction) => onProgress(start + fraction * (end - start)));
}

/** Fraction of a job's progress for its operations; the rest is encoding. */
export const OPERATIONS_SHARE = 0.5;
