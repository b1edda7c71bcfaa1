import { describe, expect, it } from 'vitest';
import { looksLikeRows, nameOfPasted } from '#app/batch/pasted-rows.ts';

describe('pasted text', () => {
  it.each([
    ['text,color\r\n春,#ff0000', 'rows.csv'],
    ['\n  text\tcolor\n春\t#ff0000', 'rows.tsv'],
    ['{"text":"春"}', 'rows.jsonl'],
  ])('is a table for %j', (text, name) => {
    expect(looksLikeRows(text)).toBe(true);
    expect(nameOfPasted(text)).toBe(name);
  });

  it.each(['', ' \n ', 'a line', 'a line\n', '\n\na line\n\n'])('is not a table for %j', (text) => {
    expect(looksLikeRows(text)).toBe(false);
  });

  it('is not a table if it is a recipe', () => {
    const step = { operation: 'scale', params: { factor: 2 } };
    for (const recipe of [step, [step]])
      for (const space of [0, 2]) expect(looksLikeRows(JSON.stringify(recipe, null, space))).toBe(false);
  });

  it('is checked in linear time', () => {
    // A regular expression that backtracks would take minutes to check these texts.
    expect(looksLikeRows(' '.repeat(1_000_000))).toBe(false);
    expect(looksLikeRows(`${'\n '.repeat(500_000)}a`)).toBe(false);
    expect(looksLikeRows(`${' '.repeat(1_000_000)}a\nb`)).toBe(true);
  });
});
