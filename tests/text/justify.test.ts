import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fontLibrary } from '#core/fonts/library.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import type { TextLayout } from '#core/text/layout.ts';
import { advancedText, type TextNotation } from '#core/text/settings.ts';
import { composeWork } from '#core/text/write.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { EM, inkOf, lineTexts, type Setting, setText } from './setting.ts';

const directions = [
  { name: 'columns', vertical: true },
  { name: 'lines', vertical: false },
];

const PROSE =
  '「吾輩は猫である。」名前は（まだ）無い。どこで生れたか、とんと見当がつかぬ。何でも薄暗い、じめじめした所で、' +
  'ニャーニャー泣いていた事だけは——記憶している。吾輩はここで始めて、人間というものを見た。しかも、あとで聞くと…';

const set = (text: string, vertical: boolean, lengthEm: number, setting: Setting = {}) =>
  setText(nodeFonts, text, {
    vertical,
    widthEm: vertical ? 60 : lengthEm,
    heightEm: vertical ? lengthEm : 60,
    ...setting,
  });

/** Returns the end position of each line, in em along the line. */
const endsOf = ({ lines }: TextLayout, vertical: boolean) =>
  lines.map(({ left, top, width, height }) => (vertical ? top + height : left + width) / EM);

/** Returns where a character's ink begins and ends along the line, in em. */
function span(box: GlyphBox | undefined, vertical: boolean): readonly [from: number, to: number] {
  const [left, top, right, bottom] = inkOf(box as GlyphBox);
  return vertical ? [top / EM, bottom / EM] : [left / EM, right / EM];
}

/** Returns the starts of the characters' cells, in em. */
const starts = ({ boxes }: TextLayout, vertical: boolean) => boxes.map(({ x, y }) => (vertical ? y : x) / EM);

