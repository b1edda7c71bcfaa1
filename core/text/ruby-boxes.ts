import type { FontSet } from '../fonts/library.ts';
import type { Point } from '../geometry/point.ts';
import type { GlyphBox } from './glyph-box.ts';
import type { TextItem } from './item.ts';
import type { ItemLine, PlacedSlot } from './item-line.ts';
import type { LayoutStyle } from './layout-style.ts';
import { placeRuby, RUBY_EM } from './ruby.ts';

/** Returns ruby and emphasis dots by base character, because text animations reveal them with the base character. */
export function rubyBoxes(
  line: ItemLine,
  placed: readonly PlacedSlot[],
  offset: number,
  origin: Point,
  fonts: FontSet,
  style: LayoutStyle,
): ReadonlyMap<TextItem, readonly GlyphBox[]> {
  const { fontSizePx: em, vertical, emphasisMark } = style;
  const boxes = new Map<TextItem, GlyphBox[]>();
  for (const { slot, at } of placed) {
    const center = at + slot.advance / 2;
    const dot =
      slot.item.emphasized && emphasisMark !== undefined
        ? dotBox(emphasisMark, slot.item, center, offset, origin, fonts, style)
        : undefined;
    if (dot) boxes.set(slot.item, [dot]);
  }
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

/** Centers an emphasis dot on its character, above the line or above the line's ruby. */
function dotBox(
  mark: string,
  base: TextItem,
  center: number,
  offset: number,
  origin: Point,
  fonts: FontSet,
  { fontSizePx: em, vertical }: LayoutStyle,
): GlyphBox | undefined {
  const { face } = fonts.fontFor(mark);
  const glyph = face?.shape(mark, 0, mark.length, { script: 'Hira', language: 'ja' })[0]?.glyph;
  const ink = glyph === undefined ? undefined : face?.ink(glyph);
  if (!face || glyph === undefined || !ink) return undefined;
  const beside = 0.5 + RUBY_EM / 2 + (base.ruby ? RUBY_EM : 0);
  const [x, y] = vertical ? [beside, center] : [center, 0.5 - beside];
  return {
    outline: { face, glyph },
    text: mark,
    start: offset + base.start,
    end: offset + base.end,
    x: origin.x + (x - ((ink.left + ink.right) / 2) * RUBY_EM) * em,
    y: origin.y + (y + ((ink.top + ink.bottom) / 2) * RUBY_EM) * em,
    rotation: 0,
    sizePx: em * RUBY_EM,
    scaleX: 1,
    advance: RUBY_EM * em,
  };
}
