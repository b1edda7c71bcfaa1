import { splitGraphemes } from '../base/graphemes.ts';
import type { FontFace, ShapedGlyph } from '../fonts/face.ts';
import type { FontSet } from '../fonts/library.ts';
import { findBreaks } from './breaks.ts';
import { closeUpDots, findJoins } from './inseparable.ts';
import type { ItemGlyph, Ruby, TextItem } from './item.ts';
import { placeKanaMarks } from './kana-marks.ts';
import { halfCell, isDash, isLine } from './kinsoku.ts';
import { type MarkedText, unmarked } from './notation.ts';
import { verticalOrientation } from './orientation.ts';
import { tighten, verticalAlternate } from './proportional.ts';
import { hasVerticalForm, type RunGrapheme, splitRuns, type TextRun, verticalFeatures } from './runs.ts';
import { isConnected, languageOf } from './scripts.ts';
import { findUprightGroups, type UprightGroup } from './tate-chu-yoko.ts';

export interface ItemStyle {
  readonly vertical: boolean;
  /** False gives every Japanese character a cell of one em. Latin characters keep their proportional widths. */
  readonly variableWidth: boolean;
  readonly charGapEm: number;
  /** True to set kana and punctuation with proportional widths instead of em cells. */
  readonly proportional?: boolean | undefined;
  /** True to trim the blank half of punctuation even where every character has a cell of one em. */
  readonly justify?: boolean | undefined;
  /** Maximum digits side by side in one cell of a vertical line (tate-chu-yoko); 3 by default. */
  readonly uprightDigits?: number | undefined;
}

const TAB_EM = 2;

type ItemParts = Pick<TextItem, 'text' | 'start' | 'end' | 'glyphs' | 'emoji' | 'advance' | 'level' | 'script'>;

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
    isSpace: /^[^\S\u00a0\u202f]+$|^\u200b$/u.test(part.text) && part.text !== '\u3000',
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

/** True if character spacing may follow an item: not after invisible items, or inside words of connected scripts. */
function allowsGap(part: ItemParts, next: ItemParts | undefined): boolean {
  if (part.advance === 0 && part.glyphs.length === 0) return false;
  if (!next || !isConnected(part.script) || part.script !== next.script) return true;
  return /\s$/u.test(part.text) || /^\s/u.test(next.text);
}

function shapeRun(run: TextRun, shaped: string, paragraph: string, style: ItemStyle): ItemParts[] {
  const { face, kind } = run;
  if (kind === 'tab' || kind === 'emoji' || !face) return run.graphemes.map((grapheme) => solidItem(run, grapheme));
  if (kind === 'upright')
    return run.graphemes.map((grapheme) => uprightItem(run, face, shaped, grapheme, style.proportional));
  if (kind === 'combined') return [combinedItem(run, face, shaped, paragraph)];
  return alongItems(run, face, shaped, paragraph, style);
}

const solidItem = (run: TextRun, { text, start, end }: RunGrapheme): ItemParts => ({
  text,
  start,
  end,
  glyphs: [],
  emoji: run.kind === 'emoji',
  advance: run.kind === 'tab' ? TAB_EM : 1,
  level: run.level,
  script: run.script,
});

interface FaceGlyph extends ShapedGlyph {
  readonly face: FontFace;
}

/** Shapes a range of a text run. If a grapheme needs several fonts, shapes each part of the grapheme with its font. */
function shapeWith(
  run: TextRun,
  face: FontFace,
  shaped: string,
  start: number,
  end: number,
  features: Readonly<Record<string, boolean>>,
): readonly FaceGlyph[] {
  const { script, level } = run;
  const options = { script, language: languageOf(script), rightToLeft: level % 2 === 1, features };
  const pieces = run.pieces?.flatMap((piece) =>
    piece.face.shape(piece.text, 0, piece.text.length, options).map((glyph) => ({
      ...glyph,
      face: piece.face,
      cluster: start,
    })),
  );
  const glyphs = pieces ?? face.shape(shaped, start, end, options).map((glyph) => ({ ...glyph, face }));
  return placeKanaMarks(shaped.slice(start, end), glyphs);
}

