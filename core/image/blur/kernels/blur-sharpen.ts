// Implements core/image/blur/blur-sharpen-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

import { high, low } from '../../../wasm/kernels/shared/lanes.ts';
import { premultiply, straightLevels, widenBytes } from '../../../wasm/kernels/shared/pixels.ts';

export { premultiply };

/** Number of fraction bits of horizontally blurred integer pixels, and of the integer weights of the blur. */
const FRACTION: i32 = 6;
const WEIGHT: i32 = 15;

export function widen(source: usize, target: usize, count: i32): void {
  widenBytes(source, source + ((<usize>count) << 2), target);
}

/** Returns near × w₁ + far × w₂ for the lower four of eight 16-bit lanes. `weights` repeats the pair w₁, w₂. */
function lowProducts(near: v128, far: v128, weights: v128): v128 {
  return i32x4.dot_i16x8_s(low(near, far), weights);
}

function highProducts(near: v128, far: v128, weights: v128): v128 {
  return i32x4.dot_i16x8_s(high(near, far), weights);
}

export function wholeRow(source: usize, target: usize, weights: usize, radius: i32, count: i32): void {
  const down = WEIGHT - FRACTION;
  const half = i32x4.splat(1 << (down - 1));
  const reach = (<usize>radius) << 3;
  const end = target + ((<usize>count) << 3);
  let middle = source + reach;
  while (target < end) {
    let by = v128.load32_splat(weights);
    let before = middle - 8;
    let after = middle + 8;
    let nearHead = v128.load(middle);
    let nearTail = v128.load(middle, 16);
    let farHead = i16x8.add(v128.load(before), v128.load(after));
    let farTail = i16x8.add(v128.load(before, 16), v128.load(after, 16));
    let first = i32x4.add(half, lowProducts(nearHead, farHead, by));
    let second = i32x4.add(half, highProducts(nearHead, farHead, by));
    let third = i32x4.add(half, lowProducts(nearTail, farTail, by));
    let fourth = i32x4.add(half, highProducts(nearTail, farTail, by));
    let weight = weights + 4;
    before -= 8;
    after += 8;
    while (after < middle + reach) {
      by = v128.load32_splat(weight);
      nearHead = i16x8.add(v128.load(before), v128.load(after));
      nearTail = i16x8.add(v128.load(before, 16), v128.load(after, 16));
      before -= 8;
      after += 8;
      farHead = i16x8.add(v128.load(before), v128.load(after));
      farTail = i16x8.add(v128.load(before, 16), v128.load(after, 16));
      first = i32x4.add(first, lowProducts(nearHead, farHead, by));
      second = i32x4.add(second, highProducts(nearHead, farHead, by));
      third = i32x4.add(third, lowProducts(nearTail, farTail, by));
      fourth = i32x4.add(fourth, highProducts(nearTail, farTail, by));
      weight += 4;
      before -= 8;
      after += 8;
    }
    v128.store(target, i16x8.narrow_i32x4_s(i32x4.shr_s(first, down), i32x4.shr_s(second, down)));
    v128.store(target, i16x8.narrow_i32x4_s(i32x4.shr_s(third, down), i32x4.shr_s(fourth, down)), 16);
    middle += 32;
    target += 32;
  }
}

