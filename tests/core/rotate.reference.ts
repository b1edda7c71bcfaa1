import { type Raster, wrapRaster } from '#core/base/raster.ts';

const sinc = (x: number) => (Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const lanczos = (x: number) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0);

/** Returns the Lanczos weights of the pixels −2 to 3 for a position between pixels 0 and 1. */
function weightsAt(position: number): number[] {
  const weights = [-2, -1, 0, 1, 2, 3].map((pixel) => lanczos(pixel - position));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/**
 * Rotates clockwise about the center by Lanczos 3 in double precision, to a result of the given size around the same
 * center. Each pixel is the whole two-dimensional sum, with repeated edge pixels.
 */
export function straightenExactly(image: Raster, degrees: number, width: number, height: number): Raster {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const bytes = new Uint8Array(width * height * 4);
  const within = (value: number, length: number) => Math.max(0, Math.min(length - 1, value));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [right, down] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      const fromX = cos * right + sin * down + image.width / 2 - 0.5;
      const fromY = cos * down - sin * right + image.height / 2 - 0.5;
      const [column, row] = [Math.floor(fromX), Math.floor(fromY)];
      const [across, along] = [weightsAt(fromX - column), weightsAt(fromY - row)];
      const sums = [0, 0, 0, 0] as [number, number, number, number];
      for (const [tapY, weightY] of along.entries())
        for (const [tapX, weightX] of across.entries()) {
          const at = (within(row + tapY - 2, image.height) * image.width + within(column + tapX - 2, image.width)) * 4;
          const alpha = (image.data[at + 3] as number) * weightX * weightY;
          for (const channel of [0, 1, 2] as const) sums[channel] += (image.data[at + channel] as number) * alpha;
          sums[3] += alpha;
        }
      const to = (y * width + x) * 4;
      if (sums[3] < 0.5) continue;
      for (const channel of [0, 1, 2] as const)
        bytes[to + channel] = Math.round(Math.max(0, Math.min(255, sums[channel] / sums[3])));
      bytes[to + 3] = Math.round(Math.min(255, sums[3]));
    }
  return wrapRaster(width, height, bytes);
}
