import type { Ruby, TextItem } from './item.ts';

/** Font size of ruby and emphasis dots, in em of the base text (JLREQ 3.3.3, 3.3.9). */
export const RUBY_EM = 0.5;

/** Minimum space in em between ruby (or emphasis dots) and the previous line. */
export const RUBY_CLEARANCE_EM = 0.1;

/** Ruby over consecutive base characters of one line; positions are in em. */
export interface LineRuby {
  readonly items: readonly TextItem[];
  readonly readings: readonly (readonly TextItem[])[];
  /** True if each base character has its own reading. */
  readonly each: boolean;
  /** Length in em by which ruby hangs over the preceding and the following character. */
  readonly before: number;
  readonly after: number;
  /** Space in em that is added to base characters whose ruby is wider. */
  readonly widening: number;
}

export const rubyWidth = (reading: readonly TextItem[]): number =>
  reading.reduce((sum, { advance }) => sum + advance, 0) * RUBY_EM;

/** Returns the ruby over the items of a line; one ruby may be divided between lines. */
export function lineRubies(items: readonly TextItem[], charGapEm: number): LineRuby[] {
  const rubies: LineRuby[] = [];
  for (let from = 0; from < items.length; ) {
    const ruby = items[from]?.ruby;
    let to = from + 1;
    while (ruby && items[to]?.ruby === ruby) to++;
    if (ruby) rubies.push(fitRuby(ruby, items, from, to, charGapEm));
    from = to;
  }
  return rubies;
}

function fitRuby(ruby: Ruby, line: readonly TextItem[], from: number, to: number, charGapEm: number): LineRuby {
  const items = line.slice(from, to);
  const readings = readingsWithin(ruby, items);
  const each =
    readings.length === items.length &&
    items.every(({ advance }, index) => rubyWidth(readings[index] ?? []) <= advance);
  const gaps = items.slice(0, -1).filter(({ gapAfter }) => gapAfter).length * charGapEm;
  const baseWidth = items.reduce((sum, { advance }) => sum + advance, gaps);
  const excess = each ? 0 : rubyWidth(readings.flat()) - baseWidth;
  if (excess <= 0) return { items, readings, each, before: 0, after: 0, widening: 0 };
  const gapOf = (item: TextItem | undefined) => (item?.gapAfter ? charGapEm : 0);
  const [atStart, atEnd] = [
    overhangOver(line[from - 1], line[from - 2], gapOf(line[from - 1]), 'before'),
    overhangOver(line[to], line[to + 1], gapOf(line[to - 1]), 'after'),
  ];
  let before = Math.min(atStart, excess / 2);
  const after = Math.min(atEnd, excess - before);
  before = Math.min(atStart, excess - after);
  return { items, readings, each, before, after, widening: excess - before - after };
}

/** Returns the ruby readings on one line. A reading of the whole base is divided between lines by length. */
function readingsWithin({ count, readings }: Ruby, items: readonly TextItem[]): readonly (readonly TextItem[])[] {
  const first = items[0]?.rubyIndex ?? 0;
  if (readings.length === count) return readings.slice(first, first + items.length);
  const all = readings.flat();
  const at = (index: number) => Math.round((index * all.length) / count);
  return [all.slice(at(first), at(first + items.length))];
}

const KANA = /^[ぁ-ゖァ-ヺー]/u;

// Returns the length by which ruby may hang over a character (JLREQ 3.3.8). Kana and the blank half of punctuation
// allow one ruby character, kanji none. Ruby may always cover character spacing.
function overhangOver(
  neighbor: TextItem | undefined,
  beyond: TextItem | undefined,
  gap: number,
  side: 'before' | 'after',
): number {
  if (!neighbor) return 0;
  if (neighbor.ruby) return gap / 2;
  const isOpen = KANA.test(neighbor.text) || neighbor.half === (side === 'before' ? 'closing' : 'opening');
  // Two rubies each hang over at most half of the character between them, so they don't touch.
  const most = beyond?.ruby ? neighbor.advance / 4 : neighbor.advance / 2;
  return gap + (isOpen ? Math.min(RUBY_EM, most) : 0);
}

/** Adds space around a character whose ruby is wider. Words of other scripts are not letter-spaced. */
export function widenItem({ items, widening }: LineRuby, item: TextItem): readonly [before: number, after: number] {
  if (items.every(({ script }) => script === 'Hira')) {
    const share = widening / items.length / 2;
    return [share, share];
  }
  return [item === items[0] ? widening / 2 : 0, item === items.at(-1) ? widening / 2 : 0];
}

export interface PlacedRuby {
  readonly item: TextItem;
  readonly base: TextItem;
  /** Start of the ruby along the line in em. */
  readonly at: number;
}

/** Returns ruby positions (JLREQ 3.3.5 to 3.3.7). `spanOf` returns a base character's start and end in em. */
export function placeRuby(
  ruby: LineRuby,
  spanOf: (item: TextItem) => readonly [from: number, to: number],
): PlacedRuby[] {
  const { items, readings, each } = ruby;
  if (each)
    return items.flatMap((base, index) => {
      const [from, to] = spanOf(base);
      return spread(readings[index] ?? [], from, to).map(({ item, at }) => ({ item, base, at }));
    });
  const spans = items.map(spanOf);
  const from = Math.min(...spans.map(([start]) => start)) - ruby.before;
  const to = Math.max(...spans.map(([, end]) => end)) + ruby.after;
  const all = readings.flat();
  return spread(all, from, to).map(({ item, at }, index) => ({
    item,
    base: items[Math.floor((index * items.length) / all.length)] as TextItem,
    at,
  }));
}

/** Spaces hiragana evenly, with half a space at both ends. Other readings, and ruby over one kanji, are centered. */
function spread(reading: readonly TextItem[], from: number, to: number): { item: TextItem; at: number }[] {
  const space = Math.max(0, to - from - rubyWidth(reading));
  const solid = to - from <= 1 + RUBY_EM || !reading.every(({ script }) => script === 'Hira');
  const step = solid ? 0 : space / reading.length;
  let at = from + (space - step * (reading.length - 1)) / 2;
  return reading.map((item) => {
    const placed = { item, at };
    at += item.advance * RUBY_EM + step;
    return placed;
  });
}
