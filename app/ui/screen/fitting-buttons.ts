import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Measured {
  readonly id: string;
  readonly label: string;
  readonly busy?: boolean;
}

/** Gaps in CSS pixels between buttons, and between groups of buttons on large screens. Must match parts.css. */
const GAP = 8;
const LARGE_GROUP_GAP = 16;

const MENU_WIDTH = 44;

/** Tolerance in pixels, because measured widths are rounded. */
const TOLERANCE = 1;

interface WhatFits {
  readonly bar: RefObject<HTMLDivElement>;
  readonly fits: (id: string) => boolean;
  /** True if the bar is narrower than its first button. The button's label then wraps. */
  readonly isTight: boolean;
}

/** Decides which of the buttons, sorted by priority, fit on one line. The first button always stays. */
export function useFittingButtons(
  buttons: readonly Measured[],
  groups: number,
  hasMenu: boolean,
  isLarge: boolean,
): WhatFits {
  const bar = useRef<HTMLDivElement>(null);
  const widths = useRef(new Map<string, number>());
  const [room, setRoom] = useState(0);
  const [, drawAgain] = useState({});
  const [letters, setLetters] = useState('');
  const keyOf = ({ id, label, busy }: Measured) => `${id} ${label} ${Boolean(busy)} ${isLarge} ${letters}`;
  const known = buttons.every((button) => widths.current.has(keyOf(button)));

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    let isNew = false;
    for (const button of buttons) {
      const drawn = element.querySelector<HTMLElement>(`[data-action="${button.id}"]`);
      if (!drawn || widths.current.has(keyOf(button))) continue;
      widths.current.set(keyOf(button), drawn.getBoundingClientRect().width);
      isNew = true;
    }
    if (isNew) drawAgain({});
  });
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = () => {
      setRoom(element.clientWidth);
      // A new font size also changes the bar's height, so the buttons are measured again.
      setLetters(getComputedStyle(element).fontSize);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const everything = { bar, fits: () => true, isTight: false };
  if (!known || room === 0) return everything;
  const groupGap = isLarge ? LARGE_GROUP_GAP : GAP;
  const widthOf = (button: Measured) => (widths.current.get(keyOf(button)) ?? 0) + GAP;
  const between = (groups - 1) * (groupGap - GAP);
  const all = buttons.reduce((sum, button) => sum + widthOf(button), between - GAP);
  if (all + (hasMenu ? groupGap + MENU_WIDTH : 0) <= room + TOLERANCE) return everything;
  let left = room - MENU_WIDTH - groupGap + GAP - between;
  const isTight = buttons[0] !== undefined && left - widthOf(buttons[0]) < -TOLERANCE;
  const fitting = new Set<string>();
  for (const button of buttons) {
    left -= widthOf(button);
    if (left < -TOLERANCE && fitting.size > 0) break;
    fitting.add(button.id);
  }
  return { bar, fits: (id) => fitting.has(id), isTight };
}
