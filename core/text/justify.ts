import { isIdeographic } from './breaks.ts';
import type { TextItem } from './item.ts';
import type { ItemLine, LineSlot } from './item-line.ts';
import { mustNotEndLine, mustNotStartLine } from './kinsoku.ts';

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

const TOLERANCE = 1e-9;

/** Returns the maximum length in em by which a line can be shortened (JLREQ 3.8.3). */
export function reducibleSpace({ slots }: ItemLine): number {
  return reductions(slots)
    .flat()
    .reduce((sum, { before, after }) => sum + before + after, 0);
}

/** Justifies a line to a length in em. The last line of a paragraph keeps its length if the line fits. */
export function justifyLine(line: ItemLine, maxEm: number, isLast: boolean): ItemLine {
  const missing = maxEm - line.length;
  if (missing < -TOLERANCE) return { ...line, ...reduce(line, -missing) };
  return isLast || missing <= TOLERANCE ? line : { ...line, ...expand(line, missing) };
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
    else if (item.half === 'closing' && tail < TOLERANCE && index < last && !/[。．]/u.test(item.text))
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
  if (left > TOLERANCE && all.length > 0) {
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
