/** Character classes of JLREQ 3.9 (Requirements for Japanese Text Layout). */

/** cl-01: opening brackets. */
const OPENING = new Set('‘“（〔［｛〈《「『【｟〘〖〝([{⦅«');
/** cl-02: closing brackets. */
const CLOSING = new Set('’”）〕］｝〉》」』】｠〙〗〟)]}⦆»');
/** cl-03 to cl-07: hyphens, dividing punctuation, middle dots, full stops, commas. */
const STOPS = new Set('‐〜゠–！？‼⁇⁈⁉・：；／。．、，｡､!?,.:;～');
/** cl-09 to cl-11: iteration marks, long-vowel mark, small kana. */
const SMALL = new Set(
  'ヽヾゝゞ々〻ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯｰﾞﾟ゛゜',
);
/** cl-12 and cl-13: prefixed and postfixed abbreviations, which stay with their number. */
const PREFIX = new Set('￥＄￡＃€№¥$£#');
const POSTFIX = new Set('°′″℃￠％‰㏋ℓ㌃㌍㌔㌘㌢㌣㌦㌧㌫㌶㌻㍉㍊㍍㍑㍗㎎㎏㎜㎝㎞㎡㏄%');
/** cl-08: dashes, two of which form one stroke. Includes the box-drawing bar, which is often typed as a dash. */
const LINES = new Set('—―─');
/** cl-08: leaders, including the mid-height ellipsis. */
const DOTS = new Set('…‥⋯');
const REPEAT_UPPER = new Set('〳〴');
const REPEAT_LOWER = '〵';

/** Full-width signs with half a cell of space: before the ink of opening signs, after the ink of closing signs. */
const FULL_WIDTH_OPENING = new Set('（〔［｛〈《「『【｟〘〖〝');
const FULL_WIDTH_CLOSING = new Set('）〕］｝〉》」』】｠〙〗〟、。，．');
const FULL_WIDTH_MIDDLE = new Set('・：；');

const firstOf = (grapheme: string) => String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
const lastOf = (text: string) => text.at(-1) ?? '';

/** True if the character must not start a line (JLREQ 3.1.7). */
export function mustNotStartLine(grapheme: string): boolean {
  const character = firstOf(grapheme);
  return CLOSING.has(character) || STOPS.has(character) || SMALL.has(character) || POSTFIX.has(character);
}

/** True if the character must not end a line (JLREQ 3.1.8). */
export function mustNotEndLine(grapheme: string): boolean {
  const character = firstOf(grapheme);
  return OPENING.has(character) || PREFIX.has(character);
}

/** True if no line break is allowed between the two characters (JLREQ 3.1.10). */
export function isUnbreakable(before: string, after: string): boolean {
  const [left, right] = [firstOf(before), firstOf(after)];
  return isInseparable(left, right) || (PREFIX.has(left) && /\d/.test(right));
}

/** True if both characters form one sign: a long dash, a leader, or a vertical repeat mark. */
export function isInseparable(before: string, after: string): boolean {
  const [left, right] = [lastOf(before), firstOf(after)];
  if (REPEAT_UPPER.has(left)) return right === REPEAT_LOWER;
  return left === right && (LINES.has(left) || DOTS.has(left));
}

/** True for dashes whose ink spans the whole cell. */
export function isLine(grapheme: string): boolean {
  return LINES.has(firstOf(grapheme));
}

export type HalfCell = 'opening' | 'closing' | 'middle';

/** Returns the half of a full-width sign's cell that is space. */
export function halfCell(grapheme: string): HalfCell | undefined {
  if (FULL_WIDTH_OPENING.has(grapheme)) return 'opening';
  if (FULL_WIDTH_CLOSING.has(grapheme)) return 'closing';
  return FULL_WIDTH_MIDDLE.has(grapheme) ? 'middle' : undefined;
}

/**
 * Returns which half cell of space two adjacent signs lose (JLREQ 3.1.4). A closing sign loses its space before any
 * other sign, an opening sign after any other; `」「` keeps half a cell.
 */
export function trimBetween(before: HalfCell | undefined, after: HalfCell | undefined): 'end' | 'start' | undefined {
  if (!before || !after) return undefined;
  if (before === 'closing') return 'end';
  return after === 'opening' ? 'start' : undefined;
}

/** True for commas and full stops, which may hang beyond a line's end. */
export function mayHang(grapheme: string): boolean {
  return /^[、。，．｡､]$/u.test(grapheme);
}

/** True for signs that are centered in the column when rotated. */
export function isDash(grapheme: string): boolean {
  return /^[—―–‒‐\u2011─━…‥⋯〜～ー〰−－]$/u.test(grapheme);
}
