import type { NumberField } from '#core/parameters/fields.ts';

/** Maximum characters of pasted text that are read. A pasted document would otherwise freeze the page. */
const MAX_INSERTED = 1000;

/** Matches the first number in a text. Commas or spaces may separate groups of digits: `1,000`. */
const NUMBER = /-?(?:(?:\d{1,3}(?:[,\s]\d{3})+(?!\d)|\d+)(?:\.\d*)?|\.\d+)/;

/** Converts full-width characters. Japanese input methods type `。` and `ー` instead of `.` and `-`. */
const halfWidth = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[ー−‐–]/g, '-');

const firstNumber = (text: string): string | undefined => NUMBER.exec(text)?.[0].replace(/[,\s]/g, '');

/** Parses the number in a text, for example `３００`, `300px` or `1,000`. Returns NaN without a number. */
export const numberIn = (text: string): number => Number(firstNumber(halfWidth(text)) ?? Number.NaN);

/** Returns the accepted part of pasted text. Integers drop decimals with the point, so 3.7 doesn't become 37. */
export function acceptedText(field: NumberField, before: string, inserted: string, after: string): string {
  const text = halfWidth(inserted.slice(0, MAX_INSERTED));
  let accepted = '';
  for (const character of firstNumber(text) ?? text)
    if (accepts(field, before + accepted, character, after)) accepted += character;
  return accepted;
}

function accepts(field: NumberField, before: string, character: string, after: string): boolean {
  if (character === '-') return field.min < 0 && before === '' && !after.startsWith('-');
  if (character === '.') return !`${before}${after}`.includes('.');
  if (!/\d/.test(character)) return false;
  const [whole = '', fraction = ''] = halfWidth(before + character + after)
    .replace(/[^\d.]/g, '')
    .split('.');
  return whole.length <= field.integerDigits && fraction.length <= field.fractionDigits;
}
