import { describe, expect, it } from 'vitest';
import { fontFamilies } from '#core/fonts/catalogue.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import type { Align, VerticalAlign } from '#core/text/layout-style.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { EM, fontsFor, inkOf, lineTexts, type Setting, setText } from './setting.ts';

const line = (text: string, setting: Setting = {}) =>
  setText(nodeFonts, text, { vertical: false, family: 'Merriweather', widthEm: 40, ...setting });

/** Font families whose capitals don't overlap by design. */
const families = fontFamilies
  .filter(({ style }) => style !== 'handwriting' && style !== 'display')
  .map(({ name }) => name);

describe('the alignment of a horizontal text', () => {
  it.each<[Align, number]>([
    ['left', 0],
    ['center', 0.5],
    ['right', 1],
  ])('places every line: %s', async (align, share) => {
    const { lines } = await line('Hello\nWorld, wide', { align, widthEm: 20 });
    for (const { left, width } of lines) expect(left).toBeCloseTo((20 * EM - width) * share, 6);
  });

  it.each<[VerticalAlign, number]>([
    ['top', 0],
    ['middle', 0.5],
    ['bottom', 1],
  ])('places all lines together: %s', async (vAlign, share) => {
    const { lines, bounds } = await line('a\nb\nc', { vAlign, lineGapEm: 0.6, heightEm: 10 });
    expect(bounds.height).toBeCloseTo((3 + 2 * 0.6) * EM, 6);
    expect(lines.map(({ top }) => top - (10 * EM - bounds.height) * share)).toEqual(
      [0, 1.6 * EM, 3.2 * EM].map((top) => expect.closeTo(top, 6)),
    );
  });

  it('applies to each column of a vertical text, and to the columns together', async () => {
    const { lines } = await setText(nodeFonts, '春\n夏秋', {
      align: 'center',
      vAlign: 'bottom',
      widthEm: 6,
      heightEm: 5,
    });
    expect(lines.map(({ left, top }) => [left, top])).toEqual([
      [3 * EM, 4 * EM],
      [2 * EM, 3 * EM],
    ]);
  });
});

describe('advances and gaps of letters', () => {
  it('add a gap between letters, and none after the last letter', async () => {
    const [plain, gapped] = [await line('HTML'), await line('HTML', { charGapEm: 0.25 })];
    expect(gapped.bounds.width).toBeCloseTo(plain.bounds.width + 0.75 * EM, 6);
  });

  it('include kerning, with and without a gap', async () => {
    const width = async (text: string, charGapEm = 0) => (await line(text, { charGapEm })).bounds.width;
    expect(await width('AV')).toBeLessThan((await width('A')) + (await width('V')));
    expect(await width('AV', 0.5)).toBeCloseTo((await width('AV')) + 0.5 * EM, 6);
  });

  it('have ligatures only without a gap', async () => {
    const glyphs = async (charGapEm: number) =>
      (await line('office', { family: 'EB Garamond', charGapEm })).boxes.length;
    expect(await glyphs(0)).toBeLessThan(6);
    expect(await glyphs(0.1)).toBe(6);
  });

  it('are one em for Japanese and unchanged for Latin if widths are fixed', async () => {
    const fixed = { variableWidth: false, family: 'Noto Sans JP' };
    const { boxes } = await line('日本ABC', fixed);
    expect(boxes.slice(0, 2).map(({ advance }) => advance)).toEqual([EM, EM]);
    const width = async (text: string, setting: Setting) => (await line(text, setting)).bounds.width;
    for (const text of ['MMWW', 'WiMl', 'Hello, World'])
      for (const family of ['Noto Sans JP', 'Merriweather'])
        expect(await width(text, { ...fixed, family })).toBe(await width(text, { family }));
  });

  it.each(families)('leave room for wide glyphs if widths are fixed, in %s', async (family) => {
    for (const text of ['「MMWW」', '国――国', '国——国', '国⸺国', '国—国'])
      for (const variableWidth of [false, true]) {
        const inks = (await line(text, { family, variableWidth })).boxes.map(inkOf);
        for (const [index, [left]] of inks.entries())
          expect(left, text).toBeGreaterThan((inks[index - 1]?.[2] ?? 0) - 0.06 * EM);
      }
  });

  it('are two cells for a double dash if widths are fixed', async () => {
    for (const family of ['Noto Serif JP', 'Noto Sans JP', 'Yomogi', 'Shippori Mincho'])
      for (const dash of ['——', '――'])
        expect((await line(`国${dash}国`, { family, variableWidth: false })).bounds.width).toBe(4 * EM);
  });

  it.each(fontFamilies.map(({ name }) => name))(
    'have no ligatures with a gap or fixed widths, in %s',
    async (family) => {
      for (const text of ['fi', 'ffl', 'office', 'Th', 'tt'])
        for (const setting of [{ charGapEm: 0.1 }, { variableWidth: false }])
          expect((await line(text, { family, ...setting })).boxes).toHaveLength(text.length);
    },
  );
});

