import { visualOrder } from './bidi.ts';
import type { TextItem } from './item.ts';
import type { LineRuby } from './ruby.ts';

/** A text item in a line; lengths are in em. */
export interface LineSlot {
  readonly item: TextItem;
  /** Width of the text item, without the character spacing after the item. */
  readonly advance: number;
  /** Distance by which glyphs move toward the line's start because the leading space of their cell was trimmed. */
  readonly lead: number;
  readonly gap: number;
  /** True if the stretched glyph of the preceding dash also draws this dash. */
  readonly isDrawnBefore: boolean;
}

export interface PlacedSlot {
  readonly slot: LineSlot;
  readonly at: number;
}

export interface ItemLine {
  readonly slots: readonly LineSlot[];
  /** Length of the line in em, without trailing spaces and hanging punctuation. */
  readonly length: number;
  readonly rubies: readonly LineRuby[];
}

/** Returns a dash's position and its extension over the following dashes, in em. */
export function strokeOf(
  placed: readonly PlacedSlot[],
  index: number,
): { readonly at: number; readonly extra: number } {
  let [first, last] = [placed[index]?.at ?? 0, placed[index]?.at ?? 0];
  for (let next = index + 1; placed[next]?.slot.isDrawnBefore; next++) {
    const at = placed[next]?.at ?? 0;
    [first, last] = [Math.min(first, at), Math.max(last, at)];
  }
  return { at: first, extra: last - first };
}

/** Returns a line's items in visual order (UAX 9, rule L1). Character spacing stays between the same two items. */
export function visualSlots(line: ItemLine, level: number): LineSlot[] {
  const { slots } = line;
  if (level === 0 && slots.every(({ item }) => item.level === 0)) return [...slots];
  const lastInk = slots.findLastIndex(({ item }) => !item.isSpace);
  const inked = slots.slice(0, lastInk + 1);
  const order = visualOrder(inked.map(({ item }) => item.level)).map((index) => inked[index] as LineSlot);
  return order.map((slot, index) => {
    const next = order[index + 1];
    if (!next) return { ...slot, gap: 0 };
    const [first, second] = slot.item.start < next.item.start ? [slot, next] : [next, slot];
    const adjacent = first.item.end === second.item.start;
    return { ...slot, gap: adjacent ? first.gap : Math.max(slot.gap, next.gap) };
  });
}
