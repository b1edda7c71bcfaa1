import { readPixels } from '#core/image/read-pixels.ts';
import type { ImageCodecs } from '#core/platform/codecs.ts';
import { nodeCanvases } from './canvases.ts';
import { skia } from './skia.ts';

// WebAssembly codecs need the class `ImageData`, which Node.js lacks.
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

export const nodeImages: ImageCodecs = {
  async decode(bytes) {
    const image = new (skia().Image)();
    image.src = bytes;
    await image.decode();
    return readPixels(image, nodeCanvases);
  },

  async encodeJpeg({ width, height, data }, quality) {
    const { createCanvas, ImageData } = skia();
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
    const encoded = await canvas.encode('jpeg', Math.round(quality * 100));
    return new Uint8Array(encoded);
  },
};