export function wholeColumn(rows: usize, weights: usize, radius: i32, target: usize, count: i32): void {
  const down = WEIGHT + FRACTION;
  const half = i32x4.splat(1 << (down - 1));
  const middleRow = rows + ((<usize>radius) << 2);
  const lastRow = rows + ((<usize>radius) << 3);
  const end = (<usize>count) << 3;
  for (let at: usize = 0; at < end; at += 32) {
    let by = v128.load32_splat(weights);
    let before = <usize>load<u32>(middleRow - 4) + at;
    let after = <usize>load<u32>(middleRow + 4) + at;
    const middle = <usize>load<u32>(middleRow) + at;
    let nearHead = v128.load(middle);
    let nearTail = v128.load(middle, 16);
    let farHead = i16x8.add(v128.load(before), v128.load(after));
    let farTail = i16x8.add(v128.load(before, 16), v128.load(after, 16));
    let first = i32x4.add(half, lowProducts(nearHead, farHead, by));
    let second = i32x4.add(half, highProducts(nearHead, farHead, by));
    let third = i32x4.add(half, lowProducts(nearTail, farTail, by));
    let fourth = i32x4.add(half, highProducts(nearTail, farTail, by));
    let weight = weights + 4;
    let above = middleRow - 8;
    for (let below = middleRow + 8; below < lastRow; below += 8) {
      by = v128.load32_splat(weight);
      before = <usize>load<u32>(above) + at;
      after = <usize>load<u32>(below) + at;
      nearHead = i16x8.add(v128.load(before), v128.load(after));
      nearTail = i16x8.add(v128.load(before, 16), v128.load(after, 16));
      before = <usize>load<u32>(above - 4) + at;
      after = <usize>load<u32>(below + 4) + at;
      farHead = i16x8.add(v128.load(before), v128.load(after));
      farTail = i16x8.add(v128.load(before, 16), v128.load(after, 16));
      first = i32x4.add(first, lowProducts(nearHead, farHead, by));
      second = i32x4.add(second, highProducts(nearHead, farHead, by));
      third = i32x4.add(third, lowProducts(nearTail, farTail, by));
      fourth = i32x4.add(fourth, highProducts(nearTail, farTail, by));
      weight += 4;
      above -= 8;
    }
    const head = i16x8.narrow_i32x4_s(i32x4.shr_s(first, down), i32x4.shr_s(second, down));
    const tail = i16x8.narrow_i32x4_s(i32x4.shr_s(third, down), i32x4.shr_s(fourth, down));
    v128.store(target + (at >> 1), i8x16.narrow_i16x8_u(head, tail));
  }
}

export function floatRow(source: usize, target: usize, weights: usize, radius: i32, count: i32): void {
  const reach = (<usize>radius) << 4;
  const end = target + ((<usize>count) << 4);
  let middle = source + reach;
  while (target < end) {
    let weight = v128.load32_splat(weights);
    let first = f32x4.mul(v128.load(middle), weight);
    let second = f32x4.mul(v128.load(middle, 16), weight);
    let third = f32x4.mul(v128.load(middle, 32), weight);
    let fourth = f32x4.mul(v128.load(middle, 48), weight);
    let by = weights + 4;
    let before = middle - 16;
    let after = middle + 16;
    while (after <= middle + reach) {
      weight = v128.load32_splat(by);
      first = f32x4.add(first, f32x4.mul(f32x4.add(v128.load(before), v128.load(after)), weight));
      second = f32x4.add(second, f32x4.mul(f32x4.add(v128.load(before, 16), v128.load(after, 16)), weight));
      third = f32x4.add(third, f32x4.mul(f32x4.add(v128.load(before, 32), v128.load(after, 32)), weight));
      fourth = f32x4.add(fourth, f32x4.mul(f32x4.add(v128.load(before, 48), v128.load(after, 48)), weight));
      by += 4;
      before -= 16;
      after += 16;
    }
    v128.store(target, first);
    v128.store(target, second, 16);
    v128.store(target, third, 32);
    v128.store(target, fourth, 48);
    middle += 64;
    target += 64;
  }
}

/** Like `straightLevels`, but pixels whose alpha rounds to 0 become transparent black. */
function levels(sums: v128): v128 {
  const alpha = v128.shuffle<f32>(sums, sums, 3, 3, 3, 3);
  return v128.and(straightLevels(sums), f32x4.ge(alpha, f32x4.splat(0.5)));
}

