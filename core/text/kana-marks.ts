import type { FontFace, ShapedGlyph } from '../fonts/face.ts';

/** The combining voiced and semi-voiced sound marks, as they follow a kana that has no code of its own with them. */
const KANA_MARK = /[\u3099\u309A]/;

/** Where a mark belongs that the font does not place itself: its ink's right and top edges from those of the cell, in em. */
const INSET = { right: 0.02, top: 0.02 };

/**
 * Puts sound marks to the upper right of their kana where the font leaves them elsewhere: few
 * fonts place these marks, and some give them a cell of their own. Other glyphs stay as they are.
 */
export function settleKanaMarks<Glyph extends ShapedGlyph & { readonly face: FontFace }>(
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
    return settleMark(glyph, base);
  });
}

/** The mark without an advance, in the kana's upper right corner. */
function settleMark<Glyph extends ShapedGlyph & { readonly face: FontFace }>(mark: Glyph, base: Glyph): Glyph {
  const ink = mark.face.ink(mark.glyph);
  if (!ink) return { ...mark, advance: 0 };
  const { emAscent } = base.face.metrics;
  // The pen stands at the kana's end.
  const right = base.advance + mark.dx + ink.right;
  const top = mark.dy + ink.top;
  const isPlaced =
    right > base.advance - 0.3 && right < base.advance + 0.08 && top > emAscent - 0.25 && top < emAscent + 0.1;
  if (isPlaced) return { ...mark, advance: 0 };
  return { ...mark, advance: 0, dx: -INSET.right - ink.right, dy: emAscent - INSET.top - ink.top };
}
