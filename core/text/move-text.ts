import type { Size } from '../geometry/point.ts';
import type { SetText } from './compose.ts';
import type { TextArea, VerticalAlign } from './layout-style.ts';

const shares = { top: 0, middle: 0.5, bottom: 1 } as const;

/** Moves a vertical text down inside its area, so that the longest column touches the lower edge or is centered. */
export function moveBlock(text: SetText, area: TextArea, vAlign: VerticalAlign): SetText {
  const free = area.height - (text.layout.bounds.top - area.top) - text.layout.bounds.height;
  return moveText(text, 0, Math.max(0, free) * shares[vAlign]);
}

/** Offsets of a text from its aligned position, in percent of the image's width and height. */
export interface TextOffset {
  readonly offsetXPct: number;
  readonly offsetYPct: number;
}

export function moveByOffset(text: SetText, { offsetXPct, offsetYPct }: TextOffset, { width, height }: Size): SetText {
  return moveText(text, (width * offsetXPct) / 100, (height * offsetYPct) / 100);
}

function moveText(text: SetText, x: number, y: number): SetText {
  if (x === 0 && y === 0) return text;
  const { layout } = text;
  const moved = <R extends TextArea>(area: R): R => ({ ...area, left: area.left + x, top: area.top + y });
  return {
    ...text,
    area: moved(text.area),
    layout: {
      ...layout,
      boxes: layout.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
      lines: layout.lines.map(moved),
      bounds: moved(layout.bounds),
    },
  };
}