describe('line breaking', () => {
  const wrap = async (text: string, widthEm: number, setting: Setting = {}) =>
    lineTexts(text, await line(text, { widthEm, ...setting }));

  it('breaks between words, and spaces hang beyond the line’s end', async () => {
    expect(await wrap('The fog comes on little cat feet', 5.5)).toEqual([
      'The fog ',
      'comes on ',
      'little cat ',
      'feet',
    ]);
  });

  it('breaks after hyphens, and inside a word only if it does not fit', async () => {
    expect(await wrap('well-known', 4)).toEqual(['well-', 'known']);
    const pieces = await wrap('Donaudampfschifffahrt', 4);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe('Donaudampfschifffahrt');
  });

  it('does not break at no-break spaces', async () => {
    expect(await wrap('ab cd\u00a0ef', 3.2)).toEqual(['ab ', 'cd\u00a0ef']);
  });

  it('breaks Japanese anywhere except where kinsoku forbids it', async () => {
    expect(await wrap('これは、試験です。', 4, { family: 'Noto Sans JP' })).toEqual(
      ['これは、', '試験です。'].flatMap((each) => (each === '試験です。' ? ['試験で', 'す。'] : [each])),
    );
  });

  it('keeps a prefix with its number and a number with its unit', async () => {
    expect(await wrap('値は￥500です', 4, { family: 'Noto Sans JP' })).toEqual(['値は', '￥500で', 'す']);
  });
});

describe('right-to-left and joining scripts', () => {
  const glyphsOf = async (text: string, family: string) => {
    const fonts = await fontsFor(nodeFonts, text, { family });
    return fonts.primary
      .shape(text, 0, text.length, { script: 'Arab', language: 'ar', rightToLeft: true })
      .map(({ glyph }) => glyph);
  };

  it.each(['Amiri', 'Cairo'].flatMap((family) => ['سسس', 'ططط'].map((text) => [family, text] as const)))(
    'join Arabic letters, from right to left: in %s %s',
    async (family, text) => {
      const { boxes } = await line(text, { family });
      expect(boxes.map(({ start }) => start)).toEqual([0, 1, 2]);
      expect(boxes.map(({ x }) => x)).toEqual(boxes.map(({ x }) => x).toSorted((a, b) => b - a));
      // A zero-width joiner beside a single Arabic letter selects the letter's initial, medial or final form.
      const letter = text.charAt(0);
      const forms = [`${letter}\u200d`, `\u200d${letter}\u200d`, `\u200d${letter}`, letter];
      const glyphs = await Promise.all(forms.map(async (form) => (await glyphsOf(form, family))[0]));
      expect(new Set(glyphs).size).toBe(4);
      expect(boxes.map(({ outline }) => outline?.glyph)).toEqual(glyphs.slice(0, 3));
    },
  );

  it('order Latin and numbers inside Arabic by the bidi algorithm', async () => {
    const text = 'مرحبا abc 123';
    const { boxes } = await line(text, { family: 'Amiri' });
    const x = (character: string) => boxes.find((box) => box.text === character)?.x ?? Number.NaN;
    expect(x('a')).toBeLessThan(x('b'));
    expect(x('1')).toBeLessThan(x('2'));
    expect(x('1')).toBeLessThan(x('م'));
    expect(x('a')).toBeLessThan(x('1'));
  });

  it('have no gap between joined letters, and a gap between words', async () => {
    const [plain, gapped] = [
      await line('بيت', { family: 'Amiri' }),
      await line('بيت', { family: 'Amiri', charGapEm: 1 }),
    ];
    expect(gapped.bounds.width).toBe(plain.bounds.width);
    const [two, twoGapped] = [
      await line('بيت بيت', { family: 'Amiri' }),
      await line('بيت بيت', { family: 'Amiri', charGapEm: 1 }),
    ];
    expect(twoGapped.bounds.width).toBeCloseTo(two.bounds.width + 2 * EM, 6);
  });

  it.each(['Noto Sans Devanagari', 'Poppins'])(
    'shape Devanagari conjuncts and reorder the short i, in %s',
    async (family) => {
      const conjunct = await line('क्ष', { family });
      expect(conjunct.boxes).toHaveLength(1);
      const letter = (await line('क', { family })).boxes[0]?.outline?.glyph;
      expect(conjunct.boxes[0]?.outline?.glyph).not.toBe(letter);
      const syllable = (await line('कि', { family })).boxes;
      const [first, second] = syllable.toSorted((a, b) => a.x - b.x) as [GlyphBox, GlyphBox];
      expect(second.outline?.glyph).toBe(letter);
      expect(first.outline?.glyph).not.toBe(letter);
    },
  );

  it('set Hebrew from right to left', async () => {
    const { boxes } = await line('שלום', { family: 'Noto Sans Hebrew' });
    expect(boxes.map(({ x }) => x)).toEqual(boxes.map(({ x }) => x).toSorted((a, b) => b - a));
  });
});
