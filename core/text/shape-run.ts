import type { FontFace } from '../fonts/face.ts';
import type { ItemGlyph, ItemParts, ItemStyle, TextItem } from './item.ts';
import { halfCell, isDash, isLine } from './kinsoku.ts';
import { verticalOrientation } from './orientation.ts';
import { verticalAlternate } from './proportional.ts';
import { hasVerticalForm, type RunGrapheme, type TextRun, verticalFeatures } from './runs.ts';
import { isConnected } from './scripts.ts';
import { type FaceGlyph, shapeWith, widthOf } from './shape-glyphs.ts';

/** Distance between tab stops in em. */
export const TAB_EM = 2;

export function shapeRun(run: TextRun, shaped: string, paragraph: string, style: ItemStyle): ItemParts[] {
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
