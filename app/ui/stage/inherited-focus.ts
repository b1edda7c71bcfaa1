import { type RefObject, useLayoutEffect } from 'react';

/** True while a new overlay replaces an overlay with focus. */
let isOffered = false;

/** Moves the focus from a removed overlay to the overlay that replaces it. Otherwise `body` would receive the focus. */
export function useInheritedFocus(layer: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const element = layer.current;
    if (isOffered) element?.focus({ preventScroll: true });
    isOffered = false;
    return () => {
      isOffered = element?.contains(document.activeElement) ?? false;
      // An overlay that mounts in a later React commit belongs to another screen, and receives no focus.
      queueMicrotask(() => {
        isOffered = false;
      });
    };
  }, [layer]);
}
