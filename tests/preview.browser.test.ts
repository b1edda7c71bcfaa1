import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { inlineWorkers } from '#app/platform/workers.ts';
import { GpuPreview } from '#app/preview/gpu-preview.ts';
import type { Raster } from '#core/base/raster.ts';
import { adjustColor, colorChange } from '#core/image/adjust-color.ts';
import { blurSharpen } from '#core/image/blur-sharpen.ts';
import { countLevels } from '#core/image/color/auto-levels.ts';
import { opaquePhoto } from './core/test-images.ts';
import { drawnPixels } from './drawn-pixels.browser.ts';

const platform = createBrowserPlatform(inlineWorkers);

const neutral = { saturation: 0, brightness: 0, hue: 0, contrast: 0 };

/** Maximum difference between GPU and core for opaque pixels, in 8-bit levels. */
const ALLOWED = 1;

let canvas: HTMLCanvasElement;
let preview: GpuPreview;
beforeEach(async () => {
  canvas = document.createElement('canvas');
  preview = await GpuPreview.create(canvas);
});
afterEach(() => preview.destroy());

async function show(image: Raster): Promise<void> {
  preview.setImage(await createImageBitmap(new ImageData(image.data, image.width, image.height)));
}

function farthest(expected: Raster): number {
  const shown = drawnPixels(canvas);
  expect([shown.width, shown.height]).toEqual([expected.width, expected.height]);
  let most = 0;
  for (let index = 0; index < expected.data.length; index++)
    most = Math.max(most, Math.abs((expected.data[index] as number) - (shown.data[index] as number)));
  return most;
}

describe('the GPU preview matches core', () => {
  it.each([
    { saturation: 0, brightness: 0, hue: 0, contrast: 0 },
    { saturation: 0.5, brightness: 0, hue: 0, contrast: 0 },
    { saturation: -1, brightness: 0.2, hue: 0, contrast: 0 },
    { saturation: 0, brightness: -0.4, hue: 0.33, contrast: 0 },
    { saturation: 1, brightness: 0.3, hue: -0.7, contrast: 0.9 },
    { saturation: -0.3, brightness: 1, hue: 1, contrast: -1 },
    { saturation: 0, brightness: 0, hue: 0.2, contrast: 0.3, gray: true, sepia: 0.7 },
    { ...neutral, auto: true },
    { ...neutral, exposure: 0.8, brightness: -0.3, highlights: -0.9, shadows: 0.6, blackPoint: 20, whitePoint: 230 },
    { ...neutral, temperature: 0.6, tint: -0.4, vibrance: 0.8 },
    { ...neutral, temperature: -1, vibrance: -1, hue: 0.4 },
    { ...neutral, gray: true, grayRed: 0.7, grayBlue: -1, contrast: 0.3 },
  ])('for colors: %j', async (adjustment) => {
    const image = opaquePhoto(203, 117);
    await show(image);
    preview.showColors(colorChange(adjustment, countLevels(image)));
    const most = farthest(await adjustColor(image, adjustment, { platform }));
    console.info(`GPU against core, ${JSON.stringify(adjustment)}: ${most}/255`);
    expect(most).toBeLessThanOrEqual(ALLOWED);
  });

  it.each([
    [-1, 1],
    [-0.37, 1],
    [-1, 0.25],
    [0, 1],
    [0.1, 1],
    [1, 1],
    [0.6, 0.25],
  ])('for sharpness %d at a preview scale of %d', async (sharpness, previewScale) => {
    const image = opaquePhoto(203, 117);
    await show(image);
    preview.showSharpness(sharpness, previewScale);
    const most = farthest(await blurSharpen(image, { sharpness }, { platform }, previewScale));
    console.info(`GPU against core, sharpness ${sharpness} at ${previewScale}: ${most}/255`);
    expect(most).toBeLessThanOrEqual(ALLOWED);
  });

  it('after a change to an image of another size', async () => {
    await show(opaquePhoto(40, 30));
    const image = opaquePhoto(61, 90);
    await show(image);
    preview.showSharpness(0, 1);
    expect(farthest(image)).toBe(0);
  });
});
