import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '#core/recipes/recipe.ts';
import { refitCorners, refitRecipe, sizeAfter } from '#core/recipes/refit.ts';

const crop = (topX: number, topY: number, bottomX: number, bottomY: number) =>
  ({ operation: 'crop', params: { topX, topY, bottomX, bottomY } }) as const;
const scale = (params: object) => ({ operation: 'scale', params: { ...params } }) as const;
const size = (width: number, height: number) => ({ width, height });

describe('a recipe adapted to another image', () => {
  it('stays the same if both images have the same size', () => {
    const recipe: Recipe = [crop(1, 2, 30, 40), scale({ width: 10, height: 13 })];
    expect(refitRecipe(recipe, size(60, 80), size(60, 80))).toEqual(recipe);
  });

  it('crops the same fraction of the image', () => {
    expect(refitRecipe([crop(30, 20, 150, 100)], size(300, 200), size(600, 100))).toEqual([crop(60, 10, 300, 50)]);
  });

  it('crops at the same aspect ratio, with the same relative size and position', () => {
    // A centered square as high as the landscape image becomes a square as wide as the portrait image.
    expect(refitRecipe([crop(50, 0, 250, 200)], size(300, 200), size(200, 300), 'ratio')).toEqual([
      crop(0, 50, 200, 250),
    ]);
    // A square at the left edge, half as high as the first image, stays there and is half as wide as the second.
    expect(refitRecipe([crop(0, 50, 100, 150)], size(300, 200), size(200, 300), 'ratio')).toEqual([
      crop(0, 100, 100, 200),
    ]);
  });

  it('normalizes reversed corners and corners outside the image', () => {
    expect(refitRecipe([crop(150, 100, -5, 20)], size(300, 200), size(600, 400))).toEqual([crop(0, 40, 300, 200)]);
  });

  it('crops at least one pixel', () => {
    expect(refitRecipe([crop(299, 199, 300, 200)], size(300, 200), size(2, 2))).toEqual([crop(1, 1, 2, 2)]);
  });

  it('keeps the aspect ratio of a scaled size if the first image had the same aspect ratio', () => {
    const [step] = refitRecipe([scale({ width: 150, height: 100 })], size(300, 200), size(200, 300));
    expect(step).toEqual(scale({ width: 150, height: 100, keepAspect: true }));
    expect(sizeAfter([step as Recipe[number]], size(200, 300))).toEqual(size(67, 100));
  });

  it.each([{ factor: 0.5 }, { width: 100, height: 100 }, { width: 90 }, { width: 9, height: 6, keepAspect: true }])(
    'keeps %j unchanged',
    (params) => {
      expect(refitRecipe([scale(params)], size(300, 200), size(200, 300))).toEqual([scale(params)]);
    },
  );

  it('scales each crop to the image size before that step', () => {
    const recipe: Recipe = [
      crop(0, 0, 150, 200),
      { operation: 'adjust-color', params: { hue: 0.1 } },
      crop(0, 0, 75, 100),
    ];
    expect(refitRecipe(recipe, size(300, 200), size(100, 400))).toEqual([
      crop(0, 0, 50, 400),
      recipe[1],
      crop(0, 0, 25, 200),
    ]);
  });

  it('keeps a crop inside the image, at the requested ratio', () => {
    const side = fc.integer({ min: 40, max: 4000 });
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, side, side, fraction, fraction, fraction, fraction, (fw, fh, tw, th, a, b, c, d) => {
        const [x1, x2] = [Math.round(a * (fw - 20)), fw - Math.round(b * 5)];
        const [y1, y2] = [Math.round(c * (fh - 20)), fh - Math.round(d * 5)];
        const corners = { topX: x1, topY: y1, bottomX: x2, bottomY: y2 };
        const { topX, topY, bottomX, bottomY } = refitCorners(corners, size(fw, fh), size(tw, th), 'ratio');
        expect(Math.min(topX, topY, tw - bottomX, th - bottomY)).toBeGreaterThanOrEqual(0);
        const [width, height] = [bottomX - topX, bottomY - topY];
        const ratio = (x2 - x1) / (y2 - y1);
        // Sides are whole numbers, at least 1, so the ratio may change slightly.
        expect(Math.abs(width - height * ratio)).toBeLessThanOrEqual(1 + ratio);
      }),
      { seed: 17, numRuns: 300 },
    );
  });
});
