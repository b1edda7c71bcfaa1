import { createRaster, pixelWords, type Raster } from '../../base/raster.ts';
import type { PixelRect } from '../crop.ts';
import { LUMINANCE_FULL, luminanceTimesAlpha } from './luminance.ts';

/** A mask with one byte per pixel: 0 hides, 255 shows. */
export interface GrayMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

export function flatMask(width: number, height: number, gray: number): GrayMask {
  const data = new Uint8Array(width * height);
  // New memory is 0, and filling it would map each of its pages.
  return { width, height, data: gray === 0 ? data : data.fill(gray) };
}

/** Converts an image to a mask: luminance times alpha, rounded. */
export function maskFromRaster({ width, height, data }: Raster): GrayMask {
  const mask = flatMask(width, height, 0);
  const perLevel = LUMINANCE_FULL / 255;
  for (let index = 0; index < mask.data.length; index++)
    mask.data[index] = Math.round(luminanceTimesAlpha(data, index * 4) / perLevel);
  return mask;
}

export function invertMask({ data }: GrayMask): void {
  for (let index = 0; index < data.length; index++) data[index] = 255 - (data[index] as number);
}

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
