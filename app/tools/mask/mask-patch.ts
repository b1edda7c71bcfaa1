import type { PixelRect } from '#core/image/crop.ts';
import { type GrayMask, maskToRaster } from '#core/image/mask/gray-mask.ts';

/** A rectangular part of the mask to draw, in preview pixels. */
export interface MaskPatch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Maximum side of the preview in pixels. Small, because browsers without a GPU copy the canvas for each pen move. */
const MAX_PREVIEW_SIDE = 2048;

/** Returns the number of mask pixels per preview pixel along one axis. */
export function previewFactor({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.ceil(Math.max(width, height) / MAX_PREVIEW_SIDE);
}

/** Returns a downscaled part of the mask. Each preview pixel is the mean of the mask pixels below. */
export function maskPatch(mask: GrayMask, rect: PixelRect, factor: number): MaskPatch {
  if (factor === 1) return { x: rect.x, y: rect.y, ...maskToRaster(mask, rect) };
  const [x, y] = [Math.floor(rect.x / factor), Math.floor(rect.y / factor)];
  const width = Math.ceil((rect.x + rect.width) / factor) - x;
  const height = Math.ceil((rect.y + rect.height) / factor) - y;
  const small: GrayMask = { width, height, data: new Uint8Array(width * height) };
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      small.data[row * width + column] = meanOf(mask, (x + column) * factor, (y + row) * factor, factor);
  return { x, y, ...maskToRaster(small) };
}

function meanOf({ width, height, data }: GrayMask, left: number, top: number, side: number): number {
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += data[y * width + x] as number;
  return Math.round(sum / ((right - left) * (bottom - top)));
}
