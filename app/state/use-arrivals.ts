import { useEffect } from 'react';
import { collectHandover, setReceiver, type Way } from './arrivals.ts';
import { openersOf } from './open-with.ts';

/**
 * Makes the screen take what is dropped or pasted anywhere on the page, and what was handed over to it.
 * @param take nothing while the screen is not ready; has to stay the same between renders
 */
export function useArrivals(route: string, take: ((files: readonly File[], way: Way) => void) | undefined): void {
  useEffect(() => {
    if (!take) return;
    const giveBack = setReceiver({
      // What no screen opens it refuses in its own words.
      wants: (files) => {
        const openers = openersOf(files);
        return openers.length === 0 || openers.some((opener) => opener.route === route);
      },
      take,
    });
    const waiting = collectHandover(route);
    if (waiting) take(waiting.files, waiting.way);
    return giveBack;
  }, [route, take]);
}
