/**
 * Character classes of Japanese typesetting, by the names and numbers of JLREQ ('Requirements for
 * Japanese Text Layout', 3.9): what must not begin or end a line, and what is half a cell of ink
 * and half a cell of space.
 */

/** cl-01 opening brackets. */
const OPENING = new Set('‘“（〔［｛〈《「『【｟〘〖〝([{⦅«');
/** cl-02 closing brackets. */
const CLOSING = new Set('’”）〕］｝〉》」』】｠〙〗〟)]}⦆»');
/** cl-03 hyphens, cl-04 dividing punctuation, cl-05 middle dots, cl-06 full stops, cl-07 commas. */
const STOPS = new Set('‐〜゠–！？‼⁇⁈⁉・：；／。．、，｡､!?,.:;～');
/** cl-09 iteration marks, cl-10 long-vowel bar, cl-11 small kana. */
const SMALL = new Set(
  'ヽヾゝゞ々〻ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯｰﾞﾟ゛゜',
);
/** cl-12 prefixed and cl-13 postfixed abbreviations: they stay with their number. */
const PREFIX = new Set('￥＄￡＃€№¥$£#');
const POSTFIX = new Set('°′″℃￠％‰㏋ℓ㌃㌍㌔㌘㌢㌣㌦㌧㌫㌶㌻㍉㍊㍍㍑㍗㎎㎏㎜㎝㎞㎡㏄%');
/** cl-08 inseparable characters, of which two of the same are one sign: strokes, and the bar that is typed for one. */
const LINES = new Set('—―─');
/** Leaders, and the one of dots at half height. */
const DOTS = new Set('…‥⋯');
/** Upper and lower halves of the vertical repeat mark. */
const REPEAT_UPPER = new Set('〳〴');
const REPEAT_LOWER = '〵';

/** Full-width signs whose ink fills the first (closing) or second (opening) half of their cell. */
const FULL_WIDTH_OPENING = new Set('（〔［｛〈《「『【｟〘〖〝');
const FULL_WIDTH_CLOSING = new Set('）〕］｝〉》」』】｠〙〗〟、。，．');
const FULL_WIDTH_MIDDLE = new Set('・：；');

const firstOf = (grapheme: string) => String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
const lastOf = (text: string) => text.at(-1) ?? '';

/** JLREQ 3.1.7: characters not starting a line. */
export function mustNotStartLine(grapheme: string): boolean {
  const character = firstOf(grapheme);
  return CLOSING.has(character) || STOPS.has(character) || SMALL.has(character) || POSTFIX.has(character);
}

/** JLREQ 3.1.8: characters not ending a line. */
export function mustNotEndLine(grapheme: string): boolean {
  const character = firstOf(grapheme);
  return OPENING.has(character) || PREFIX.has(character);
}

/** JLREQ 3.1.10: sequences without a break inside. */
export function mustNotPart(before: string, after: string): boolean {
  const [left, right] = [firstOf(before), firstOf(after)];
  return isInseparable(left, right) || (PREFIX.has(left) && /\d/.test(right));
}

/** True of two characters that are one sign together: a long dash, a row of dots, a repeat mark. */
export function isInseparable(before: string, after: string): boolean {
  const [left, right] = [lastOf(before), firstOf(after)];
  if (REPEAT_UPPER.has(left)) return right === REPEAT_LOWER;
  return left === right && (LINES.has(left) || DOTS.has(left));
}

/** True of a sign whose ink runs along the whole of it. */
export function isLine(grapheme: string): boolean {
  return LINES.has(firstOf(grapheme));
}

export type HalfCell = 'opening' | 'closing' | 'middle';

/** Which half of a full-width sign's cell is space; `undefined` for every other character. */
export function halfCell(grapheme: string): HalfCell | undefined {
  if (FULL_WIDTH_OPENING.has(grapheme)) return 'opening';
  if (FULL_WIDTH_CLOSING.has(grapheme)) return 'closing';
  return FULL_WIDTH_MIDDLE.has(grapheme) ? 'middle' : undefined;
}

/**
 * The half cell that falls away between two full-width signs (JLREQ 3.1.4): a closing one loses
 * its space before any other sign, an opening one after any other. Of `」「` half a cell stays.
 */
export function trimBetween(before: HalfCell | undefined, after: HalfCell | undefined): 'end' | 'start' | undefined {
  if (!before || !after) return undefined;
  if (before === 'closing') return 'end';
  return after === 'opening' ? 'start' : undefined;
}

/** Signs that are centred in the column when they are turned: they have no foot to stand on. */
export function isDash(grapheme: string): boolean {
  return /^[—―–‒‐\u2011─━…‥⋯〜～ー〰−－]$/u.test(grapheme);
}
