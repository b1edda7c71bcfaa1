import type { TextItem } from './item.ts';
import { trimBetween } from './kinsoku.ts';
import { type LineRuby, lineRubies, widenItem } from './ruby.ts';

/** An item in a line; lengths are in em. */
export interface LineSlot {
  readonly item: TextItem;
  /** Width without the gap after the item. */
  readonly advance: number;
  /** Distance by which the glyphs move back because the cell's leading space was trimmed. */
  readonly lead: number;
  readonly gap: number;
  /** True if the preceding sign's stroke covers this item. */
  readonly isDrawnBefore: boolean;
}

export interface PlacedSlot {
  readonly slot: LineSlot;
  readonly at: number;
}

export interface ItemLine {
  readonly slots: readonly LineSlot[];
  /** Length in em, without trailing spaces. */
  readonly length: number;
  readonly rubies: readonly LineRuby[];
}

const HALF = 0.5;
/** Tolerance for rounding errors of summed advances. */
const TOLERANCE = 1e-9;

/** Breaks items into lines of at most `maxEmOf(line)` em. Overlong words break between graphemes. */
export function breakLines(
  items: readonly TextItem[],
  charGapEm: number,
  maxEmOf: (line: number) => number,
): ItemLine[] {
  const lines: ItemLine[] = [];
  let from = 0;
  do {
    const maxEm = maxEmOf(lines.length);
    let to = lineEnd(items, from, charGapEm, maxEm);
    let line = fillSlots(items.slice(from, to), charGapEm, from > 0, maxEm);
    // Ruby wider than its base widens the line.
    while (line.rubies.length > 0 && line.length > maxEm + TOLERANCE) {
      const shorter = breakBefore(items, from, to);
      if (shorter === undefined) break;
      to = shorter;
      line = fillSlots(items.slice(from, to), charGapEm, from > 0, maxEm);
    }
    lines.push(line);
    from = to;
  } while (from < items.length);
  return lines;
}

/** Returns the last allowed break before `to`, or a break inside a word or ruby if there is none. */
function breakBefore(items: readonly TextItem[], from: number, to: number): number | undefined {
  for (let index = to - 1; index > from; index--) if (items[index]?.breakBefore) return index;
  const index = to - 1;
  if (index <= from) return undefined;
  const at = emergencyBreak(items, from, index);
  return at < to ? at : undefined;
}

function lineEnd(items: readonly TextItem[], from: number, charGapEm: number, maxEm: number): number {
  let lastBreak = from;
  let used = 0;
  for (let index = from; index < items.length; index++) {
    const item = items[index] as TextItem;
    if (item.breakBefore && index > from) lastBreak = index;
    const before = index > from ? items[index - 1] : undefined;
    const trim = trimBetween(before?.half, item.half);
    if (before?.gapAfter) used += charGapEm;
    if (trim || (!before && from > 0 && item.half === 'opening')) used -= HALF;
    used += item.advance;
    // Trailing spaces, and the space in a closing sign's cell, may exceed the line.
    const needed = used - (item.half === 'closing' ? HALF : 0);
    if (item.isSpace || needed <= maxEm + TOLERANCE) continue;
    if (lastBreak > from) return lastBreak;
    return emergencyBreak(items, from, Math.max(index, from + 1));
  }
  return items.length;
}

/** Returns where to break a word longer than a line: before `index`, or one item away if that would split a pair. */
function emergencyBreak(items: readonly TextItem[], from: number, index: number): number {
  const partsPair = (at: number) => items[at]?.join?.isPair ?? false;
  if (!partsPair(index)) return index;
  return index - 1 > from ? index - 1 : index + 1;
}

function fillSlots(items: readonly TextItem[], charGapEm: number, wrapped: boolean, maxEm: number): ItemLine {
  const lastInk = items.findLastIndex(({ isSpace }) => !isSpace);
  const rubies = items.some(({ ruby }) => ruby) ? lineRubies(items, charGapEm) : [];
  const widenings = new Map(
    rubies.flatMap((ruby) =>
      ruby.widening > 0 ? ruby.items.map((item) => [item, widenItem(ruby, item)] as const) : [],
    ),
  );
  let length = 0;
  const slots = items.map((item, index): LineSlot => {
    const [before, after] = [items[index - 1], items[index + 1]];
    const atWrappedStart = !before && wrapped && item.half === 'opening';
    const [widerBefore, widerAfter] = widenings.get(item) ?? [0, 0];
    const lead = (atWrappedStart || trimBetween(before?.half, item.half) === 'start' ? HALF : 0) - widerBefore;
    const tail = trimBetween(item.half, after?.half) === 'end' ? HALF : 0;
    const gap = item.gapAfter && after ? charGapEm : 0;
    let advance = item.advance - lead - tail + widerAfter;
    if (index <= lastInk) {
      if (index === lastInk && item.half === 'closing' && length + advance > maxEm + TOLERANCE) advance -= HALF;
      length += advance + (index < lastInk ? gap : 0);
    }
    return { item, advance, lead, gap, isDrawnBefore: before !== undefined && (item.join?.isLine ?? false) };
  });
  return { slots, length, rubies };
}
