import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { type MaskParameters, makeMask } from '#core/image/make-mask.ts';
import { flatMask, type GrayMask } from '#core/image/mask/gray-mask.ts';
import { ellipseMask, lassoMask, rectMask, wandMask } from '#core/image/mask/selection.ts';
import { featherMask, growMask } from '#core/image/mask/soften.ts';
import { makeMask as operation } from '#core/operations/make-mask.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { noiseRaster } from './noise.ts';
import { watchedWorkers } from './watched-workers.ts';

const size = { width: 60, height: 40 };
const area = ({ data }: GrayMask) => data.reduce((sum, level) => sum + level, 0) / 255;
const make = async (params: object, image?: Raster) => {
  const parsed = parseOperationParameters(operation, params) as unknown as MaskParameters;
  const { data } = await makeMask(image, parsed, { platform: watchedWorkers({ size: 2 }).platform });
  return data.filter((_, index) => index % 4 === 0);
};

describe('masks of selection outlines', () => {
  it('cover the area of the shape', () => {
    const box = { left: 5.25, top: 3.5, right: 41.75, bottom: 29 };
    expect(area(rectMask(size, box))).toBeCloseTo(36.5 * 25.5, 0);
    expect(area(ellipseMask(size, box)) / ((Math.PI * 36.5 * 25.5) / 4)).toBeCloseTo(1, 2);
    const triangle = [
      { x: 3, y: 3 },
      { x: 50, y: 10 },
      { x: 20, y: 38 },
    ];
    expect(area(lassoMask(size, triangle)) / 763).toBeCloseTo(1, 2);
  });

  it('are clipped to the image, and empty outside it', () => {
    expect(area(rectMask(size, { left: -10, top: -10, right: 10, bottom: 10 }))).toBe(100);
    expect(area(ellipseMask(size, { left: 70, top: 5, right: 90, bottom: 30 }))).toBe(0);
    expect(area(rectMask(size, { left: 5, top: 5, right: 5, bottom: 20 }))).toBe(0);
  });

  it('include areas that a lasso encloses twice', () => {
    const square = [
      { x: 10, y: 10 },
      { x: 30, y: 10 },
      { x: 30, y: 30 },
      { x: 10, y: 30 },
    ];
    expect(area(lassoMask(size, [...square, ...square]))).toBe(400);
  });
});

/** Three vertical stripes: black, red and black again, with a black gap of one pixel through the red stripe. */
function stripes(): Raster {
  const data = new Uint8ClampedArray(9 * 5 * 4);
  for (let pixel = 0; pixel < 45; pixel++) {
    const isRed = pixel % 9 >= 3 && pixel % 9 < 6 && Math.floor(pixel / 9) !== 2;
    data.set([isRed ? 200 : 10, 10, 10, 255], pixel * 4);
  }
  return { width: 9, height: 5, data };
}

describe('the magic wand', () => {
  it('selects connected pixels, or all pixels of the color', () => {
    const wand = { x: 4.5, y: 0.5, tolerance: 20 };
    expect(area(wandMask(stripes(), { ...wand, contiguous: true }))).toBe(6);
    expect(area(wandMask(stripes(), { ...wand, contiguous: false }))).toBe(12);
  });

  it('selects pixels that differ by at most the tolerance in each channel', () => {
    const at = { x: 4.5, y: 0.5, contiguous: true };
    expect(area(wandMask(stripes(), { ...at, tolerance: 189 }))).toBe(6);
    expect(area(wandMask(stripes(), { ...at, tolerance: 190 }))).toBe(45);
  });

  it('selects the same pixels as a simple search of neighbors', () => {
    const image = noiseRaster(50, 40, { opaque: true });
    const level = (pixel: number) => image.data[pixel * 4] as number;
    for (let pixel = 0; pixel < 2000; pixel++) image.data.fill(level(pixel) < 150 ? 0 : 255, pixel * 4, pixel * 4 + 3);
    const start = 20 * 50 + 25;
    const found = new Set([start]);
    for (const pixel of found)
      for (const next of [
        pixel - 50,
        pixel + 50,
        ...(pixel % 50 > 0 ? [pixel - 1] : []),
        ...(pixel % 50 < 49 ? [pixel + 1] : []),
      ])
        if (next >= 0 && next < 2000 && level(next) === level(start)) found.add(next);
    const { data } = wandMask(image, { x: 25, y: 20, tolerance: 0, contiguous: true });
    expect([...data.keys()].filter((pixel) => data[pixel] === 255)).toEqual([...found].sort((a, b) => a - b));
    expect(found.size).toBeGreaterThan(20);
  });

  it('is refused outside the image', () => {
    expect(() => wandMask(stripes(), { x: 9, y: 0, tolerance: 0, contiguous: true })).toThrow(
      expect.objectContaining({ code: 'pointOutside' }),
    );
  });
});

