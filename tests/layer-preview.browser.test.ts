import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { inlineWorkers } from '#app/platform/workers.ts';
import { GpuLayers } from '#app/preview/gpu-layers.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { blendModes } from '#core/image/blend/blend-modes.ts';
import { composeLayers, topPlace } from '#core/image/layer.ts';
import { noise, opaquePhoto, sampleImage } from './core/test-images.ts';
import { drawnPixels } from './drawn-pixels.browser.ts';

const platform = createBrowserPlatform(inlineWorkers);

/** Maximum difference between GPU and core for opaque pixels, in 8-bit levels. */
const ALLOWED = 2;

const bottom = opaquePhoto(211, 157);
/** Test colors: every level over every other level, and noise. */
const top = noise(180, 190, { seed: 7 });
const mask = sampleImage(180, 190, (x, y) => {
  const gray = (x * 3 + y) % 256;
  return [gray, gray, gray, 255];
});

const canvas = document.createElement('canvas');
let preview: GpuLayers;
beforeAll(async () => {
  preview = await GpuLayers.create(canvas);
  for (const [id, raster] of Object.entries({ top, bottom, mask }))
    preview.setLayer(id as 'top' | 'bottom' | 'mask', await bitmapOf(raster), true);
});
afterAll(() => preview.destroy());

const bitmapOf = ({ data, width, height }: Raster) => createImageBitmap(new ImageData(data, width, height));

function farthest(expected: Raster): number {
  const shown = drawnPixels(canvas);
  expect([shown.width, shown.height]).toEqual([expected.width, expected.height]);
  let most = 0;
  for (let at = 0; at < expected.data.length; at += 4) {
    const alpha = expected.data[at + 3] as number;
    most = Math.max(most, Math.abs(alpha - (shown.data[at + 3] as number)));
    for (let channel = at; channel < at + 3; channel++)
      most = Math.max(
        most,
        // Premultiplies the expected color, because the preview's pixels are premultiplied.
        Math.abs(((expected.data[channel] as number) * alpha) / 255 - (shown.data[channel] as number)),
      );
  }
  return most;
}

let worst = 0;
afterAll(() => console.info(`GPU against core, all ${blendModes.length} modes: at most ${worst}/255`));

for (const masked of [false, true])
  it.each(blendModes.map(({ id }) => id))(
    `the GPU preview shows %s as core computes it${masked ? ', through a mask' : ''}`,
    async (id) => {
      const params = { blendMode: id, view: 'combined', offsetX: 11, offsetY: -23 } as const;
      const place = { ...topPlace(top, bottom, params), width: top.width, height: top.height };
      preview.show({ kind: 'blended', mode: id, masked, place });
      const most = farthest(
        await composeLayers({ top, bottom, mask: masked ? mask : undefined }, params, { platform }),
      );
      worst = Math.max(worst, most);
      expect(most).toBeLessThanOrEqual(ALLOWED);
    },
  );

it('the GPU preview shows a rotated and translucent layer as core computes it', async () => {
  const params = {
    blendMode: 'screen',
    view: 'combined',
    offsetX: 11,
    offsetY: -23,
    rotation: 90,
    opacity: 0.4,
  } as const;
  const place = { ...topPlace(top, bottom, params), width: top.width, height: top.height, rotation: 90, opacity: 0.4 };
  preview.show({ kind: 'blended', mode: 'screen', masked: true, place });
  expect(farthest(await composeLayers({ top, bottom, mask }, params, { platform }))).toBeLessThanOrEqual(ALLOWED);
});

it('the GPU preview shows a layer alone, and a layer through the mask', async () => {
  const params = { blendMode: 'normal', view: 'combined', offsetX: 0, offsetY: 0 } as const;
  preview.show({ kind: 'single', layer: 'bottom' });
  expect(farthest(bottom)).toBe(0);
  preview.show({ kind: 'masked', layer: 'top' });
  expect(farthest(await composeLayers({ top, mask }, params, { platform }))).toBeLessThanOrEqual(ALLOWED);
});

it('the GPU preview shows a new layer that replaces a layer of another size', async () => {
  const other = createRaster(33, 44);
  other.data.fill(200);
  for (let at = 3; at < other.data.length; at += 4) other.data[at] = 255;
  const params = { blendMode: 'difference', view: 'combined', offsetX: 0, offsetY: 0 } as const;
  preview.setLayer('top', await bitmapOf(other), true);
  const place = { ...topPlace(other, bottom, params), width: 33, height: 44 };
  preview.show({ kind: 'blended', mode: 'difference', masked: false, place });
  expect(farthest(await composeLayers({ top: other, bottom }, params, { platform }))).toBeLessThanOrEqual(ALLOWED);
});
