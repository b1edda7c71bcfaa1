import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of tabs, where the tabs have more width than the row, to the tab that is open. */
export function useSeenTab(active: number): RefObject<HTMLDivElement> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = row.current?.children[active];
    if (!row.current || !(tab instanceof HTMLElement)) return;
    const [seen, own] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    // Only the row: the page and the sheet around the row stay where they are.
    row.current.scrollLeft += Math.min(0, own.left - seen.left) + Math.max(0, own.right - seen.right);
  }, [active]);
  return row;
}
