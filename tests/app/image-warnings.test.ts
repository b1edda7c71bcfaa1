import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PLAIN_EDGES } from '#app/tools/mask/mask-strokes.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { damageImages, undamage } from '../damaged-decode.ts';

const served: unknown[] = [];
/** Replacements for modules that use worker globals, which Node lacks. */
const replaced: Readonly<Record<string, () => object>> = {
  '#app/workers/serve.ts': () => ({ serve: (service: unknown) => served.push(service) }),
  '#app/platform/workers.ts': () => ({ createBrowserWorkers: () => undefined }),
  '#app/platform/worker-signals.ts': () => ({ allow: () => {}, beat: () => {} }),
  '#app/platform/browser.ts': () => ({ createBrowserPlatform: () => createNodePlatform({ threads: 0 }) }),
};

const ignore = () => {};
const warned = [{ code: 'imageDamaged', data: { name: 'damaged.png' } }];
let png: Blob;

beforeAll(async () => {
  damageImages();
  for (const [path, module] of Object.entries(replaced)) vi.doMock(path, module);
  const raster = sharp({ create: { width: 6, height: 4, channels: 3, background: '#2b4c7e' } });
  png = new Blob([new Uint8Array(await raster.png().toBuffer())], { type: 'image/png' });
  class Bitmap {
    readonly width = 6;
    readonly height = 4;
    close(): void {}
  }
  vi.stubGlobal('createImageBitmap', async () => new Bitmap());
  class Pixels {
    constructor(
      readonly data: Uint8ClampedArray,
      readonly width: number,
      readonly height: number,
    ) {}
  }
  vi.stubGlobal('ImageData', Pixels);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext(): undefined {
        return undefined;
      }
      async convertToBlob(): Promise<Blob> {
        return new Blob();
      }
    },
  );
});

afterAll(() => {
  for (const path of Object.keys(replaced)) vi.doUnmock(path);
  vi.unstubAllGlobals();
  undamage();
});

/** Returns the service that a worker module passes to `serve` when the module is loaded. */
async function service<Service>(load: () => Promise<unknown>): Promise<Service> {
  served.length = 0;
  await load();
  return served[0] as Service;
}

describe('a worker that opens a damaged image', () => {
  it('sends its warnings with the image, and again with the result of each step', async () => {
    const images = await service<import('#app/workers/image.service.ts').ImageWorkerApi>(
      () => import('#app/workers/image.service.ts'),
    );
    images.addSource({ id: 'a', name: 'damaged.png', blob: png });
    images.addSource({ id: 'b', name: 'fine.png', blob: png });
    const steps = [{ operation: 'blur-sharpen', params: { sharpness: 0.5 } }] as const;
    expect(await images.render(1, { source: 'a', steps: [] }, ignore)).toMatchObject({ warnings: warned });
    expect(await images.render(2, { source: 'a', steps }, ignore)).toMatchObject({ warnings: warned });
    expect(await images.render(3, { source: 'b', steps: [] }, ignore)).toMatchObject({ warnings: [] });
    images.removeSource('a');
    images.addSource({ id: 'a', name: 'fine.png', blob: png });
    expect(await images.render(4, { source: 'a', steps: [] }, ignore)).toMatchObject({ warnings: [] });
  });

  it('sends its warnings with a result of a batch, and with a thumbnail', async () => {
    const batch = await service<import('#app/batch/batch.service.ts').BatchWorkerApi>(
      () => import('#app/batch/batch.service.ts'),
    );
    const file = new File([png], 'damaged.png');
    const order = { recipe: [], madeOn: undefined, cropBy: 'fractions', format: 'png', encoding: {} } as const;
    expect(await batch.run(1, file, order, {}, ignore)).toMatchObject({ warnings: warned });
    expect(await batch.thumbnail(2, file, 64)).toMatchObject({ warnings: warned });
    expect(await batch.run(3, new File([png], 'fine.png'), order, {}, ignore)).toMatchObject({ warnings: [] });
  });

  it('sends its warnings with the image of a shape, of a mask and of a video', async () => {
    const shapes = await service<import('#app/tools/shapes/painter.service.ts').ShapePainterApi>(
      () => import('#app/tools/shapes/painter.service.ts'),
    );
    expect(await shapes.setImage(1, 'shapeImage0', png, 'damaged.png')).toMatchObject({ width: 6, warnings: warned });
    const masks = await service<import('#app/tools/mask/mask.service.ts').MaskPainterApi>(
      () => import('#app/tools/mask/mask.service.ts'),
    );
    const start = { width: 0, height: 0, gray: 0, image: { name: 'damaged.png', blob: png } };
    expect(
      await masks.open(1, start, { ...PLAIN_EDGES, strokes: [], selections: [], invert: false }, ignore),
    ).toMatchObject({ width: 6, warnings: warned });
    const videos = await service<import('#app/tools/video-maker/preview.service.ts').VideoPreviewApi>(
      () => import('#app/tools/video-maker/preview.service.ts'),
    );
    expect(await videos.openImage(1, png, 'damaged.png')).toMatchObject({ width: 6, warnings: warned });
  });
});
