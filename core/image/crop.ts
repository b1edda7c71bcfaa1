import { createRaster, pixelWords, type Raster } from '../base/raster.ts';

/** Two opposite corners in pixels; right and bottom are exclusive. */
export interface CropCorners {
  readonly topX: number;
  readonly topY: number;
  readonly bottomX: number;
  readonly bottomY: number;
}

export interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The corners inside a picture of the given size, reversed ones swapped; may have no area. */
export function cropRect(corners: CropCorners, size: { width: number; height: number }): PixelRect {
  const within = (value: number, max: number) => Math.min(max, Math.max(0, Math.round(value)));
  const [x1, x2] = [within(corners.topX, size.width), within(corners.bottomX, size.width)];
  const [y1, y2] = [within(corners.topY, size.height), within(corners.bottomY, size.height)];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** The pixels of the rectangle, untouched; the picture itself where the rectangle has no area or is all of it. */
export function crop(image: Raster, corners: CropCorners): Raster {
  const { x, y, width, height } = cropRect(corners, image);
  if (width === 0 || height === 0 || (width === image.width && height === image.height)) return image;
  const result = createRaster(width, height);
  const from = pixelWords(image);
  const to = pixelWords(result);
  for (let row = 0; row < height; row++) {
    const start = (y + row) * image.width + x;
    to.set(from.subarray(start, start + width), row * width);
  }
  return result;
}
