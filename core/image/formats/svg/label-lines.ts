import type { Style } from './styles.ts';

/** Text in one style, or the end of a line. */
export type Inline = { readonly text: string; readonly style: Style } | 'break';

interface Unit {
  readonly text: string;
  readonly style: Style;
  readonly width: number;
}

export interface Line {
  readonly units: readonly Unit[];
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** Line height of the value `normal` in em: that of Helvetica, Arial and their substitutes. */
const NORMAL_LINE_HEIGHT = 1.15;

/**
 * Widths of the characters from U+0020 to U+007E in Helvetica, in 1/1000 em (Adobe's font metrics). The programs that
 * write labels measure them in this font or one of its width, so lines break where the program broke them.
 */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map((width) => Number(width) / 1000);

/** Combining marks, variation selectors and invisible characters. */
const ZERO_WIDTH = /[\p{M}\p{Cf}]/u;

/** First code point of the scripts whose characters are about as wide as high. */
const WIDE = 0x2e80;

function widthOf(text: string, { fontSize, inherited }: Style): number {
  const isMono = /mono|courier|consolas|menlo/i.test(inherited['font-family'] ?? '');
  let width = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (ZERO_WIDTH.test(character)) continue;
    width += point >= WIDE ? 1 : isMono ? 0.6 : (WIDTHS[point - 0x20] ?? 0.556);
  }
  return width * fontSize * (/bold|[6-9]00/.test(inherited['font-weight'] ?? '') ? 1.06 : 1);
}

export function lineHeightOf({ fontSize, inherited }: Style): number {
  const [, number, unit = ''] = /^([\d.]+)(px|em|%|)$/.exec(inherited['line-height'] ?? '') ?? [];
  if (number === undefined) return fontSize * NORMAL_LINE_HEIGHT;
  return Number(number) * ({ px: 1, '%': fontSize / 100 }[unit] ?? fontSize);
}

const keepsSpaces = ({ inherited }: Style) => /^(?:pre|pre-wrap|break-spaces)$/.test(inherited['white-space'] ?? '');
const keepsBreaks = (style: Style) => keepsSpaces(style) || style.inherited['white-space'] === 'pre-line';
const wraps = ({ inherited }: Style) => !/^(?:pre|nowrap)$/.test(inherited['white-space'] ?? '');

/** Splits text at spaces, after hyphens, and around each wide character. Spaces are pieces of their own. */
const PIECES = /[ \t]+|[^ \t\u2e80-\uffef\u{1f000}-\u{3ffff}-]*-+|[^ \t\u2e80-\uffef\u{1f000}-\u{3ffff}-]+|./gu;

/** Closing punctuation, before which no line breaks. */
const CLOSING = /^[、。，．・：；？！）」』】〉》〕］｝ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/;

/** Breaks text into lines of at most `most` pixels, as CSS does with `white-space` (CSS Text 3, 4). */
export function breakLines(inline: readonly Inline[], most: number, block: Style): Line[] {
  const lines: Line[] = [];
  let units: Unit[] = [];
  let width = 0;
  const end = () => {
    while (units.length > 0 && isBlank(units.at(-1) as Unit)) width -= (units.pop() as Unit).width;
    const height = units.reduce((most, { style }) => Math.max(most, lineHeightOf(style)), lineHeightOf(block));
    const fontSize = units.reduce((most, { style }) => Math.max(most, style.fontSize), 0) || block.fontSize;
    lines.push({ units, width, height, fontSize });
    [units, width] = [[], 0];
  };
  let word: Unit[] = [];
  const endWord = () => {
    const length = word.reduce((sum, unit) => sum + unit.width, 0);
    // Half a pixel, because programs round the widths that they measure.
    const isTooLong = width + length > most + 0.5 && !word.every(isBlank) && units.some((unit) => !isBlank(unit));
    if (isTooLong && word.every(({ style }) => wraps(style))) end();
    for (const unit of word) units.push(unit);
    width += length;
    word = [];
  };
  for (const item of inline) {
    if (item === 'break') {
      endWord();
      end();
      continue;
    }
    const { style } = item;
    const text = keepsSpaces(style)
      ? item.text
      : item.text.replace(keepsBreaks(style) ? /[ \t\r\f]+/g : /[ \t\n\r\f]+/g, ' ');
    for (const [at, part] of text.split('\n').entries()) {
      if (at > 0) {
        endWord();
        end();
      }
      for (const [piece] of part.matchAll(PIECES)) {
        const unit = { text: piece, style, width: widthOf(piece, style) };
        const isSpace = /^[ \t]/.test(piece);
        const last = word.at(-1) ?? units.at(-1);
        if (isSpace && !keepsSpaces(style) && (!last || isBlank(last))) continue;
        if (isSpace || (endsWord(word.at(-1)?.text) && !CLOSING.test(piece)) || isWide(piece)) {
          if (!CLOSING.test(piece)) endWord();
        }
        word.push(unit);
        if (isSpace) endWord();
      }
    }
  }
  endWord();
  if (units.some((unit) => !isBlank(unit))) end();
  return lines;
}

const isBlank = ({ text, style }: Unit) => /^[ \t]/.test(text) && !(keepsSpaces(style) && !wraps(style));
const isWide = (text: string) => (text.codePointAt(0) as number) >= WIDE;
const endsWord = (text: string | undefined) => text !== undefined && (text.endsWith('-') || isWide(text));
