import type { RgbImage } from './grab-cut.ts';

/** Number of coefficients per pixel of a guided filter's result: factors of red, green and blue, and an offset. */
export const COEFFICIENTS = 4;

interface Windows {
  /** Radius in pixels of the windows in which the mask is approximated by a linear function of the colors. */
  readonly radius: number;
  /** Regularization ε of the guided filter in squared 8-bit levels. Smaller values follow weaker color edges. */
  readonly epsilon: number;
}

const WINDOWS: Windows = { radius: 3, epsilon: 65 };

/**
 * Returns the coefficients that predict a mask of values from 0 to 1 from colors: the guided filter of He, Sun and Tang ("Guided
 * Image Filtering", 2013) with a color guide. Applying interpolated coefficients to a larger version of the image is
 * the fast guided filter (He and Sun, 2015).
 */
export function guidedCoefficients(
  { width, height, rgb }: RgbImage,
  labels: Uint8Array | Float64Array,
  { radius, epsilon }: Windows = WINDOWS,
): Float32Array {
  const count = width * height;
  const plane = new Float64Array(count);
  const mean = (valueAt: (pixel: number) => number) => {
    for (let pixel = 0; pixel < count; pixel++) plane[pixel] = valueAt(pixel);
    return boxMean(width, height, plane, radius);
  };
  const meanLabel = mean((pixel) => labels[pixel] as number);
  const colors = [0, 1, 2].map((channel) => mean((pixel) => rgb[pixel * 3 + channel] as number));
  const products = PAIRS.map(([a, b]) =>
    mean((pixel) => (rgb[pixel * 3 + a] as number) * (rgb[pixel * 3 + b] as number)),
  );
  const shown = [0, 1, 2].map((channel) =>
    mean((pixel) => (labels[pixel] as number) * (rgb[pixel * 3 + channel] as number)),
  );
  const raw = Array.from({ length: COEFFICIENTS }, () => new Float64Array(count));
  for (let pixel = 0; pixel < count; pixel++) {
    const ml = meanLabel[pixel] as number;
    if (ml === 0 || ml === 1) {
      (raw[3] as Float64Array)[pixel] = ml;
      continue;
    }
    const solved = solve(pixel, ml, epsilon, { colors, products, shown });
    for (let index = 0; index < COEFFICIENTS; index++) (raw[index] as Float64Array)[pixel] = solved[index] as number;
  }
  const result = new Float32Array(count * COEFFICIENTS);
  raw.forEach((values, index) => {
    const smooth = boxMean(width, height, values, radius);
    for (let pixel = 0; pixel < count; pixel++) result[pixel * COEFFICIENTS + index] = smooth[pixel] as number;
  });
  return result;
}

const PAIRS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const;

type Planes = readonly Float64Array[];

interface Means {
  readonly colors: Planes;
  readonly products: Planes;
  readonly shown: Planes;
}

function solve(pixel: number, ml: number, epsilon: number, { colors, products, shown }: Means): readonly number[] {
  const at = (planes: Planes, index: number) => (planes[index] as Float64Array)[pixel] as number;
  const [mr, mg, mb] = [at(colors, 0), at(colors, 1), at(colors, 2)];
  const rr = at(products, 0) - mr * mr + epsilon;
  const rg = at(products, 1) - mr * mg;
  const rb = at(products, 2) - mr * mb;
  const gg = at(products, 3) - mg * mg + epsilon;
  const gb = at(products, 4) - mg * mb;
  const bb = at(products, 5) - mb * mb + epsilon;
  const [lr, lg, lb] = [at(shown, 0) - mr * ml, at(shown, 1) - mg * ml, at(shown, 2) - mb * ml];
  const [irr, irg, irb] = [gg * bb - gb * gb, rb * gb - rg * bb, rg * gb - rb * gg];
  const [igg, igb, ibb] = [rr * bb - rb * rb, rb * rg - rr * gb, rr * gg - rg * rg];
  const determinant = rr * irr + rg * irg + rb * irb;
  const red = (irr * lr + irg * lg + irb * lb) / determinant;
  const green = (irg * lr + igg * lg + igb * lb) / determinant;
  const blue = (irb * lr + igb * lg + ibb * lb) / determinant;
  return [red, green, blue, ml - red * mr - green * mg - blue * mb];
}

/** Returns the means over square windows around each pixel. Windows are clipped at the image's edges. */
export function boxMean(width: number, height: number, values: Float64Array, radius: number): Float64Array {
  const rows = new Float64Array(width * height);
  const sums = new Float64Array(Math.max(width, height) + 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) sums[x + 1] = (sums[x] as number) + (values[y * width + x] as number);
    for (let x = 0; x < width; x++) {
      const first = Math.max(0, x - radius);
      const end = Math.min(width, x + radius + 1);
      rows[y * width + x] = ((sums[end] as number) - (sums[first] as number)) / (end - first);
    }
  }
  // Adds whole rows to the sums of all columns, because reading column by column would cause cache misses.
  const result = new Float64Array(width * height);
  const columns = new Float64Array(width);
  let [first, end] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (; end < Math.min(height, y + radius + 1); end++)
      for (let x = 0; x < width; x++) columns[x] = (columns[x] as number) + (rows[end * width + x] as number);
    for (; first < y - radius; first++)
      for (let x = 0; x < width; x++) columns[x] = (columns[x] as number) - (rows[first * width + x] as number);
    for (let x = 0; x < width; x++) result[y * width + x] = (columns[x] as number) / (end - first);
  }
  return result;
}
