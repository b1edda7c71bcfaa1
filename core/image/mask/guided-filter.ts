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
  image: RgbImage,
  labels: Uint8Array | Float64Array,
  windows: Windows = WINDOWS,
): Float32Array {
  const { width, height } = image;
  const { radius } = windows;
  const planes = Array.from({ length: COEFFICIENTS }, () => new Float64Array(width * height));
  // Multiples of one half, whose means are exactly 0 or 1 only where all labels are.
  const halves = new Float64Array(labels.length);
  for (let pixel = 0; pixel < halves.length; pixel++) {
    const label = labels[pixel] as number;
    halves[pixel] = label === 0 || label === 1 ? label : 0.5;
  }
  const kinds = boxMean(width, height, halves, radius);
  const solve = windowSolver(image, labels, windows);
  for (let pixel = 0; pixel < kinds.length; pixel++) {
    const kind = kinds[pixel] as number;
    if (kind === 0 || kind === 1) {
      (planes[3] as Float64Array)[pixel] = kind;
      continue;
    }
    const solved = solve(pixel);
    for (let index = 0; index < COEFFICIENTS; index++) (planes[index] as Float64Array)[pixel] = solved[index] as number;
  }
  const result = new Float32Array(width * height * COEFFICIENTS);
  planes.forEach((plane, index) => {
    const smooth = boxMean(width, height, plane, radius);
    for (let pixel = 0; pixel < smooth.length; pixel++) result[pixel * COEFFICIENTS + index] = smooth[pixel] as number;
  });
  return result;
}

/** Returns a function that solves for the linear function of colors nearest to the labels in a pixel's window. */
function windowSolver({ width, height, rgb }: RgbImage, labels: Uint8Array | Float64Array, windows: Windows) {
  const { radius, epsilon } = windows;
  const solved = new Float64Array(COEFFICIENTS);
  return (center: number): Float64Array => {
    const x = center % width;
    const y = (center - x) / width;
    const left = Math.max(0, x - radius);
    const right = Math.min(width, x + radius + 1);
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height, y + radius + 1);
    let [label, red, green, blue] = [0, 0, 0, 0];
    let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0];
    let [lr, lg, lb] = [0, 0, 0];
    for (let row = top; row < bottom; row++)
      for (let pixel = row * width + left; pixel < row * width + right; pixel++) {
        const l = labels[pixel] as number;
        const r = rgb[pixel * 3] as number;
        const g = rgb[pixel * 3 + 1] as number;
        const b = rgb[pixel * 3 + 2] as number;
        label += l;
        red += r;
        green += g;
        blue += b;
        rr += r * r;
        rg += r * g;
        rb += r * b;
        gg += g * g;
        gb += g * b;
        bb += b * b;
        lr += l * r;
        lg += l * g;
        lb += l * b;
      }
    const count = (right - left) * (bottom - top);
    const [ml, mr, mg, mb] = [label / count, red / count, green / count, blue / count];
    rr = rr / count - mr * mr + epsilon;
    rg = rg / count - mr * mg;
    rb = rb / count - mr * mb;
    gg = gg / count - mg * mg + epsilon;
    gb = gb / count - mg * mb;
    bb = bb / count - mb * mb + epsilon;
    lr = lr / count - mr * ml;
    lg = lg / count - mg * ml;
    lb = lb / count - mb * ml;
    const [irr, irg, irb] = [gg * bb - gb * gb, rb * gb - rg * bb, rg * gb - rb * gg];
    const [igg, igb, ibb] = [rr * bb - rb * rb, rb * rg - rr * gb, rr * gg - rg * rg];
    const determinant = rr * irr + rg * irg + rb * irb;
    solved[0] = (irr * lr + irg * lg + irb * lb) / determinant;
    solved[1] = (irg * lr + igg * lg + igb * lb) / determinant;
    solved[2] = (irb * lr + igb * lg + ibb * lb) / determinant;
    solved[3] = ml - (solved[0] as number) * mr - (solved[1] as number) * mg - (solved[2] as number) * mb;
    return solved;
  };
}

/** Returns the means over square windows around each pixel. Windows are clipped at the image's edges. */
export function boxMean(width: number, height: number, values: Float64Array, radius: number): Float64Array {
  const result = new Float64Array(width * height);
  // Sums of the window's rows in each column, with zeros beyond both edges.
  const columns = new Float64Array(width + 2 * radius + 1);
  const counts = Int32Array.from(
    { length: width },
    (_, x) => Math.min(width, x + radius + 1) - Math.max(0, x - radius),
  );
  const before = radius + 1;
  for (let y = 0; y < height + radius; y++) {
    const [added, dropped] = [y * width, (y - 2 * radius - 1) * width];
    if (y < height)
      for (let x = 0; x < width; x++)
        columns[x + before] = (columns[x + before] as number) + (values[added + x] as number);
    if (dropped >= 0)
      for (let x = 0; x < width; x++)
        columns[x + before] = (columns[x + before] as number) - (values[dropped + x] as number);
    const row = y - radius;
    if (row < 0) continue;
    const rows = Math.min(height, row + radius + 1) - Math.max(0, row - radius);
    let sum = 0;
    for (let x = 1; x < before + radius; x++) sum += columns[x] as number;
    for (let x = 0; x < width; x++) {
      sum += (columns[x + 2 * radius + 1] as number) - (columns[x] as number);
      result[row * width + x] = sum / (rows * (counts[x] as number));
    }
  }
  return result;
}
