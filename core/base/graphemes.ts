/** A piece of text that is never split: a letter with its marks, an emoji with its modifiers. */
export interface Grapheme {
  readonly text: string;
  /** Where it stands in its text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Extended grapheme clusters (Unicode Standard Annex 29). */
export function splitGraphemes(text: string): Grapheme[] {
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    start: index,
    end: index + segment.length,
  }));
}

const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\uFE0F/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/** True for what has a colour picture of its own: by default, or because U+FE0F asks for it. */
export function isEmoji(grapheme: string): boolean {
  return EMOJI.test(grapheme) && !grapheme.includes('\uFE0E');
}

/** True for what may be drawn as an emoji where no font has it as a letter. */
export function isPictograph(grapheme: string): boolean {
  return PICTOGRAPH.test(grapheme);
}

const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]$/u;

/** The code points that a font must have to draw the text; what is never drawn is left out. */
export function drawnCodePoints(text: string): number[] {
  return [...text].filter((character) => !IGNORABLE.test(character)).map((character) => character.codePointAt(0) ?? 0);
}