/** Shapes a horizontal run, or a rotated run in a vertical line, and splits the glyphs at cluster boundaries. */
function alongItems(
  run: TextRun,
  face: FontFace,
  shaped: string,
  paragraph: string,
  { charGapEm, variableWidth, proportional }: ItemStyle,
): ItemParts[] {
  // Letter spacing and em cells disable ligatures, except in connected scripts (CSS Text 3, section 8.2).
  const spaced = (charGapEm > 0 || !variableWidth) && !isConnected(run.script);
  const features: Record<string, boolean> = spaced ? { liga: false, clig: false } : {};
  if (proportional && run.script === 'Hira') features.palt = true;
  const glyphs = shapeWith(run, face, shaped, run.start, run.end, features);
  const groups = groupByGrapheme(glyphs, run.graphemes);
  return groups.map(({ start, glyphs: own }, index) => {
    const end = groups[index + 1]?.start ?? run.end;
    let pen = 0;
    const text = paragraph.slice(start, end);
    const place = run.kind === 'turned' ? turnedPlace(run, text) : horizontalPlace;
    const placed = own.map((glyph) => {
      const item = place(glyph, pen);
      pen += glyph.advance;
      return item;
    });
    const inkEnd = isDash(text) ? inkEndOf(placed) : 0;
    // Advances to the end of the outline if the font states a shorter advance for a long dash.
    const advance = inkEnd > pen + DASH_OVERHANG_EM ? inkEnd : pen;
    return { text, start, end, glyphs: placed, emoji: false, advance, level: run.level, script: run.script };
  });
}

/** Difference in em between the outline and the advance of a dash, above which the advance is corrected. */
const DASH_OVERHANG_EM = 0.1;

/** Returns the end of the last glyph's outline along the line, in em. */
function inkEndOf(glyphs: readonly ItemGlyph[]): number {
  const last = glyphs.at(-1);
  const ink = last?.face.ink(last.glyph);
  return last && ink ? (last.turned ? last.y : last.x) + ink.right : 0;
}

interface GlyphGroup {
  readonly start: number;
  readonly glyphs: FaceGlyph[];
}

/** Groups glyphs by the grapheme in which their cluster begins, in reading order. */
function groupByGrapheme(glyphs: readonly FaceGlyph[], graphemes: readonly RunGrapheme[]): GlyphGroup[] {
  const groups = new Map<number, FaceGlyph[]>();
  const starts = new Map<number, number>();
  for (const { start, end } of graphemes) for (let at = start; at < end; at++) starts.set(at, start);
  for (const glyph of glyphs) {
    const start = starts.get(glyph.cluster) ?? glyph.cluster;
    const group = groups.get(start);
    if (group) group.push(glyph);
    else groups.set(start, [glyph]);
  }
  const sorted = [...groups].map(([start, own]) => ({ start, glyphs: own })).sort((a, b) => a.start - b.start);
  const start = graphemes[0]?.start ?? 0;
  const [first = { glyphs: [] }, ...others] = sorted;
  // Merges a grapheme without glyphs into the preceding group, or at the start into the following group.
  return [{ ...first, start }, ...others];
}

const horizontalPlace = ({ face, glyph, dx, dy }: FaceGlyph, pen: number): ItemGlyph => ({
  face,
  glyph,
  x: pen + dx,
  y: -dy,
  turned: false,
  scaleX: 1,
});

/** Returns the position of rotated glyphs, centered in a vertical column. Dashes are centered by their outline. */
function turnedPlace(run: TextRun, text: string) {
  const centersInk = run.script === 'Hira' && isDash(text);
  return ({ face, glyph, dx, dy }: FaceGlyph, pen: number): ItemGlyph => {
    const ink = centersInk ? face.ink(glyph) : undefined;
    const middle = ink ? (ink.top + ink.bottom) / 2 : face.metrics.turnedMiddle;
    return { face, glyph, x: dy - middle, y: pen + dx, turned: true, scaleX: 1 };
  };
}

type UprightCell = Pick<TextItem, 'glyphs' | 'advance'>;

const uprightCells = new WeakMap<FontFace, Map<string, UprightCell>>();

function uprightItem(
  run: TextRun,
  face: FontFace,
  shaped: string,
  { text, start, end }: RunGrapheme,
  proportional = false,
): ItemParts {
  const cells = uprightCells.get(face) ?? new Map<string, UprightCell>();
  uprightCells.set(face, cells);
  const shapedText = shaped.slice(start, end);
  const key = `${run.script} ${proportional} ${shapedText}`;
  const cell = cells.get(key) ?? shapeUpright(run, face, shapedText, proportional);
  cells.set(key, cell);
  return { text, start, end, ...cell, emoji: false, level: run.level, script: run.script };
}

