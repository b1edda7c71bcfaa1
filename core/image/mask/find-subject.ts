import type { Size } from '../../geometry/point.ts';
import { grabCut, KNOWN, type RgbImage } from './grab-cut.ts';
import { boxMean } from './guided-filter.ts';
import { salientPixels } from './saliency.ts';

/** Maximum side in pixels of the copy in which the subject is found. In larger copies, the cut follows small patterns. */
const FIND_SIDE = 200;
/** Width in pixels of the image's border that is background, except where it stands out. */
const BORDER_PX = 2;
/** Distance in pixels from the outline found in the small copy within which the larger image may move it. */
const OUTLINE_PX = 4;
/** Size of a connected part of the subject below which it is dropped, as a share of the largest part. */
const MIN_PART = 0.1;
/**
 * Limits below which a subject is unclear: ratio of the mean color difference across its outline to that of all
 * neighbors, intersection over union with the salient pixels, and share of the image.
 */
const CLEAR = { contrast: 4.5, agreement: 0.52, share: 0.005 } as const;

export interface FoundSubject {
  /** 1 for each pixel of the subject, 0 elsewhere. */
  readonly labels: Uint8Array;
  /** False if another outline may be as good, so that the visitor should draw a box. */
  readonly isClear: boolean;
}

/**
 * Finds the subject of an image without a box: GrabCut from the salient pixels of a small copy, then near the outline
 * of the image itself. `known` has a value of `KNOWN` per pixel, from strokes. Labels are 0 if nothing stands out.
 */
export function findSubject(image: RgbImage, known: Uint8Array): FoundSubject {
  const { width, height } = image;
  const scale = Math.min(1, FIND_SIDE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const small = shrunk(image, size);
  const smallKnown = nearest(known, image, size);
  const found = findSmall(small, smallKnown);
  if (scale === 1) return found;
  const start = nearest(found.labels, size, image);
  const shares = boxMean(width, height, new Float64Array(start), OUTLINE_PX);
  const fixed = known.map((value, pixel) => {
    const share = shares[pixel] as number;
    if (value !== KNOWN.nothing) return value;
    return share === 0 ? KNOWN.background : share === 1 ? KNOWN.object : KNOWN.nothing;
  });
  return { ...found, labels: found.labels.includes(1) ? grabCut(image, fixed, start) : start };
}

function findSmall(image: RgbImage, known: Uint8Array): FoundSubject {
  const { width, height } = image;
  const start = salientPixels(image);
  const fixed = known.map((value, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const isBorder = Math.min(x, y, width - 1 - x, height - 1 - y) < BORDER_PX;
    return value === KNOWN.nothing && isBorder && start[pixel] === 0 ? KNOWN.background : value;
  });
  const labels = withoutSpecks(image, grabCut(image, fixed, start), known);
  const [both, either, area] = [count(labels, start, 2), count(labels, start, 1), count(labels, labels, 2)];
  const isClear =
    outlineContrast(image, labels) >= CLEAR.contrast &&
    both >= either * CLEAR.agreement &&
    area >= labels.length * CLEAR.share;
  return { labels, isClear };
}

/** Counts the pixels that have label 1 in at least `least` of two images. */
function count(a: Uint8Array, b: Uint8Array, least: number): number {
  let sum = 0;
  for (let pixel = 0; pixel < a.length; pixel++) if ((a[pixel] as number) + (b[pixel] as number) >= least) sum++;
  return sum;
}

/** Scales an image down. Each pixel is the mean of the covered pixels. */
function shrunk({ rgb, ...from }: RgbImage, { width, height }: Size): RgbImage {
  const result = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor((y * from.height) / height), Math.floor(((y + 1) * from.height) / height)];
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * from.width) / width);
      const right = Math.floor(((x + 1) * from.width) / width);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let row = top; row < bottom; row++)
        for (let at = (row * from.width + left) * 3; at < (row * from.width + right) * 3; at += 3) {
          red += rgb[at] as number;
          green += rgb[at + 1] as number;
          blue += rgb[at + 2] as number;
        }
      const count = (right - left) * (bottom - top);
      const to = (y * width + x) * 3;
      result[to] = Math.round(red / count);
      result[to + 1] = Math.round(green / count);
      result[to + 2] = Math.round(blue / count);
    }
  }
  return { width, height, rgb: result };
}

/** Scales labels to another size by the nearest pixel. */
function nearest(labels: Uint8Array, from: Size, to: Size): Uint8Array {
  const result = new Uint8Array(to.width * to.height);
  for (let y = 0; y < to.height; y++) {
    const row = Math.floor(((y + 0.5) * from.height) / to.height) * from.width;
    for (let x = 0; x < to.width; x++)
      result[y * to.width + x] = labels[row + Math.floor(((x + 0.5) * from.width) / to.width)] as number;
  }
  return result;
}

/** Drops small connected parts without a pixel that a stroke keeps. */
function withoutSpecks({ width, height }: RgbImage, labels: Uint8Array, known: Uint8Array): Uint8Array {
  const parts = new Int32Array(labels.length);
  const sizes = [0];
  const kept = [false];
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] === 0 || parts[start] !== 0) continue;
    const part = sizes.length;
    let [size, isKept] = [0, false];
    const queue = [start];
    parts[start] = part;
    for (let pixel = queue.pop(); pixel !== undefined; pixel = queue.pop()) {
      size++;
      if (known[pixel] === KNOWN.object) isKept = true;
      const x = pixel % width;
      const neighbors = [
        x > 0 ? pixel - 1 : -1,
        x < width - 1 ? pixel + 1 : -1,
        pixel - width,
        pixel < (height - 1) * width ? pixel + width : -1,
      ];
      for (const next of neighbors) {
        if (next < 0 || labels[next] === 0 || parts[next] !== 0) continue;
        parts[next] = part;
        queue.push(next);
      }
    }
    sizes.push(size);
    kept.push(isKept);
  }
  const least = sizes.reduce((most, size) => Math.max(most, size), 0) * MIN_PART;
  return labels.map((label, pixel) => {
    const part = parts[pixel] as number;
    return label === 1 && ((sizes[part] as number) >= least || kept[part]) ? 1 : 0;
  });
}

/** Returns the ratio of the mean color difference across the outline to that of all neighboring pixels. */
function outlineContrast({ width, height, rgb }: RgbImage, labels: Uint8Array): number {
  let [across, edges, all, pairs] = [0, 0, 0, 0];
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const ends = [pixel % width === width - 1, pixel >= (height - 1) * width];
    for (let down = 0; down < 2; down++) {
      if (ends[down]) continue;
      const other = pixel + (down === 0 ? 1 : width);
      const red = (rgb[pixel * 3] as number) - (rgb[other * 3] as number);
      const green = (rgb[pixel * 3 + 1] as number) - (rgb[other * 3 + 1] as number);
      const blue = (rgb[pixel * 3 + 2] as number) - (rgb[other * 3 + 2] as number);
      const difference = Math.sqrt(red * red + green * green + blue * blue);
      all += difference;
      pairs++;
      if (labels[pixel] === labels[other]) continue;
      across += difference;
      edges++;
    }
  }
  return edges === 0 ? 0 : (across * pairs) / (edges * all);
}
