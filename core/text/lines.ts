import { isIdeographic } from './breaks.ts';
import type { TextItem } from './item.ts';
import type { ItemLine, LineSlot } from './item-line.ts';
import { mayHang, mustNotEndLine, mustNotStartLine, trimBetween } from './kinsoku.ts';
import type { LayoutStyle } from './layout-style.ts';
import { lineRubies, widenItem } from './ruby.ts';
import { TAB_EM } from './shape-run.ts';

const HALF = 0.5;
/** Tolerance in em for rounding errors of summed glyph advances. */
const TOLERANCE = 1e-9;

type LineStyle = Pick<LayoutStyle, 'charGapEm' | 'justify' | 'hangingPunctuation'>;

/** Breaks items into lines of at most `maxEmOf(line)` em. Words longer than a line break between graphemes. */
export function breakLines(
  items: readonly TextItem[],
  style: LineStyle,
  maxEmOf: (line: number) => number,
): ItemLine[] {
  const lines: ItemLine[] = [];
  let from = 0;
  do {
    const maxEm = maxEmOf(lines.length);
    const start = from;
    const fill = (end: number) => fillSlots(items.slice(start, end), style, start > 0, maxEm);
    let to = lineEnd(items, from, style, maxEm);
    let line = fill(to);
    // Ruby that is wider than its base characters widens the line, which may then need an earlier break.
    while (line.rubies.length > 0 && line.length > maxEm + TOLERANCE) {
      const shorter = breakBefore(items, from, to);
      if (shorter === undefined) break;
      to = shorter;
      line = fill(to);
    }
    if (style.justify) {
      [to, line] = pushIn(items, from, to, line, fill, maxEm);
      line = justifyLine(line, maxEm, to === items.length);
    }
    lines.push(line);
    from = to;
  } while (from < items.length);
  return lines;
}

/** Extends a short line to the next allowed break, if reducing spaces makes the items fit (JLREQ 3.8.2). */
function pushIn(
  items: readonly TextItem[],
  from: number,
  to: number,
  line: ItemLine,
  fill: (end: number) => ItemLine,
  maxEm: number,
): [to: number, line: ItemLine] {
  if (to === items.length || line.length >= maxEm - TOLERANCE) return [to, line];
  const end = nextBreak(items, from, to, maxEm);
  if (end === undefined) return [to, line];
  const longer = fill(end);
  return longer.length - reducibleSpace(longer) <= maxEm + TOLERANCE ? [end, longer] : [to, line];
}

/** Returns the next allowed line break after index `to`; `undefined` if the items before the break can't fit a line. */
function nextBreak(items: readonly TextItem[], from: number, to: number, maxEm: number): number | undefined {
  let least = 0;
  for (let index = from; index < items.length; index++) {
    const { advance, half, isSpace, breakBefore } = items[index] as TextItem;
    if (index > to && breakBefore) return index;
    least += isSpace ? 0 : half ? advance - HALF : advance;
    if (least > maxEm + TOLERANCE) return undefined;
  }
  return items.length;
}

/** Returns the last allowed line break before index `to`; without an allowed break, a break inside a word or ruby. */
function breakBefore(items: readonly TextItem[], from: number, to: number): number | undefined {
  for (let index = to - 1; index > from; index--) if (items[index]?.breakBefore) return index;
  const index = to - 1;
  if (index <= from) return undefined;
  const at = emergencyBreak(items, from, index);
  return at < to ? at : undefined;
}

function lineEnd(
  items: readonly TextItem[],
  from: number,
  { charGapEm, justify = false, hangingPunctuation = false }: LineStyle,
  maxEm: number,
): number {
  let lastBreak = from;
  let used = 0;
  for (let index = from; index < items.length; index++) {
    const item = items[index] as TextItem;
    if (item.breakBefore && index > from) lastBreak = index;
    const before = index > from ? items[index - 1] : undefined;
    const trim = trimBetween(before?.half, item.half);
    if (before?.gapAfter) used += charGapEm;
    if (trim || (!before && (from > 0 || justify) && item.half === 'opening')) used -= HALF;
    const hangs =
      hangingPunctuation && used - (before?.gapAfter ? charGapEm : 0) <= maxEm + TOLERANCE && hangsAt(items, index);
    used += item.text === '\t' ? tabAdvance(used) : item.advance;
    // Trailing spaces, and the blank half of a closing punctuation mark, may extend beyond the line's end.
    const needed = used - (item.half === 'closing' ? HALF : 0);
    if (item.isSpace || hangs || needed <= maxEm + TOLERANCE) continue;
    if (lastBreak > from) return lastBreak;
    return emergencyBreak(items, from, Math.max(index, from + 1));
  }
  return items.length;
}

