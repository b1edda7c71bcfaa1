import { pixelWords, type Raster } from '../../base/raster.ts';
import type { Box } from '../../geometry/box.ts';
import type { Size } from '../../geometry/point.ts';

export const EMPTY_BOX: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** Returns the part of a frame's area inside the canvas; `EMPTY_BOX` for a frame outside the canvas. */
export function areaOf(frame: Size & { readonly left: number; readonly top: number }, canvas: Size): Box {
  const right = Math.min(canvas.width, frame.left + frame.width);
  const bottom = Math.min(canvas.height, frame.top + frame.height);
  return right > frame.left && bottom > frame.top ? { left: frame.left, top: frame.top, right, bottom } : EMPTY_BOX;
}

/** Returns the smallest box that contains both boxes, of which either may be empty. */
export function joinBoxes(one: Box, other: Box): Box {
  if (one.right <= one.left) return other;
  if (other.right <= other.left) return one;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Returns a copy of the pixels in a box, which must be inside the image. */
export function copyArea(image: Raster, { left, top, right, bottom }: Box): Uint32Array<ArrayBuffer> {
  const [from, width] = [pixelWords(image), right - left];
  const words = new Uint32Array(width * (bottom - top));
  for (let y = top, to = 0; y < bottom; y++, to += width) {
    const start = y * image.width + left;
    words.set(from.subarray(start, start + width), to);
  }
  return words;
}

/** Puts pixels that `copyArea` returned back in their place. */
export function restoreArea(image: Raster, words: Uint32Array, { left, top, right, bottom }: Box): void {
  const [to, width] = [pixelWords(image), right - left];
  for (let y = top, from = 0; y < bottom; y++, from += width)
    to.set(words.subarray(from, from + width), y * image.width + left);
}

export function clearArea(image: Raster, { left, top, right, bottom }: Box): void {
  const words = pixelWords(image);
  for (let y = top; y < bottom; y++) words.fill(0, y * image.width + left, y * image.width + right);
}
