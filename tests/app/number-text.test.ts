import { describe, expect, it } from 'vitest';
import { number } from '#core/parameters/fields.ts';
import { acceptedText, numberIn } from '../../app/ui/fields/number-text.ts';

const integer = number({ min: 0, max: 10_000, fractionDigits: 0, integerDigits: 5 });
const decimal = number({ min: -1, max: 1, fractionDigits: 2, integerDigits: 1 });

/** Types a text into an empty number field, character by character, and returns the field's text. */
const typed = (field: typeof integer | typeof decimal, text: string) =>
  [...text].reduce((held, character) => held + acceptedText(field, held, character, ''), '');

describe('in a number field', () => {
  it.each([
    ['300px', '300'],
    ['1,000', '1000'],
    ['1 000', '1000'],
    ['width: 640 px', '640'],
    ['３００', '300'],
    ['1920 1080', '1920'],
    ['px', ''],
  ])('pasting %s gives %s', (pasted, left) => {
    expect(acceptedText(integer, '', pasted, '')).toBe(left);
  });

  it('a long pasted document is read up to its first 1,000 characters', () => {
    expect(acceptedText(integer, '', `${' '.repeat(999)}12${' '.repeat(1e6)}`, '')).toBe('1');
  });

  it('an integer field never turns 3.7 into 37', () => {
    expect(typed(integer, '3.7')).toBe('3.');
    expect(acceptedText(integer, '', '3.7', '')).toBe('3.');
    expect(numberIn('3.')).toBe(3);
  });

  it.each(['3.7', '0.255', '-0.999', '1.005', '１２。５'])('pasting %s gives the same text as typing', (text) => {
    for (const field of [integer, decimal]) expect(acceptedText(field, '', text, '')).toBe(typed(field, text));
  });

  it('a sign and digits are accepted only as the field allows', () => {
    expect(typed(integer, '-5x')).toBe('5');
    expect(typed(integer, '1234567')).toBe('12345');
    expect(typed(decimal, '-0.255')).toBe('-0.25');
    expect(typed(decimal, '--1.5.2')).toBe('-1.52');
    expect(acceptedText(decimal, '', '-', '-1')).toBe('');
  });

  it.each([
    ['３００', 300],
    ['ー１。５', -1.5],
    ['.5', 0.5],
    ['1,234,567', 1_234_567],
    ['12,34', 12],
    ['-', Number.NaN],
    ['', Number.NaN],
  ])('the text %s is read as the number %d', (text, value) => {
    expect(numberIn(text)).toBe(value);
  });
});
