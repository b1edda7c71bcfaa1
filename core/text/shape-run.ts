import type { FontFace } from '../fonts/face.ts';
import type { ItemGlyph, ItemParts, ItemStyle } from './item.ts';
import { isDash } from './kinsoku.ts';
import type { RunGrapheme, TextRun } from './runs.ts';
import { isConnected } from './scripts.ts';
import { type FaceGlyph, shapeWith } from './shape-glyphs.ts';
import { combinedItem, uprightItem } from './shape-upright.ts';

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
