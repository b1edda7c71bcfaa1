// Implements core/image/resample/resample-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

import { high, low } from '../../../wasm/kernels/shared/lanes.ts';
import { premultiply, straightLevels } from '../../../wasm/kernels/shared/pixels.ts';

export { premultiply };

/** Number of fraction bits of horizontally resampled integer pixels. */
const FRACTION: i32 = 6;

export function wholeRow(
  source: usize,
  target: usize,
  starts: usize,
  weights: usize,
  taps: i32,
  count: i32,
  shift: i32,
): void {
  const down = shift - FRACTION;
  const half = i32x4.splat(1 << (down - 1));
  const end = target + ((<usize>count) << 3);
  while (target < end) {
    let from = source + ((<usize>load<i32>(starts)) << 2);
    let first = half;
    let second = i32x4.splat(0);
    for (let tap = 0; tap < taps; tap += 4) {
      const pixels = v128.load(from);
      // Interleaves the channels of two pixels, R R G G B B A A, and widens the channels to 16 bits.
      const early = i8x16.swizzle(pixels, i8x16(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1));
      const late = i8x16.swizzle(pixels, i8x16(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1));
      first = i32x4.add(first, i32x4.dot_i16x8_s(early, v128.load32_splat(weights)));
      second = i32x4.add(second, i32x4.dot_i16x8_s(late, v128.load32_splat(weights, 4)));
      from += 16;
      weights += 8;
    }
    const sums = i32x4.shr_s(i32x4.add(first, second), down);
    v128.store64_lane(target, i16x8.narrow_i32x4_s(sums, sums), 0);
    target += 8;
    starts += 4;
  }
}

export function wholeColumn(rows: usize, weights: usize, taps: i32, target: usize, count: i32, shift: i32): void {
  const down = shift + FRACTION;
  const half = i32x4.splat(1 << (down - 1));
  const lastPair = rows + ((<usize>taps) << 2);
  const bytes = (<usize>count) << 1;
  for (let at: usize = 0; at < bytes; at += 32) {
    let first = half;
    let second = half;
    let third = half;
    let fourth = half;
    let by = weights;
    for (let pair = rows; pair < lastPair; pair += 8) {
      const upper = <usize>load<i32>(pair) + at;
      const lower = <usize>load<i32>(pair, 4) + at;
      const weightPair = v128.load32_splat(by);
      by += 4;
      const upperHead = v128.load(upper);
      const lowerHead = v128.load(lower);
      const upperTail = v128.load(upper, 16);
      const lowerTail = v128.load(lower, 16);
      first = i32x4.add(first, i32x4.dot_i16x8_s(low(upperHead, lowerHead), weightPair));
      second = i32x4.add(second, i32x4.dot_i16x8_s(high(upperHead, lowerHead), weightPair));
      third = i32x4.add(third, i32x4.dot_i16x8_s(low(upperTail, lowerTail), weightPair));
      fourth = i32x4.add(fourth, i32x4.dot_i16x8_s(high(upperTail, lowerTail), weightPair));
    }
    const head = i16x8.narrow_i32x4_s(i32x4.shr_s(first, down), i32x4.shr_s(second, down));
    const tail = i16x8.narrow_i32x4_s(i32x4.shr_s(third, down), i32x4.shr_s(fourth, down));
    v128.store(target + (at >> 1), i8x16.narrow_i16x8_u(head, tail));
  }
}

export function floatRow(source: usize, target: usize, starts: usize, weights: usize, taps: i32, count: i32): void {
  const end = target + ((<usize>count) << 4);
  while (target < end) {
    let from = source + ((<usize>load<i32>(starts)) << 4);
    let first = f32x4.splat(0);
    let second = f32x4.splat(0);
    let third = f32x4.splat(0);
    let fourth = f32x4.splat(0);
    for (let tap = 0; tap < taps; tap += 4) {
      first = f32x4.add(first, f32x4.mul(v128.load(from), v128.load32_splat(weights)));
      second = f32x4.add(second, f32x4.mul(v128.load(from, 16), v128.load32_splat(weights, 4)));
      third = f32x4.add(third, f32x4.mul(v128.load(from, 32), v128.load32_splat(weights, 8)));
      fourth = f32x4.add(fourth, f32x4.mul(v128.load(from, 48), v128.load32_splat(weights, 12)));
      from += 64;
      weights += 16;
    }
    v128.store(target, f32x4.add(f32x4.add(first, second), f32x4.add(third, fourth)));
    target += 16;
    starts += 4;
  }
}

export function rotateRow(
  source: usize,
  stride: usize,
  target: usize,
  weights: usize,
  phases: f64,
  x: f64,
  y: f64,
  stepX: f64,
  stepY: f64,
  count: i32,
): void {
  for (let pixel = 0; pixel < count; pixel++) {
    const atX = x + stepX * <f64>pixel;
    const atY = y + stepY * <f64>pixel;
    const column = Math.floor(atX);
    const line = Math.floor(atY);
    const byX = weights + <usize>(<i32>Math.floor((atX - column) * phases + 0.5)) * 24;
    let byY = weights + <usize>(<i32>Math.floor((atY - line) * phases + 0.5)) * 24;
    let from = source + <usize>(<i32>line - 2) * stride + ((<usize>(<i32>column - 2)) << 4);
    const x0 = v128.load32_splat(byX);
    const x1 = v128.load32_splat(byX, 4);
    const x2 = v128.load32_splat(byX, 8);
    const x3 = v128.load32_splat(byX, 12);
    const x4 = v128.load32_splat(byX, 16);
    const x5 = v128.load32_splat(byX, 20);
    let sum = f32x4.splat(0);
    for (let tap = 0; tap < 6; tap++) {
      const first = f32x4.add(f32x4.mul(v128.load(from), x0), f32x4.mul(v128.load(from, 16), x1));
      const second = f32x4.add(f32x4.mul(v128.load(from, 32), x2), f32x4.mul(v128.load(from, 48), x3));
      const third = f32x4.add(f32x4.mul(v128.load(from, 64), x4), f32x4.mul(v128.load(from, 80), x5));
      const across = f32x4.add(f32x4.add(first, second), third);
      sum = f32x4.add(sum, f32x4.mul(across, v128.load32_splat(byY)));
      from += stride;
      byY += 4;
    }
    v128.store(target, sum);
    target += 16;
  }
}

export function floatAdd(source: usize, target: usize, weight: f32, count: i32): void {
  const by = f32x4.splat(weight);
  const end = target + ((<usize>count) << 4);
  while (target < end) {
    v128.store(target, f32x4.add(v128.load(target), f32x4.mul(v128.load(source), by)));
    source += 16;
    target += 16;
  }
}

export function unpremultiply(source: usize, target: usize, count: i32): void {
  const end = target + ((<usize>count) << 2);
  while (target < end) {
    const sums = v128.load(source);
    const levels = straightLevels(sums);
    const words = i16x8.narrow_i32x4_s(levels, levels);
    // Pixels whose alpha rounds to 0 become transparent black, because their color may be NaN.
    const pixel = f32x4.extract_lane(sums, 3) < 0.5 ? 0 : i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0);
    store<i32>(target, pixel);
    source += 16;
    target += 4;
  }
}
