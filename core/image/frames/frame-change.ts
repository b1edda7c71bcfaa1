import { pixelWords, type Raster } from '../../base/raster.ts';
import { type Box, wholeImage } from '../../geometry/box.ts';
import { EMPTY_BOX } from './frame-area.ts';

/**
 * Alpha of an unchanged pixel in the change of a frame with binary alpha. The pixel has its color, and may be drawn or
 * stay transparent. Other pixels have alpha 255, or 0 if they must stay transparent.
 */
export const UNCHANGED_ALPHA = 1;

/** The changed part of an animation frame, which an encoder stores. */
export interface FrameChange extends Box {
  readonly image: Raster;
  /** True to draw the changed part over the previous frame: unchanged pixels inside the part are transparent. */
  readonly isOverlay: boolean;
}

export interface ChangeRules {
  /** Left and top of a change are rounded down to multiples of this number of pixels. */
  readonly snap: number;
  /** True to make every pixel opaque or transparent, because the format has no translucent pixels. */
  readonly isBinary: boolean;
}

/** Minimum alpha of a pixel that a GIF stores as opaque, because GIF has no translucent pixels. */
const OPAQUE_ALPHA = 128;

const toBinary = (word: number): number => (word >>> 24 < OPAQUE_ALPHA ? 0 : (word | 0xff000000) >>> 0);

const toUnchanged = (word: number): number => (word === 0 ? 0 : ((word & 0xffffff) | (UNCHANGED_ALPHA << 24)) >>> 0);

/** Copies a box of a frame, by the rules of the format. */
export function copyFrameArea(image: Raster, to: Raster, { left, top, right, bottom }: Box, isBinary: boolean): void {
  const [from, words] = [pixelWords(image), pixelWords(to)];
  for (let y = top; y < bottom; y++) {
    const [start, end] = [y * image.width + left, y * image.width + right];
    if (isBinary) for (let at = start; at < end; at++) words[at] = toBinary(from[at] as number);
    else words.set(from.subarray(start, end), start);
  }
}

/** Returns the smallest box of all pixels in the box `area` that become transparent; `undefined` without such pixels. */
export function lostBox(before: Raster, image: Raster, area: Box): Box | undefined {
  const [words, next] = [pixelWords(before), pixelWords(image)];
  let lost: Box | undefined;
  for (let y = area.top; y < area.bottom; y++)
    for (let x = area.left, at = y * image.width + x; x < area.right; x++, at++)
      if (words[at] !== 0 && toBinary(next[at] as number) === 0)
        lost = {
          left: Math.min(x, lost?.left ?? x),
          top: lost?.top ?? y,
          right: Math.max(x + 1, lost?.right ?? 0),
          bottom: y + 1,
        };
  return lost;
}

/**
 * Returns the smallest box of at least one pixel that contains all changed pixels, which must be inside the box `area`.
 * `isOverlay` is true if every changed pixel is opaque in the new frame.
 */
export function frameChange(image: Raster, before: Raster, area: Box, { snap, isBinary }: ChangeRules): FrameChange {
  const box = changedBox(image, before, area, snap, isBinary);
  const { left, top, right, bottom } = box;
  const width = right - left;
  const words = new Uint32Array(width * (bottom - top));
  const source = pixelWords(image);
  const old = pixelWords(before);
  let isOverlay = true;
  for (let y = top, to = 0; y < bottom; y++)
    for (let at = y * image.width + left, x = 0; x < width; x++, at++, to++) {
      const word = isBinary ? toBinary(source[at] as number) : (source[at] as number);
      words[to] = word;
      if (isOverlay && word >>> 24 !== 255 && word !== old[at]) isOverlay = false;
    }
  if (isOverlay)
    for (let y = top, to = 0; y < bottom; y++)
      for (let at = y * image.width + left, x = 0; x < width; x++, at++, to++)
        if (words[to] === old[at]) words[to] = isBinary ? toUnchanged(words[to] as number) : 0;
  const data = new Uint8ClampedArray(words.buffer);
  return { ...box, image: { width, height: bottom - top, data }, isOverlay };
}

/** Returns a whole frame as its change. The picture is a copy. */
export const wholeChange = (image: Raster): FrameChange => ({
  ...wholeImage(image),
  image: { ...image, data: image.data.slice() },
  isOverlay: false,
});

function changedBox(image: Raster, before: Raster, area: Box, snap: number, isBinary: boolean): Box {
  const { width } = image;
  const [words, old] = [pixelWords(image), pixelWords(before)];
  const isChanged = (at: number) => (isBinary ? toBinary(words[at] as number) : words[at]) !== old[at];
  let { left, right, top, bottom } = { left: width, right: 0, top: image.height, bottom: 0 };
  for (let y = area.top; y < area.bottom; y++) {
    const start = y * width;
    let first = start + area.left;
    const end = start + area.right;
    while (first < end && !isChanged(first)) first++;
    if (first === end) continue;
    let last = end - 1;
    while (!isChanged(last)) last--;
    left = Math.min(left, first - start);
    right = Math.max(right, last - start + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (right === 0) return { ...EMPTY_BOX, right: 1, bottom: 1 };
  return { left: left - (left % snap), top: top - (top % snap), right, bottom };
}
