import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Measured {
  readonly id: string;
  readonly label: string;
  readonly busy?: boolean;
}

/** Gap between buttons and width of the menu's button in CSS pixels. Must match parts.css. */
const GAP = 8;
const MENU_WIDTH = 44;

/** Tolerance in pixels, because measured widths are rounded. */
const TOLERANCE = 1;

interface FittingButtons {
  readonly bar: RefObject<HTMLDivElement>;
  readonly fits: (id: string) => boolean;
}

/** Decides which of the buttons, sorted by priority, fit on one line with the menu of the other buttons. */
export function useFittingButtons(buttons: readonly Measured[], hasMenu: boolean, isLarge: boolean): FittingButtons {
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

  if (!known || room === 0) return { bar, fits: () => true };
  const widthOf = (button: Measured) => (widths.current.get(keyOf(button)) ?? 0) + GAP;
  const all = buttons.reduce((sum, button) => sum + widthOf(button), -GAP);
  if (all + (hasMenu ? GAP + MENU_WIDTH : 0) <= room + TOLERANCE) return { bar, fits: () => true };
  let left = room - MENU_WIDTH;
  const fitting = new Set<string>();
  for (const button of buttons) {
    left -= widthOf(button);
    if (left < -TOLERANCE) break;
    fitting.add(button.id);
  }
  return { bar, fits: (id) => fitting.has(id) };
}
