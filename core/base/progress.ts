export type OnProgress = (fraction: number) => void;

/** Returns a callback for a part of the work, from `start` to `end` of the whole. */
export function partOf(onProgress: OnProgress | undefined, start: number, end: number): OnProgress | undefined {
  return onProgress && ((fraction) => onProgress(start + fraction * (end - start)));
}

/** Fraction of the progress that the operations take; encoding the result takes the rest. */
export const OPERATIONS_SHARE = 0.5;
