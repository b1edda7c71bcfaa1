import { splitGraphemes } from '../base/graphemes.ts';
import type { FontFace } from '../fonts/face.ts';
import type { FontSet } from '../fonts/library.ts';
import { findBreaks } from './breaks.ts';
import type { ItemGlyph, ItemParts, ItemStyle, Join, Ruby, TextItem } from './item.ts';
import { halfCell, isDash, isInseparable, isLine } from './kinsoku.ts';
import { type MarkedText, unmarked } from './notation.ts';
import { verticalOrientation } from './orientation.ts';
import { tighten } from './proportional.ts';
import { splitRuns } from './runs.ts';
import { isConnected } from './scripts.ts';
import { shapeRun } from './shape-run.ts';
import { findUprightGroups, type UprightGroup } from './tate-chu-yoko.ts';

/** Shapes a paragraph (text without line breaks) into items in reading order. */
export function shapeParagraph(marked: MarkedText, fonts: FontSet, style: ItemStyle): TextItem[] {
  const paragraph = marked.text;
  const groups = style.vertical ? uprightGroups(marked, style.uprightDigits) : [];
  const { shaped, runs } = splitRuns(paragraph, fonts, style.vertical, groups);
  const ownWidths = style.variableWidth || (style.proportional ?? false);
  const shapedSigns = runs.flatMap((run) => shapeRun(run, shaped, paragraph, style));
  const signs = style.proportional ? shapedSigns.map((sign) => tighten(sign, style.vertical)) : shapedSigns;
  const cells = ownWidths ? signs : signs.map((sign) => fitToCell(sign, style.vertical));
  const joins = findJoins(cells);
  const parts = ownWidths ? cells : closeUpDots(signs, cells, joins, style.vertical);
  const breaks = findBreaks(parts);
  const rubies = shapeRubies(marked, parts, fonts, style);
  return parts.map((part, index) => ({
    ...part,
    ...(rubies.get(part) ?? NO_RUBY),
    emphasized: isEmphasized(part, marked),
    isSpace: /^[^\S\u00a0\u202f]+$|^\u200b$/u.test(part.text),
    breakBefore: (breaks[index] ?? false) && mayBreakRuby(rubies.get(part)),
    half: (ownWidths || style.justify) && part.advance > 0.9 ? halfCell(part.text) : undefined,
    join: joins[index],
    gapAfter: !joins[index + 1] && allowsGap(part, parts[index + 1]),
  }));
}

/** Merges two kinds of tate-chu-yoko groups: those that the notation marks, and those found automatically. */
function uprightGroups({ text, upright }: MarkedText, digits: number | undefined): readonly UprightGroup[] {
  const found = findUprightGroups(text, digits).filter(
    ({ start, end }) => !upright.some((mark) => start < mark.end && mark.start < end),
  );
  return [...found, ...upright].sort((a, b) => a.start - b.start);
}

type RubyPosition = Pick<TextItem, 'ruby' | 'rubyIndex'>;
const NO_RUBY: RubyPosition = { ruby: undefined, rubyIndex: 0 };

/** A line may break inside ruby only between characters with their own readings (JLREQ 3.3.7). */
const mayBreakRuby = ({ ruby, rubyIndex }: RubyPosition = NO_RUBY): boolean =>
  rubyIndex === 0 || (ruby !== undefined && ruby.readings.length === ruby.count);

const MAX_KNOWN_READINGS = 2000;
const knownReadings = new WeakMap<FontFace, Map<string, readonly TextItem[]>>();

/** Returns the cache of shaped ruby readings for a font. Readings rarely change while a visitor types. */
function readingsOf(face: FontFace): Map<string, readonly TextItem[]> {
  const known = knownReadings.get(face);
  if (known && known.size < MAX_KNOWN_READINGS) return known;
  const fresh = new Map<string, readonly TextItem[]>();
  knownReadings.set(face, fresh);
  return fresh;
}

function shapeRubies(
  { rubies }: MarkedText,
  parts: readonly ItemParts[],
  fonts: FontSet,
  { vertical }: ItemStyle,
): Map<ItemParts, RubyPosition> {
  const positions = new Map<ItemParts, RubyPosition>();
  const style: ItemStyle = { vertical, variableWidth: true, charGapEm: 0 };
  const known = readingsOf(fonts.primary);
  const shape = (reading: string) => {
    const key = `${vertical} ${reading}`;
    const items = known.get(key) ?? shapeParagraph(unmarked(reading), fonts, style);
    known.set(key, items);
    return items;
  };
  for (const { start, end, readings } of rubies) {
    const base = parts.filter((part) => part.start >= start && part.start < end);
    const each = readings.length === base.length;
    const ruby: Ruby = { count: base.length, readings: each ? readings.map(shape) : [shape(readings.join(''))] };
    for (const [rubyIndex, part] of base.entries()) positions.set(part, { ruby, rubyIndex });
  }
  return positions;
}

