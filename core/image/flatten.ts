import { isOpaque, type Raster, wrapRaster } from '../base/raster.ts';

/** Flattens an image on white: `c·α + 255·(1 − α)` for color c and alpha α, in sRGB as in browsers. */
export function flatten(raster: Raster): Raster {
  if (isOpaque(raster)) return raster;
  const source = raster.data;
  const data = new Uint8ClampedArray(source.length);
  for (let index = 0; index < source.length; index += 4) {
    const alpha = (source[index + 3] as number) / 255;
    const white = 255 * (1 - alpha);
    data[index] = (source[index] as number) * alpha + white;
    data[index + 1] = (source[index + 1] as number) * alpha + white;
    data[index + 2] = (source[index + 2] as number) * alpha + white;
    data[index + 3] = 255;
  }
  return wrapRaster(raster.width, raster.height, data);
}
