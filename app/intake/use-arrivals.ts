import { useEffect } from 'react';
import type { Recipe } from '#core/recipes/recipe.ts';
import { type IntakeMethod, setReceiver, takeForwardedFiles } from './arrivals.ts';
import { openersOf } from './open-with.ts';

/** Passes dropped, pasted and forwarded files to `receive`, which must be the same function at each render. */
export function useArrivals(
  route: string,
  receive: ((files: readonly File[], method: IntakeMethod, recipe?: Recipe) => void) | undefined,
): void {
  useEffect(() => {
    if (!receive) return;
    const releaseReceiver = setReceiver({
      // The open screen also accepts files that no tool can open, so that this screen reports the error.
      accepts: (files) => {
        const openers = openersOf(files);
        return openers.length === 0 || openers.some((opener) => opener.route === route);
      },
      receive,
    });
    const waiting = takeForwardedFiles(route);
    if (waiting) receive(waiting.files, waiting.method, waiting.recipe);
    return releaseReceiver;
  }, [route, receive]);
}
