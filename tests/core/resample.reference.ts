import type { Raster } from '#core/base/raster.ts';

/**
 * Lanczos 3 in double precision: each pixel is the whole two-dimensional sum, with repeated edge pixels.
 * Returns unrounded bytes, and transparent black where alpha rounds to 0.
 */
export function resampleExactly({ width: fromWidth, height: fromHeight, data }: Raster, width: number, height: number) {
  const columns = weightLists(fromWidth, width);
  const rows = weightLists(fromHeight, height);
  const result = new Float64Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sums = [0, 0, 0, 0] as [number, number, number, number];
      for (const [row, byRow] of rows[y] as [number, number][])
        for (const [column, byColumn] of columns[x] as [number, number][]) {
          const at = (row * fromWidth + column) * 4;
          const alpha = (data[at + 3] as number) * byRow * byColumn;
          sums[0] += (data[at] as number) * alpha;
          sums[1] += (data[at + 1] as number) * alpha;
          sums[2] += (data[at + 2] as number) * alpha;
          sums[3] += alpha;
        }
      const alpha = Math.min(255, Math.max(0, sums[3]));
      const at = (y * width + x) * 4;
      if (alpha >= 0.5)
        for (const channel of [0, 1, 2] as const)
          result[at + channel] = Math.min(255, Math.max(0, sums[channel] / sums[3]));
      result[at + 3] = alpha < 0.5 ? 0 : alpha;
    }
  return result;
}

/** Returns the source pixels of each target pixel, with their weights. */
function weightLists(from: number, to: number): [number, number][][] {
  const scale = Math.max(1, from / to);
  return Array.from({ length: to }, (_, index) => {
    const centre = ((index + 0.5) * from) / to - 0.5;
    const pairs: [number, number][] = [];
    for (let position = Math.floor(centre - 3 * scale); position <= centre + 3 * scale; position++)
      pairs.push([Math.min(from - 1, Math.max(0, position)), kernel((position - centre) / scale)]);
    const total = pairs.reduce((sum, [, weight]) => sum + weight, 0);
    return pairs.map(([position, weight]) => [position, weight / total]);
  });
}

const sinc = (x: number) => (Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const kernel = (x: number) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0);
