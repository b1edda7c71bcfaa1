import type { Raster } from '../../base/raster.ts';
import type { RgbImage } from './grab-cut.ts';
import type { GrayMask } from './gray-mask.ts';
import { boxMean } from './guided-filter.ts';
import { neighbors } from './scaled-mask.ts';

/** Radii of the two passes, as shares of the longer side: the first bridges the band, the second follows details. */
const RADII = [0.03, 0.0075];

interface SideColors {
  /** Colors of the subject and of the background at each pixel, three values of 0 to 255 per pixel. */
  readonly subject: Float64Array;
  readonly background: Float64Array;
}

/**
 * Estimates the colors of subject and background in mixed pixels, by two passes of blur fusion (Forte, "Approximate
 * Fast Foreground Colour Estimation", 2021). `alpha` has values from 0 to 1.
 */
function sideColors({ width, height, rgb }: RgbImage, alpha: Float64Array): SideColors {
  const beta = alpha.map((value) => 1 - value);
  let colors: SideColors = { subject: Float64Array.from(rgb), background: Float64Array.from(rgb) };
  for (const share of RADII) {
    const radius = Math.max(1, Math.round(share * Math.max(width, height)));
    const blurred = {
      subject: weightedMean(colors.subject, alpha, { width, height, radius }),
      background: weightedMean(colors.background, beta, { width, height, radius }),
    };
    colors = { subject: new Float64Array(rgb.length), background: new Float64Array(rgb.length) };
    for (let at = 0; at < rgb.length; at++) {
      const share = alpha[Math.floor(at / 3)] as number;
      const subject = blurred.subject[at] as number;
      const background = blurred.background[at] as number;
      colors.subject[at] = fused(rgb[at] as number, share, subject, background);
      colors.background[at] = fused(rgb[at] as number, 1 - share, background, subject);
    }
  }
  return colors;
}

/** Corrects a blurred color of one side, so that both sides mixed come closer to the pixel's color. */
const fused = (color: number, share: number, own: number, other: number): number =>
  Math.min(255, Math.max(0, own + share * (color - share * own - (1 - share) * other)));

/** Weight of the unweighted mean, which decides only where no pixel of a window has weight. */
const LEAST_WEIGHT = 1e-5;

interface Blur {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

function weightedMean(colors: Float64Array, weights: Float64Array, { width, height, radius }: Blur): Float64Array {
  const sums = boxMean(width, height, weights, radius);
  const result = new Float64Array(colors.length);
  for (let channel = 0; channel < 3; channel++) {
    const plane = weights.map((weight, pixel) => (weight + LEAST_WEIGHT) * (colors[pixel * 3 + channel] as number));
    boxMean(width, height, plane, radius).forEach((value, pixel) => {
      result[pixel * 3 + channel] = value / ((sums[pixel] as number) + LEAST_WEIGHT);
    });
  }
  return result;
}

interface Subject {
  readonly mask: GrayMask;
  readonly small: RgbImage;
  readonly alpha: Float64Array;
}

/**
 * Multiplies the opacity of an image by a mask, in place, and gives mixed pixels the colors of the subject. Hidden
 * pixels become transparent black, so that the file contains nothing of the background.
 */
export function paintForeground({ width, height, data }: Raster, { mask, small, alpha }: Subject): void {
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const { subject, background } = sideColors(small, alpha);
  const [columns, rows] = [neighbors(width, small.width), neighbors(height, small.height)];
  // Colors of both sides along a row, interpolated where the row has mixed pixels. They repeat the last pixel, so that
  // each pixel has a right neighbor.
  const [own, other] = [new Float64Array((small.width + 1) * 3), new Float64Array((small.width + 1) * 3)];
  /** The row for which the colors of a column are interpolated. */
  const known = new Int32Array(small.width + 1).fill(-1);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const above = (rows.before[y] as number) * small.width * 3;
    const below = Math.min(small.height - 1, (rows.before[y] as number) + 1) * small.width * 3;
    const down = rows.shares[y] as number;
    for (let x = 0; x < width; x++) {
      const pixel = start + x;
      const level = mask.data[pixel] as number;
      if (level === 255) continue;
      if (level === 0) {
        words[pixel] = 0;
        continue;
      }
      const before = columns.before[x] as number;
      for (let column = before; column <= before + 1; column++) {
        if (known[column] === y) continue;
        known[column] = y;
        const place = Math.min(column, small.width - 1) * 3;
        for (let channel = 0; channel < 3; channel++) {
          const upper = above + place + channel;
          const lower = below + place + channel;
          const at = column * 3 + channel;
          own[at] = mix(subject[upper] as number, subject[lower] as number, down);
          other[at] = mix(background[upper] as number, background[lower] as number, down);
        }
      }
      const from = before * 3;
      const across = columns.shares[x] as number;
      const share = level / 255;
      for (let channel = 0; channel < 3; channel++) {
        const left = from + channel;
        const right = left + 3;
        const at = pixel * 4 + channel;
        const ownColor = mix(own[left] as number, own[right] as number, across);
        const otherColor = mix(other[left] as number, other[right] as number, across);
        data[at] = Math.round(fused(data[at] as number, share, ownColor, otherColor));
      }
      data[pixel * 4 + 3] = Math.round((data[pixel * 4 + 3] as number) * share);
    }
  }
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;
