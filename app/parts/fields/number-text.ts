import type { NumberField } from '#core/parameters/fields.ts';

/** The first number of a text; digits may be grouped in threes by commas or spaces, as in `1,000`. */
const NUMBER = /-?(?:(?:\d{1,3}(?:[,\s]\d{3})+(?!\d)|\d+)(?:\.\d*)?|\.\d+)/;

/** The half-width characters of a number typed by an input method, which writes `。` and `ー` for `.` and `-`. */
const halfWidth = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[ー−‐–]/g, '-');

const firstNumber = (text: string): string | undefined => NUMBER.exec(text)?.[0].replace(/[,\s]/g, '');

/** The number in a text such as `３００`, `300px` or `1,000`; NaN if there is none. */
export const numberIn = (text: string): number => Number(firstNumber(halfWidth(text)) ?? Number.NaN);

/**
 * The part of an inserted text that a number field accepts: digits while there is room for them, and
 * a minus where the field allows negative numbers. An integer field accepts a decimal point, and no
 * digits behind the point: without the point, 3.7 would become 37.
 * @param before the field's text before the insertion
 * @param after the field's text behind the insertion
 */
export function acceptedText(field: NumberField, before: string, inserted: string, after: string): string {
  const text = halfWidth(inserted);
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
