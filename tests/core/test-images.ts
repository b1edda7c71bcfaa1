import { createRaster, pixelWords, type Raster } from '#core/base/raster.ts';
import { random } from '../random.ts';

/** Returns an image in which each pixel, read as a 32-bit word, is its own index. */
export function numberedRaster(width: number, height: number): Raster {
  const raster = createRaster(width, height);
  pixelWords(raster).forEach((_, index, words) => {
    words[index] = index;
  });
  return raster;
}

/** Returns columns of alpha 0 to 255 over rows of different colors, which a canvas cannot preserve. */
export function everyAlpha(): Raster {
  const raster = createRaster(256, 8);
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 256; x++)
      raster.data.set([(x * 7 + y * 31) % 256, (x * 3 + y * 97) % 256, (255 - x + y * 11) % 256, x], (y * 256 + x) * 4);
  return raster;
}

/** Returns an image of the pixels that `pixelOf` returns: red, green, blue and alpha. */
export function sampleImage(
  width: number,
  height: number,
  pixelOf: (x: number, y: number) => ArrayLike<number>,
): Raster {
  const raster = createRaster(width, height);
  let at = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = pixelOf(x, y);
      // Sets single bytes, because `set` is several times slower for four bytes.
      for (let channel = 0; channel < 4; channel++) raster.data[at++] = pixel[channel] as number;
    }
  return raster;
}

/** Returns seeded noise, also in alpha unless `opaque`. */
export function noise(width: number, height: number, { seed = 1, opaque = true } = {}): Raster {
  const next = random(seed);
  return sampleImage(width, height, () => [next(256), next(256), next(256), opaque ? 255 : next(256)]);
}

/** Returns smooth opaque colors with edges and noise, as in a photograph. */
export function opaquePhoto(width: number, height: number): Raster {
  const raster = createRaster(width, height);
  const next = random(12345);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const noise = next(256) / 8;
      const edge = (Math.floor(x / 16) + Math.floor(y / 16)) % 2 ? 60 : 0;
      const color = [(x * 255) / width - noise, (y * 255) / height + edge, 128 + 90 * Math.sin(x / 9) + noise, 255];
      raster.data.set(color, (y * width + x) * 4);
    }
  return raster;
}

/** Returns the largest difference between samples; infinity for different lengths. */
export function farthest(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let at = 0; at < one.length; at++) most = Math.max(most, Math.abs((one[at] as number) - (other[at] as number)));
  return most;
}
