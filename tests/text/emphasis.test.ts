import { describe, expect, it } from 'vitest';
import { fontLibrary } from '#core/fonts/library.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import { advancedText, type TextNotation } from '#core/text/settings.ts';
import { composeWork } from '#core/text/write.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { inkCenter, inkOf } from './setting.ts';

const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };

/** Font size in points: an em of 100 px. */
const EM = 100;

async function set(
  text: string,
  vertical: boolean,
  notation: Partial<TextNotation> = {},
  fontFamily = 'Noto Serif JP',
) {
  const look = { text, fontFamily, fontPt: 75, useVerticalText: vertical, charGapEm: 0 };
  const texts = [parseParameters(advancedText, look)];
  const { texts: set } = await composeWork(
    { kind: 'texts', texts, notation },
    { width: 2000, height: 2000 },
    typesetter,
  );
  return set[0]?.layout.boxes ?? [];
}

const dotsOf = (boxes: readonly GlyphBox[]) => boxes.filter(({ sizePx }) => sizePx === EM / 2);

describe.each([
  ['columns', true],
  ['lines', false],
] as const)('emphasis dots in %s (JLREQ 3.3.9)', (_, vertical) => {
  it.each(['Noto Serif JP', 'Yusei Magic', 'Merriweather'])('dots are beside each character, in %s', async (family) => {
    const boxes = await set('これは《《強調、だ》》よ', vertical, {}, family);
    const dots = dotsOf(boxes);
    expect(dots.map(({ start }) => start)).toEqual([3, 4, 6]);
    for (const dot of dots) {
      const base = boxes.find(({ start, sizePx }) => start === dot.start && sizePx === EM) as GlyphBox;
      const [own, letter] = [inkCenter(dot), inkCenter(base)];
      if (vertical) {
        expect(inkOf(dot)[0]).toBeGreaterThanOrEqual(inkOf(base)[2]);
        expect(Math.abs(own.y - letter.y)).toBeLessThan(0.1 * EM);
      } else {
        expect(inkOf(dot)[3]).toBeLessThanOrEqual(inkOf(base)[1]);
        expect(Math.abs(own.x - letter.x)).toBeLessThan(0.1 * EM);
      }
    }
  });

  it.each(['辻\u{e0100}', '𠮷', 'か\u309a', '々'])('%s has one dot', async (character) => {
    expect(dotsOf(await set(`《《${character}》》字`, vertical)).map(({ start }) => start)).toEqual([0]);
  });

  it('dots have the chosen shape', async () => {
    const markOf = async (emphasis?: TextNotation['emphasis']) =>
      dotsOf(await set('《《字》》', vertical, emphasis ? { emphasis } : {}))[0]?.text;
    expect(await markOf()).toBe(vertical ? '﹅' : '•');
    expect(await Promise.all((['sesame', 'open-circle', 'circle'] as const).map(markOf))).toEqual(['﹅', '○', '●']);
  });

  it('dots of characters with ruby are beside the ruby, without touching other lines', async () => {
    const boxes = await set('国\n《《{字|じ}》》\n国', vertical);
    const [dot, ruby] = [vertical ? '﹅' : '•', 'じ'].map((mark) => boxes.find(({ text }) => text === mark));
    const [mark, reading] = [inkOf(dot as GlyphBox), inkOf(ruby as GlyphBox)];
    const base = inkOf(boxes.find(({ text }) => text === '字') as GlyphBox);
    const before = inkOf(boxes.find(({ text }) => text === '国') as GlyphBox);
    if (vertical) {
      expect(reading[0]).toBeGreaterThanOrEqual(base[2] - 2);
      expect(mark[0]).toBeGreaterThanOrEqual(reading[2]);
      expect(mark[2]).toBeLessThan(before[0]);
    } else {
      expect(reading[3]).toBeLessThanOrEqual(base[1] + 2);
      expect(mark[3]).toBeLessThanOrEqual(reading[1]);
      expect(mark[1]).toBeGreaterThan(before[3]);
    }
  });

  it('dots are not drawn if the notation is off, and the markup is painted as text', async () => {
    expect((await set('《《字》》', vertical, { ruby: false })).map(({ text }) => text).join('')).toBe('《《字》》');
  });
});

describe('tate-chu-yoko (horizontal characters in a vertical column)', () => {
  const turned = async (text: string, notation: Partial<TextNotation> = {}) =>
    (await set(text, true, notation)).filter(({ rotation }) => rotation === 90).length;
  const narrow = async (text: string) => (await set(text, true)).filter(({ scaleX }) => scaleX < 1).length;

  it('sets marked characters upright in one cell', async () => {
    expect(await turned('［縦中横：2026］年')).toBe(0);
    expect(await narrow('［縦中横：2026］年')).toBe(4);
    expect((await set('［縦中横：2026］年', true)).at(-1)?.y).toBe((await set('字年', true)).at(-1)?.y);
    expect(await turned('［縦中横：No］［縦中横:5］')).toBe(0);
    expect((await set('［縦中横：2026］', false)).map(({ text }) => text).join('')).toBe('2026');
  });

  it.each([
    ['off', [0, 2, 3, 4, 5]],
    ['2', [0, 0, 3, 4, 5]],
    ['3', [0, 0, 0, 4, 5]],
    ['4', [0, 0, 0, 0, 5]],
  ] as const)(
    'of digits, with the setting %s, sets numbers of up to that length upright',
    async (tateChuYoko, counts) => {
      const words = ['1', '12', '123', '1234', '12345'];
      expect(await Promise.all(words.map((word) => turned(`第${word}回`, { tateChuYoko })))).toEqual(counts);
    },
  );
});
