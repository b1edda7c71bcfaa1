import { rgbaOf } from '../base/color.ts';
import { isOpaque, type Raster, wrapRaster } from '../base/raster.ts';

/**
 * Flattens an image on a color b: `c·α + b·(1 − α)` for color c and alpha α, in sRGB as in browsers. Flattens a
 * translucent color on white first.
 */
export function flatten(raster: Raster, background = '#ffffff'): Raster {
  if (isOpaque(raster)) return raster;
  const [r, g, b, opacity] = rgbaOf(background);
  const onWhite = (channel: number) => (channel * opacity + 255 * (255 - opacity)) / 255;
  const [red, green, blue] = [onWhite(r), onWhite(g), onWhite(b)];
  const source = raster.data;
  const data = new Uint8ClampedArray(source.length);
  for (let index = 0; index < source.length; index += 4) {
    const alpha = (source[index + 3] as number) / 255;
    data[index] = (source[index] as number) * alpha + red * (1 - alpha);
    data[index + 1] = (source[index + 1] as number) * alpha + green * (1 - alpha);
    data[index + 2] = (source[index + 2] as number) * alpha + blue * (1 - alpha);
    data[index + 3] = 255;
  }
  return wrapRaster(raster.width, raster.height, data);
}
