import type { FontFace, ShapedGlyph } from '../fonts/face.ts';
import type { FontSet } from '../fonts/library.ts';
import { findBreaks } from './breaks.ts';
import { closeUpDots, findJoins } from './inseparable.ts';
import type { ItemGlyph, TextItem } from './item.ts';
import { placeKanaMarks } from './kana-marks.ts';
import { halfCell, isDash, isLine } from './kinsoku.ts';
import { verticalOrientation } from './orientation.ts';
import { hasVerticalForm, type RunGrapheme, splitRuns, type TextRun, verticalFeatures } from './runs.ts';
import { isConnected, languageOf } from './scripts.ts';

export interface ItemStyle {
  readonly vertical: boolean;
  /** False for monospaced text: one em per grapheme, half an em for Latin letters in Japanese fonts. */
  readonly variableWidth: boolean;
  readonly charGapEm: number;
}

const TAB_EM = 2;

type ItemParts = Pick<TextItem, 'text' | 'start' | 'end' | 'glyphs' | 'emoji' | 'advance' | 'level' | 'script'>;

/** Shapes a paragraph (text without line breaks) into items in reading order. */
export function shapeParagraph(paragraph: string, fonts: FontSet, style: ItemStyle): TextItem[] {
  const { shaped, runs } = splitRuns(paragraph, fonts, style.vertical);
  const signs = runs.flatMap((run) => shapeRun(run, shaped, paragraph, style));
  const cells = style.variableWidth ? signs : signs.map((sign) => fitToCell(sign, fonts.japanese, style.vertical));
  const joins = findJoins(cells);
  const parts = style.variableWidth ? cells : closeUpDots(signs, cells, joins, style.vertical);
  const breaks = findBreaks(parts);
  return parts.map((part, index) => ({
    ...part,
    isSpace: /^[^\S\u00a0\u202f]+$|^\u200b$/u.test(part.text) && part.text !== '\u3000',
    breakBefore: breaks[index] ?? false,
    half: style.variableWidth && part.advance > 0.9 ? halfCell(part.text) : undefined,
    join: joins[index],
    gapAfter: !joins[index + 1] && allowsGap(part, parts[index + 1]),
  }));
}

/** No gap inside connected scripts, where it would tear words apart, nor after items that draw nothing. */
function allowsGap(part: ItemParts, next: ItemParts | undefined): boolean {
  if (part.advance === 0 && part.glyphs.length === 0) return false;
  if (!next || !isConnected(part.script) || part.script !== next.script) return true;
  return /\s$/u.test(part.text) || /^\s/u.test(next.text);
}

function shapeRun(run: TextRun, shaped: string, paragraph: string, style: ItemStyle): ItemParts[] {
  const { face, kind } = run;
  if (kind === 'tab' || kind === 'emoji' || !face) return run.graphemes.map((grapheme) => solidItem(run, grapheme));
  if (kind === 'upright') return run.graphemes.map((grapheme) => uprightItem(run, face, shaped, grapheme));
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

/** Shapes part of a run. If a grapheme's parts need different fonts, shapes each part separately. */
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
  { charGapEm }: ItemStyle,
): ItemParts[] {
  // CSS Text 3, section 8.2: letter spacing disables ligatures, except in connected scripts.
  const spaced = charGapEm > 0 && !isConnected(run.script);
  const features: Record<string, boolean> = spaced ? { liga: false, clig: false } : {};
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
    return { text, start, end, glyphs: placed, emoji: false, advance: pen, level: run.level, script: run.script };
  });
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
  // A grapheme without glyphs joins the preceding group; at the start of the run, the following group.
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

/** Places glyphs rotated clockwise, with the line's middle on the column's center. Dashes center on their ink. */
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

