import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';

/**
 * Lets so many pieces of work go on at the same time, the others after them in their order.
 * What is cancelled before its turn is not begun.
 */
export function createTurns(
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
