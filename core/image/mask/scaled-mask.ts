import { pixelWords, type Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { PixelRect } from '../crop.ts';
import { flatMask, type GrayMask } from './gray-mask.ts';
import { COEFFICIENTS } from './guided-filter.ts';

/** Scales a part of an image down. Each pixel is the mean of the covered pixels, weighted by alpha. */
export function shrink(image: Raster, frame: PixelRect, width: number, height: number): Uint8Array {
  const stride = image.width;
  const words = pixelWords(image);
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor((y * frame.height) / height), Math.floor(((y + 1) * frame.height) / height)];
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * frame.width) / width);
      const right = Math.floor(((x + 1) * frame.width) / width);
      let red = 0;
      let green = 0;
      let blue = 0;
      let mass = 0;
      for (let row = top; row < bottom; row++) {
        const start = (frame.y + row) * stride + frame.x;
        for (let at = start + left; at < start + right; at++) {
          const word = words[at] as number;
          const alpha = word >>> 24;
          red += (word & 255) * alpha;
          green += ((word >>> 8) & 255) * alpha;
          blue += ((word >>> 16) & 255) * alpha;
          mass += alpha;
        }
      }
      if (mass === 0) continue;
      const to = (y * width + x) * 3;
      rgb[to] = Math.round(red / mass);
      rgb[to + 1] = Math.round(green / mass);
      rgb[to + 2] = Math.round(blue / mass);
    }
  }
  return rgb;
}

/** Returns coefficients that predict the labels without regard to colors. */
export function flatCoefficients(labels: Uint8Array): Float32Array {
  const coefficients = new Float32Array(labels.length * COEFFICIENTS);
  for (let pixel = 0; pixel < labels.length; pixel++) coefficients[pixel * COEFFICIENTS + 3] = labels[pixel] as number;
  return coefficients;
}

/** Mask value of a pixel: hidden or shown if the coefficients ignore color; `MIXED` if the value depends on color. */
const [HIDDEN, SHOWN, MIXED] = [0, 1, 2];
/** Limits below which coefficients count as ignoring color: sum of factors, and the offset's distance from 0 or 1. */
const [PLAIN_FACTOR, PLAIN_OFFSET] = [1e-6, 1e-4];

function plainValues(coefficients: Float32Array): Uint8Array {
  const values = new Uint8Array(coefficients.length / COEFFICIENTS).fill(MIXED);
  for (let pixel = 0; pixel < values.length; pixel++) {
    const at = pixel * COEFFICIENTS;
    const factor = (index: number) => Math.abs(coefficients[at + index] as number);
    if (factor(0) + factor(1) + factor(2) > PLAIN_FACTOR) continue;
    const offset = coefficients[at + 3] as number;
    if (Math.abs(offset) < PLAIN_OFFSET) values[pixel] = HIDDEN;
    else if (Math.abs(offset - 1) < PLAIN_OFFSET) values[pixel] = SHOWN;
  }
  return values;
}

/**
 * Enlarges a mask by the fast guided filter (He and Sun, 2015): applies enlarged coefficients to the full image.
 * `steepness` multiplies the mask's distance from one half.
 */
export function enlarge(
  { width, height, data }: Raster,
  frame: PixelRect,
  small: Size,
  coefficients: Float32Array,
  steepness: number,
): GrayMask {
  const mask = flatMask(width, height, 0);
  const plain = plainValues(coefficients);
  const line = new Float64Array((small.width + 1) * COEFFICIENTS);
  const lineValues = new Uint8Array(small.width + 1);
  const columns = neighbors(frame.width, small.width);
  const rows = neighbors(frame.height, small.height);
  for (let row = 0; row < frame.height; row++) {
    const upper = (rows.before[row] as number) * small.width;
    const lower = Math.min(small.height - 1, (rows.before[row] as number) + 1) * small.width;
    const share = rows.shares[row] as number;
    let isPlain = true;
    // Repeats the last pixel of a row, so that each pixel has a right neighbor.
    for (let x = 0; x <= small.width; x++) {
      const a = upper + Math.min(x, small.width - 1);
      const b = lower + Math.min(x, small.width - 1);
      lineValues[x] = plain[a] === plain[b] ? (plain[a] as number) : MIXED;
      if (lineValues[x] !== HIDDEN) isPlain = false;
    }
    if (isPlain) continue;
    const to = (frame.y + row) * width + frame.x;
    for (let column = 0; column < frame.width; ) {
      const left = columns.before[column] as number;
      const end = columns.ends[left] as number;
      const value = lineValues[left] as number;
      if (value !== MIXED && value === lineValues[left + 1]) {
        if (value === SHOWN) mask.data.fill(255, to + column, to + end);
        column = end;
        continue;
      }
      for (let x = left; x <= left + 1; x++) {
        const a = (upper + Math.min(x, small.width - 1)) * COEFFICIENTS;
        const b = (lower + Math.min(x, small.width - 1)) * COEFFICIENTS;
        for (let index = 0; index < COEFFICIENTS; index++) {
          const value = coefficients[a + index] as number;
          line[x * COEFFICIENTS + index] = value + ((coefficients[b + index] as number) - value) * share;
        }
      }
      const at = left * COEFFICIENTS;
      for (; column < end; column++) {
        const part = columns.shares[column] as number;
        const from = (to + column) * 4;
        const predicted =
          between(line, at, part) * (data[from] as number) +
          between(line, at + 1, part) * (data[from + 1] as number) +
          between(line, at + 2, part) * (data[from + 2] as number) +
          between(line, at + 3, part);
        mask.data[to + column] = Math.round(Math.min(1, Math.max(0, (predicted - 0.5) * steepness + 0.5)) * 255);
      }
    }
  }
  return mask;
}

/**
 * Returns, for each pixel along a side, the preceding pixel of the reduced image and the weight of the next pixel; and,
 * for each pixel of the reduced image, the end of the pixels that it precedes.
 */
export function neighbors(length: number, count: number) {
  const [before, shares, ends] = [new Int32Array(length), new Float64Array(length), new Int32Array(count)];
  for (let index = 0; index < length; index++) {
    const place = Math.max(0, Math.min(count - 1, ((index + 0.5) * count) / length - 0.5));
    before[index] = Math.floor(place);
    shares[index] = place - Math.floor(place);
    ends[Math.floor(place)] = index + 1;
  }
  return { before, shares, ends };
}

const between = (line: Float64Array, at: number, part: number): number =>
  (line[at] as number) + ((line[at + COEFFICIENTS] as number) - (line[at] as number)) * part;
