import { createRaster, pixelWords, type Raster } from '#core/base/raster.ts';

/** White and light gray as 32-bit integers of RGBA bytes. */
const [LIGHT, DARK] = [0xffffffff, 0xffcccccc];

/** Returns a placeholder for a missing image: a checkerboard of two grays, starting light at the upper left. */
export function checkerboard(width: number, height: number, squarePx = 50): Raster {
  const raster = createRaster(width, height);
  const words = pixelWords(raster);
  for (let y = 0; y < height; y++)
    for (let left = 0; left < width; left += squarePx) {
      const even = (Math.floor(y / squarePx) + left / squarePx) % 2 === 0;
      words.fill(even ? LIGHT : DARK, y * width + left, y * width + Math.min(width, left + squarePx));
    }
  return raster;
}
