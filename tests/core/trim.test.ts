import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { createRaster } from '#core/base/raster.ts';
import { trim } from '#core/image/trim.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { recipeMadeOn, refitRecipe } from '#core/recipes/refit.ts';
import { platform } from '../inline-platform.ts';
import { apng, bySharp } from './animated-files.ts';
import { memorySink } from './memory-sink.ts';

const params = { tolerance: 10, margin: 0, color: 'auto' };

describe('trim', () => {
  it('takes the color that most corners have, not that of the top left corner', () => {
    const image = createRaster(9, 7);
    image.data.fill(255);
    image.data.set([200, 30, 30, 255], 0);
    image.data.set([10, 10, 10, 255], (3 * 9 + 4) * 4);
    expect(trim(image, params, {})).toMatchObject({ width: 5, height: 4 });
  });

  it('finds translucent content on a transparent border, whatever color transparent pixels have', () => {
    const image = createRaster(9, 7);
    for (let at = 0; at < image.data.length; at += 4) image.data.set([at, 255 - at, 90, 0], at);
    image.data.set([0, 0, 0, 11], (3 * 9 + 4) * 4);
    expect(trim(image, params, {})).toMatchObject({ width: 1, height: 1 });
  });

  it('trims all frames of an animation to the area that any frame needs', async () => {
    const dot = (left: number, top: number) => ({
      width: 20,
      height: 16,
      color: (x: number, y: number) =>
        x === left && y === top ? ([9, 9, 9, 255] as const) : ([255, 255, 255, 255] as const),
    });
    const file = fileFromBytes(
      'a.png',
      await apng({ width: 20, height: 16, loop: 0, frames: [dot(4, 9), dot(11, 3)] }),
    );
    const sink = memorySink();
    const steps = parseRecipe({ operation: 'trim' });
    const size = await writeAnimationOf(file, steps, { format: 'webp' }, { platform, sink });
    expect(size).toEqual({ width: 8, height: 7, frames: 2 });
    expect((await bySharp(sink.bytes())).frames.length).toBe(2);
  });

  it('leaves the pixel values of later steps in a recipe for images of other sizes', () => {
    const crop = { operation: 'crop', params: { topX: 0, topY: 0, bottomX: 40, bottomY: 30 } } as const;
    const recipe = [crop, { operation: 'trim' }, crop] as const;
    const [first, , last] = refitRecipe(recipe, { width: 100, height: 80 }, { width: 200, height: 160 });
    expect(first?.params).toMatchObject({ bottomX: 80, bottomY: 60 });
    expect(last).toEqual(crop);
    expect(recipeMadeOn(recipe, { width: 100, height: 80 }).map(({ madeOn }) => madeOn?.width)).toEqual([
      100,
      undefined,
      undefined,
    ]);
  });
});
