import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText, findTextProblem, prepareText } from '#core/text/prepare.ts';

describe('preparing text', () => {
  it('normalizes line breaks to newlines and trims line ends', () => {
    expect(prepareText('a  \r\nb\t\rc　\u2028d\n\n')).toBe('a\nb\nc\nd');
    expect(prepareText('  a\n\n b')).toBe('  a\n\n b');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\n', '\r', '　', '\u2028', '漢') }), (text) => {
        expect(prepareText(prepareText(text))).toBe(prepareText(text));
        expect(prepareText(text)).not.toMatch(/[^\S\n]$/m);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['', 'textEmpty'],
    [' \n　\t', 'textEmpty'],
    ['a\u0007b', 'textControlCharacters'],
    ['\u0085'.repeat(3), 'textEmpty'],
    ['a\u009fb', 'textControlCharacters'],
    ['字'.repeat(2001), 'textTooLong'],
    ['字'.repeat(2000), undefined],
    ['a\tb\nc', undefined],
  ])('finds the problem in %j', (text, problem) => {
    expect(findTextProblem(text)).toBe(problem);
  });

  it('allows an optional text to be empty, but refuses control characters', () => {
    expect(() => checkText('', 'author')).not.toThrow();
    const refused = expect.objectContaining({ code: 'parameterControl', path: 'author' });
    expect(() => checkText('a\u0007b', 'author')).toThrow(refused);
  });
});
