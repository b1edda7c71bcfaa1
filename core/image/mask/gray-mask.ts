import { createRaster, pixelWords, type Raster } from '../../base/raster.ts';
import type { PixelRect } from '../crop.ts';
import { LUMINANCE_FULL, luminanceTimesAlpha } from './luminance.ts';

/** A mask as it is painted on: one byte a pixel, 0 hides and 255 shows. */
export interface GrayMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A mask of one gray, 0 to 255. */
export function flatMask(width: number, height: number, gray: number): GrayMask {
  return { width, height, data: new Uint8Array(width * height).fill(gray) };
}

/** A picture as a mask: its luminance times its alpha, rounded. */
export function maskFromRaster({ width, height, data }: Raster): GrayMask {
  const mask = flatMask(width, height, 0);
  const perLevel = LUMINANCE_FULL / 255;
  for (let index = 0; index < mask.data.length; index++)
    mask.data[index] = Math.round(luminanceTimesAlpha(data, index * 4) / perLevel);
  return mask;
}

/** Swaps what shows and what hides, in place. */
export function invertMask({ data }: GrayMask): void {
  for (let index = 0; index < data.length; index++) data[index] = 255 - (data[index] as number);
}

/** The mask, or a part of it, as opaque gray pixels. */
export function maskToRaster(
  mask: GrayMask,
  rect: PixelRect = { x: 0, y: 0, width: mask.width, height: mask.height },
): Raster {
  const raster = createRaster(rect.width, rect.height);
  const words = pixelWords(raster);
  let to = 0;
  for (let row = rect.y; row < rect.y + rect.height; row++) {
    const start = row * mask.width + rect.x;
    for (let at = start; at < start + rect.width; at++)
      words[to++] = (0xff000000 | ((mask.data[at] as number) * 0x010101)) >>> 0;
  }
  return raster;
}
