import { type RefObject, useLayoutEffect } from 'react';

/** True while an overlay that had the focus is being replaced. */
let isOffered = false;

/** Takes the focus of the overlay that this one replaces, which would otherwise fall to the document's body. */
export function useHandedFocus(layer: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const element = layer.current;
    if (isOffered) element?.focus({ preventScroll: true });
    isOffered = false;
    return () => {
      isOffered = element?.contains(document.activeElement) ?? false;
      // A replacement mounts in the same commit; an overlay that mounts later belongs to another screen.
      queueMicrotask(() => {
        isOffered = false;
      });
    };
  }, [layer]);
}
