/** Filter taps of a target pixel along one axis: the weights of the source pixels from `start` on. */
export interface Taps {
  readonly start: number;
  readonly weights: Float64Array;
}

/** Pixels of a source along one axis, and the stretch of pixels that is resampled. */
export interface Span {
  readonly pixels: number;
  /** Start and length in pixels of the resampled stretch; may be fractions if the source is a reduced image. */
  readonly offset: number;
  readonly length: number;
}

/** Returns the filter taps of a target pixel, for `from` scaled to `to` pixels. */
export type Filter = (from: Span, to: number, index: number) => Taps;

const LOBES = 3;

/** Number of source pixels on either side of a target pixel that Lanczos-3 reads if the size stays the same. */
export const LANCZOS_REACH = LOBES;

/**
 * Returns the Lanczos-3 taps of target pixel `index`, for `from` scaled to `to` pixels. Edge pixels repeat. A smaller
 * target widens the filter. Symmetric taps give mirrored results for mirrored images.
 */
export function lanczosTaps(from: Span, to: number, index: number): Taps {
  const { pixels, offset, length } = from;
  if (pixels === to && length === to) return { start: index, weights: Float64Array.of(1) };
  const mirror = to - 1 - index;
  if (mirror < index) {
    const { start, weights } = lanczosTaps({ pixels, offset: pixels - offset - length, length }, to, mirror);
    return { start: pixels - start - weights.length, weights: weights.reverse() };
  }
  const factor = length / to;
  const stretch = Math.max(1, factor);
  const center = offset + (index + 0.5) * factor - 0.5;
  const first = Math.floor(center - LOBES * stretch) + 1;
  const last = Math.ceil(center + LOBES * stretch) - 1;
  const start = Math.max(0, first);
  const end = Math.min(pixels - 1, last);
  const weights = new Float64Array(end - start + 1);
  let total = 0;
  for (let source = first; source <= last; source++) {
    const weight = lanczos((source - center) / stretch);
    const tap = Math.min(end, Math.max(start, source)) - start;
    weights[tap] = (weights[tap] as number) + weight;
    total += weight;
  }
  for (let tap = 0; tap < weights.length; tap++) weights[tap] = (weights[tap] as number) / total;
  return { start, weights };
}

/** Returns the Lanczos-3 kernel at x: `sinc(x) · sinc(x / 3)` for |x| < 3. */
function lanczos(x: number): number {
  if (x === 0) return 1;
  return (LOBES * sinPi(x) * sinPi(x / LOBES)) / (Math.PI * Math.PI * x * x);
}

/** Returns sin(πx) with equal bits in every JavaScript engine, unlike `Math.sin`. */
export function sinPi(x: number): number {
  const nearest = Math.round(x);
  const rest = (x - nearest) * Math.PI;
  const square = rest * rest;
  // Taylor series of sin(rest) to rest¹⁷, within 3e-14 for |rest| ≤ π/2. Each factor is 1 / (k · (k − 1)).
  let sum = 1 - square * (1 / 272);
  sum = 1 - square * (1 / 210) * sum;
  sum = 1 - square * (1 / 156) * sum;
  sum = 1 - square * (1 / 110) * sum;
  sum = 1 - square * (1 / 72) * sum;
  sum = 1 - square * (1 / 42) * sum;
  sum = 1 - square * (1 / 20) * sum;
  sum = 1 - square * (1 / 6) * sum;
  return nearest % 2 === 0 ? rest * sum : -rest * sum;
}

/** Number of positions between two pixels for which Lanczos weights are precomputed. */
export const LANCZOS_PHASES = 1024;

let phases: Float32Array | undefined;

/** Returns six Lanczos-3 weights (of pixels −2 to 3, sum 1) for each position 0, 1/1024 … 1 between pixels 0 and 1. */
export function lanczosPhases(): Float32Array {
  if (phases) return phases;
  phases = new Float32Array((LANCZOS_PHASES + 1) * 2 * LOBES);
  for (let phase = 0; phase <= LANCZOS_PHASES; phase++) {
    const weights = Float64Array.from({ length: 2 * LOBES }, (_, tap) => {
      const distance = tap + 1 - LOBES - phase / LANCZOS_PHASES;
      return Math.abs(distance) < LOBES ? lanczos(distance) : 0;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [tap, weight] of weights.entries()) phases[phase * 2 * LOBES + tap] = weight / total;
  }
  return phases;
}

/** Rounds filter weights to integers that sum to exactly `2^shift`, so that areas of one color stay unchanged. */
export function wholeWeights(weights: Float64Array, shift: number): Int32Array {
  const one = 2 ** shift;
  const whole = new Int32Array(weights.length);
  let rest = one;
  let largest = 0;
  for (let tap = 0; tap < weights.length; tap++) {
    const weight = Math.round((weights[tap] as number) * one);
    whole[tap] = weight;
    rest -= weight;
    if (weight > (whole[largest] as number)) largest = tap;
  }
  whole[largest] = (whole[largest] as number) + rest;
  return whole;
}
