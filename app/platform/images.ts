import { wrapRaster } from '#core/base/raster.ts';
import type { ImageCodecs } from '#core/platform/codecs.ts';

/** The browser's own decoders and its JPEG encoder. */
export const browserImages: ImageCodecs = {
  async decode(bytes, type) {
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: 'default' });
    try {
      const { width, height } = bitmap;
      const context = softwareContext(new OffscreenCanvas(width, height));
      context.drawImage(bitmap, 0, 0);
      return wrapRaster(width, height, context.getImageData(0, 0, width, height).data);
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

/** A context whose pixels stay in memory: what is drawn is read back at once. */
export function softwareContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  // A browser refuses a context when its memory for canvases is used up.
  if (!context) throw new Error(`No 2D context for ${canvas.width} × ${canvas.height} px`);
  return context;
}
