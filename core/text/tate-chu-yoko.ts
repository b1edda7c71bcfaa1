export interface UprightGroup {
  readonly start: number;
  readonly end: number;
}

/** Matches a half-width letter with its combining marks. Roman numerals such as Ⅳ are full-width symbols. */
const LETTER = '(?![Ａ-Ｚａ-ｚ])(?=\\p{L})[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]\\p{M}*';
const WORD = '(?:(?=\\p{L})[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]\\p{M}*|\\p{Nd})';
/** Signs that belong to a neighboring letter or number: currencies, operators, superscripts and subscripts. */
const SIGNS = '$€£¥₩¢#+\\-−=<>*^~@&/\\\\_|°²³¹⁰-ₜ';
/** Separators inside an expression, such as a formula, date or address. */
const SEPARATORS = `[ ,.:;'’"“”?!()\\[\\]{}%${SIGNS}]*`;

/** Returns a tate-chu-yoko pattern: up to `digits` digits, a letter, or one to three of `!?`, outside expressions. */
function groupPattern(digits: number): RegExp {
  const group = `(?<![${SIGNS}])(?:[0-9]{1,${digits}}|${LETTER})(?:%|[!?]{1,3})?(?!${SEPARATORS}${WORD})(?![${SIGNS}%!?\\p{M}])`;
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
