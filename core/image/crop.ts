import { createRaster, pixelWords, type Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import { parseAspectRatio } from './aspect-ratio.ts';
import { largestRect } from './largest-rect.ts';
import { originOf, withOrigin } from './origin.ts';

/** Two opposite corners of a crop, in pixels; the right and bottom edges are exclusive. */
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

/** Returns a crop as a rectangle, clamped to the image, with reversed corners swapped. May be empty. */
export function cropRect(corners: CropCorners, size: { width: number; height: number }): PixelRect {
  const within = (value: number, max: number) => Math.min(max, Math.max(0, Math.round(value)));
  const [x1, x2] = [within(corners.topX, size.width), within(corners.bottomX, size.width)];
  const [y1, y2] = [within(corners.topY, size.height), within(corners.bottomY, size.height)];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** Like `cropRect`, but returns the whole image for an empty crop, which has no effect. */
export function shownRect(corners: CropCorners, { width, height }: Size): PixelRect {
  const rect = cropRect(corners, { width, height });
  return rect.width > 0 && rect.height > 0 ? rect : { x: 0, y: 0, width, height };
}

export interface CropParameters extends Partial<CropCorners> {
  /** Aspect ratio of the crop, such as `16:9`; empty if corners or edges define the crop. */
  readonly ratio: string;
  /** Horizontal position of a crop that has an aspect ratio, from 0 (at the left edge) to 1 (at the right edge). */
  readonly positionX: number;
  readonly positionY: number;
  /** Distance of the crop's left edge from the image's left edge, as a fraction of the image's width. */
  readonly left?: number | undefined;
  readonly top?: number | undefined;
  readonly right?: number | undefined;
  readonly bottom?: number | undefined;
}

export function cropCornersOf(params: CropParameters, size: Size): CropCorners {
  const { topX, topY, bottomX, bottomY, ratio, positionX, positionY, left, top, right, bottom } = params;
  const aspect = parseAspectRatio(ratio);
  if (aspect !== undefined) {
    const { x, y, width, height } = largestRect(size, aspect, positionX, positionY);
    return { topX: x, topY: y, bottomX: x + width, bottomY: y + height };
  }
  if (topX !== undefined && topY !== undefined && bottomX !== undefined && bottomY !== undefined)
    return { topX, topY, bottomX, bottomY };
  return {
    topX: (left ?? 0) * size.width,
    topY: (top ?? 0) * size.height,
    bottomX: (right ?? 1) * size.width,
    bottomY: (bottom ?? 1) * size.height,
  };
}

export const cropBy = (image: Raster, params: CropParameters): Raster => crop(image, cropCornersOf(params, image));

export const cornersOf = ({ x, y, width, height }: PixelRect): CropCorners => ({
  topX: x,
  topY: y,
  bottomX: x + width,
  bottomY: y + height,
});

/** Copies a rectangle that lies inside the image. */
export const cropTo = (image: Raster, rect: PixelRect): Raster => crop(image, cornersOf(rect));

/** Crops an image to a rectangle. Returns the image itself if the rectangle is empty or covers the image. */
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
  const origin = originOf(image);
  return withOrigin(result, origin && { ...origin, x: origin.x + x, y: origin.y + y });
}
