// Upsamples chroma rows by libjpeg's triangle filter, and converts rows of samples to RGBA pixels.

import { high, low, pair } from '../../../../../wasm/kernels/shared/lanes.ts';
import { widenBytes } from '../../../../../wasm/kernels/shared/pixels.ts';

export function mixRows(near: usize, far: usize, target: usize, count: i32): void {
  const end = near + <usize>count;
  const three = i16x8.splat(3);
  while (near < end) {
    const a = v128.load(near);
    const b = v128.load(far);
    v128.store(target, i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(a), three), i16x8.extend_low_i8x16_u(b)));
    v128.store(target, i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(a), three), i16x8.extend_high_i8x16_u(b)), 16);
    near += 16;
    far += 16;
    target += 32;
  }
}

export function widenRow(source: usize, target: usize, count: i32): void {
  widenBytes(source, source + <usize>count, target);
}

export function doubleColumns(source: usize, target: usize, count: i32, even: i32, odd: i32, shift: i32): void {
  const end = source + ((<usize>count) << 1);
  const three = i16x8.splat(3);
  const evenHalf = i16x8.splat(<i16>even);
  const oddHalf = i16x8.splat(<i16>odd);
  while (source < end) {
    const here = i16x8.mul(v128.load(source), three);
    const before = i16x8.shr_u(i16x8.add(i16x8.add(here, v128.load(source - 2)), evenHalf), shift);
    const after = i16x8.shr_u(i16x8.add(i16x8.add(here, v128.load(source + 2)), oddHalf), shift);
    v128.store(target, low(before, after));
    v128.store(target, high(before, after), 16);
    source += 16;
    target += 32;
  }
}

/** Returns the upper 16 bits of each of eight 32-bit sums. */
function upper(head: v128, tail: v128): v128 {
  return v128.shuffle<i16>(head, tail, 1, 3, 5, 7, 9, 11, 13, 15);
}

export function colorRow(luma: usize, blue: usize, red: usize, target: usize, count: i32): void {
  const end = luma + <usize>count;
  const middle = i16x8.splat(128);
  const two = i16x8.splat(2);
  const half = i32x4.splat(32768);
  const full = i8x16.splat(-1);
  while (luma < end) {
    const y = i16x8.extend_low_i8x16_u(v128.load64_zero(luma));
    const cb = i16x8.sub(v128.load(blue), middle);
    const cr = i16x8.sub(v128.load(red), middle);
    // Converts YCbCr to RGB (T.871, 7) with 16 fraction bits. Factors above ½ are an integer plus a remainder.
    const redPart = upper(
      i32x4.dot_i16x8_s(low(cr, two), pair(26345, 16384)),
      i32x4.dot_i16x8_s(high(cr, two), pair(26345, 16384)),
    );
    const bluePart = upper(
      i32x4.dot_i16x8_s(low(cb, two), pair(-14942, 16384)),
      i32x4.dot_i16x8_s(high(cb, two), pair(-14942, 16384)),
    );
    const greenPart = upper(
      i32x4.add(i32x4.dot_i16x8_s(low(cb, cr), pair(-22554, 18734)), half),
      i32x4.add(i32x4.dot_i16x8_s(high(cb, cr), pair(-22554, 18734)), half),
    );
    const r = i16x8.add(i16x8.add(y, cr), redPart);
    const g = i16x8.add(i16x8.sub(y, cr), greenPart);
    const b = i16x8.add(i16x8.add(y, i16x8.shl(cb, 1)), bluePart);
    const rb = i8x16.narrow_i16x8_u(r, b);
    const ga = i8x16.shuffle(i8x16.narrow_i16x8_u(g, g), full, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    const rg = i8x16.shuffle(rb, ga, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const ba = i8x16.shuffle(rb, ga, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    v128.store(target, low(rg, ba));
    v128.store(target, high(rg, ba), 16);
    luma += 8;
    blue += 16;
    red += 16;
    target += 32;
  }
}

export function grayRow(luma: usize, target: usize, count: i32): void {
  const end = luma + <usize>count;
  while (luma < end) {
    const y = v128.load32_zero(luma);
    const all = i8x16.swizzle(y, i8x16(0, 0, 0, -1, 1, 1, 1, -1, 2, 2, 2, -1, 3, 3, 3, -1));
    v128.store(target, v128.or(all, i32x4.splat(0xff000000)));
    luma += 4;
    target += 16;
  }
}
