import { createRaster, type Raster } from '../base/raster.ts';
import type { Canvases, CanvasImage } from '../platform/canvas.ts';

/** Rows read at a time. A canvas for the whole image would double the memory, and may exceed the maximum size. */
const STRIP_ROWS = 256;

/** Reads the pixels of an image that the platform has decoded, through a canvas. */
export function readPixels(image: CanvasImage, canvases: Canvases): Raster {
  const { width, height } = image;
  const raster = createRaster(width, height);
  const canvas = canvases.create(width, Math.min(STRIP_ROWS, height));
  try {
    canvas.context.globalCompositeOperation = 'copy';
    for (let start = 0; start < height; start += STRIP_ROWS) {
      const rows = Math.min(STRIP_ROWS, height - start);
      canvas.context.drawImage(image, 0, start, width, rows, 0, 0, width, rows);
      raster.data.set(canvas.toRaster({ start: 0, end: rows }).data, start * width * 4);
    }
  } finally {
    canvas.release();
  }
  return raster;
}
