import { describe, expect, it } from 'vitest';
import { fontLibrary } from '#core/fonts/library.ts';
import { writeHorizontal } from '#core/operations/write-horizontal.ts';
import { writeVertical } from '#core/operations/write-vertical.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { SetText, TextPageParams } from '#core/text/compose.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import type { HorizontalStyle, VerticalStyle } from '#core/text/settings.ts';
import { composeWork } from '#core/text/write.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { firstOf } from '../deep.ts';
import { inkOf } from './setting.ts';

const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };
const size = { width: 400, height: 600 };

async function compose(kind: 'horizontal' | 'vertical', params: object): Promise<[main: SetText, author: SetText]> {
  const { params: fields } = kind === 'vertical' ? writeVertical : writeHorizontal;
  const page = parseParameters(fields as typeof writeVertical.params, params);
  const work = { kind, page } as
    | { kind: 'vertical'; page: TextPageParams<VerticalStyle> }
    | { kind: 'horizontal'; page: TextPageParams<HorizontalStyle> };
  return (await composeWork(work, size, typesetter)).texts as [SetText, SetText];
}

/** Returns how often a glyph of the main text and a glyph of the author's name overlap. */
function overlaps([main, author]: readonly [SetText, SetText]): number {
  const inks = (boxes: readonly GlyphBox[]) => boxes.filter(({ text }) => text.trim() !== '').map(inkOf);
  const others = inks(author.layout.boxes);
  return inks(main.layout.boxes).reduce(
    (count, [left, top, right, bottom]) =>
      count +
      others.filter((other) => left < other[2] && other[0] < right && top < other[3] && other[1] < bottom).length,
    0,
  );
}

const inkLeft = ({ layout }: SetText) => Math.min(...layout.boxes.map((box) => inkOf(box)[0]));

const LONG = 'いろはにほへとちりぬるをわかよたれそつねならむ';

describe('the author’s name is never inside the text', () => {
  it.each(firstOf([5, 30, 3, 4, 6, 10], 2))('in horizontal lines, with %i repetitions of the text', async (count) => {
    const [main, author] = await compose('horizontal', { text: LONG.repeat(count), author: '無名の詩人' });
    const { bounds } = main.layout;
    expect(bounds.top + bounds.height).toBeLessThanOrEqual(author.layout.bounds.top);
    expect(main.layout.boxes).toHaveLength(LONG.length * count);
  });

  it('in horizontal lines, and no word is split', async () => {
    const text = 'The fog comes on little cat feet. It sits looking over harbor and city on silent haunches. '.repeat(
      4,
    );
    const [main, author] = await compose('horizontal', { text, author: 'Carl Sandburg' });
    expect(main.layout).toMatchObject({ overflows: false, breaksWords: false });
    expect(main.layout.bounds.top + main.layout.bounds.height).toBeLessThanOrEqual(author.layout.bounds.top);
  });
});

it.each(['horizontal', 'vertical'] as const)('long %s text shrinks to fit if shrinkToFit is set', async (kind) => {
  const text = LONG.repeat(20);
  const [large] = await compose(kind, { text });
  expect(large.layout.overflows).toBe(true);
  const [shrunk] = await compose(kind, { text, style: { main: { shrinkToFit: true } } });
  expect(shrunk.layout.overflows).toBe(false);
});

describe('the author’s name', () => {
  it.each(firstOf([1, 4, 30, 2, 3, 6, 10], 3))(
    'does not overlap the text in columns, with %i repetitions of the text',
    async (count) => {
      for (const author of ['無名の詩人', '作者の名前がとても長いので二列になる人の作品集より'])
        for (const colGapEm of [0, 0.6]) {
          const style = { main: { colGapEm }, author: { colGapEm } };
          const texts = await compose('vertical', { text: LONG.repeat(count), author, style });
          expect(overlaps(texts)).toBe(0);
          expect(texts[0].layout.boxes).toHaveLength(LONG.length * count);
          expect(texts[1].layout.boxes).toHaveLength(author.length);
        }
    },
  );

  it.each(firstOf([1, 4, 30, 2, 3, 6, 10], 3))(
    'does not overlap the text in lines, with %i repetitions of the text',
    async (count) => {
      for (const author of ['無名の詩人', '作者の名前がとても長いので二行になる人の作品集より'])
        for (const paddingPctH of [undefined, 5, 40]) {
          const style = { author: { paddingPctH } };
          const texts = await compose('horizontal', { text: LONG.repeat(count), author, style });
          expect(overlaps(texts)).toBe(0);
          expect(texts[1].layout.boxes).toHaveLength(author.length);
        }
    },
  );

  it('does not overlap columns that end above it or continue beside it', async () => {
    // A text of several columns. The columns at the author's name must end above the name.
    const [main, author] = await compose('vertical', { text: LONG.repeat(3), author: '無名', watermark: false });
    const { left, width, top } = author.layout.bounds;
    const over = main.layout.lines.filter((line) => line.left < left + width && line.left + line.width > left);
    expect(over.length).toBeGreaterThan(0);
    for (const line of over) expect(line.top + line.height).toBeLessThanOrEqual(top);
    expect(inkLeft(main)).toBeLessThan(left + width);
  });

  it('does not move a text that fits in one column', async () => {
    const [alone] = await compose('vertical', { text: LONG, author: '' });
    const [main] = await compose('vertical', { text: LONG, author: '無名' });
    expect(main.layout.lines).toEqual(alone.layout.lines);
  });

  it('does not overlap the text even if the name fills the image', async () => {
    for (const kind of ['vertical', 'horizontal'] as const) {
      const style = { author: { fontPctH: 20 } };
      const texts = await compose(kind, { text: LONG, author: LONG, style });
      expect(overlaps(texts)).toBe(0);
      expect(texts.map(({ layout }) => layout.boxes.length)).toEqual([LONG.length, LONG.length]);
    }
  });
});
