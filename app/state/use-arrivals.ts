import { useEffect } from 'react';
import { collectHandover, type IntakeMethod, setReceiver } from './arrivals.ts';
import { openersOf } from './open-with.ts';

/** Passes dropped, pasted and forwarded files to `take`, which must be stable between renders. */
export function useArrivals(
  route: string,
  take: ((files: readonly File[], method: IntakeMethod) => void) | undefined,
): void {
  useEffect(() => {
    if (!take) return;
    const giveBack = setReceiver({
      // Accepts files that no screen opens, to show its own error.
      wants: (files) => {
        const openers = openersOf(files);
        return openers.length === 0 || openers.some((opener) => opener.route === route);
      },
      take,
    });
    const waiting = collectHandover(route);
    if (waiting) take(waiting.files, waiting.method);
    return giveBack;
  }, [route, take]);
}
