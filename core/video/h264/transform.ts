/** Transform and quantization of 4 × 4 residual blocks of H.264 (ITU-T H.264, 8.5), without scaling matrices. */

/** Place in the block (row by row) of each coefficient in zigzag order (H.264, table 8-2). */
export const ZIGZAG = Uint8Array.of(0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15);

/** Scales of dequantization for `qp % 6` (H.264, 8.5.9), and of quantization; for even, odd and mixed places. */
const DEQUANTIZERS = [
  [10, 16, 13],
  [11, 18, 14],
  [13, 20, 16],
  [14, 23, 18],
  [16, 25, 20],
  [18, 29, 23],
] as const;
const QUANTIZERS = [
  [13107, 5243, 8066],
  [11916, 4660, 7490],
  [10082, 4194, 6554],
  [9362, 3647, 5825],
  [8192, 3355, 5243],
  [7282, 2893, 4559],
] as const;

const spread = ([even, odd, mixed]: readonly [number, number, number]) =>
  Int32Array.from({ length: 16 }, (_, at) => {
    const oddPlaces = (at & 1) + ((at >> 2) & 1);
    return oddPlaces === 0 ? even : oddPlaces === 2 ? odd : mixed;
  });
const dequantizers = DEQUANTIZERS.map(spread);
const quantizers = QUANTIZERS.map(spread);

/** Replaces a block, row by row, by its coefficients. */
export function transform(block: Int32Array): void {
  for (let at = 0; at < 16; at += 4) butterfly(block, at, 1);
  for (let at = 0; at < 4; at++) butterfly(block, at, 4);
}

function butterfly(block: Int32Array, at: number, step: number): void {
  const b = at + step;
  const c = b + step;
  const d = c + step;
  const outer = (block[at] as number) + (block[d] as number);
  const inner = (block[b] as number) + (block[c] as number);
  const outerDifference = (block[at] as number) - (block[d] as number);
  const innerDifference = (block[b] as number) - (block[c] as number);
  block[at] = outer + inner;
  block[b] = 2 * outerDifference + innerDifference;
  block[c] = outer - inner;
  block[d] = outerDifference - 2 * innerDifference;
}

/** Replaces scaled coefficients by the residual of each pixel (H.264, 8.5.12.2). */
export function inverseTransform(block: Int32Array): void {
  for (let at = 0; at < 16; at += 4) inverseButterfly(block, at, 1);
  for (let at = 0; at < 4; at++) inverseButterfly(block, at, 4);
  for (let at = 0; at < 16; at++) block[at] = ((block[at] as number) + 32) >> 6;
}

function inverseButterfly(block: Int32Array, at: number, step: number): void {
  const b = at + step;
  const c = b + step;
  const d = c + step;
  const sum = (block[at] as number) + (block[c] as number);
  const difference = (block[at] as number) - (block[c] as number);
  const low = ((block[b] as number) >> 1) - (block[d] as number);
  const high = (block[b] as number) + ((block[d] as number) >> 1);
  block[at] = sum + high;
  block[b] = difference + low;
  block[c] = difference - low;
  block[d] = sum - high;
}

/**
 * Quantizes the coefficients from place `first` in zigzag order, replaces them by what a decoder restores, and writes
 * the levels to `levels`. A third of a step is rounded up.
 * @returns true if a level isn't zero
 */
export function quantize(block: Int32Array, qp: number, first: 0 | 1, levels: Int32Array, to: number): boolean {
  const scale = quantizers[qp % 6] as Int32Array;
  const restore = dequantizers[qp % 6] as Int32Array;
  const octave = Math.floor(qp / 6);
  const shift = 15 + octave;
  const rounding = Math.floor((1 << shift) / 3);
  let some = 0;
  for (let index = first; index < 16; index++) {
    const at = ZIGZAG[index] as number;
    const value = block[at] as number;
    const size = (Math.abs(value) * (scale[at] as number) + rounding) >> shift;
    // `-size` may be −0, which isn't an integer to the compiler.
    const level = value < 0 ? 0 - size : size;
    levels[to + index - first] = level;
    block[at] = (level * (restore[at] as number)) << octave;
    some |= level;
  }
  return some !== 0;
}

/**
 * Quantizes the DC coefficients of the four chroma blocks, and replaces them by what a decoder restores
 * (H.264, 8.5.11).
 * @returns true if a level isn't zero
 */
export function quantizeChromaDc(dc: Int32Array, qp: number, levels: Int32Array, to: number): boolean {
  const scale = (quantizers[qp % 6] as Int32Array)[0] as number;
  const restore = (dequantizers[qp % 6] as Int32Array)[0] as number;
  const octave = Math.floor(qp / 6);
  const shift = 16 + octave;
  const rounding = Math.floor(2 ** shift / 3);
  hadamard(dc);
  let some = false;
  for (let index = 0; index < 4; index++) {
    const value = dc[index] as number;
    const size = Math.floor((Math.abs(value) * scale + rounding) / 2 ** shift);
    const level = value < 0 ? -size : size;
    levels[to + index] = level;
    dc[index] = level;
    some ||= level !== 0;
  }
  hadamard(dc);
  for (let index = 0; index < 4; index++) dc[index] = (((dc[index] as number) * restore * 16) << octave) >> 5;
  return some;
}

function hadamard(dc: Int32Array): void {
  const [a, b, c, d] = dc as unknown as readonly [number, number, number, number];
  dc[0] = a + b + c + d;
  dc[1] = a - b + c - d;
  dc[2] = a + b - c - d;
  dc[3] = a - b - c + d;
}

/** Distance of neighboring restored values of a coefficient, in units of an orthonormal transform of the residual. */
export const stepOf = (qp: number): number => 0.625 * 2 ** (qp / 6);

/** Chroma quantization parameter for a luma quantization parameter of 30 to 51 (H.264, table 8-15). */
const CHROMA_QP = [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39] as const;

export const chromaQp = (qp: number): number => (qp < 30 ? qp : (CHROMA_QP[qp - 30] as number));
