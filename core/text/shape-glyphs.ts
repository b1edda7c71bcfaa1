import type { FontFace, ShapedGlyph } from '../fonts/face.ts';
import type { TextRun } from './runs.ts';
import { languageOf } from './scripts.ts';

export interface FaceGlyph extends ShapedGlyph {
  readonly face: FontFace;
}

/** Shapes a range of a text run. If a grapheme needs several fonts, shapes each part of the grapheme with its font. */
export function shapeWith(
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

export const widthOf = (glyphs: readonly FaceGlyph[]) => glyphs.reduce((sum, { advance }) => sum + advance, 0);

/** Combining dakuten and handakuten, for kana without a precomposed character. */
const KANA_MARK = /[\u3099\u309A]/;

/** Distance in em from the right and top edges of a kana's cell to the outline of its dakuten or handakuten. */
const INSET = { right: 0.02, top: 0.02 };

/** Moves dakuten and handakuten to the upper right of their kana if the font doesn't; few fonts position them. */
function placeKanaMarks<Glyph extends ShapedGlyph & { readonly face: FontFace }>(
  text: string,
  glyphs: readonly Glyph[],
): readonly Glyph[] {
  if (!KANA_MARK.test(text)) return glyphs;
  let base: Glyph | undefined;
  return glyphs.map((glyph) => {
    const isMark = base !== undefined && base.cluster === glyph.cluster && glyph !== glyphs[0];
    if (!isMark || !base) {
      base = glyph;
      return glyph;
    }
    return placeMark(glyph, base);
  });
}

function placeMark<Glyph extends ShapedGlyph & { readonly face: FontFace }>(mark: Glyph, base: Glyph): Glyph {
  const ink = mark.face.ink(mark.glyph);
  if (!ink) return { ...mark, advance: 0 };
  const { emAscent } = base.face.metrics;
  // The position of a combining mark is relative to the end of the kana.
  const right = base.advance + mark.dx + ink.right;
  const top = mark.dy + ink.top;
  const isPlaced =
    right > base.advance - 0.3 && right < base.advance + 0.08 && top > emAscent - 0.25 && top < emAscent + 0.1;
  if (isPlaced) return { ...mark, advance: 0 };
  return { ...mark, advance: 0, dx: -INSET.right - ink.right, dy: emAscent - INSET.top - ink.top };
}
