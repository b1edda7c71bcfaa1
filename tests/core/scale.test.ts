import { describe, expect, it } from 'vitest';
import { FudebakoError } from '#core/base/errors.ts';
import { createRaster } from '#core/base/raster.ts';
import { scale, scaledSize } from '#core/image/scale.ts';
import type { OperationContext } from '#core/platform/context.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';

describe('scaledSize', () => {
  const size = { width: 300, height: 200 };
  it.each([
    [
      { factor: 0.5, keepAspect: false },
      { width: 150, height: 100 },
    ],
    [
      { factor: 0.1, keepAspect: false },
      { width: 30, height: 20 },
    ],
    [
      { width: 100, height: 100, keepAspect: false },
      { width: 100, height: 100 },
    ],
    [
      { width: 100, height: 100, keepAspect: true },
      { width: 100, height: 67 },
    ],
    [
      { width: 600, height: 100, keepAspect: true },
      { width: 150, height: 100 },
    ],
    // If both sides are given and have the image's ratio up to rounding, neither is changed.
    [
      { width: 100, height: 67, keepAspect: true },
      { width: 100, height: 67 },
    ],
    [
      { width: 101, height: 67, keepAspect: true },
      { width: 101, height: 67 },
    ],
    [
      { width: 100, keepAspect: false },
      { width: 100, height: 67 },
    ],
    [
      { percent: 12.5, keepAspect: false },
      { width: 38, height: 25 },
    ],
    [
      { longEdge: 100, keepAspect: false },
      { width: 100, height: 67 },
    ],
    [
      { longEdge: 600, keepAspect: false, withoutEnlargement: true },
      { width: 300, height: 200 },
    ],
    [
      { width: 310, height: 10, keepAspect: false, withoutEnlargement: true },
      { width: 300, height: 200 },
    ],
    [
      { percent: 50, keepAspect: false, withoutEnlargement: true },
      { width: 150, height: 100 },
    ],
    [
      { height: 1, keepAspect: true },
      { width: 2, height: 1 },
    ],
  ])('for %j is %j', (params, expected) => {
    expect(scaledSize(size, params)).toEqual(expected);
  });

  it('never rounds a side to 0', () => {
    expect(scaledSize({ width: 1000, height: 3 }, { factor: 0.1, keepAspect: false })).toEqual({
      width: 100,
      height: 1,
    });
  });
});

describe('scale', () => {
  const context = {} as OperationContext;

  it('returns the input pixels if the size does not change', async () => {
    const image = createRaster(7, 5);
    expect(await scale(image, { factor: 1, keepAspect: false }, context)).toBe(image);
  });

  it('refuses a result over the pixel limit before allocation', async () => {
    const image = { width: 9000, height: 9000, data: new Uint8ClampedArray(0) };
    await expect(scale(image, { factor: 4, keepAspect: false }, context)).rejects.toMatchObject({
      code: 'imageTooLarge',
    });
    await expect(scale(image, { factor: 4, keepAspect: false }, context)).rejects.toBeInstanceOf(FudebakoError);
  });

  it('requires either a ratio or a size', () => {
    const step = (params: object) => () => parseRecipe({ operation: 'scale', params });
    expect(step({})).toThrow('parameterOneOf');
    expect(step({ factor: 2, width: 10 })).toThrow('parameterExclusive');
    expect(step({ factor: 2 })).not.toThrow();
    expect(step({ height: 10_001 })).toThrow('parameterRange');
  });
});
