import { type RefObject, useLayoutEffect } from 'react';

/** True while an overlay with the focus is being replaced. */
let isOffered = false;

/** Takes over the focus of a replaced overlay, which would otherwise fall to `body`. */
export function useHandedFocus(layer: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const element = layer.current;
    if (isOffered) element?.focus({ preventScroll: true });
    isOffered = false;
    return () => {
      isOffered = element?.contains(document.activeElement) ?? false;
      // A replacement mounts in the same commit. An overlay that mounts later belongs to another screen.
      queueMicrotask(() => {
        isOffered = false;
      });
    };
  }, [layer]);
}
