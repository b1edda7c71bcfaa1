// Transforms blocks of samples by the DCT and quantizes the coefficients.

import {
  high,
  highHalves,
  highPairs,
  low,
  lowHalves,
  lowPairs,
  pair,
} from '../../../../../wasm/kernels/shared/lanes.ts';

/** Returns `a · first + b · second` for the pair of 16-bit `weights`, rounded and shifted right by `shift`. */
function product(a: v128, b: v128, weights: v128, shift: i32): v128 {
  const half = i32x4.splat(1 << (shift - 1));
  const head = i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(low(a, b), weights), half), shift);
  const tail = i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(high(a, b), weights), half), shift);
  return i16x8.narrow_i32x4_s(head, tail);
}

/** Returns `a · first + b · second + c · third + d · fourth` for two pairs of weights, rounded and shifted. */
function products(a: v128, b: v128, weights: v128, c: v128, d: v128, others: v128, shift: i32): v128 {
  const half = i32x4.splat(1 << (shift - 1));
  const head = i32x4.add(i32x4.dot_i16x8_s(low(a, b), weights), i32x4.dot_i16x8_s(low(c, d), others));
  const tail = i32x4.add(i32x4.dot_i16x8_s(high(a, b), weights), i32x4.dot_i16x8_s(high(c, d), others));
  return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(head, half), shift), i32x4.shr_s(i32x4.add(tail, half), shift));
}

/** Computes and transposes the 1-D DCT of eight rows (Loeffler, Ligtenberg, Moschytz; 13 fraction bits, as libjpeg). */
function transformRows(source: usize, pitch: usize, target: usize, first: bool): void {
  const r0 = v128.load(source);
  const r1 = v128.load(source + pitch);
  const r2 = v128.load(source + pitch * 2);
  const r3 = v128.load(source + pitch * 3);
  const r4 = v128.load(source + pitch * 4);
  const r5 = v128.load(source + pitch * 5);
  const r6 = v128.load(source + pitch * 6);
  const r7 = v128.load(source + pitch * 7);

  const t0 = low(r0, r1);
  const t1 = high(r0, r1);
  const t2 = low(r2, r3);
  const t3 = high(r2, r3);
  const t4 = low(r4, r5);
  const t5 = high(r4, r5);
  const t6 = low(r6, r7);
  const t7 = high(r6, r7);
  const u0 = lowPairs(t0, t2);
  const u1 = highPairs(t0, t2);
  const u2 = lowPairs(t1, t3);
  const u3 = highPairs(t1, t3);
  const u4 = lowPairs(t4, t6);
  const u5 = highPairs(t4, t6);
  const u6 = lowPairs(t5, t7);
  const u7 = highPairs(t5, t7);
  const c0 = lowHalves(u0, u4);
  const c1 = highHalves(u0, u4);
  const c2 = lowHalves(u1, u5);
  const c3 = highHalves(u1, u5);
  const c4 = lowHalves(u2, u6);
  const c5 = highHalves(u2, u6);
  const c6 = lowHalves(u3, u7);
  const c7 = highHalves(u3, u7);

  const a0 = i16x8.add(c0, c7);
  const a7 = i16x8.sub(c0, c7);
  const a1 = i16x8.add(c1, c6);
  const a6 = i16x8.sub(c1, c6);
  const a2 = i16x8.add(c2, c5);
  const a5 = i16x8.sub(c2, c5);
  const a3 = i16x8.add(c3, c4);
  const a4 = i16x8.sub(c3, c4);
  const b0 = i16x8.add(a0, a3);
  const b3 = i16x8.sub(a0, a3);
  const b1 = i16x8.add(a1, a2);
  const b2 = i16x8.sub(a1, a2);
  const z3 = i16x8.add(a4, a6);
  const z4 = i16x8.add(a5, a7);

  const sum = i16x8.add(b0, b1);
  const difference = i16x8.sub(b0, b1);
  // Between the row pass and the column pass of the DCT, numbers have two fraction bits.
  const two = i16x8.splat(2);
  v128.store(target, first ? i16x8.shl(sum, 2) : i16x8.shr_s(i16x8.add(sum, two), 2));
  v128.store(target, first ? i16x8.shl(difference, 2) : i16x8.shr_s(i16x8.add(difference, two), 2), 64);
  const shift = first ? 11 : 15;
  v128.store(target, product(b3, b2, pair(10703, 4433), shift), 32);
  v128.store(target, product(b3, b2, pair(4433, -10704), shift), 96);
  v128.store(target, products(a4, a7, pair(-4927, -7373), z3, z4, pair(-6436, 9633), shift), 112);
  v128.store(target, products(a5, a6, pair(-4176, -20995), z3, z4, pair(9633, 6437), shift), 80);
  v128.store(target, products(a5, a6, pair(-20995, 4177), z3, z4, pair(-6436, 9633), shift), 48);
  v128.store(target, products(a4, a7, pair(-7373, 4926), z3, z4, pair(9633, 6437), shift), 16);
}

/** Adding this number to a float leaves the nearest integer in the float's lowest 16 bits. */
const ROUND: f32 = 12582912;

/** Quantizes a row; halves round away from 0, because coefficients are doubled, then moved by 1 away from 0. */
function quantized(row: v128, inverses: usize): v128 {
  const doubled = i16x8.add(i16x8.add(row, row), v128.or(i16x8.shr_s(row, 15), i16x8.splat(1)));
  const head = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(doubled)), v128.load(inverses));
  const tail = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(doubled)), v128.load(inverses, 16));
  const round = f32x4.splat(ROUND);
  return v128.shuffle<i16>(f32x4.add(head, round), f32x4.add(tail, round), 0, 2, 4, 6, 8, 10, 12, 14);
}

/** Computes the DCT of a block and quantizes the coefficients, in row order. */
export function transformBlock(source: usize, pitch: usize, inverses: usize, block: usize): void {
  transformRows(source, pitch, block, true);
  transformRows(block, 16, block, false);
  for (let row: usize = 0; row < 8; row++)
    v128.store(block + (row << 4), quantized(v128.load(block + (row << 4)), inverses + (row << 5)));
}
