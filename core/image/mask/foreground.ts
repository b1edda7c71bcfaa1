import type { Raster } from '../../base/raster.ts';
import type { RgbImage } from './grab-cut.ts';
import type { GrayMask } from './gray-mask.ts';
import { boxMean } from './guided-filter.ts';
import { neighbors } from './scaled-mask.ts';

/** Radii of the two passes, as shares of the longer side: the first bridges the band, the second follows details. */
const RADII = [0.03, 0.0075];

/** Values of red, green and blue from 0 to 255, in a plane each. */
type Planes = readonly Float64Array[];

/**
 * Estimates the colors of subject and background in mixed pixels, by two passes of blur fusion (Forte, "Approximate
 * Fast Foreground Colour Estimation", 2021). `alpha` has values from 0 to 1.
 */
function sideColors({ width, height, rgb }: RgbImage, alpha: Float64Array) {
  const beta = alpha.map((value) => 1 - value);
  const colors = [0, 1, 2].map((channel) => alpha.map((_, pixel) => rgb[pixel * 3 + channel] as number));
  let [subject, background]: [Planes, Planes] = [colors, colors];
  for (const share of RADII) {
    const blur = { width, height, radius: Math.max(1, Math.round(share * Math.max(width, height))) };
    const own = weightedMean(subject, alpha, blur);
    const other = weightedMean(background, beta, blur);
    const fuse = (share: Float64Array, near: Planes, far: Planes) =>
      colors.map((plane, channel) => {
        const [nearPlane, farPlane] = [near[channel] as Float64Array, far[channel] as Float64Array];
        const result = new Float64Array(plane.length);
        for (let pixel = 0; pixel < plane.length; pixel++)
          result[pixel] = fused(
            plane[pixel] as number,
            share[pixel] as number,
            nearPlane[pixel] as number,
            farPlane[pixel] as number,
          );
        return result;
      });
    [subject, background] = [fuse(alpha, own, other), fuse(beta, other, own)];
  }
  return { subject, background };
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

function weightedMean(colors: Planes, weights: Float64Array, { width, height, radius }: Blur): Planes {
  const sums = boxMean(width, height, weights, radius);
  const weighted = new Float64Array(weights.length);
  return colors.map((plane) => {
    for (let pixel = 0; pixel < weighted.length; pixel++)
      weighted[pixel] = ((weights[pixel] as number) + LEAST_WEIGHT) * (plane[pixel] as number);
    const result = boxMean(width, height, weighted, radius);
    for (let pixel = 0; pixel < weighted.length; pixel++)
      result[pixel] = (result[pixel] as number) / ((sums[pixel] as number) + LEAST_WEIGHT);
    return result;
  });
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
    const above = (rows.before[y] as number) * small.width;
    const below = Math.min(small.height - 1, (rows.before[y] as number) + 1) * small.width;
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
        const place = Math.min(column, small.width - 1);
        for (let channel = 0; channel < 3; channel++) {
          const at = column * 3 + channel;
          own[at] = mixRows(subject[channel] as Float64Array, above + place, below + place, down);
          other[at] = mixRows(background[channel] as Float64Array, above + place, below + place, down);
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

const mixRows = (plane: Float64Array, upper: number, lower: number, share: number): number =>
  mix(plane[upper] as number, plane[lower] as number, share);

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;
