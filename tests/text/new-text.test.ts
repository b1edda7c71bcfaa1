import { describe, expect, it } from 'vitest';
import { withFirstShape, withInitialStyle } from '#app/tools/shapes/initial-style.ts';
import { defaultText } from '#app/tools/text-boxes/clipboard.ts';
import { createRaster, pixelWords } from '#core/base/raster.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import { contrastOf, meanLuminance, readableOn } from '#core/image/color/readable.ts';
import { defaultComponent } from '#core/shapes/settings.ts';
import { layoutToFit } from '#core/text/compose.ts';
import type { TextLayout } from '#core/text/layout.ts';
import type { LayoutStyle } from '#core/text/layout-style.ts';
import { newTextSettings } from '#core/text/new-text.ts';
import { platform } from '../inline-platform.ts';

const PHOTO = { width: 1200, height: 900 };
const written = (text: string, readsJapanese = false, isOnImage = true) =>
  newTextSettings({ ...defaultText(), text }, PHOTO, { readsJapanese, isOnImage });

describe('the first style of a text', () => {
  it('is 8% of the image’s height, centered in its box, and shrinks to fit', () => {
    const { fontPt, align, vAlign, shrinkToFit } = written('Hello');
    expect(fontPt).toBe((0.08 * 900 * 72) / 96);
    expect({ align, vAlign, shrinkToFit }).toEqual({ align: 'center', vAlign: 'middle', shrinkToFit: true });
  });

  it('stays within the limits of font size and outline', () => {
    const on = (height: number) =>
      newTextSettings(
        { ...defaultText(), text: 'a' },
        { width: 10, height },
        { readsJapanese: false, isOnImage: true },
      );
    expect(on(10)).toMatchObject({ fontPt: 4, outlineTextWidth: 1 });
    expect(on(30_000)).toMatchObject({ fontPt: 1000, outlineTextWidth: 20 });
  });

  it('has an outline of 5% of the font size on an image, and no outline on a plain background', () => {
    // 5% of 72 px is 3.6 px.
    expect(written('Hello').outlineTextWidth).toBe(4);
    expect(written('Hello', false, false).outlineTextWidth).toBe(0);
  });

  it.each([
    ['Latin text keeps the Latin font', 'Hello', false, { fontFamily: 'Merriweather', charGapEm: 0 }],
    ['Japanese text gets a Japanese font', '古池や', false, { fontFamily: 'Noto Serif JP', charGapEm: 0.25 }],
    [
      'a reader of Japanese gets the Japanese font for Latin text too',
      'Hello',
      true,
      { fontFamily: 'Noto Serif JP', charGapEm: 0 },
    ],
  ])('%s', (_, text, readsJapanese, look) => {
    expect(written(text, readsJapanese)).toMatchObject(look);
  });

  it('doesn’t change the operation’s default parameters', () => {
    expect(defaultText()).toMatchObject({
      fontPt: 100,
      charGapEm: 0.25,
      vAlign: 'top',
      fontFamily: 'Merriweather',
      textColor: '#000000',
      shrinkToFit: false,
    });
  });
});

describe('a text that shrinks to fit', () => {
  const STEP_PX = (0.5 * 96) / 72;
  const style: LayoutStyle = {
    fontSizePx: 200,
    charGapEm: 0,
    lineGapEm: 0.6,
    vertical: false,
    variableWidth: true,
    align: 'center',
    vAlign: 'middle',
  };
  const set = async (text: string, width: number, height: number, change: Partial<LayoutStyle> = {}) => {
    const fonts = await fontLibrary(platform.fonts).prepare({ fontFamily: 'Lato', bold: false }, text, []);
    const at = (fontSizePx: number) =>
      layoutToFit(text, fonts, { ...style, ...change, fontSizePx }, { left: 0, top: 0, width, height });
    return { at, layout: at(change.fontSizePx ?? style.fontSizePx) };
  };
  const sizeOf = ({ boxes }: TextLayout) => boxes[0]?.sizePx ?? 0;
  const linesOf = (text: string, { lines }: TextLayout) => lines.map(({ start, end }) => text.slice(start, end).trim());

  it('keeps its size if it fits', async () => {
    const { layout } = await set('Hi', 800, 600);
    expect(sizeOf(layout)).toBe(200);
  });

  it('never breaks words, and is as large as possible', async () => {
    const text = 'Extraordinarily long words';
    const { at, layout } = await set(text, 400, 600);
    expect(linesOf(text, layout).join(' ')).toBe(text);
    for (const line of linesOf(text, layout)) expect(text.split(' ')).toEqual(expect.arrayContaining(line.split(' ')));
    expect(layout.bounds.width).toBeLessThanOrEqual(400);
    // A text that is half a point larger shrinks to this size again, because the longest word would not fit.
    expect(sizeOf(at(sizeOf(layout)))).toBeCloseTo(sizeOf(layout), 9);
    expect(sizeOf(at(sizeOf(layout) + STEP_PX))).toBeCloseTo(sizeOf(layout), 9);
    expect(sizeOf(layout)).toBeLessThan(200);
  });

  it('fits columns too', async () => {
    const { layout } = await set('one two three four five six', 200, 200, { vertical: true });
    expect(layout.bounds.width).toBeLessThanOrEqual(200.01);
    expect(layout.bounds.height).toBeLessThanOrEqual(200.01);
    expect(layout.overflows).toBe(false);
  });

  it('stops at 4 points and reports that the text does not fit', async () => {
    const { layout } = await set('many words '.repeat(60), 40, 20);
    expect(sizeOf(layout)).toBeCloseTo((4 * 96) / 72, 9);
    expect(layout.overflows).toBe(true);
  });
});