describe.each(directions)('justified $name (JLREQ 3.8)', ({ vertical }) => {
  it.each([7, 9.5, 12, 13.3])('of %s em end evenly, except the last line', async (length) => {
    for (const setting of [{}, { variableWidth: false }, { charGapEm: 0.25 }, { family: 'Shippori Mincho' }]) {
      const layout = await set(PROSE, vertical, length, { justify: true, ...setting });
      const ends = endsOf(layout, vertical);
      for (const end of ends.slice(0, -1)) expect(end).toBeCloseTo(length, 6);
      expect(ends.at(-1)).toBeLessThanOrEqual(length + 1e-6);
      expect(layout.overflows).toBe(false);
    }
  });

  it('are ragged by default', async () => {
    const ends = endsOf(await set(PROSE, vertical, 9.5), vertical);
    expect(ends.slice(0, -1).some((end) => end < 9.4)).toBe(true);
  });

  it('begin and end with brackets of half width', async () => {
    const layout = await set('「あいう」「えおか」', vertical, 5, { justify: true });
    expect(lineTexts('「あいう」「えおか」', layout)).toEqual(['「あいう」', '「えおか」']);
    const first = layout.boxes.find(({ text }) => text === '「');
    const [start] = span(first, vertical);
    expect(start).toBeLessThan(0.3);
    expect(layout.boxes[0]?.advance).toBe(EM / 2);
  });

  it('narrow the space after commas to fit one more character', async () => {
    const text = 'あ、い、うえおか。き';
    const layout = await set(text, vertical, 8, { justify: true });
    expect(lineTexts(text, layout)).toEqual(['あ、い、うえおか。', 'き']);
    const commas = layout.boxes.filter(({ text }) => text === '、').map(({ advance }) => advance / EM);
    for (const comma of commas) expect(Math.abs(comma - 0.75)).toBeLessThan(0.03);
    expect(commas).toHaveLength(2);
  });

  it('gain space between characters, but not beside brackets or inside a dash', async () => {
    const text = '日本（語）の文——字だ。日本語日本語日本語';
    const layout = await set(text, vertical, 7.6, { justify: true });
    const plain = await set(text, vertical, 7.6);
    const end = layout.lines[0]?.end ?? 0;
    const gaps = (of: TextLayout) => {
      const at = starts(of, vertical);
      return of.boxes.slice(0, end).map((box, index) => (at[index + 1] ?? 0) - (at[index] ?? 0) - box.advance / EM);
    };
    const [loose, natural] = [gaps(layout), gaps(plain)];
    const widened = (index: number) => (loose[index] ?? 0) - (natural[index] ?? 0) > 0.01;
    expect(widened(0)).toBe(true);
    expect(widened([...text].indexOf('（'))).toBe(false);
    expect(widened([...text].indexOf('語'))).toBe(false);
  });

  it('widen the spaces between words first', async () => {
    const text = 'The quick brown fox jumps over the lazy dog';
    const layout = await set(text, vertical, 8, { justify: true, family: 'Merriweather' });
    const ends = endsOf(layout, vertical);
    for (const end of ends.slice(0, -1)) expect(end).toBeCloseTo(8, 6);
    const plain = await set(text, vertical, 8, { family: 'Merriweather' });
    const offsets = (of: TextLayout) =>
      starts(of, vertical)
        .slice(0, 3)
        .map((at) => at - (starts(of, vertical)[0] ?? 0));
    expect(offsets(layout)).toEqual(offsets(plain));
  });

  it('of any width keep every character and their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 200 }), fc.boolean(), async (tenths, hangingPunctuation) => {
        const length = tenths / 10;
        const layout = await set(PROSE, vertical, length, { justify: true, hangingPunctuation });
        expect(lineTexts(PROSE, layout).join('')).toBe(PROSE);
        for (const [from, to] of layout.lines.map(({ start, end }) => [start, end])) {
          const line = layout.boxes.filter(({ start }) => start >= (from ?? 0) && start < (to ?? 0));
          const spans = line.map((box) => span(box, vertical));
          for (const [index, [start]] of spans.entries())
            if (index > 0) expect(start).toBeGreaterThan((spans[index - 1]?.[1] ?? 0) - 0.12);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe.each(directions)('hanging punctuation in $name', ({ vertical }) => {
  const line = async (text: string, setting: Setting = {}) => {
    const layout = await set(text, vertical, 5, { hangingPunctuation: true, ...setting });
    return lineTexts(text, layout);
  };

  it('keeps a full stop on a line that is already full', async () => {
    expect(await line('あいうえお。かき')).toEqual(['あいうえお。', 'かき']);
    expect(await line('あいうえお、かき', { variableWidth: false })).toEqual(['あいうえお、', 'かき']);
    expect(await line('あいうえお。かき', { hangingPunctuation: false })).toEqual(['あいうえ', 'お。かき']);
  });

  it('does not hang punctuation that fits, brackets, or a full stop before a bracket', async () => {
    const layout = await set('あいうえ。か', vertical, 5, { hangingPunctuation: true });
    expect(endsOf(layout, vertical)[0]).toBeLessThanOrEqual(5);
    expect(await line('あいうえお」か')).toEqual(['あいうえ', 'お」か']);
    expect(await line('「いうえお。」か')).toEqual(['「いうえ', 'お。」か']);
  });

  it('is beyond the line’s end, and does not count as overflow', async () => {
    const layout = await set('あいうえお。かき', vertical, 5, { hangingPunctuation: true, justify: true });
    expect(endsOf(layout, vertical)[0]).toBeCloseTo(5, 6);
    expect(layout.overflows).toBe(false);
    const stop = layout.boxes.find(({ text }) => text === '。');
    expect(span(stop, vertical)[0]).toBeGreaterThan(5);
  });
});

describe.each(directions)('proportional $name', ({ vertical }) => {
  it.each(['Noto Sans JP', 'Noto Serif JP', 'Shippori Mincho', 'Yomogi'])(
    'narrow kana, but not kanji, in %s',
    async (family) => {
      const layout = await set('日くしト本、', vertical, 20, { family, proportional: true });
      const [kanji, ...rest] = layout.boxes.map(({ advance }) => advance / EM);
      expect(kanji).toBe(1);
      expect(layout.boxes[4]?.advance).toBe(EM);
      const kana = rest.filter((_, index) => index !== 3);
      expect(Math.max(...kana)).toBeLessThanOrEqual(1);
      expect(kana.reduce((sum, advance) => sum + advance, 0)).toBeLessThan(3.6);
      const spans = layout.boxes.map((box) => span(box, vertical));
      for (const [index, [start]] of spans.entries())
        if (index > 0) expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.[1] ?? 0);
    },
  );
});

it('justification, hanging punctuation and proportional widths can each be switched on', async () => {
  const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };
  const text = parseParameters(advancedText, {
    text: 'あいうえお。「か」きくけこさしすせ',
    fontFamily: 'Noto Serif JP',
    fontPt: 75,
    charGapEm: 0,
  });
  const boxes = async (notation: Partial<TextNotation>) => {
    const work = { kind: 'texts', texts: [text], notation } as const;
    const { texts } = await composeWork(work, { width: 500, height: 4000 }, typesetter);
    return JSON.stringify(texts[0]?.layout.boxes.map(({ x, y }) => [x, y]));
  };
  const plain = await boxes({});
  for (const name of ['justify', 'hangingPunctuation', 'proportional'] as const) {
    expect(await boxes({ [name]: false })).toBe(plain);
    expect(await boxes({ [name]: true }), name).not.toBe(plain);
  }
});