/** Minimum width of a tab in em; a nearer tab stop is skipped (CSS Text 3, `tab-size`). */
const LEAST_TAB_EM = 0.25;

/** Returns the distance in em from a position in a line to the next tab stop. */
function tabAdvance(at: number): number {
  const next = Math.ceil((at + LEAST_TAB_EM - TOLERANCE) / TAB_EM) * TAB_EM;
  return next - at;
}

function hangsAt(items: readonly TextItem[], index: number): boolean {
  const next = items[index + 1];
  return mayHang(items[index]?.text ?? '') && (!next || next.breakBefore || next.isSpace);
}

/** Returns where to break a word longer than a line: before `index`, or one item away to keep a pair together. */
function emergencyBreak(items: readonly TextItem[], from: number, index: number): number {
  const breaksPair = (at: number) => items[at]?.join?.isPair ?? false;
  if (!breaksPair(index)) return index;
  return index - 1 > from ? index - 1 : index + 1;
}

function fillSlots(
  items: readonly TextItem[],
  { charGapEm, justify = false, hangingPunctuation = false }: LineStyle,
  wrapped: boolean,
  maxEm: number,
): ItemLine {
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
    const atWrappedStart = !before && (wrapped || justify) && item.half === 'opening';
    const [widerBefore, widerAfter] = widenings.get(item) ?? [0, 0];
    const lead = (atWrappedStart || trimBetween(before?.half, item.half) === 'start' ? HALF : 0) - widerBefore;
    const tail = trimBetween(item.half, after?.half) === 'end' ? HALF : 0;
    const gap = item.gapAfter && after ? charGapEm : 0;
    let advance = (item.text === '\t' ? tabAdvance(length) : item.advance) - lead - tail + widerAfter;
    if (index <= lastInk) {
      const isTight = justify || length + advance > maxEm + TOLERANCE;
      if (index === lastInk && item.half === 'closing' && isTight) advance -= HALF;
      const hangs =
        hangingPunctuation && index === lastInk && mayHang(item.text) && length + advance > maxEm + TOLERANCE;
      length += hangs ? -(items[index - 1]?.gapAfter ? charGapEm : 0) : advance + (index < lastInk ? gap : 0);
    }
    return { item, advance, lead, gap, isDrawnBefore: before !== undefined && (item.join?.isLine ?? false) };
  });
  return { slots, length, rubies };
}

/** Space in em that may be removed before or after a text item to shorten a line. */
interface Reduction {
  readonly index: number;
  readonly before: number;
  readonly after: number;
}

/** Space in em that may be added after an item to justify a line; `undefined` for no limit. */
interface Expansion {
  readonly index: number;
  readonly most: number;
}

/** Minimum and maximum width of a word space in em (JLREQ 3.8.3, 3.8.4). */
const LEAST_SPACE = 0.25;
const MOST_SPACE = 0.5;
/** Maximum space in em that justification adds between characters; exceeded if a line needs more (JLREQ 3.8.4). */
const MOST_GAP = 0.25;

const WIDTH_TOLERANCE = 1e-9;

/** Returns the maximum length in em by which a line can be shortened (JLREQ 3.8.3). */
function reducibleSpace({ slots }: ItemLine): number {
  return reductions(slots)
    .flat()
    .reduce((sum, { before, after }) => sum + before + after, 0);
}

/** Justifies a line to a length in em. The last line of a paragraph keeps its length if the line fits. */
function justifyLine(line: ItemLine, maxEm: number, isLast: boolean): ItemLine {
  const missing = maxEm - line.length;
  if (missing < -WIDTH_TOLERANCE) return { ...line, ...reduce(line, -missing) };
  return isLast || missing <= WIDTH_TOLERANCE ? line : { ...line, ...expand(line, missing) };
}

