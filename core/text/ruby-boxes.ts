import type { FontSet } from '../fonts/library.ts';
import type { Point } from '../geometry/point.ts';
import type { GlyphBox } from './glyph-box.ts';
import type { TextItem } from './item.ts';
import type { LayoutStyle } from './layout-style.ts';
import type { ItemLine, PlacedSlot } from './lines.ts';
import { placeRuby, RUBY_EM } from './ruby.ts';

/** Returns the boxes of a line's ruby by base item. A box has the offsets of its base, so both appear together. */
export function rubyBoxes(
  line: ItemLine,
  placed: readonly PlacedSlot[],
  offset: number,
  origin: Point,
  fonts: FontSet,
  { fontSizePx: em, vertical }: LayoutStyle,
): ReadonlyMap<TextItem, readonly GlyphBox[]> {
  const boxes = new Map<TextItem, GlyphBox[]>();
  if (line.rubies.length === 0) return boxes;
  const spans = new Map(placed.map(({ slot, at }) => [slot.item, [at, at + slot.advance] as const]));
  const baseline = -RUBY_EM + fonts.primary.metrics.emAscent * RUBY_EM;
  for (const ruby of line.rubies)
    for (const { item, base, at } of placeRuby(ruby, (each) => spans.get(each) ?? [0, 0])) {
      const [x, y] = vertical ? [0.5 + RUBY_EM / 2, at] : [at, baseline];
      const box = (
        place: { x: number; y: number },
        glyph: Pick<GlyphBox, 'outline' | 'rotation' | 'scaleX'>,
      ): GlyphBox => ({
        ...glyph,
        text: item.text,
        start: offset + base.start,
        end: offset + base.end,
        x: origin.x + (x + place.x * RUBY_EM) * em,
        y: origin.y + (y + place.y * RUBY_EM) * em,
        sizePx: em * RUBY_EM,
        advance: item.advance * RUBY_EM * em,
      });
      const own = boxes.get(base) ?? [];
      boxes.set(base, own);
      if (item.emoji) {
        const middle = vertical ? { x: 0, y: 0.5 } : { x: 0.5, y: 0.5 - fonts.primary.metrics.emAscent };
        own.push(box(middle, { outline: undefined, rotation: 0, scaleX: 1 }));
      }
      for (const { face, glyph, turned, scaleX, ...place } of item.glyphs)
        own.push(box(place, { outline: { face, glyph }, rotation: turned ? 90 : 0, scaleX }));
    }
  return boxes;
}
