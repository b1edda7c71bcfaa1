import { imageWorker } from '#app/workers/image-worker.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { ImageBench, ImageWork } from '../page-bench.ts';
import { type PhotoSize, photo, photoSizes } from '../photos.ts';
import { resizers } from './resizers.ts';

/** Longer side in pixels of the measured previews. */
const STAGE_PX = 1600;
const QUALITY = 0.95;
const SMALL = { width: 1732, height: 1155 };

const files = new Map<PhotoSize, Promise<Blob>>();

function fileOf(size: PhotoSize): Promise<Blob> {
  const made = files.get(size) ?? encode(size);
  files.set(size, made);
  return made;
}

const pixelsOf = (size: PhotoSize) => {
  const { width, height, data } = photo(size);
  return new ImageData(data, width, height);
};

function encode(size: PhotoSize): Promise<Blob> {
  const pixels = pixelsOf(size);
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

const stage = document.body.appendChild(document.createElement('canvas'));

/** Resolves after the next paint. */
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

async function show(bitmap: ImageBitmap): Promise<void> {
  const scale = Math.min(1, STAGE_PX / Math.max(bitmap.width, bitmap.height));
  stage.width = Math.round(bitmap.width * scale);
  stage.height = Math.round(bitmap.height * scale);
  stage.getContext('2d')?.drawImage(bitmap, 0, 0, stage.width, stage.height);
  bitmap.close();
  await painted();
}

let sources = 0;

/** Adds a photo to the app's worker under a new ID, so that the worker can't reuse a decoded photo. */
async function addFresh(blob: Blob): Promise<string> {
  const id = `photo-${sources++}`;
  await imageWorker.addSource({ id, name: 'photo.jpg', blob });
  return id;
}

const middle = (size: PhotoSize) => {
  const { width, height } = photoSizes[size];
  return { left: width >> 2, top: height >> 2, width: width >> 1, height: height >> 1 };
};

async function withOpen(blob: Blob, steps: readonly RecipeStep[], format: 'png' | 'jpg' | undefined): Promise<number> {
  const source = await addFresh(blob);
  await imageWorker.render({ source, steps: [] });
  const start = performance.now();
  if (format) await imageWorker.encode({ source, steps }, { format, quality: QUALITY });
  else await imageWorker.render({ source, steps });
  const ms = performance.now() - start;
  await imageWorker.removeSource(source);
  return ms;
}

const ours: Record<ImageWork, (blob: Blob, size: PhotoSize) => Promise<number>> = {
  async 'open a JPEG → visible'(blob) {
    const start = performance.now();
    const source = await addFresh(blob);
    await show(await imageWorker.preview({ source, steps: [] }, STAGE_PX));
    const ms = performance.now() - start;
    await imageWorker.removeSource(source);
    return ms;
  },
  'crop the middle → PNG'(blob, size) {
    const { left, top, width, height } = middle(size);
    const params = { topX: left, topY: top, bottomX: left + width, bottomY: top + height };
    return withOpen(blob, [{ operation: 'crop', params }], 'png');
  },
  'whole image → JPEG': (blob) => withOpen(blob, [], 'jpg'),
  'scale to 2 MP': (blob) =>
    withOpen(blob, [{ operation: 'scale', params: { ...SMALL, keepAspect: false } }], undefined),
};

async function drawn(
  blob: Blob,
  { left = 0, top = 0, width, height }: { left?: number; top?: number; width: number; height: number },
  [toWidth, toHeight]: readonly [number, number],
  type: string | undefined,
): Promise<number> {
  const bitmap = await createImageBitmap(blob);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [toWidth, toHeight];
  const start = performance.now();
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2D context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, width, height, 0, 0, toWidth, toHeight);
  if (type) await new Promise((done) => canvas.toBlob(done, type, QUALITY));
  // Reads one pixel, because browsers defer drawing until pixels are read.
  else context.getImageData(0, 0, 1, 1);
  bitmap.close();
  return performance.now() - start;
}

const canvas: typeof ours = {
  async 'open a JPEG → visible'(blob) {
    const start = performance.now();
    await show(await createImageBitmap(blob));
    return performance.now() - start;
  },
  'crop the middle → PNG'(blob, size) {
    const { width, height } = middle(size);
    return drawn(blob, middle(size), [width, height], 'image/png');
  },
  'whole image → JPEG'(blob, size) {
    const { width, height } = photoSizes[size];
    return drawn(blob, { width, height }, [width, height], 'image/jpeg');
  },
  'scale to 2 MP': (blob, size) => drawn(blob, photoSizes[size], [SMALL.width, SMALL.height], undefined),
};

const imageBench: ImageBench = {
  run: async (who, work, size) => ({ ours, canvas })[who][work](await fileOf(size), size),
  async resize(who, size) {
    const resize = await resizers[who](pixelsOf(size), SMALL);
    const start = performance.now();
    await resize();
    return performance.now() - start;
  },
};
Object.assign(globalThis, { imageBench });
