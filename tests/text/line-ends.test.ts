import { describe, expect, it } from 'vitest';
import { fontLibrary } from '#core/fonts/library.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { mustNotEndLine, mustNotStartLine } from '#core/text/kinsoku.ts';
import { advancedText } from '#core/text/settings.ts';
import { composeWork } from '#core/text/write.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { EM, inkOf, lineTexts, type Setting, setText } from './setting.ts';

const directions = [
  { name: 'columns', vertical: true },
  { name: 'lines', vertical: false },
];

const lines = async (text: string, lengthEm: number, setting: Setting = {}) => {
  const room = setting.vertical ? { heightEm: lengthEm } : { widthEm: lengthEm };
  return lineTexts(text, await setText(nodeFonts, text, { ...setting, ...room }));
};

describe.each(directions)('a full-width space at the end of a line, in $name (JLREQ 3.1.6)', ({ vertical }) => {
  const text = 'あいうえおかきく！　けこさしすせそ';

  it.each([{}, { justify: true }, { variableWidth: false }, { hangingPunctuation: true }])(
    'takes no space of the line: %o',
    async (style) => {
      expect(await lines(text, 9, { vertical, ...style })).toEqual(['あいうえおかきく！　', 'けこさしすせそ']);
      // The space hangs after the first line (JLREQ 3.1.6), so the second line begins with け.
      const { lines: boxes } = await setText(nodeFonts, text, {
        vertical,
        align: 'right',
        vAlign: 'bottom',
        ...style,
        ...(vertical ? { heightEm: 9 } : { widthEm: 9 }),
      });
      expect(boxes.map(({ width, height }) => (vertical ? height : width) / EM)).toEqual([9, 7]);
    },
  );

  it('keeps its width inside a line and at the start of a paragraph', async () => {
    const { boxes } = await setText(nodeFonts, '　あ！　い', { vertical });
    const ink = boxes.filter(({ text }) => text.trim() !== '').map(({ x, y }) => Math.floor((vertical ? y : x) / EM));
    expect(ink.map((at) => at - (ink[0] ?? 0))).toEqual([0, 1, 3]);
  });
});

describe('characters that may not start or end a line', () => {
  // Classes CL, CP, EX, IS, NS, CJ and QU of LineBreak-15.0.0.txt (UAX 14), in fonts for Japanese and Latin text.
  it.each([
    ...')]}｣」』】〕〗〙〛〉》〞〟）］｝｠｡､。、，．﹐﹑﹒﹚﹜﹞»”’›⁾₎❩⟩⸣',
    ...'!?！？‼⁇⁈⁉‽﹖﹗,.:;﹔﹕：；・･゛゜ゝゞ々〻ヽヾ゠〜ﾞﾟ"\'',
    ...'ぁぃゃっゎゕァィャッヮヵヶーㇰㇿｧｨｬｯｰ𛄲𛅐𛅧',
    ...'%¢°‰′″℃％￠',
  ])('%s doesn’t start a line', (character) => {
    expect(mustNotStartLine(character)).toBe(true);
  });

  it.each([...'([{｢「『【〔〖〘〚〈《〝（［｛｟﹙﹛﹝«“‘‹„‚⁽₍❨⟨⸢¡¿"\'', ...'$£¥€₩₹₿№＄￡￥'])(
    '%s doesn’t end a line',
    (character) => {
      expect(mustNotEndLine(character)).toBe(true);
    },
  );

  it.each([
    ['あいう｢えお｣か', 4, ['あいう', '｢えお｣か']],
    ['あいう･えお', 3, ['あい', 'う･え', 'お']],
    ['あいう〚え〛お', 4, ['あいう', '〚え〛お']],
    ['あいう"えお"か', 3.6, ['あい', 'う"え', 'お"か']],
    ['あい500¢か', 3.8, ['あい', '500¢か']],
    ['あいう\u2011え', 3.2, ['あい', 'う\u2011え']],
    ['ああ、\ufe00い', 2, ['あ', 'あ、\ufe00', 'い']],
  ])('%s in lines of %d em', async (text, lengthEm, expected) => {
    expect(await lines(text, lengthEm, { vertical: false })).toEqual(expected);
  });
});

