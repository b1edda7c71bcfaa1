import type { GrayMask } from './gray-mask.ts';

/** Minimum gray level of a selected pixel. */
const HALF = 128;

/**
 * Grows a mask in place by `distance` pixels; negative to shrink. Distances are Euclidean (Felzenszwalb and
 * Huttenlocher, "Distance Transforms of Sampled Functions", 2012).
 */
export function growMask({ width, height, data }: GrayMask, distance: number): void {
  if (distance === 0) return;
  const reach = Math.abs(distance);
  const isGrowing = distance > 0;
  const squares = new Float32Array(data.length);
  // Squared distance in rows without a selected pixel: finite, but greater than every relevant distance.
  const far = (reach + 2) * (reach + 2) + 1;
  for (let pixel = 0; pixel < data.length; pixel++)
    squares[pixel] = (data[pixel] as number) >= HALF === isGrowing ? 0 : far;
  distancesAlong(squares, { lines: height, length: width, lineStep: width, step: 1 });
  distancesAlong(squares, { lines: width, length: height, lineStep: 1, step: width });
  for (let pixel = 0; pixel < data.length; pixel++) {
    const square = squares[pixel] as number;
    if (square === 0 || square >= (reach + 1) * (reach + 1)) continue;
    // Distances are between pixel centers; the edge of a selected pixel is half a pixel from its center.
    const covered = Math.round(255 * Math.min(1, Math.max(0, reach + 0.5 - Math.sqrt(square) + 0.5)));
    const level = data[pixel] as number;
    data[pixel] = isGrowing ? Math.max(level, covered) : Math.min(level, 255 - covered);
  }
  if (!isGrowing) for (let pixel = 0; pixel < data.length; pixel++) if (squares[pixel] === 0) data[pixel] = 0;
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  readonly lineStep: number;
  readonly step: number;
}

/** Replaces f(p) along each line by the minimum of f(q) + (p − q)², a lower envelope of parabolas (see `growMask`). */
function distancesAlong(values: Float32Array, { lines, length, lineStep, step }: Lines): void {
  const heights = new Float64Array(length);
  const centers = new Int32Array(length);
  const starts = new Float64Array(length + 1);
  for (let line = 0; line < lines; line++) {
    const first = line * lineStep;
    let isFlat = true;
    for (let at = 0; at < length; at++) {
      heights[at] = values[first + at * step] as number;
      if (heights[at] !== heights[0]) isFlat = false;
    }
    if (isFlat) continue;
    let count = 0;
    centers[0] = 0;
    starts[0] = Number.NEGATIVE_INFINITY;
    starts[1] = Number.POSITIVE_INFINITY;
    const meeting = (at: number, center: number) =>
      ((heights[at] as number) + at * at - (heights[center] as number) - center * center) / (2 * (at - center));
    for (let at = 1; at < length; at++) {
      let start = meeting(at, centers[count] as number);
      while (start <= (starts[count] as number)) start = meeting(at, centers[--count] as number);
      centers[++count] = at;
      starts[count] = start;
      starts[count + 1] = Number.POSITIVE_INFINITY;
    }
    for (let at = 0, index = 0; at < length; at++) {
      while ((starts[index + 1] as number) < at) index++;
      const center = centers[index] as number;
      values[first + at * step] = (at - center) * (at - center) + (heights[center] as number);
    }
  }
}

const PASSES = 3;

/**
 * Blurs a mask in place by three box filters with the variance of a Gaussian of standard deviation `sigma` in pixels.
 * Boxes have fractional ends, as Gwosdek and others describe ("Theoretical Foundations of Gaussian Convolution by
 * Extended Box Filtering", 2011).
 */
export function featherMask({ width, height, data }: GrayMask, sigma: number): void {
  if (sigma === 0) return;
  const levels = Float32Array.from(data);
  blurLines(levels, sigma, { lines: height, length: width, lineStep: width, step: 1 });
  blurLines(levels, sigma, { lines: width, length: height, lineStep: 1, step: width });
  for (let pixel = 0; pixel < data.length; pixel++) data[pixel] = Math.round(levels[pixel] as number);
}

function blurLines(values: Float32Array, sigma: number, { lines, length, lineStep, step }: Lines): void {
  const variance = (sigma * sigma) / PASSES;
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  // Weight of the two end pixels of a box filter, which gives the filter the required variance.
  const end =
    ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) * (radius + 1)));
  const total = 2 * radius + 1 + 2 * end;
  const margin = radius + 1;
  const [line, result] = [new Float64Array(length + 2 * margin), new Float64Array(length)];
  for (let index = 0; index < lines; index++) {
    const first = index * lineStep;
    for (let at = 0; at < length; at++) result[at] = values[first + at * step] as number;
    if (result.every((value) => value === result[0])) continue;
    for (let pass = 0; pass < PASSES; pass++) {
      // Repeats the end pixels of a line, so that the mask's level at the image's edges is preserved.
      line.fill(result[0] as number, 0, margin);
      line.set(result, margin);
      line.fill(result[length - 1] as number, margin + length);
      let sum = 0;
      for (let at = 1; at <= 2 * radius + 1; at++) sum += line[at] as number;
      for (let at = 0; at < length; at++) {
        const ends = (line[at] as number) + (line[at + 2 * radius + 2] as number);
        result[at] = (sum + end * ends) / total;
        sum += (line[at + 2 * radius + 2] as number) - (line[at + 1] as number);
      }
    }
    for (let at = 0; at < length; at++) values[first + at * step] = result[at] as number;
  }
}
