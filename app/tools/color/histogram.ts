import type { Raster } from '#core/base/raster.ts';
import type { ColorMatrix } from '#core/image/color/color-matrix.ts';

export const BINS = 64;

/** Counts each level of red, green and blue after applying the color matrix. Skips transparent pixels. */
export function histogram({ data }: Raster, matrix: ColorMatrix): readonly Uint32Array[] {
  const bins = [0, 1, 2].map(() => new Uint32Array(BINS));
  const factors = matrix as readonly number[];
  for (let index = 0; index < data.length; index += 4) {
    if (data[index + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const row = channel * 5;
      const value =
        (factors[row] as number) * (data[index] as number) +
        (factors[row + 1] as number) * (data[index + 1] as number) +
        (factors[row + 2] as number) * (data[index + 2] as number) +
        (factors[row + 4] as number) * 255;
      const bin = Math.min(BINS - 1, Math.max(0, Math.floor((value * BINS) / 256)));
      (bins[channel] as Uint32Array)[bin] = ((bins[channel] as Uint32Array)[bin] as number) + 1;
    }
  }
  return bins;
}

/** Returns an SVG path per channel, in a view box of `BINS` × 100. */
export function histogramPaths(bins: readonly Uint32Array[]): string[] {
  // Ignores the first and last bin, because a black or white background would flatten all other bars.
  const tallest = Math.max(1, ...bins.flatMap((channel) => [...channel.subarray(1, BINS - 1)]));
  return bins.map((channel) => {
    const tops = [...channel].map((count, bin) => {
      const y = 100 - Math.min(100, (count / tallest) * 100);
      return `L${bin} ${y.toFixed(1)}H${bin + 1}`;
    });
    return `M0 100${tops.join('')}L${BINS} 100Z`;
  });
}
