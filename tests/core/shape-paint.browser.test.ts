import { browserCanvases } from '#app/platform/canvases.ts';
import { type Raster, wrapRaster } from '#core/base/raster.ts';
import { describeShapePaint } from './shape-paint.contract.ts';

describeShapePaint({
  name: 'in a browser',
  canvases: browserCanvases,
  rasterize: async (svg) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    await image.decode();
    URL.revokeObjectURL(image.src);
    const [canvas, context] = plainCanvas(image.naturalWidth, image.naturalHeight);
    context.drawImage(image, 0, 0);
    return wrapRaster(canvas.width, canvas.height, context.getImageData(0, 0, canvas.width, canvas.height).data);
  },
  pngAddress: async ({ data, width, height }: Raster) => {
    const [canvas, context] = plainCanvas(width, height);
    context.putImageData(new ImageData(data, width, height), 0, 0);
    return canvas.toDataURL('image/png');
  },
});

function plainCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2D context');
  return [canvas, context];
}