/** Shapes each grapheme horizontally without context, so that marks attach even in fonts without vertical metrics. */
function shapeUpright(run: TextRun, face: FontFace, text: string, proportional: boolean): UprightCell {
  // Doesn't use vertical forms of Latin-1 signs such as ÷, because some fonts rotate these upright signs.
  const features = (text.codePointAt(0) ?? 0) < 0x100 ? {} : verticalFeatures;
  const glyphs = shapeWith({ ...run, level: 0 }, face, text, 0, text.length, features);
  const base = glyphs.find(({ advance }) => advance > 0) ?? glyphs[0];
  const origin = base ? face.vertical(base.glyph) : { originX: 0.5, originY: face.metrics.emAscent, advance: 1 };
  const [shiftX, shiftY] = base ? standInShift(run, face, text, base.glyph) : [0, 0];
  const lead = fullCellLead(text, origin.advance);
  const tight =
    proportional && run.script === 'Hira' ? verticalAlternate(face, text, features) : { shift: 0, advance: 0 };
  let pen = 0;
  const placed = glyphs.map(({ face, glyph, advance, dx, dy }): ItemGlyph => {
    const x = pen + dx - origin.originX + shiftX;
    pen += advance;
    return { face, glyph, x, y: origin.originY - dy - shiftY + lead + tight.shift, turned: false, scaleX: 1 };
  });
  const advance = halfCell(text) ? Math.max(1, origin.advance) : origin.advance;
  return { glyphs: placed, advance: advance + tight.advance };
}

/** Returns the space before punctuation whose vertical advance is shorter than its cell (JLREQ 3.1.2). */
function fullCellLead(text: string, advance: number): number {
  const half = halfCell(text);
  const space = Math.max(0, 1 - advance);
  return half === 'opening' ? space : half === 'middle' ? space / 2 : 0;
}

const CORNER_STOPS = /^[、。，．]$/u;
const SMALL_KANA = /^[ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ]/u;
/** Shift in em, up and to the right, of small kana in fonts without vertical forms. */
const SMALL_KANA_SHIFT = 0.12;

/** Returns the shift in em (right, up) that replaces the missing vertical form of a character. */
function standInShift(run: TextRun, face: FontFace, text: string, glyph: number): readonly [x: number, y: number] {
  if (text === '・') return [centeringShift(face, glyph, 0.1), 0];
  if (isLine(text)) return [centeringShift(face, glyph, 0), 0];
  if (verticalOrientation(text) !== 'Tu' || hasVerticalForm(face, text, run.script)) return [0, 0];
  if (SMALL_KANA.test(text)) return [SMALL_KANA_SHIFT, SMALL_KANA_SHIFT];
  const ink = CORNER_STOPS.test(text) ? face.ink(glyph) : undefined;
  if (!ink) return [0, 0];
  const middle = face.metrics.emAscent - 0.5;
  return [1 - (ink.left + ink.right), 2 * middle - (ink.top + ink.bottom)];
}

/** Returns the shift that centers a glyph in the column; 0 if its outline is off center by at most `allowedEm`. */
function centeringShift(face: FontFace, glyph: number, allowedEm: number): number {
  const ink = face.ink(glyph);
  const shift = ink ? face.vertical(glyph).originX - (ink.left + ink.right) / 2 : 0;
  return Math.abs(shift) > allowedEm ? shift : 0;
}

const widthOf = (glyphs: readonly FaceGlyph[]) => glyphs.reduce((sum, { advance }) => sum + advance, 0);

/** OpenType features for half, third and quarter widths, indexed by the number of characters in the cell. */
const narrowWidths: Readonly<Record<number, string>> = { 2: 'hwid', 3: 'twid', 4: 'qwid' };

function narrowestGlyphs(run: TextRun, face: FontFace, shaped: string): readonly FaceGlyph[] {
  const features = { liga: false, clig: false };
  const shape = (more: Readonly<Record<string, boolean>>) =>
    shapeWith(run, face, shaped, run.start, run.end, { ...features, ...more });
  const plain = shape({});
  const feature = widthOf(plain) > 1 ? narrowWidths[run.graphemes.length] : undefined;
  const narrow = feature === undefined ? plain : shape({ [feature]: true });
  return widthOf(narrow) < widthOf(plain) ? narrow : plain;
}

/** Sets tate-chu-yoko in one cell, narrowed to fit and vertically centered by the height of capital letters. */
function combinedItem(run: TextRun, face: FontFace, shaped: string, paragraph: string): ItemParts {
  const glyphs = narrowestGlyphs(run, face, shaped);
  const width = widthOf(glyphs);
  const scaleX = Math.min(1, 1 / width);
  const { capHeight, emAscent } = face.metrics;
  // Keeps the font's own baseline if lower, because some fonts place capitals slightly below the em box's middle.
  const baseline = 0.5 + Math.max(capHeight / 2, emAscent - 0.5);
  let pen = -(width * scaleX) / 2;
  const placed = glyphs.map(({ face, glyph, advance, dx, dy }): ItemGlyph => {
    const x = pen + dx * scaleX;
    pen += advance * scaleX;
    return { face, glyph, x, y: baseline - dy, turned: false, scaleX };
  });
  const { start, end, level, script } = run;
  const text = paragraph.slice(start, end);
  return { text, start, end, glyphs: placed, emoji: false, advance: 1, level, script };
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