/** Returns whether a character takes an emphasis dot; spaces, punctuation and brackets don't (JLREQ 3.3.9). */
const isEmphasized = ({ text, start }: ItemParts, { emphasized }: MarkedText): boolean =>
  emphasized.some((range) => start >= range.start && start < range.end) && !/^[\s\p{P}]/u.test(text);

/** True if character spacing may follow an item: not after tabs and invisible items, or inside words of connected scripts. */
function allowsGap(part: ItemParts, next: ItemParts | undefined): boolean {
  if (part.text === '\t' || (part.advance === 0 && part.glyphs.length === 0)) return false;
  if (!next || !isConnected(part.script) || part.script !== next.script) return true;
  return /\s$/u.test(part.text) || /^\s/u.test(next.text);
}

/** Centers a Japanese character in a cell of one em. Latin and connected scripts keep their proportional widths. */
function fitToCell(part: ItemParts, vertical: boolean): ItemParts {
  if ((part.advance === 0 && part.glyphs.length === 0) || part.text === '\t') return part;
  const isUpright = vertical && !part.glyphs.some(({ turned }) => turned);
  if (!isUpright && !takesCells(part)) return part;
  // A font may draw two dashes as one glyph. A glyph that is wider than its cells keeps its own width.
  const cell = isUpright ? 1 : Math.max(splitGraphemes(part.text).length, part.advance);
  const shift = isUpright ? 0 : (cell - part.advance) / 2;
  const glyphs = part.glyphs.map((glyph) =>
    vertical ? { ...glyph, y: glyph.y + shift } : { ...glyph, x: glyph.x + shift },
  );
  return { ...part, glyphs, advance: cell };
}

const FULL_WIDTH =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff01-\uff60]/u;

/** True for characters in cells of one em: full-width ones, and symbols and dashes between Japanese characters. */
function takesCells({ text, script, emoji }: ItemParts): boolean {
  if (emoji) return true;
  if (verticalOrientation(text) === 'R')
    return (script === 'Hira' && isDash(text)) || /^[\uff0d\uff1c-\uff1e]/u.test(text);
  return script === 'Hira' || FULL_WIDTH.test(text);
}

type Sign = Pick<TextItem, 'text' | 'glyphs' | 'advance' | 'level'>;

/** Finds items that form one sign with the preceding item, such as `――` (JLREQ 3.1.10, cl-08). */
function findJoins(signs: readonly Sign[]): (Join | undefined)[] {
  const joins: (Join | undefined)[] = [];
  for (const [index, sign] of signs.entries()) {
    const before = signs[index - 1];
    const isJoined = before && before.level === sign.level && isInseparable(before.text, sign.text);
    joins.push(isJoined ? { isPair: !joins[index - 1]?.isPair, isLine: isLine(sign.text) } : undefined);
  }
  return joins;
}

/** Moves the dots of a leader (`……`) together, so that extra space from em cells is only at the leader's ends. */
function closeUpDots<Fitted extends Sign>(
  signs: readonly Sign[],
  fitted: readonly Fitted[],
  joins: readonly (Join | undefined)[],
  vertical: boolean,
): Fitted[] {
  const closed = [...fitted];
  for (let from = 0; from < signs.length; ) {
    let to = from + 1;
    while (joins[to]) to++;
    const sign = signs[from] as Sign;
    const space = (fitted[from]?.advance ?? 0) - sign.advance;
    if (to - from > 1 && space > 0 && !isLine(sign.text))
      for (let index = from; index < to; index++) {
        const steps = (to - from - 1) / 2 - (index - from);
        const part = fitted[index] as Fitted;
        const along = (sign.level % 2 === 1 ? -steps : steps) * space;
        closed[index] = { ...part, glyphs: part.glyphs.map((glyph) => moved(glyph, along, vertical)) };
      }
    from = to;
  }
  return closed;
}

const moved = (glyph: ItemGlyph, along: number, vertical: boolean): ItemGlyph =>
  vertical ? { ...glyph, y: glyph.y + along } : { ...glyph, x: glyph.x + along };
