import { describe, expect, it } from 'vitest';
import { detectText, likelyTexts, type TextEncoding } from '#core/base/detect-encoding.ts';
import { encodeLegacy } from '../encode-legacy.ts';

/** Up to 200 short texts of a language: names of regions, languages and currencies, of Unicode's CLDR. */
function shortTexts(language: string): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const named = (type: Intl.DisplayNamesType, codes: readonly string[]) => {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return codes.flatMap((code) => names.of(code) ?? []);
  };
  const texts = [
    ...named('region', pairs),
    ...named(
      'language',
      pairs.map((pair) => pair.toLowerCase()),
    ),
    ...named('currency', Intl.supportedValuesOf('currency')),
  ];
  return [...new Set(texts)].filter((text) => /[^\0-\x7f]/.test(text)).slice(0, 200);
}

describe('the detector finds the encoding of short texts', () => {
  it.each<[string, TextEncoding, right: number, certainAndWrong: number]>([
    ['ja', 'shift_jis', 1, 0],
    ['ja', 'euc-jp', 0.98, 0],
    ['ja', 'iso-2022-jp', 1, 0],
    ['zh-CN', 'gb18030', 0.94, 0.01],
    ['zh-TW', 'big5', 0.93, 0],
    ['ko', 'euc-kr', 0.85, 0],
    ['ru', 'windows-1251', 0.99, 0],
    ['de', 'windows-1252', 0.98, 0],
    ['fr', 'windows-1252', 0.99, 0],
  ])('in %s, %s', (language, encoding, right, certainAndWrong) => {
    const texts = shortTexts(language).flatMap((text) => {
      const bytes = encodeLegacy(text, encoding);
      return bytes ? [{ text, bytes }] : [];
    });
    const found = texts.map(({ text, bytes }) => ({ text, ...detectText(bytes) }));
    const wrong = found.filter((each) => each.encoding !== encoding);
    const shown = wrong.map((each) => `${each.text} → ${each.encoding} ${each.isCertain}`);
    console.log(
      language,
      encoding,
      texts.length,
      wrong.length,
      wrong.filter((e) => e.isCertain).length,
      found.filter((e) => e.isCertain).length,
      shown.slice(0, 6).join('; '),
    );
    expect(wrong.length / texts.length, shown.join('\n')).toBeLessThanOrEqual(1 - right);
    expect(wrong.filter(({ isCertain }) => isCertain).length / texts.length, shown.join('\n')).toBeLessThanOrEqual(
      certainAndWrong,
    );
  });
});

it('encodings that give the same text are no choice', () => {
  const texts = likelyTexts(Uint8Array.of(0x37, 0xa0, 0x47, 0x61, 0x6c));
  expect(texts[0]).toMatchObject({ text: '7\u00a0Gal', encoding: 'windows-1252' });
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});
