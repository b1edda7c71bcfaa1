import type { RgbImage } from './grab-cut.ts';

/** Regularization ε of the matting Laplacian in squared 8-bit levels: 10⁻⁷ for levels from 0 to 1, as in the paper. */
const EPSILON = 1e-7 * 255 * 255;
/** Side of the windows and of the area in which pixels of common windows lie. */
const [WINDOW, REACH] = [3, 5];
const [PIXELS, ENTRIES] = [WINDOW * WINDOW, REACH * REACH];
/** For pixels `i` and `j` of a window, at `i * PIXELS + j`: the entry of `j` in the square around `i`. */
const ENTRY = Int32Array.from({ length: PIXELS * PIXELS }, (_, at) => {
  const [i, j] = [Math.floor(at / PIXELS), at % PIXELS];
  return (Math.floor(j / WINDOW) - Math.floor(i / WINDOW) + 2) * REACH + (j % WINDOW) - (i % WINDOW) + 2;
});
const MAX_ITERATIONS = 80;
/** Residual, relative to the right-hand side, at which the iteration stops. */
const SETTLED = 1e-3;

/**
 * Returns the opacity of each pixel, from 0 to 1: `alpha` outside the band, and inside it the closed-form matte (Levin,
 * Lischinski and Weiss, "A Closed-Form Solution to Natural Image Matting", 2008) that continues `alpha`. Solves for the
 * band alone by at most 80 conjugate gradient steps. `band` is 1 for each uncertain pixel.
 */
export function closedFormMatte(image: RgbImage, alpha: Float64Array, band: Uint8Array): Float64Array {
  const { width, height } = image;
  const pixels = new Int32Array(band.length);
  let count = 0;
  for (let pixel = 0; pixel < band.length; pixel++) if (band[pixel] === 1) pixels[count++] = pixel;
  const unknown = pixels.subarray(0, count);
  const rows = laplacianRows(image, band, unknown);
  // Vectors have a margin, so that entries of pixels outside the image, which are 0, can be multiplied too.
  const margin = 2 * width + 2;
  const places = unknown.map((pixel) => pixel + margin);
  const diagonal = Float64Array.from(unknown, (_, index) =>
    Math.max(1e-12, rows[index * ENTRIES + (ENTRIES - 1) / 2] as number),
  );
  const vector = () => new Float64Array(width * height + 2 * margin);
  const times = (values: Float64Array, result: Float64Array) => {
    let entry = 0;
    for (let index = 0; index < places.length; index++) {
      const corner = (places[index] as number) - 2 * width - 2;
      let sum = 0;
      // Without an inner loop over the five columns, because this product takes most of the time.
      for (let at = corner; at < corner + REACH * width; at += width) {
        sum += (rows[entry] as number) * (values[at] as number);
        sum += (rows[entry + 1] as number) * (values[at + 1] as number);
        sum += (rows[entry + 2] as number) * (values[at + 2] as number);
        sum += (rows[entry + 3] as number) * (values[at + 3] as number);
        sum += (rows[entry + 4] as number) * (values[at + 4] as number);
        entry += REACH;
      }
      result[index] = sum;
    }
  };

  const solution = vector();
  solution.set(alpha, margin);
  const [residual, product] = [new Float64Array(unknown.length), new Float64Array(unknown.length)];
  times(solution, residual);
  const direction = vector();
  let energy = 0;
  for (let index = 0; index < places.length; index++) {
    const value = -(residual[index] as number);
    residual[index] = value;
    direction[places[index] as number] = value / (diagonal[index] as number);
    energy += (value * value) / (diagonal[index] as number);
  }
  const limit = energy * SETTLED * SETTLED;
  for (let step = 0; step < MAX_ITERATIONS && energy > limit; step++) {
    times(direction, product);
    let curvature = 0;
    for (let index = 0; index < places.length; index++)
      curvature += (direction[places[index] as number] as number) * (product[index] as number);
    if (curvature <= 0) break;
    const length = energy / curvature;
    let next = 0;
    for (let index = 0; index < places.length; index++) {
      const at = places[index] as number;
      solution[at] = (solution[at] as number) + length * (direction[at] as number);
      const value = (residual[index] as number) - length * (product[index] as number);
      residual[index] = value;
      next += (value * value) / (diagonal[index] as number);
    }
    const kept = next / energy;
    for (let index = 0; index < places.length; index++) {
      const at = places[index] as number;
      direction[at] = (residual[index] as number) / (diagonal[index] as number) + kept * (direction[at] as number);
    }
    energy = next;
  }
  return solution.subarray(margin, margin + width * height).map((value) => Math.min(1, Math.max(0, value)));
}

