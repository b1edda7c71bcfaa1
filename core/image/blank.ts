import { rgbaOf } from '../base/color.ts';
import { createRaster, pixelWords, type Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import { color, parameters, pixels } from '../parameters/fields.ts';

export const blankBackgroundFields = parameters({
  color: color({ default: '#ffffff' }),
  width: pixels({ default: 800, min: 1, max: 5000, step: 100, integerDigits: 4 }),
  height: pixels({ default: 1200, min: 1, max: 5000, step: 100, integerDigits: 4 }),
});

/** Parameters of the blank background behind text. A width or height of 0 means no background. */
export const textPageBackgroundFields = parameters({
  ...blankBackgroundFields,
  width: { ...blankBackgroundFields.width, min: 0 },
  height: { ...blankBackgroundFields.height, min: 0 },
});

/** Returns an image of one color. `color` has the form `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
export function blankRaster({ width, height }: Size, color: string): Raster {
  const raster = createRaster(width, height);
  raster.data.set(rgbaOf(color));
  const words = pixelWords(raster);
  words.fill(words[0] as number);
  return raster;
}
