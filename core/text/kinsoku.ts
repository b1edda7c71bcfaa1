/** Character classes of JLREQ 3.9 (Requirements for Japanese Text Layout). */

/** Opening brackets and quotes (cl-01). */
const OPENING = /[\p{Ps}\p{Pi}¡¿]/u;
/** Closing brackets and quotes (cl-02). */
const CLOSING = /[\p{Pe}\p{Pf}]/u;
/** Quotes that may open or close (class QU of UAX 14). */
const QUOTES = new Set('"\'❛❜❝❞');
/** Hyphens, dividing punctuation, middle dots, full stops and commas (cl-03 to cl-07). */
const STOPS = new Set('‐〜゠–！？‼⁇⁈⁉‽・：；／。．、，｡､･!?,.:;～﹐﹑﹒﹔﹕﹖﹗︐︑︒︓︔︕︖');
/** Iteration marks, long-vowel mark and small kana (cl-09 to cl-11). */
const SMALL = new Set(
  'ヽヾゝゞ々〻ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯｰﾞﾟ゛゜' +
    '𛄲𛅐𛅑𛅒𛅕𛅤𛅥𛅦𛅧',
);
/** Prefixed and postfixed abbreviations such as ¥ and %, which stay with their number (cl-12 and cl-13). */
const PREFIX = /(?![¢￠])[\p{Sc}№#＃]/u;
const POSTFIX = new Set('°′″‴℃℉¢￠%％﹪‰‱㏋ℓ㌃㌍㌔㌘㌢㌣㌦㌧㌫㌶㌻㍉㍊㍍㍑㍗㎎㎏㎜㎝㎞㎡㏄');
/** Dashes, two of which form one stroke (cl-08), and the box-drawing bar, often typed as a dash. */
const LINES = new Set('—―─');
/** Leaders, including the mid-height ellipsis (cl-08). */
const DOTS = new Set('…‥⋯');
const REPEAT_UPPER = new Set('〳〴');
const REPEAT_LOWER = '〵';

/** Full-width marks whose cell is half blank: the first half for opening marks, the second half for closing marks. */
const FULL_WIDTH_OPENING = new Set('（〔［｛〈《「『【｟〘〖〚〝');
const FULL_WIDTH_CLOSING = new Set('）〕］｝〉》」』】｠〙〗〛〟、。，．');
const FULL_WIDTH_MIDDLE = new Set('・：；');

const firstOf = (grapheme: string) => String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
/** Returns the last character, without combining marks and variation selectors. */
export const lastOf = (text: string) => [...text].findLast((character) => !/\p{M}/u.test(character)) ?? '';

/** True if the character must not start a line (JLREQ 3.1.7). */
export function mustNotStartLine(grapheme: string): boolean {
  const character = firstOf(grapheme);
  return CLOSING.test(character) || [QUOTES, STOPS, SMALL, POSTFIX].some((marks) => marks.has(character));
}

/** True if the character must not end a line (JLREQ 3.1.8). */
export function mustNotEndLine(text: string): boolean {
  const character = lastOf(text);
  return OPENING.test(character) || QUOTES.has(character) || PREFIX.test(character);
}

/** True if no line break is allowed between the two characters (JLREQ 3.1.10). */
export function isUnbreakable(before: string, after: string): boolean {
  const [left, right] = [lastOf(before), firstOf(after)];
  return isInseparable(left, right) || (PREFIX.test(left) && /\d/.test(right));
}

/** True if two characters form one sign: a long dash, a leader, or a vertical repeat mark. */
export function isInseparable(before: string, after: string): boolean {
  const [left, right] = [lastOf(before), firstOf(after)];
  if (REPEAT_UPPER.has(left)) return right === REPEAT_LOWER;
  return left === right && (LINES.has(left) || DOTS.has(left));
}

/** True for dashes that span their whole cell. */
export function isLine(grapheme: string): boolean {
  return LINES.has(firstOf(grapheme));
}

export type HalfCell = 'opening' | 'closing' | 'middle';

export function halfCell(grapheme: string): HalfCell | undefined {
  const character = firstOf(grapheme);
  if (FULL_WIDTH_OPENING.has(character)) return 'opening';
  if (FULL_WIDTH_CLOSING.has(character)) return 'closing';
  return FULL_WIDTH_MIDDLE.has(character) ? 'middle' : undefined;
}

/** Returns the blank half to trim between two marks: a closing mark's end or an opening mark's start (JLREQ 3.1.4). */
export function trimBetween(before: HalfCell | undefined, after: HalfCell | undefined): 'end' | 'start' | undefined {
  if (!before || !after) return undefined;
  if (before === 'closing') return 'end';
  return after === 'opening' ? 'start' : undefined;
}

/** True for commas and full stops, which may hang beyond a line's end. */
export function mayHang(grapheme: string): boolean {
  return /^[、。，．｡､]$/u.test(firstOf(grapheme));
}

/** True for dashes and leaders, which are centered in the column when rotated. */
export function isDash(grapheme: string): boolean {
  return /^[—―–‒‐\u2011─━…‥⋯〜～ー〰−－]$/u.test(grapheme);
}
