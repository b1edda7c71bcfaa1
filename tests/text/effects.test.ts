import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { fontFamilies } from '#core/fonts/catalogue.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import { paintInBands } from '#core/image/paint-bands.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { paintTextScene } from '#core/text/paint-scene.ts';
import { advancedText } from '#core/text/settings.ts';
import { composeWork, touchedRows } from '#core/text/write.ts';
import { shippedFontFiles, sourceOfFont } from '#scripts/dev/build/fonts.ts';
import { nodeCanvases } from '#scripts/platform/canvases.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';

const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };

/** Font size in points: an em of 100 px. */
const EM = 100;
const SIZE = { width: 400, height: 300 };
const BLACK = { text: '一 ■', fontFamily: 'Noto Sans JP', fontPt: 75, charGapEm: 0, vAlign: 'middle' };

async function sceneOf(look: object) {
  const texts = [parseParameters(advancedText, { ...BLACK, ...look })];
  return composeWork({ kind: 'texts', texts }, SIZE, typesetter);
}

/** Paints a text on white, in bands of at most `maxPixels` pixels. */
async function paint(look: object = {}, maxPixels = 1e9): Promise<Raster> {
  const scene = await sceneOf(look);
  const image = { ...SIZE, data: new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(255) };
  paintInBands(
    image,
    touchedRows(scene, SIZE),
    nodeCanvases,
    (canvas, { start }) => paintTextScene(scene, { canvas, canvases: nodeCanvases }, { image: SIZE, firstRow: start }),
    { maxPixels },
  );
  return image;
}

/** Returns the darkness of a pixel's channel, 0 to 1; outside the image 0. */
const darkness = ({ width, height, data }: Raster, x: number, y: number, channel = 0) =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : 255 - (data[(y * width + x) * 4 + channel] ?? 255);

const total = (image: Raster, channel: number) => {
  let sum = 0;
  for (let y = 0; y < image.height; y++) for (let x = 0; x < image.width; x++) sum += darkness(image, x, y, channel);
  return sum;
};

describe('effects of a text', () => {
  it('are off by default', async () => {
    const plain = await paint();
    const off = await paint({ opacity: 1, shadow: false, shadowBlurEm: 1, backing: 'none', italic: false });
    expect(off.data).toEqual(plain.data);
  });

  it('fade glyphs and outline together by the opacity', async () => {
    const look = { outlineTextWidth: 6, outlineTextColor: '#000000' };
    const [full, half] = [await paint(look), await paint({ ...look, opacity: 0.5 })];
    for (let y = 0; y < SIZE.height; y += 3)
      for (let x = 0; x < SIZE.width; x += 3)
        expect(Math.abs(darkness(half, x, y) - darkness(full, x, y) / 2)).toBeLessThanOrEqual(2);
    expect((await paint({ opacity: 0 })).data.every((value) => value === 255)).toBe(true);
  });

  it('cast a shadow of the given offset and color', async () => {
    const plain = await paint({ textColor: '#0000ff' });
    const shadowed = await paint({
      textColor: '#0000ff',
      shadow: true,
      shadowXEm: 0.2,
      shadowYEm: -0.1,
      shadowBlurEm: 0,
      shadowColor: '#ff0000',
    });
    // On white, blue ink darkens red and green, and a red shadow darkens green and blue. So only ink darkens red.
    for (let y = 0; y < SIZE.height; y += 2)
      for (let x = 0; x < SIZE.width; x += 2) {
        const [ink, cast] = [darkness(plain, x, y), darkness(plain, x - 0.2 * EM, y + 0.1 * EM)];
        const expected = 255 - ((255 - ink) * (255 - cast)) / 255;
        expect(Math.abs(darkness(shadowed, x, y, 1) - expected)).toBeLessThanOrEqual(3);
        expect(Math.abs(darkness(shadowed, x, y, 0) - ink)).toBeLessThanOrEqual(3);
      }
  });

  it('blur a shadow without changing its total opacity', async () => {
    const look = { shadow: true, shadowColor: '#000000', shadowXEm: 0, shadowYEm: 1, shadowBlurEm: 0 };
    const [sharp, blurred] = [await paint(look), await paint({ ...look, shadowBlurEm: 0.3 })];
    expect(total(blurred, 0) / total(sharp, 0)).toBeCloseTo(1, 1);
    const gray = ({ data }: Raster) => data.filter((value, at) => at % 4 === 0 && value > 30 && value < 225).length;
    expect(gray(blurred)).toBeGreaterThan(5 * gray(sharp));
  });

  it('are the same in bands of any height', async () => {
    const look = { shadow: true, shadowBlurEm: 0.3, shadowYEm: 0.6, backing: 'lines', rotation: 20, opacity: 0.8 };
    const [whole, bands] = [await paint(look), await paint(look, SIZE.width * 40)];
    let most = 0;
    for (const [at, value] of whole.data.entries()) most = Math.max(most, Math.abs(value - (bands.data[at] ?? 0)));
    expect(most).toBeLessThanOrEqual(2);
  });

  it('draw a background behind each line or behind the whole text', async () => {
    const look = { text: '■■\n■', backingColor: '#ff0000', backingPaddingEm: 0.1, fontPt: 60, align: 'left' };
    const red = (image: Raster, x: number, y: number) =>
      darkness(image, x, y, 0) === 0 && darkness(image, x, y, 1) > 200;
    const scene = await sceneOf({ ...look, backing: 'lines' });
    const [first, second] = scene.texts[0]?.layout.lines ?? [];
    if (!first || !second) throw new Error('There are two lines');
    const right = Math.round(second.left + second.width + 20);
    const [inFirst, inSecond] = [first, second].map(({ top, height }) => Math.round(top + height + 4)) as [
      number,
      number,
    ];
    const [lines, block] = [await paint({ ...look, backing: 'lines' }), await paint({ ...look, backing: 'block' })];
    expect([red(lines, right, inFirst), red(lines, right, inSecond)]).toEqual([true, false]);
    expect([red(block, right, inFirst), red(block, right, inSecond)]).toEqual([true, true]);
  });

  it('include italic faces of the families that have them', async () => {
    const keys = async (fontFamily: string, bold = false) => {
      const { texts } = await sceneOf({ text: 'A', fontFamily, italic: true, bold });
      return texts[0]?.layout.boxes.map(({ outline }) => outline?.face.key).join();
    };
    expect(await keys('Lato')).toBe('lato/lato-latin-400-italic.woff2');
    expect(await keys('Lato', true)).toBe('lato/lato-latin-700-italic.woff2');
    expect(await keys('Lobster')).toBe('lobster/lobster-latin-400-normal.woff2');
    expect(fontFamilies.filter(({ italic }) => italic).length).toBe(14);
    expect(shippedFontFiles().filter((path) => !existsSync(sourceOfFont(path)))).toEqual([]);
  });
});
