import { type RefObject, useLayoutEffect } from 'react';

/** True while a new overlay replaces an overlay that has the focus. */
let isOffered = false;

/** Gives the focus of a removed overlay to the overlay that replaces it. Otherwise, `body` would get the focus. */
export function useInheritedFocus(layer: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const element = layer.current;
    if (isOffered) element?.focus({ preventScroll: true });
    isOffered = false;
    return () => {
      isOffered = element?.contains(document.activeElement) ?? false;
      // Only an overlay that mounts in the same commit gets the focus; a later one belongs to another screen.
      queueMicrotask(() => {
        isOffered = false;
      });
    };
  }, [layer]);
}
