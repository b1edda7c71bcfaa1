import { type PointerEvent as ReactPointerEvent, useEffect, useMemo, useRef } from 'react';
import { scrollAtEdges } from './edge-scroll.ts';

export interface Drag {
  /** `none`: the drag doesn't capture the pointer, so that a press without movement clicks the button below. */
  readonly captures?: 'none';
  readonly button?: 0 | 1;
  /** True if the drag pans the stage. Then the stage doesn't scroll at its edges. */
  readonly pans?: boolean;
  readonly move: (event: PointerEvent) => void;
  /** Called once when the drag ends, with false if the drag was canceled. */
  readonly end: (keep: boolean) => void;
}

export interface DragHolder {
  readonly active: boolean;
  start(press: ReactPointerEvent, drag: Drag): void;
  cancel(): boolean;
}

/** A second finger starts a pinch only before the first finger has moved by this many CSS pixels. */
const PINCH_TOLERANCE = 10;

let held = 0;

/** True while a pointer drags an object. Two fingers then don't pinch. */
export const isDragging = (): boolean => held > 0;

/**
 * Follows one pointer until its release. Returns a function that ends the drag. Listens on `window`, so a removed
 * element doesn't end the drag. Prevents text selection and native dragging, which would cancel the pointer.
 */
function follow(press: PointerEvent, drag: Drag, over: () => void): (keep: boolean | undefined) => void {
  const { pointerId, target } = press;
  const buttonBit = drag.button === 1 ? 4 : 1;
  const scroll = drag.pans ? () => undefined : scrollAtEdges(press, drag.move);
  let travelled = 0;
  const end = (keep: boolean | undefined) => {
    listening.abort();
    scroll(undefined);
    if (travelled >= PINCH_TOLERANCE) held--;
    over();
    if (keep !== undefined) drag.end(keep);
  };
  const listening = new AbortController();
  const listen = <Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, listener, { capture: true, signal: listening.signal });
  const own = (listener: (event: PointerEvent) => void) => (event: PointerEvent) =>
    event.pointerId === pointerId && listener(event);

  listen(
    'pointermove',
    own((event) => {
      // Ends a drag if the button was released outside the page, for example over a browser menu.
      if (event.pointerType === 'mouse' && (event.buttons & buttonBit) === 0) return end(true);
      const before = travelled;
      travelled = Math.max(before, Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY));
      if (before < PINCH_TOLERANCE && travelled >= PINCH_TOLERANCE) held++;
      drag.move(event);
      scroll(event);
    }),
  );
  listen(
    'pointerup',
    own(() => end(true)),
  );
  listen(
    'pointercancel',
    own(() => end(true)),
  );
  listen('pointerdown', (event) => {
    if (event.pointerId !== pointerId && event.pointerType === 'touch' && travelled < PINCH_TOLERANCE) end(false);
  });
  listen('selectstart', (event) => event.preventDefault());
  listen('dragstart', (event) => event.preventDefault());
  try {
    if (drag.captures !== 'none' && target instanceof Element) target.setPointerCapture(pointerId);
  } catch {
    // Capture fails if the pointer is synthetic or was released. `window` receives the pointer's events anyway.
  }
  return end;
}

export function useDrag(): DragHolder {
  const end = useRef<(keep: boolean | undefined) => void>();
  useEffect(() => () => end.current?.(undefined), []);
  return useMemo(
    () => ({
      get active() {
        return end.current !== undefined;
      },
      start({ nativeEvent, button, isPrimary }, drag) {
        if (button !== (drag.button ?? 0) || !isPrimary || end.current) return;
        end.current = follow(nativeEvent, drag, () => {
          end.current = undefined;
        });
      },
      cancel() {
        const wasActive = end.current !== undefined;
        end.current?.(false);
        return wasActive;
      },
    }),
    [],
  );
}
