import { type RefObject, useEffect, useState } from 'react';

/** Items drawn beyond what is seen, so that a short scroll finds them there. */
const BEYOND = 4;

/** The items from `first` up to `end` are to be drawn. */
interface Window {
  readonly first: number;
  readonly end: number;
}

/**
 * Which of many items of one length are in view: the others need not be drawn.
 * @param length of an item along the list, in pixels
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  along: 'inline' | 'block',
  count: number,
  length: number,
): Window {
  const [seen, setSeen] = useState<Window>({ first: 0, end: BEYOND });
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      const [start, room] =
        along === 'inline' ? [element.scrollLeft, element.clientWidth] : [element.scrollTop, element.clientHeight];
      const first = Math.max(0, Math.floor(start / length) - BEYOND);
      const end = Math.ceil((start + room) / length) + BEYOND;
      setSeen((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    const resizing = new ResizeObserver(look);
    resizing.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      resizing.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, along, length]);
  return { first: Math.min(seen.first, Math.max(0, count - 1)), end: Math.min(seen.end, count) };
}
