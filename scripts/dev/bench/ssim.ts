const WINDOW = 8;
const STRIDE = 4;

/** Constants of SSIM for 8-bit values (Wang et al. 2004). */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Returns the luma of RGBA pixels (BT.601). */
export function lumaOf(rgba: ArrayLike<number>): Float64Array {
  return Float64Array.from(
    { length: rgba.length / 4 },
    (_, index) =>
      0.299 * (rgba[index * 4] as number) +
      0.587 * (rgba[index * 4 + 1] as number) +
      0.114 * (rgba[index * 4 + 2] as number),
  );
}

/** Returns the mean structural similarity of two luma planes, in windows of 8 × 8. */
export function ssim(one: Float64Array, other: Float64Array, width: number, height: number): number {
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + WINDOW <= height; top += STRIDE)
    for (let left = 0; left + WINDOW <= width; left += STRIDE) {
      sum += windowSsim(one, other, top * width + left, width);
      windows++;
    }
  return sum / windows;
}

function windowSsim(one: Float64Array, other: Float64Array, start: number, width: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let y = 0; y < WINDOW; y++)
    for (let x = 0; x < WINDOW; x++) {
      const at = start + y * width + x;
      const [p, q] = [one[at] as number, other[at] as number];
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  const count = WINDOW * WINDOW;
  const [meanA, meanB] = [a / count, b / count];
  const [varA, varB, covariance] = [aa / count - meanA ** 2, bb / count - meanB ** 2, ab / count - meanA * meanB];
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varA + varB + C2));
}