export function floatColumn(rows: usize, weights: usize, radius: i32, target: usize, count: i32): void {
  const middleRow = rows + ((<usize>radius) << 2);
  const lastRow = rows + ((<usize>radius) << 3);
  const end = (<usize>count) << 4;
  for (let at: usize = 0; at < end; at += 64) {
    let weight = v128.load32_splat(weights);
    const middle = <usize>load<u32>(middleRow) + at;
    let first = f32x4.mul(v128.load(middle), weight);
    let second = f32x4.mul(v128.load(middle, 16), weight);
    let third = f32x4.mul(v128.load(middle, 32), weight);
    let fourth = f32x4.mul(v128.load(middle, 48), weight);
    let by = weights + 4;
    let above = middleRow - 4;
    for (let below = middleRow + 4; below <= lastRow; below += 4) {
      const before = <usize>load<u32>(above) + at;
      const after = <usize>load<u32>(below) + at;
      weight = v128.load32_splat(by);
      first = f32x4.add(first, f32x4.mul(f32x4.add(v128.load(before), v128.load(after)), weight));
      second = f32x4.add(second, f32x4.mul(f32x4.add(v128.load(before, 16), v128.load(after, 16)), weight));
      third = f32x4.add(third, f32x4.mul(f32x4.add(v128.load(before, 32), v128.load(after, 32)), weight));
      fourth = f32x4.add(fourth, f32x4.mul(f32x4.add(v128.load(before, 48), v128.load(after, 48)), weight));
      by += 4;
      above -= 4;
    }
    v128.store(
      target + (at >> 2),
      i8x16.narrow_i16x8_u(
        i16x8.narrow_i32x4_s(levels(first), levels(second)),
        i16x8.narrow_i32x4_s(levels(third), levels(fourth)),
      ),
    );
  }
}

/** Returns four neighboring pixels, with the center pixel in place of each transparent neighbor. */
function visible(neighbors: v128, middle: v128): v128 {
  return v128.bitselect(middle, neighbors, i32x4.eq(i32x4.shr_u(neighbors, 24), i32x4.splat(0)));
}

function sharpened(levels: v128, differences: v128, amount: v128): v128 {
  const sum = f32x4.add(f32x4.convert_i32x4_s(levels), f32x4.mul(f32x4.convert_i32x4_s(differences), amount));
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(sum));
}

export function sharpenRow(above: usize, row: usize, below: usize, target: usize, count: i32, amount: f32): void {
  const by = f32x4.splat(amount);
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    const middle = v128.load(row + at, 4);
    const top = visible(v128.load(above + at, 4), middle);
    const bottom = visible(v128.load(below + at, 4), middle);
    const left = visible(v128.load(row + at), middle);
    const right = visible(v128.load(row + at, 8), middle);

    const headLevels = i16x8.extend_low_i8x16_u(middle);
    const tailLevels = i16x8.extend_high_i8x16_u(middle);
    const headSum = i16x8.add(
      i16x8.add(i16x8.extend_low_i8x16_u(top), i16x8.extend_low_i8x16_u(bottom)),
      i16x8.add(i16x8.extend_low_i8x16_u(left), i16x8.extend_low_i8x16_u(right)),
    );
    const tailSum = i16x8.add(
      i16x8.add(i16x8.extend_high_i8x16_u(top), i16x8.extend_high_i8x16_u(bottom)),
      i16x8.add(i16x8.extend_high_i8x16_u(left), i16x8.extend_high_i8x16_u(right)),
    );
    const head = i16x8.sub(i16x8.shl(headLevels, 2), headSum);
    const tail = i16x8.sub(i16x8.shl(tailLevels, 2), tailSum);
    const colors = i8x16.narrow_i16x8_u(
      i16x8.narrow_i32x4_s(
        sharpened(i32x4.extend_low_i16x8_s(headLevels), i32x4.extend_low_i16x8_s(head), by),
        sharpened(i32x4.extend_high_i16x8_s(headLevels), i32x4.extend_high_i16x8_s(head), by),
      ),
      i16x8.narrow_i32x4_s(
        sharpened(i32x4.extend_low_i16x8_s(tailLevels), i32x4.extend_low_i16x8_s(tail), by),
        sharpened(i32x4.extend_high_i16x8_s(tailLevels), i32x4.extend_high_i16x8_s(tail), by),
      ),
    );
    // Mask of the bits that sharpening leaves unchanged: alpha of every pixel, and all channels of a transparent pixel.
    const unchanged = v128.or(i32x4.splat(0xff000000), i32x4.eq(i32x4.shr_u(middle, 24), i32x4.splat(0)));
    v128.store(target + at, v128.bitselect(middle, colors, unchanged));
  }
}