/** Returns reducible spaces by priority (JLREQ 3.8.3): word spaces, middle dots, then brackets and commas. */
function reductions(slots: readonly LineSlot[]): readonly (readonly Reduction[])[] {
  const [spaces, dots, brackets]: [Reduction[], Reduction[], Reduction[]] = [[], [], []];
  const last = lastInk(slots);
  for (const [index, { item, lead, advance }] of slots.slice(0, last + 1).entries()) {
    if (item.ruby) continue;
    const tail = item.advance - lead - advance;
    if (isWordSpace(item)) spaces.push({ index, before: 0, after: Math.max(0, advance - LEAST_SPACE) });
    else if (item.half === 'middle' && lead === 0 && tail === 0) dots.push({ index, before: 0.25, after: 0.25 });
    else if (item.half === 'opening' && lead === 0) brackets.push({ index, before: 0.5, after: 0 });
    else if (item.half === 'closing' && tail < WIDTH_TOLERANCE && index < last && !/[。．]/u.test(item.text))
      brackets.push({ index, before: 0, after: 0.5 });
  }
  return [spaces, dots, brackets];
}

function reduce({ slots, length }: ItemLine, excess: number): Pick<ItemLine, 'slots' | 'length'> {
  const reduced = [...slots];
  let left = excess;
  for (const stage of reductions(slots)) {
    const total = stage.reduce((sum, { before, after }) => sum + before + after, 0);
    const share = total > 0 ? Math.min(1, left / total) : 0;
    for (const { index, before, after } of stage) {
      const slot = reduced[index] as LineSlot;
      const [lead, tail] = [before * share, after * share];
      reduced[index] = { ...slot, lead: slot.lead + lead, advance: slot.advance - lead - tail };
    }
    left -= total * share;
  }
  return { slots: reduced, length: length - excess + left };
}

/** Returns where to add space, by priority (JLREQ 3.8.4): word spaces, beside Latin words, between characters. */
function expansions(slots: readonly LineSlot[]): readonly (readonly Expansion[])[] {
  const [spaces, latin, characters]: [Expansion[], Expansion[], Expansion[]] = [[], [], []];
  for (let index = 0; index < lastInk(slots); index++) {
    const [slot, next] = [slots[index] as LineSlot, slots[index + 1] as LineSlot];
    if (isWordSpace(slot.item)) {
      spaces.push({ index, most: Math.max(0, MOST_SPACE - slot.advance) });
      continue;
    }
    if (isWordSpace(next.item) || !allowsSpaceBetween(slot.item, next.item)) continue;
    const both = isWide(slot.item) && isWide(next.item);
    (both ? characters : latin).push({ index, most: MOST_GAP });
  }
  return [spaces, latin, characters];
}

function expand({ slots, length }: ItemLine, missing: number): Pick<ItemLine, 'slots' | 'length'> {
  const expanded = [...slots];
  let left = missing;
  const widen = (index: number, by: number) => {
    const slot = expanded[index] as LineSlot;
    expanded[index] = { ...slot, gap: slot.gap + by };
  };
  const stages = expansions(slots);
  for (const stage of stages) {
    const total = stage.reduce((sum, { most }) => sum + most, 0);
    const share = total > 0 ? Math.min(1, left / total) : 0;
    for (const { index, most } of stage) widen(index, most * share);
    left -= total * share;
  }
  const all = stages.flat();
  if (left > WIDTH_TOLERANCE && all.length > 0) {
    for (const { index } of all) widen(index, left / all.length);
    left = 0;
  }
  return { slots: expanded, length: length + missing - left };
}

/** True if justification may add space: beside Japanese characters, but not inside words or under one ruby. */
function allowsSpaceBetween(item: TextItem, next: TextItem): boolean {
  if (next.join || !item.gapAfter || (item.ruby && item.ruby === next.ruby)) return false;
  if (!isWide(item) && !isWide(next)) return false;
  return (
    !mustNotEndLine(item.text) && (!mustNotStartLine(next.text) || /^[\p{L}\p{M}々〻ーヽヾゝゞ゛゜]/u.test(next.text))
  );
}

/** Korean text has spaces between words, so justification adds no space between Hangul characters. */
const isWide = (item: TextItem): boolean => item.script !== 'Hang' && isIdeographic(item);

const isWordSpace = ({ isSpace, text }: TextItem): boolean => isSpace && !/^[\t\u200b\u3000]/u.test(text);

const lastInk = (slots: readonly LineSlot[]): number => slots.findLastIndex(({ item }) => !item.isSpace);
