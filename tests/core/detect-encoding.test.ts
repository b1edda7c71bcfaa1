import { describe, expect, it } from 'vitest';
import { decodeForDisplay, detectText, likelyTexts, type TextEncoding } from '#core/base/detect-encoding.ts';
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
    ['ja', 'euc-jp', 1, 0],
    ['ja', 'iso-2022-jp', 1, 0],
    ['zh-CN', 'gb18030', 0.95, 0],
    ['zh-TW', 'big5', 0.96, 0],
    ['ko', 'euc-kr', 0.92, 0],
    ['ru', 'windows-1251', 1, 0],
    ['de', 'windows-1252', 1, 0],
    ['fr', 'windows-1252', 1, 0],
  ])('in %s, %s', (language, encoding, right, certainAndWrong) => {
    const texts = shortTexts(language).flatMap((text) => {
      const bytes = encodeLegacy(text, encoding);
      return bytes ? [{ text, bytes }] : [];
    });
    const found = texts.map(({ text, bytes }) => ({ text, ...detectText(bytes) }));
    const wrong = found.filter((each) => each.encoding !== encoding);
    const shown = wrong.map((each) => `${each.text} → ${each.encoding} ${each.isCertain}`);
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

/** Bytes of Python's codecs, for texts that Node.js 20 decodes otherwise than the Encoding Standard. */
it.each<[string, TextEncoding, string]>([
  ['Okänt fält ”%s”', 'windows-1252', '4f6be46e742066e46c742094257394'],
  ['L’icône', 'windows-1252', '4c926963f46e65'],
  ['Škofja Loka', 'windows-1252', '8a6b6f666a61204c6f6b61'],
  ['Aangepast 5 €', 'windows-1252', '41616e67657061737420352080'],
  ['안녕하세요 똠방각하입니다', 'euc-kr', 'bec8b3e7c7cfbcbcbfe4208c63b9e6b0a2c7cfc0d4b4cfb4d9'],
  ['A3×5, 10 ℃ ①', 'shift_jis', '4133817e352c20313020818e208740'],
  ['ﾔﾏﾀﾞ ﾀﾛｳ,ｽｽﾞｷ ﾊﾅｺ', 'shift_jis', 'd4cfc0de20c0dbb32cbdbddeb720cac5ba'],
  ['追加のフラグ', 'euc-jp', 'c4c9b2c3a4cea5d5a5e9a5b0'],
])('%s is found in %s', (text, encoding, hex) => {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  expect(detectText(bytes)).toMatchObject({ text, encoding });
});

it('a text in Shift_JIS with a damaged byte is not taken for another encoding', () => {
  const bytes = encodeLegacy('名前,表示\n山田,夜に駆ける\n鈴木,春の海ひねもすのたり\n', 'shift_jis') as Uint8Array;
  for (const at of [1, 8, 20, bytes.length - 3])
    expect(detectText(bytes.with(at, 0xff) as Uint8Array<ArrayBuffer>), String(at)).toBeUndefined();
});

it('a damaged byte spoils one character of a text in Shift_JIS, not its encoding', () => {
  const lines = ['夜に駆ける', '春の海ひねもすのたり', '雪とけて村いっぱいの', '子どもかな'];
  const bytes = encodeLegacy(`${lines.join('\n')}\n`, 'shift_jis') as Uint8Array;
  bytes[bytes.length - 3] = 0xff;
  const text = decodeForDisplay(bytes).split('\n');
  expect(text.slice(0, 3)).toEqual(lines.slice(0, 3));
  expect(text.join('')).not.toContain('\ufffd');
});