describe('a URL', () => {
  // LB13 (no break before / and ?), LB21 (after a hyphen), LB25 (none between / and a digit), LB29 (none after a dot).
  const url = 'https://example.com/path-name/2026/11?q=a&r=b/x.html#top';
  const parts = ['https://', 'example.com/', 'path-', 'name/2026/11?', 'q=a&r=b/', 'x.html#top'];

  it.each([8, 10])('breaks only where UAX 14 allows, in lines of %d em', async (lengthEm) => {
    const found = await lines(`参照${url}を`, lengthEm, { vertical: false, family: 'Noto Sans JP' });
    const allowed = parts.map((_, index) => parts.slice(0, index + 1).join('').length);
    const ends = found.map((_, index) => found.slice(0, index + 1).join('').length - '参照'.length);
    expect(ends.filter((end) => end > 0 && end < url.length && !allowed.includes(end))).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
  });

  it('doesn’t change the breaks of other text', async () => {
    expect(await lines('and/or km/h', 3.4, { vertical: false })).toEqual(['and/or ', 'km/h']);
  });
});

describe.each(directions)('tabs, in $name', ({ vertical }) => {
  it.each([
    ['あ\tい\tう', [0, 2, 4]],
    ['ああ\tい', [0, 1, 4]],
    ['あああ\tい', [0, 1, 2, 4]],
    ['\tい', [2]],
  ])('end at stops of two em: %j', async (text, expected) => {
    for (const charGapEm of [0, 0.5]) {
      const { boxes } = await setText(nodeFonts, text, { vertical, charGapEm });
      const starts = boxes.filter((box) => box.text !== '\t').map(({ x, y }) => (vertical ? y : x) / EM);
      const origin = starts[0] ?? 0;
      if (charGapEm === 0) expect(starts.map((at) => Math.round(at - origin) + (expected[0] ?? 0))).toEqual(expected);
      // After a tab, characters of all lines begin at a stop.
      else expect((Math.round(((starts.at(-1) ?? 0) - origin) * 100) / 100) % 2).toBe(0);
    }
  });
});

describe.each(directions)('hanging punctuation, in $name', ({ vertical }) => {
  it('is inside the image, although the text’s area is the whole image', async () => {
    const size = { width: 400, height: 400 };
    const text = parseParameters(advancedText, {
      text: 'あいう。あい、う。あいうえ、おかき、く。',
      fontFamily: 'Noto Serif JP',
      fontPt: 60,
      charGapEm: 0,
      useVerticalText: vertical,
    });
    const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };
    const work = { kind: 'texts', texts: [text], notation: { hangingPunctuation: true } } as const;
    const { texts } = await composeWork(work, size, typesetter);
    const layout = texts[0]?.layout;
    expect(layout?.boxes.length).toBeGreaterThan(18);
    for (const box of layout?.boxes ?? []) {
      const [, , right, bottom] = inkOf(box);
      expect(vertical ? bottom : right).toBeLessThanOrEqual(400);
    }
  });
});

describe('the first line', () => {
  // É is 0.93 em high in Roboto, and आै, لَّ and لا with marks are higher than the em box of their families.
  it.each([
    ['Roboto', 'ÉÂŬ\nÉ'],
    ['Merriweather', 'Él'],
    ['Amiri', 'لَّهُ ٱلْأَوَّل'],
    ['Cairo', 'ÉÅ آلَّ'],
    ['Noto Sans Devanagari', 'र्कैं कौं'],
  ])('has its ink inside the area: %s', async (family, text) => {
    for (const vAlign of ['top', 'middle', 'bottom'] as const) {
      const { boxes, bounds, overflows } = await setText(nodeFonts, text, {
        family,
        vertical: false,
        vAlign,
        widthEm: 40,
        heightEm: 2.4,
      });
      for (const box of boxes) expect(inkOf(box)[1]).toBeGreaterThanOrEqual(-1e-6);
      expect(overflows).toBe(bounds.height > 2.4 * EM + 0.01);
    }
  });

  it.each(['漢字', 'abc', 'ああ\n漢字《かんじ》'])('without higher ink stays at the edge: %s', async (text) => {
    const { lines } = await setText(nodeFonts, text, { vertical: false });
    expect(lines[0]?.top).toBe(0);
  });

  it('of rotated letters has its ink inside the area', async () => {
    const { boxes } = await setText(nodeFonts, 'ÉÅ Ầ', { family: 'Roboto', align: 'right' });
    for (const box of boxes) expect(inkOf(box)[2]).toBeLessThanOrEqual(10 * EM + 1e-6);
  });
});