describe('the readable text color', () => {
  const plain = (word: number) => {
    const raster = createRaster(4, 4);
    pixelWords(raster).fill(word);
    return raster;
  };
  const whole = { top: 0, left: 0, bottom: 4, right: 4 };

  it('is the color with the higher WCAG contrast ratio', () => {
    expect(meanLuminance(plain(0xffffffff), whole)).toBeCloseTo(1, 9);
    expect(meanLuminance(plain(0xff000000), whole)).toBe(0);
    // The relative luminance of level 128: ((0.50196 + 0.055) / 1.055) ** 2.4 = 0.2159.
    expect(meanLuminance(plain(0xff808080), whole)).toBeCloseTo(0.2159, 4);
    expect(contrastOf(1, 0)).toBe(21);
    expect(readableOn(0.17, '#000000', '#ffffff')).toBe('#ffffff');
    expect(readableOn(0.19, '#000000', '#ffffff')).toBe('#000000');
  });

  it('depends on the pixels under the text, with transparent pixels as white', () => {
    const raster = plain(0xff000000);
    pixelWords(raster).fill(0xffffffff, 8);
    expect(meanLuminance(raster, { ...whole, bottom: 2 })).toBe(0);
    expect(meanLuminance(raster, { ...whole, top: 2 })).toBeCloseTo(1, 9);
    expect(meanLuminance(plain(0), whole)).toBe(1);
  });
});

describe('the first style of a shape', () => {
  const blank = defaultComponent();
  const box = { top: 10, left: 10, bottom: 200, right: 300 };

  it('has a border of 0.6% of the image’s shorter side', () => {
    const first = withInitialStyle({ ...blank, shape: 'star' }, blank, { width: 4000, height: 3000 });
    expect(first).toMatchObject({ shape: 'star', borderWidth: 18 });
    expect(withInitialStyle({ ...blank, shape: 'star' }, blank, { width: 40, height: 30 })?.borderWidth).toBe(1);
    expect(withInitialStyle({ ...blank, shape: 'star' }, blank, { width: 20_000, height: 20_000 })?.borderWidth).toBe(
      50,
    );
  });

  it('is a rectangle if a box is drawn before a shape is chosen, in the style of its tab', () => {
    const own = { ...blank, borderWidth: 9, borderColor: '#2b4c7e' };
    expect(withFirstShape({ ...own, boundingBox: box }, own)).toEqual({ ...own, boundingBox: box, shape: 'rect' });
    expect(withFirstShape({ ...own, borderWidth: 3 }, own).shape).toBe('none');
  });

  it('does not apply to a shape that is already drawn or has its own settings', () => {
    const drawn = { ...blank, shape: 'rect' as const, boundingBox: box };
    expect(withInitialStyle({ ...drawn, shape: 'star' }, drawn, PHOTO)).toBeUndefined();
    const own = { ...blank, borderWidth: 3 };
    expect(withInitialStyle({ ...own, shape: 'star' }, own, PHOTO)).toBeUndefined();
    expect(withInitialStyle({ ...blank, rotation: 20 }, blank, PHOTO)).toBeUndefined();
  });
});
