import type { FontFace, ShapedGlyph } from '../fonts/face.ts';
import { placeKanaMarks } from './kana-marks.ts';
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