/** Caches each shaped cell, because graphemes recur in a text. */
function uprightItem(run: TextRun, face: FontFace, shaped: string, { text, start, end }: RunGrapheme): ItemParts {
  const cells = uprightCells.get(face) ?? new Map<string, UprightCell>();
  uprightCells.set(face, cells);
  const shapedText = shaped.slice(start, end);
  const key = `${run.script} ${shapedText}`;
  const cell = cells.get(key) ?? shapeUpright(run, face, shapedText);
  cells.set(key, cell);
  return { text, start, end, ...cell, emoji: false, level: run.level, script: run.script };
}

/** Shapes horizontally and without context, so marks sit on their letter whatever the font's vertical metrics. */
function shapeUpright(run: TextRun, face: FontFace, text: string): UprightCell {
  const glyphs = shapeWith({ ...run, level: 0 }, face, text, 0, text.length, verticalFeatures);
  const base = glyphs.find(({ advance }) => advance > 0) ?? glyphs[0];
  const origin = base ? face.vertical(base.glyph) : { originX: 0.5, originY: face.metrics.emAscent, advance: 1 };
  const [shiftX, shiftY] = base ? standInShift(run, face, text, base.glyph) : [0, 0];
  const lead = fullCellLead(text, origin.advance);
  let pen = 0;
  const placed = glyphs.map(({ face, glyph, advance, dx, dy }): ItemGlyph => {
    const x = pen + dx - origin.originX + shiftX;
    pen += advance;
    return { face, glyph, x, y: origin.originY - dy - shiftY + lead, turned: false, scaleX: 1 };
  });
  return { glyphs: placed, advance: halfCell(text) ? Math.max(1, origin.advance) : origin.advance };
}

/** Restores the full-width space of punctuation whose vertical advance is narrower than its cell (JLREQ 3.1.2). */
function fullCellLead(text: string, advance: number): number {
  const half = halfCell(text);
  const space = Math.max(0, 1 - advance);
  return half === 'opening' ? space : half === 'middle' ? space / 2 : 0;
}

const CORNER_STOPS = /^[、。，．]$/u;
const SMALL_KANA = /^[ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ]/u;
/** In em, up and to the right. */
const SMALL_KANA_SHIFT = 0.12;

/** Returns a shift in em (right, up) for characters without a proper vertical form. */
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

/** Returns the shift that centers the ink in the column, or 0 if the font's offset is at most `allowedEm`. */
function centeringShift(face: FontFace, glyph: number, allowedEm: number): number {
  const ink = face.ink(glyph);
  const shift = ink ? face.vertical(glyph).originX - (ink.left + ink.right) / 2 : 0;
  return Math.abs(shift) > allowedEm ? shift : 0;
}

/** Sets tate-chu-yoko horizontally in one cell, narrowed to fit and vertically centered on its capitals. */
function combinedItem(run: TextRun, face: FontFace, shaped: string, paragraph: string): ItemParts {
  const glyphs = shapeWith(run, face, shaped, run.start, run.end, { liga: false, clig: false });
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  const scaleX = Math.min(1, 1 / width);
  const { capHeight, emAscent } = face.metrics;
  // Some fonts place capitals slightly below the middle of the em box.
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

/** Centers an item in a fixed-width cell. Connected scripts keep their own widths. */
function fitToCell(part: ItemParts, japanese: boolean, vertical: boolean): ItemParts {
  if (isConnected(part.script) || (part.advance === 0 && part.glyphs.length === 0) || part.text === '\t') return part;
  const isUpright = vertical && !part.glyphs.some(({ turned }) => turned);
  const isHalf = japanese && !isUpright && verticalOrientation(part.text) === 'R' && !isDash(part.text);
  const cell = isUpright ? 1 : isHalf ? 0.5 : 1;
  const shift = isUpright ? 0 : (cell - part.advance) / 2;
  const glyphs = part.glyphs.map((glyph) =>
    vertical ? { ...glyph, y: glyph.y + shift } : { ...glyph, x: glyph.x + shift },
  );
  return { ...part, glyphs, advance: cell };
}
