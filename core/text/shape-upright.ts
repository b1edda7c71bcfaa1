import type { FontFace } from '../fonts/face.ts';
import type { ItemGlyph, ItemParts, TextItem } from './item.ts';
import { halfCell, isLine } from './kinsoku.ts';
import { verticalOrientation } from './orientation.ts';
import { verticalAlternate } from './proportional.ts';
import { hasVerticalForm, type RunGrapheme, type TextRun, verticalFeatures } from './runs.ts';
import { type FaceGlyph, shapeWith, widthOf } from './shape-glyphs.ts';

type UprightCell = Pick<TextItem, 'glyphs' | 'advance'>;

const uprightCells = new WeakMap<FontFace, Map<string, UprightCell>>();

export function uprightItem(
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
export function combinedItem(run: TextRun, face: FontFace, shaped: string, paragraph: string): ItemParts {
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
