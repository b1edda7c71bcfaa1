import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelWords } from '#core/base/raster.ts';
import { crop, cropCornersOf, cropRect } from '#core/image/crop.ts';
import { largestRect } from '#core/image/largest-rect.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { everyAlpha, numberedRaster } from './test-images.ts';

describe('cropRect', () => {
  it('swaps reversed corners and clamps to the image', () => {
    const size = { width: 100, height: 50 };
    expect(cropRect({ topX: 80, topY: 40, bottomX: 20, bottomY: 10 }, size)).toEqual({
      x: 20,
      y: 10,
      width: 60,
      height: 30,
    });
    expect(cropRect({ topX: -5, topY: 0, bottomX: 500, bottomY: 99 }, size)).toEqual({
      x: 0,
      y: 0,
      width: 100,
      height: 50,
    });
    expect(cropRect({ topX: 30, topY: 9, bottomX: 30, bottomY: 20 }, size)).toMatchObject({ width: 0 });
  });
});

describe('crop', () => {
  it('returns exactly the pixels of the rectangle', () => {
    const image = numberedRaster(13, 11);
    fc.assert(
      fc.property(fc.nat(13), fc.nat(11), fc.nat(13), fc.nat(11), (topX, topY, bottomX, bottomY) => {
        const { x, y, width, height } = cropRect({ topX, topY, bottomX, bottomY }, image);
        const result = crop(image, { topX, topY, bottomX, bottomY });
        if (width === 0 || height === 0) {
          expect(result).toBe(image);
          return;
        }
        expect([result.width, result.height]).toEqual([width, height]);
        const expected = Array.from(
          { length: width * height },
          (_, index) => (y + Math.floor(index / width)) * 13 + x + (index % width),
        );
        expect([...pixelWords(result)]).toEqual(expected);
      }),
      { seed: 4 },
    );
  });

  it('keeps translucent pixels unchanged', () => {
    const image = everyAlpha();
    const result = crop(image, { topX: 1, topY: 0, bottomX: image.width, bottomY: image.height });
    for (let row = 0; row < image.height; row++)
      expect(result.data.slice(row * result.width * 4, (row + 1) * result.width * 4)).toEqual(
        image.data.slice((row * image.width + 1) * 4, (row + 1) * image.width * 4),
      );
  });
});

describe('the parameters of crop', () => {
  const parsed = (params: object) => parseRecipe({ operation: 'crop', params })[0]?.params as never;
  const size = { width: 640, height: 480 };

  it('require exactly one of corners, edges and a ratio', () => {
    const error = (params: object) => () => parsed(params);
    expect(error({})).toThrow(expect.objectContaining({ code: 'parameterOneOf', path: 'params.ratio' }));
    expect(error({ topX: 1, topY: 1, bottomX: 5 })).toThrow(expect.objectContaining({ path: 'params.bottomY' }));
    expect(error({ ratio: '16:0' })).toThrow(expect.objectContaining({ code: 'parameterRatio' }));
    expect(error({ ratio: '1:1', left: 0.5 })).toThrow(expect.objectContaining({ code: 'parameterExclusive' }));
    expect(error({ topX: 1, right: 0.5 })).toThrow(
      expect.objectContaining({ code: 'parameterExclusive', path: 'params.right' }),
    );
    expect(error({ left: 1.5 })).toThrow(expect.objectContaining({ code: 'parameterRange' }));
  });

  it('accept edges as fractions, and default to the edges of the image', () => {
    expect(cropCornersOf(parsed({ left: 0.25, bottom: 0.5 }), size)).toEqual({
      topX: 160,
      topY: 0,
      bottomX: 640,
      bottomY: 240,
    });
  });

  it('place the largest rectangle of a ratio at the requested position', () => {
    const sides = fc.integer({ min: 1, max: 4000 });
    const place = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
    fc.assert(
      fc.property(
        sides,
        sides,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        place,
        place,
        (width, height, a, b, across, down) => {
          const rect = largestRect({ width, height }, a / b, across, down);
          expect(rect.x).toBeGreaterThanOrEqual(0);
          expect(rect.x + rect.width).toBeLessThanOrEqual(width);
          expect(rect.y + rect.height).toBeLessThanOrEqual(height);
          // One side of the crop equals the image's side. The ratio determines the other side, rounded to a pixel.
          expect(rect.width === width || rect.height === height).toBe(true);
          if (rect.width < width) expect(Math.abs(rect.width - height * (a / b))).toBeLessThanOrEqual(1);
          if (rect.height < height) expect(Math.abs(rect.height - width / (a / b))).toBeLessThanOrEqual(1);
          expect(Math.abs(rect.x - (width - rect.width) * across)).toBeLessThanOrEqual(0.5);
          expect(Math.abs(rect.y - (height - rect.height) * down)).toBeLessThanOrEqual(0.5);
        },
      ),
      { seed: 11 },
    );
  });
});
