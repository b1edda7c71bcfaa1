export interface UprightGroup {
  readonly start: number;
  readonly end: number;
}

/** Matches combining marks. The numbers of marks and separators are limited, so that a search takes linear time. */
const MARKS = '\\p{M}{0,16}';
/** Matches a half-width letter with its combining marks. Roman numerals such as Ⅳ are full-width symbols. */
const LETTER = `(?![Ａ-Ｚａ-ｚ])(?=\\p{L})[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]${MARKS}`;
const WORD = `(?:(?=\\p{L})[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]${MARKS}|\\p{Nd})`;
/** Signs that belong to a neighboring letter or number: currencies, operators, superscripts and subscripts. */
const SIGNS = '$€£¥₩¢#+\\-−=<>*^~@&/\\\\_|°²³¹⁰-ₜ';
/** Separators inside an expression, such as a formula, date or address. */
const SEPARATORS = `[ ,.:;'’"“”?!()\\[\\]{}%${SIGNS}]{0,32}`;

/** Returns a tate-chu-yoko pattern: up to `digits` digits, as in 35 or 3,500; a letter; `!?`. Skips expressions. */
function groupPattern(digits: number): RegExp {
  const number = digits > 3 ? `[0-9]{1,${digits - 3}},[0-9]{3}|[0-9]{1,${digits}}` : `[0-9]{1,${digits}}`;
  const group = `(?<![${SIGNS}])(?:${number}|${LETTER})(?:%|[!?]{1,3})?(?!${SEPARATORS}${WORD})(?![${SIGNS}%!?\\p{M}])`;
  return new RegExp(`(?<!${WORD}${SEPARATORS})(?:${group}|(?<![!?])[!?]{1,3}(?![!?]))`, 'gu');
}

const patterns = new Map<number, RegExp>();

/** Finds tate-chu-yoko (JLREQ 2.3.2, 3.2.5). Signs after a number get an upright cell; other expressions rotate. */
export function findUprightGroups(text: string, digits = 3): UprightGroup[] {
  const pattern = patterns.get(digits) ?? groupPattern(digits);
  patterns.set(digits, pattern);
  const groups: UprightGroup[] = [];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const end = index + match.length;
    const signs = /^[^%!?]+/u.exec(match)?.[0].length ?? 0;
    if (signs > 0) groups.push({ start: index, end: index + signs });
    if (index + signs < end) groups.push({ start: index + signs, end });
  }
  return groups;
}
