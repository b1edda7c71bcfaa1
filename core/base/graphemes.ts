/** A grapheme, which is never split: a letter with its marks, or an emoji with its modifiers. */
export interface Grapheme {
  readonly text: string;
  /** Start offset of the grapheme in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits text into extended grapheme clusters (Unicode Standard Annex 29). */
export function splitGraphemes(text: string): Grapheme[] {
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    start: index,
    end: index + segment.length,
  }));
}

const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\uFE0F/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/** True for graphemes with emoji presentation, by default or by the variation selector U+FE0F. */
export function isEmoji(grapheme: string): boolean {
  return EMOJI.test(grapheme) && !grapheme.includes('\uFE0E');
}

/** True for graphemes that are drawn as an emoji if no font has a glyph. */
export function isPictograph(grapheme: string): boolean {
  return PICTOGRAPH.test(grapheme);
}

const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]$/u;

/** Returns the code points that a font needs to draw the text, without invisible characters. */
export function drawnCodePoints(text: string): number[] {
  return [...text].filter((character) => !IGNORABLE.test(character)).map((character) => character.codePointAt(0) ?? 0);
}
