import { type Raster, wrapRaster } from '#core/base/raster.ts';
import { readJpegHeader } from '#core/image/formats/jpeg/jpeg-segments.ts';
import { readPixels } from '#core/image/read-pixels.ts';
import type { ImageCodecs } from '#core/platform/codecs.ts';
import { nodeCanvases } from './canvases.ts';
import { MissingPackageError } from './missing-package.ts';
import { skia } from './skia.ts';
import { loadWasm } from './wasm.ts';

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
  async decode(bytes, type) {
    let image: InstanceType<ReturnType<typeof skia>['Image']>;
    try {
      image = new (skia().Image)();
    } catch (error) {
      if (error instanceof MissingPackageError && type === 'image/jpeg') return decodeWithoutSkia(bytes, error);
      throw error;
    }
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

/** Decodes a JPEG in gray or YCbCr with MozJPEG's decoder, whose pixels equal Skia's. For CMYK, throws `missing`. */
async function decodeWithoutSkia(bytes: Uint8Array<ArrayBuffer>, missing: MissingPackageError): Promise<Raster> {
  if ((readJpegHeader(bytes)?.channels ?? 0) > 3) throw missing;
  const codec = await import('@jsquash/jpeg/decode.js');
  await codec.init((await loadWasm('jpeg-decoder')) as never);
  const { width, height, data } = await codec.default(bytes.buffer);
  return wrapRaster(width, height, new Uint8ClampedArray(data));
}
