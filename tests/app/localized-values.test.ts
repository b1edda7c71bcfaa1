import { describe, expect, it } from 'vitest';
import { nextSample } from '#app/tools/text-page/next-sample.ts';
import { familyByLabel, labelOf, namesOf } from '#app/ui/fonts/family-names.ts';
import { familiesFor } from '#app/ui/fonts/font-groups.ts';
import { formatTagDate } from '#app/ui/format-date.ts';
import { fontFamilies } from '#core/fonts/catalogue.ts';

describe('a tag’s date', () => {
  it.each([
    ['2024', '2024', '2024年'],
    ['2024-05', 'May 2024', '2024年5月'],
    ['2024-05-12', 'May 12, 2024', '2024年5月12日'],
    ['2024-13-40', '2024-13-40', '2024-13-40'],
    ['spring', 'spring', 'spring'],
  ])('of %s is %s in English and %s in Japanese', (date, english, japanese) => {
    expect(formatTagDate(date, 'en')).toBe(english);
    expect(formatTagDate(date, 'ja')).toBe(japanese);
  });
});

describe('the font list', () => {
  const japanese = fontFamilies.filter(({ scripts }) => scripts.includes('japanese')).map(({ name }) => name);

  it('labels Japanese families in Japanese, and finds each family by its label', () => {
    const labels = japanese.map((name) => labelOf(name, 'ja'));
    expect(new Set(labels).size).toBe(japanese.length);
    expect(labels.filter((label) => /[ぁ-んァ-ヶ一-龠]/.test(label))).toHaveLength(japanese.length - 2);
    for (const name of japanese) {
      expect(familyByLabel(labelOf(name, 'ja'))?.name).toBe(name);
      expect(familyByLabel(name)?.name).toBe(name);
      expect(namesOf(name).length).toBeGreaterThan(1);
    }
  });

  it('shows the catalog’s font names in English', () => {
    for (const { name } of fontFamilies) expect(labelOf(name, 'en')).toBe(name);
  });

  it('starts with Noto among the Japanese families, and contains every family once', () => {
    const listed = familiesFor('japanese');
    expect(listed.slice(0, 2)).toEqual(['Noto Sans JP', 'Noto Serif JP']);
    expect(listed.toSorted()).toEqual(japanese.toSorted());
  });
});

describe('the next sample text', () => {
  const samples = [
    { main: 'a', author: 'A' },
    { main: 'b', author: 'B' },
  ];

  it('is the first sample text if all texts are empty, and the following sample text after a sample', () => {
    expect(nextSample(samples, { main: '', author: '' })).toBe(samples[0]);
    expect(nextSample(samples, { main: 'a', author: 'A' })).toBe(samples[1]);
    expect(nextSample(samples, { main: 'b', author: 'B' })).toBe(samples[0]);
  });

  it('never replaces the visitor’s own text', () => {
    expect(nextSample(samples, { main: 'a', author: 'mine' })).toBeUndefined();
    expect(nextSample(samples.slice(0, 1), { main: 'a', author: 'A' })).toBeUndefined();
  });
});