/** Rows of the matting Laplacian for the unknown pixels: an entry for each pixel in a square of side 5 around it. */
function laplacianRows({ width, height, rgb }: RgbImage, band: Uint8Array, unknown: Int32Array): Float64Array {
  const rows = new Float64Array(unknown.length * ENTRIES);
  const indices = new Int32Array(width * height).fill(-1);
  unknown.forEach((pixel, index) => {
    indices[pixel] = index;
  });
  const colors = new Float64Array(PIXELS * 3);
  const inverse = new Float64Array(9);
  const turned = new Float64Array(3);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const center = y * width + x;
      let touches = 0;
      for (let row = -width; row <= width; row += width)
        touches |=
          (band[center + row - 1] as number) | (band[center + row] as number) | (band[center + row + 1] as number);
      if (touches === 0) continue;
      invertWindow(rgb, center, width, { colors, inverse });
      for (let i = 0; i < PIXELS; i++) {
        const index = indices[center + (Math.floor(i / WINDOW) - 1) * width + (i % WINDOW) - 1] as number;
        if (index < 0) continue;
        for (let axis = 0; axis < 3; axis++)
          turned[axis] =
            (inverse[axis * 3] as number) * (colors[i * 3] as number) +
            (inverse[axis * 3 + 1] as number) * (colors[i * 3 + 1] as number) +
            (inverse[axis * 3 + 2] as number) * (colors[i * 3 + 2] as number);
        const red = turned[0] as number;
        const green = turned[1] as number;
        const blue = turned[2] as number;
        for (let j = 0; j < PIXELS; j++) {
          const affinity =
            (1 +
              red * (colors[j * 3] as number) +
              green * (colors[j * 3 + 1] as number) +
              blue * (colors[j * 3 + 2] as number)) /
            PIXELS;
          const at = index * ENTRIES + (ENTRY[i * PIXELS + j] as number);
          rows[at] = (rows[at] as number) + (i === j ? 1 - affinity : -affinity);
        }
      }
    }
  return rows;
}

interface WindowColors {
  readonly colors: Float64Array;
  readonly inverse: Float64Array;
}

/** Writes a window's colors minus their mean, and the inverse of their regularized covariance. */
function invertWindow(rgb: Uint8Array, center: number, width: number, { colors, inverse }: WindowColors): void {
  let meanRed = 0;
  let meanGreen = 0;
  let meanBlue = 0;
  for (let index = 0; index < PIXELS; index++) {
    const at = (center + (Math.floor(index / WINDOW) - 1) * width + (index % WINDOW) - 1) * 3;
    colors[index * 3] = rgb[at] as number;
    colors[index * 3 + 1] = rgb[at + 1] as number;
    colors[index * 3 + 2] = rgb[at + 2] as number;
    meanRed += (rgb[at] as number) / PIXELS;
    meanGreen += (rgb[at + 1] as number) / PIXELS;
    meanBlue += (rgb[at + 2] as number) / PIXELS;
  }
  let rr = 0;
  let rg = 0;
  let rb = 0;
  let gg = 0;
  let gb = 0;
  let bb = 0;
  for (let index = 0; index < PIXELS; index++) {
    const red = (colors[index * 3] as number) - meanRed;
    const green = (colors[index * 3 + 1] as number) - meanGreen;
    const blue = (colors[index * 3 + 2] as number) - meanBlue;
    colors[index * 3] = red;
    colors[index * 3 + 1] = green;
    colors[index * 3 + 2] = blue;
    rr += (red * red) / PIXELS;
    rg += (red * green) / PIXELS;
    rb += (red * blue) / PIXELS;
    gg += (green * green) / PIXELS;
    gb += (green * blue) / PIXELS;
    bb += (blue * blue) / PIXELS;
  }
  const extra = EPSILON / PIXELS;
  [rr, gg, bb] = [rr + extra, gg + extra, bb + extra];
  const [irr, irg, irb] = [gg * bb - gb * gb, rb * gb - rg * bb, rg * gb - rb * gg];
  const [igg, igb, ibb] = [rr * bb - rb * rb, rb * rg - rr * gb, rr * gg - rg * rg];
  const determinant = rr * irr + rg * irg + rb * irb;
  inverse[0] = irr / determinant;
  inverse[1] = inverse[3] = irg / determinant;
  inverse[2] = inverse[6] = irb / determinant;
  inverse[4] = igg / determinant;
  inverse[5] = inverse[7] = igb / determinant;
  inverse[8] = ibb / determinant;
}
