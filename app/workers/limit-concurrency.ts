import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';

/** Returns a function that runs at most `atOnce` jobs, in order. A waiting job that is canceled never starts. */
export function limitConcurrency(
  atOnce: number,
): <Result>(work: () => Promise<Result>, signal?: CancelSignal) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work, signal) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (signal?.aborted) throw new CancelledError();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
