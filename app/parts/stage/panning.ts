import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useState } from 'react';
import { isComposing, isTyping } from '../../state/shortcuts.ts';
import { useDrag } from './drag.ts';

/** Controls that use the space bar themselves. */
const TAKES_SPACE = 'button, a, input, select, summary, [role=button], [contenteditable]';

export interface Panning {
  /** The space bar is held: the pointer pans as with the hand tool. */
  readonly byKey: boolean;
  /** To be attached in the capture phase, before what lies over the image gets the press. */
  readonly onPress: (event: ReactPointerEvent<HTMLElement>) => void;
}

/**
 * Pans a stage by dragging: with the hand tool, with the space bar held, or with the middle button. One finger is left to
 * the browser, which scrolls on by itself after a swipe.
 *
 * @param hand the hand tool is chosen
 * @param disabled there is nothing to pan
 */
export function usePanning(viewport: RefObject<HTMLElement>, hand: boolean, disabled: boolean): Panning {
  const [byKey, setByKey] = useState(false);
  const drag = useDrag();
  useEffect(() => {
    if (disabled) return;
    const listening = new AbortController();
    const { signal } = listening;
    const release = () => setByKey(false);
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, code } = event;
      if (code !== 'Space' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isComposing(event) || isTyping(target) || !(target instanceof Element)) return;
      const isHere = target === document.body || viewport.current?.contains(target);
      if (!isHere || target.closest(TAKES_SPACE)) return;
      // The page itself would scroll.
      event.preventDefault();
      setByKey(true);
    };
    window.addEventListener('keydown', onKeyDown, { signal });
    window.addEventListener('keyup', ({ code }) => code === 'Space' && release(), { signal });
    window.addEventListener('blur', release, { signal });
    return () => {
      listening.abort();
      release();
    };
  }, [viewport, disabled]);
  const onPress = (event: ReactPointerEvent<HTMLElement>) => {
    const element = viewport.current;
    const isMiddle = event.button === 1;
    if (disabled || !element || event.pointerType === 'touch' || !(isMiddle || hand || byKey)) return;
    let [x, y] = [event.clientX, event.clientY];
    drag.start(event, {
      button: isMiddle ? 1 : 0,
      pans: true,
      move: ({ clientX, clientY }) => {
        element.scrollBy({ left: x - clientX, top: y - clientY, behavior: 'instant' });
        [x, y] = [clientX, clientY];
      },
      end: () => delete element.dataset.panning,
    });
    if (drag.active) element.dataset.panning = '';
  };
  return { byKey, onPress };
}
