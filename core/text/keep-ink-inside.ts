import { type GlyphBox, inkOf } from './glyph-box.ts';
import type { TextArea } from './layout-style.ts';

interface PlacedText<Line extends TextArea> {
  readonly boxes: readonly GlyphBox[];
  readonly lines: readonly Line[];
  readonly bounds: TextArea;
}

/**
 * Moves a text whose first line has ink outside the area, such as the accent of É above the em box. Lines move down, and
 * columns move to the left. The bounds include the ink.
 */
export function keepInkInside<Line extends TextArea>(
  text: PlacedText<Line>,
  firstLine: readonly GlyphBox[],
  vertical: boolean,
  { left, top, width }: TextArea,
): PlacedText<Line> {
  const inks = firstLine.flatMap((box) => inkOf(box, box.outline?.face.ink(box.outline.glyph)) ?? []);
  const x = vertical ? Math.min(0, left + width - Math.max(...inks.map((ink) => ink.right))) : 0;
  const y = vertical ? 0 : Math.max(0, top - Math.min(...inks.map((ink) => ink.top)));
  if (inks.length === 0 || (x === 0 && y === 0)) return text;
  const moved = <Area extends TextArea>(area: Area): Area => ({ ...area, left: area.left + x, top: area.top + y });
  const { bounds } = text;
  return {
    boxes: text.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
    lines: text.lines.map(moved),
    bounds: { left: bounds.left + x, top: bounds.top, width: bounds.width - x, height: bounds.height + y },
  };
}