describe('growing or feathering a selection', () => {
  it('moves its edge by the Euclidean distance to the nearest selected pixel', () => {
    for (const distance of [1, 3, 8, -1, -3, -8]) {
      const mask = ellipseMask(size, { left: 12, top: 8, right: 45, bottom: 31 });
      for (let pixel = 0; pixel < mask.data.length; pixel++)
        mask.data[pixel] = (mask.data[pixel] as number) >= 128 ? 255 : 0;
      const before = mask.data.slice();
      growMask(mask, distance);
      const wanted = distance > 0 ? 255 : 0;
      const sources = [...before.keys()].filter((pixel) => before[pixel] === wanted);
      for (let pixel = 0; pixel < before.length; pixel++) {
        const nearest = Math.min(
          ...sources.map((source) =>
            Math.hypot((pixel % 60) - (source % 60), Math.floor(pixel / 60) - Math.floor(source / 60)),
          ),
        );
        if (nearest <= Math.abs(distance)) expect(mask.data[pixel]).toBe(wanted);
        if (nearest > Math.abs(distance) + 1) expect(mask.data[pixel]).toBe(255 - wanted);
      }
    }
  });

  it('leaves a mask without selected pixels empty, and a full mask full', () => {
    for (const distance of [5, -5])
      for (const level of [0, 255]) {
        const mask = flatMask(20, 10, level);
        growMask(mask, distance);
        expect(mask.data.every((each) => each === level)).toBe(true);
      }
  });

  it('blurs an edge like a Gaussian', () => {
    for (const sigma of [1.5, 2, 5.5]) {
      const mask = rectMask({ width: 120, height: 9 }, { left: 60, top: -5, right: 130, bottom: 20 });
      featherMask(mask, sigma);
      // Expects Φ(x / σ) at the center of each pixel, computed by summing the density in steps of 1/50 pixel.
      let [sum, from] = [0, -60];
      for (let x = 0; x < 120; x++) {
        for (const end = x + 0.5 - 60; from < end; from += 0.02)
          sum += (Math.exp(-(from * from) / (2 * sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI))) * 0.02;
        expect(Math.abs((mask.data[4 * 120 + x] as number) / 255 - sum)).toBeLessThan(0.03);
      }
      expect(mask.data.subarray(0, 120)).toEqual(mask.data.subarray(960, 1080));
    }
  });
});

describe('make-mask with selections', () => {
  const box = { left: 10, top: 10, right: 30, bottom: 30 };
  const other = { left: 20, top: 20, right: 50, bottom: 35 };
  const combined = (combine: string, gray = 0) =>
    make({
      ...size,
      gray,
      selections: [
        { kind: 'rect', ...box },
        { kind: 'rect', combine, ...other },
      ],
    });
  const count = (levels: Uint8ClampedArray, level = 255) => levels.filter((each) => each === level).length;

  it('combines areas by adding, subtracting, intersecting, or adding the pixels outside an area', async () => {
    expect(count(await combined('add'))).toBe(400 + 450 - 100);
    expect(count(await combined('subtract'))).toBe(300);
    expect(count(await combined('intersect'))).toBe(100);
    expect(count(await combined('add-outside'))).toBe(2400 - 450 + 100);
    expect(count(await combined('add', 90), 90)).toBe(2400 - 750);
  });

  it('starts from the luminance of an image, or from gray if a selection reads the image’s colors', async () => {
    const image = noiseRaster(60, 40);
    const luminance = await make({}, image);
    const levels = await make({ selections: [{ kind: 'rect', ...box }] }, image);
    levels.forEach((level, pixel) => {
      const [x, y] = [pixel % 60, Math.floor(pixel / 60)];
      const isInside = x >= 10 && x < 30 && y >= 10 && y < 30;
      expect(level).toBe(isInside ? 255 : luminance[pixel]);
    });
    expect(count(await make({ gray: 7, wand: { x: 5, y: 5 }, tolerance: 0 }, image), 7)).toBeGreaterThan(2300);
  });

  it('paints strokes on the selections, and inverts last', async () => {
    const stroke = { gray: 100, widthPx: 8, points: [{ x: 20, y: 20 }] };
    const levels = await make({ ...size, selections: [{ kind: 'rect', ...box }], strokes: [stroke], invert: true });
    expect([levels[20 * 60 + 20], levels[12 * 60 + 12], levels[0]]).toEqual([155, 0, 255]);
  });

  it('treats the parameters subject and wand as the first selections', async () => {
    const image = stripes();
    const direct = await make({ wand: { x: 4, y: 0 }, tolerance: 20, contiguous: false }, image);
    const listed = await make({ selections: [{ kind: 'wand', x: 4, y: 0, tolerance: 20, contiguous: false }] }, image);
    expect(direct).toEqual(listed);
    expect(count(direct)).toBe(12);
  });

  it.each([
    [{ subject: { left: 1, top: 2, right: 3 } }, 'subject.bottom'],
    [{ wand: { x: 1 } }, 'wand.y'],
    [{ selections: [{ kind: 'ellipse', left: 1, top: 2, right: 3 }] }, 'selections[0].bottom'],
    [{ selections: [{ kind: 'wand', x: 3 }] }, 'selections[0].y'],
    [{ selections: [{ kind: 'lasso', points: [{ x: 1, y: 1 }] }] }, 'selections[0].points[1]'],
    [{ strokes: [{ tool: 'keep', points: [] }] }, 'strokes[0].tool'],
    [{ grow: 101 }, 'grow'],
    [{ tolerance: -1 }, 'tolerance'],
  ])('refuses %j', (params, path) => {
    expect(() => parseOperationParameters(operation, params)).toThrow(expect.objectContaining({ path }));
  });

  it('is refused if a selection reads colors and the image is missing', async () => {
    await expect(make({ ...size, wand: { x: 1, y: 1 } })).rejects.toMatchObject({ code: 'selectionNeedsImage' });
  });

  it('does not change the image', async () => {
    const image = noiseRaster(60, 40);
    const before = image.data.slice();
    await make({ wand: { x: 5, y: 5 }, grow: 3, feather: 2 }, image);
    expect(image.data).toEqual(before);
  });
});
