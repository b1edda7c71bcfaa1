import type { Image } from '@napi-rs/canvas';
import { createRaster, type Raster } from '#core/base/raster.ts';
import type { ImageCodecs } from '#core/platform/codecs.ts';
import { skia } from './skia.ts';

// The WebAssembly codecs make their results with the page's `ImageData`, which Node does not have.
Object.assign(globalThis, { ImageData: Reflect.get(globalThis, 'ImageData') ?? pixelsClass() });

function pixelsClass() {
  return class {
    constructor(
      readonly data: Uint8ClampedArray<ArrayBuffer>,
      readonly width: number,
      readonly height: number,
    ) {}
  };
}

/** Rows that are drawn at a time: a canvas of the whole picture would need its memory once more, and is slower. */
const STRIP_ROWS = 256;

export const nodeImages: ImageCodecs = {
  async decode(bytes) {
    const image = new (skia().Image)();
    image.src = bytes;
    await image.decode();
    return readPixels(image);
  },

  async encodeJpeg({ width, height, data }, quality) {
    const { createCanvas, ImageData } = skia();
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
    const encoded = await canvas.encode('jpeg', Math.round(quality * 100));
    return new Uint8Array(encoded);
  },
};

function readPixels(image: Image): Raster {
  const { width, height } = image;
  const raster = createRaster(width, height);
  const context = skia().createCanvas(width, Math.min(STRIP_ROWS, height)).getContext('2d');
  context.globalCompositeOperation = 'copy';
  for (let y = 0; y < height; y += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - y);
    context.drawImage(image, 0, y, width, rows, 0, 0, width, rows);
    raster.data.set(context.getImageData(0, 0, width, rows).data, y * width * 4);
  }
  return raster;
}
