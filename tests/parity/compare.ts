import type { Raster } from '#core/base/raster.ts';

export interface Comparison {
  /** The largest difference of a channel, in 8-bit levels. */
  readonly most: number;
  /** The mean difference of all samples. */
  readonly mean: number;
  /** The number of different pixels. */
  readonly pixels: number;
}

/** Compares two images of one size. */
export function compare(a: Raster, b: Raster): Comparison {
  if (a.width !== b.width || a.height !== b.height)
    throw new RangeError(`${a.width} × ${a.height} is not ${b.width} × ${b.height}`);
  let [most, sum, pixels] = [0, 0, 0];
  for (let at = 0; at < a.data.length; at += 4) {
    let farthest = 0;
    for (let channel = at; channel < at + 4; channel++) {
      const apart = Math.abs((a.data[channel] as number) - (b.data[channel] as number));
      sum += apart;
      farthest = Math.max(farthest, apart);
    }
    if (farthest === 0) continue;
    most = Math.max(most, farthest);
    pixels++;
  }
  return { most, mean: sum / a.data.length, pixels };
}
