import { wrapRaster } from '#core/base/raster.ts';
import type { Canvas, Canvases, Context2D } from '#core/platform/canvas.ts';

export const browserCanvases: Canvases = {
  create(width, height): Canvas {
    const canvas = new OffscreenCanvas(width, height);
    const context = softwareContext(canvas);
    return Object.assign(canvas, {
      context: context as unknown as Context2D,
      toRaster: ({ start, end } = { start: 0, end: height }) =>
        wrapRaster(width, end - start, context.getImageData(0, start, width, end - start).data),
      release: () => {
        // Sets the size to 0, which makes Safari free the canvas's memory.
        canvas.width = 0;
        canvas.height = 0;
      },
    });
  },
  createPath: (svgPathData) => new Path2D(svgPathData) as ReturnType<Canvases['createPath']>,
  createImage: ({ data, width, height }) => createImageBitmap(new ImageData(data, width, height)),
};

/** Returns a canvas context without GPU acceleration, because its pixels are read back. */
export function softwareContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  // `getContext` returns null if the browser has no memory left for the canvas.
  if (!context) throw new Error(`No 2D context for ${canvas.width} × ${canvas.height} px`);
  return context;
}
