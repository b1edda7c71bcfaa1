import { createRaster, type Raster } from '#core/base/raster.ts';
import type { ImageCodecs } from '#core/platform/codecs.ts';

/** The browser's own decoders and its JPEG encoder. */
export const browserImages: ImageCodecs = {
  async decode(bytes, type) {
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: 'default' });
    try {
      return readPixels(bitmap);
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

/**
 * Rows that are read at a time. On iOS, a canvas of a whole picture of 24 megapixels has no pixels at all; everywhere it
 * would need the picture's memory once more.
 */
const STRIP_ROWS = 256;

function readPixels(bitmap: ImageBitmap): Raster {
  const { width, height } = bitmap;
  const raster = createRaster(width, height);
  const canvas = new OffscreenCanvas(width, Math.min(STRIP_ROWS, height));
  const context = softwareContext(canvas);
  context.globalCompositeOperation = 'copy';
  for (let y = 0; y < height; y += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - y);
    context.drawImage(bitmap, 0, y, width, rows, 0, 0, width, rows);
    raster.data.set(context.getImageData(0, 0, width, rows).data, y * width * 4);
  }
  // Safari keeps a canvas's memory until its size is nothing.
  canvas.width = canvas.height = 0;
  return raster;
}

/** A context whose pixels stay in memory: what is drawn is read back at once. */
export function softwareContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  // A browser refuses a context when its memory for canvases is used up.
  if (!context) throw new Error(`No 2D context for ${canvas.width} × ${canvas.height} px`);
  return context;
}
