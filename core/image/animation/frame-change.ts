import { pixelWords, type Raster } from '../../base/raster.ts';
import type { Box } from '../../geometry/box.ts';

/** The changed part of an animation frame, which an encoder stores. */
export interface FrameChange extends Box {
  readonly picture: Raster;
  /** True to draw the changed part over the previous frame: unchanged pixels inside the part are transparent. */
  readonly isOverlay: boolean;
}

/**
 * Returns the smallest box of at least one pixel that contains all changed pixels. Left and top are rounded down to
 * multiples of `snap`. `isOverlay` is true if every changed pixel is opaque in the new frame.
 */
export function frameChange(picture: Raster, before: Raster | undefined, snap = 1): FrameChange {
  const box = before ? changedBox(picture, before, snap) : whole(picture);
  const { left, top, right, bottom } = box;
  const width = right - left;
  const words = new Uint32Array(width * (bottom - top));
  const source = pixelWords(picture);
  const old = before && pixelWords(before);
  let isOverlay = old !== undefined;
  for (let y = top, to = 0; y < bottom; y++)
    for (let at = y * picture.width + left, x = 0; x < width; x++, at++, to++) {
      const word = source[at] as number;
      words[to] = word;
      if (isOverlay && word >>> 24 !== 255 && word !== old?.[at]) isOverlay = false;
    }
  if (isOverlay && old)
    for (let y = top, to = 0; y < bottom; y++)
      for (let at = y * picture.width + left, x = 0; x < width; x++, at++, to++)
        if (words[to] === old[at]) words[to] = 0;
  const data = new Uint8ClampedArray(words.buffer);
  return { ...box, picture: { width, height: bottom - top, data }, isOverlay };
}

const whole = ({ width, height }: Raster): Box => ({ left: 0, top: 0, right: width, bottom: height });

function changedBox(picture: Raster, before: Raster, snap: number): Box {
  const { width, height } = picture;
  const [words, old] = [pixelWords(picture), pixelWords(before)];
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let first = start;
    const end = start + width;
    while (first < end && words[first] === old[first]) first++;
    if (first === end) continue;
    let last = end - 1;
    while (words[last] === old[last]) last--;
    left = Math.min(left, first - start);
    right = Math.max(right, last - start + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (right === 0) return { left: 0, top: 0, right: 1, bottom: 1 };
  return { left: left - (left % snap), top: top - (top % snap), right, bottom };
}
