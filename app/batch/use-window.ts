import { type RefObject, useEffect, useState } from 'react';

/** Number of extra list items to render beyond each visible end, so that short scrolls show no gaps. */
const BEYOND = 4;

/** Range of items to render; `end` is exclusive. */
interface Window {
  readonly first: number;
  readonly end: number;
}

/** Returns which items of a long list are visible. `length` is the height or width of an item in CSS pixels. */
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
