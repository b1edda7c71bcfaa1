import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useState } from 'react';
import { isComposing, isTyping } from '../keys.ts';
import { useDrag } from './drag.ts';

/** Elements with focus that handle the space bar themselves. */
const TAKES_SPACE = 'button, a, input, select, summary, [role=button], [contenteditable]';

export interface Panning {
  /** True while the space bar is pressed. A drag then pans the image, as with the hand tool. */
  readonly byKey: boolean;
  /** Handles presses in the capture phase, before overlays receive them. */
  readonly onPress: (event: ReactPointerEvent<HTMLElement>) => void;
}

/** Pans the image by the hand tool, a pressed space bar or the middle mouse button. Touch scrolls natively. */
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
