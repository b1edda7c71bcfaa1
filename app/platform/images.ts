import { readPixels } from '#core/image/read-pixels.ts';
import type { ImageCodecs } from '#core/platform/codecs.ts';
import { browserCanvases, softwareContext } from './canvases.ts';

export const browserImages: ImageCodecs = {
  async decode(bytes, type) {
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: 'default' });
    try {
      return readPixels(bitmap, browserCanvases);
    } finally {
      bitmap.close();
    }
  },

  async encodeJpeg({ width, height, data }, quality) {
    const canvas = new OffscreenCanvas(width, height);
    softwareContext(canvas).putImageData(new ImageData(data, width, height), 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return new Uint8Array(await blob.arrayBuffer());
  },
};
