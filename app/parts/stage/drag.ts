import { type PointerEvent as ReactPointerEvent, useEffect, useMemo, useRef } from 'react';
import { scrollAtEdges } from './edge-scroll.ts';

/** What a press does for as long as it lasts. */
export interface Drag {
  /** Who has the pointer from the press on; the pressed element by default. A captured press clicks nothing else. */
  readonly captures?: 'target' | 'none';
  /** The mouse button that presses, as in `MouseEvent.button`; the main one by default. */
  readonly button?: 0 | 1;
  /** The drag moves the stage itself, so reaching the stage's edge doesn't scroll. */
  readonly pans?: boolean;
  /** The pointer that pressed has moved; no other is reported. */
  readonly move: (event: PointerEvent) => void;
  /** It is over: what was shown last is to stay, or is taken back. */
  readonly end: (keep: boolean) => void;
}

export interface DragHolder {
  readonly active: boolean;
  /** Follows the pointer that pressed; nothing while another drag goes on. */
  start(press: ReactPointerEvent, drag: Drag): void;
  /** Ends it and takes it back. False where there is none. */
  cancel(): boolean;
}

/** A second finger is the beginning of a pinch while the first has moved less, in CSS pixels. */
const PINCH_TOLERANCE = 10;

let held = 0;

/** A pointer holds something: what two fingers do is then no pinch. */
export const isDragging = (): boolean => held > 0;

/**
 * Follows one pointer from its press until it is let go, wherever it goes. It listens to the window,
 * so that neither a capture that is lost nor an element that goes ends it; while it lasts nothing is
 * selected and nothing is dragged by the browser, which would take the pointer away.
 * @returns ends it
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
      // Let go where nobody saw it: in a menu of the browser, behind another window.
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
    // For the cursor, and for a mouse that leaves the window.
    if (drag.captures !== 'none' && target instanceof Element) target.setPointerCapture(pointerId);
  } catch {
    // A pointer that is gone again, or is no real one, cannot be captured; the window still hears of it.
  }
  return end;
}

/** One drag at a time over something; it is let go when that goes. */
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
