import { type Raster, wrapRaster } from '#core/base/raster.ts';
import type { Canvas, Canvases, CanvasImage, Context2D, Path } from '#core/platform/canvas.ts';
import { skia } from './skia.ts';

// @napi-rs/canvas implements browsers' canvas interfaces under other type names, which requires casts.
export const nodeCanvases: Canvases = {
  create: createSurface,
  createPath: (svgPathData) => new (skia().Path2D)(svgPathData) as Path,
  createImage: async (raster) => paintRaster(raster),
};

/** Adds core's methods to the native canvas object, because `drawImage` accepts only native canvases. */
function createSurface(width: number, height: number): Canvas {
  const canvas = skia().createCanvas(width, height);
  const context = canvas.getContext('2d');
  const members: Omit<Canvas, 'width' | 'height'> = {
    context: context as unknown as Context2D,
    toRaster: ({ start, end } = { start: 0, end: height }) => {
      const { data } = context.getImageData(0, start, width, end - start);
      return wrapRaster(width, end - start, new Uint8ClampedArray(data));
    },
    release: () => {
      canvas.width = 1;
      canvas.height = 1;
    },
  };
  return Object.assign(canvas, members);
}

function paintRaster({ width, height, data }: Raster): CanvasImage {
  const { createCanvas, ImageData } = skia();
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}
