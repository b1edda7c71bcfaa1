import { createRaster, pixelWords } from '../../../base/raster.ts';
import { type Box, boxHeight, boxWidth } from '../../../geometry/box.ts';
import type { Size } from '../../../geometry/point.ts';
import { EMPTY_BOX } from '../../frames/frame-area.ts';
import { type FrameChange, UNCHANGED_ALPHA } from '../../frames/frame-change.ts';
import { type Color, colorMap, isDrawn } from './palette.ts';

/**
 * Follows what a GIF shows while its frames are drawn. A pixel whose new color has the same place in the palette as the
 * color that it shows looks unchanged.
 */
export function createShownColors({ width, height }: Size, palette: readonly Color[]) {
  // Place of each pixel's color in the palette, from 1; 0 for no color and for colors of other palettes.
  const shown = new Uint16Array(width * height);
  const map = colorMap(palette);

  const draw = ({ left, top, image }: FrameChange, placeOf: (word: number) => number) => {
    const pixels = pixelWords(image);
    for (let y = 0, at = 0; y < image.height; y++)
      for (let x = 0, to = (top + y) * width + left; x < image.width; x++, at++, to++) {
        const word = pixels[at] as number;
        if (!isDrawn(word)) continue;
        const place = placeOf(word);
        if (place !== 0 && shown[to] === place) pixels[at] = ((word & 0xffffff) | (UNCHANGED_ALPHA << 24)) >>> 0;
        shown[to] = place;
      }
  };

  return {
    /** Draws a change with the palette. Returns the change with fewer drawn pixels, whose array is the same. */
    draw(change: FrameChange): FrameChange {
      draw(change, (word) => map(word) + 1);
      return trimChange(change);
    },
    /** Draws a change that gets its own palette. */
    drawExactly(change: FrameChange): FrameChange {
      draw(change, () => 0);
      return trimChange(change);
    },
    clear({ left, top, right, bottom }: Box): void {
      for (let y = top; y < bottom; y++) shown.fill(0, y * width + left, y * width + right);
    },
  };
}

/** Returns the smallest part of a change with all drawn pixels; at least one pixel. */
function trimChange(change: FrameChange): FrameChange {
  const { width, height } = change.image;
  const pixels = pixelWords(change.image);
  let { left, top, right, bottom } = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (isDrawn(pixels[at] as number)) {
        left = Math.min(left, x);
        top = Math.min(top, y);
        right = Math.max(right, x + 1);
        bottom = y + 1;
      }
  const box = right === 0 ? { ...EMPTY_BOX, right: 1, bottom: 1 } : { left, top, right, bottom };
  if (boxWidth(box) === width && boxHeight(box) === height) return change;
  const image = createRaster(boxWidth(box), boxHeight(box));
  const words = pixelWords(image);
  for (let y = 0; y < image.height; y++) {
    const start = (box.top + y) * width + box.left;
    words.set(pixels.subarray(start, start + image.width), y * image.width);
  }
  const [x, y] = [change.left + box.left, change.top + box.top];
  return { ...change, left: x, top: y, right: x + image.width, bottom: y + image.height, image };
}
