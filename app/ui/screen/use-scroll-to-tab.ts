import { type RefObject, useEffect, useRef } from 'react';

export function useScrollToTab(active: number): RefObject<HTMLDivElement> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = row.current?.children[active];
    if (!row.current || !(tab instanceof HTMLElement)) return;
    const [seen, own] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    // Scrolls only the row, because `scrollIntoView` would also scroll the page and the bottom sheet.
    row.current.scrollLeft += Math.min(0, own.left - seen.left) + Math.max(0, own.right - seen.right);
  }, [active]);
  return row;
}
