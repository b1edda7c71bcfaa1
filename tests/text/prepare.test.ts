import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText, findTextProblem, prepareText } from '#core/text/prepare.ts';

describe('preparing text', () => {
  it('makes every line end a newline and strips what ends a line', () => {
    expect(prepareText('a  \r\nb\t\rc　\u2028d\n\n')).toBe('a\nb\nc\nd');
    expect(prepareText('  a\n\n b')).toBe('  a\n\n b');
  });

  it('changes nothing the second time', () => {
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
  ])('finds what is wrong with %j', (text, problem) => {
    expect(findTextProblem(text)).toBe(problem);
  });

  it('lets a text that may be left out be empty, but not hold what cannot be drawn', () => {
    expect(() => checkText('', 'author')).not.toThrow();
    const refused = expect.objectContaining({ code: 'parameterControl', path: 'author' });
    expect(() => checkText('a\u0007b', 'author')).toThrow(refused);
  });
});
