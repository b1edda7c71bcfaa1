// Dequantizes a block of a JPEG and computes its samples by the inverse DCT, at full, half or quarter size.

import {
  high,
  highHalves,
  highPairs,
  low,
  lowHalves,
  lowPairs,
  pair,
} from '../../../../../wasm/kernels/shared/lanes.ts';

// Parts of the 1-D inverse DCT that depend on coefficients 2 and 6 of 8, or 1 and 3 of 4.

function outerOf(middle: v128): v128 {
  return i32x4.dot_i16x8_s(middle, pair(10703, 4433));
}

function innerOf(middle: v128): v128 {
  return i32x4.dot_i16x8_s(middle, pair(4433, -10704));
}

/** Computes the 1-D inverse DCT of four columns of a block: lanes 0 to 3 or 4 to 7 of each row. */
function inverseHalf(
  even: v128,
  evenDifference: v128,
  middle: v128,
  outer: v128,
  inner: v128,
  sums: v128,
  shift: i32,
  target: usize,
): void {
  const half = i32x4.splat(1 << (shift - 1));
  const a0 = i32x4.add(i32x4.shl(even, 13), half);
  const a1 = i32x4.add(i32x4.shl(evenDifference, 13), half);
  const e3 = outerOf(middle);
  const e2 = innerOf(middle);
  const z3 = i32x4.dot_i16x8_s(sums, pair(-6436, 9633));
  const z4 = i32x4.dot_i16x8_s(sums, pair(9633, 6437));
  const o0 = i32x4.add(i32x4.dot_i16x8_s(outer, pair(-4927, -7373)), z3);
  const o3 = i32x4.add(i32x4.dot_i16x8_s(outer, pair(-7373, 4926)), z4);
  const o1 = i32x4.add(i32x4.dot_i16x8_s(inner, pair(-4176, -20995)), z4);
  const o2 = i32x4.add(i32x4.dot_i16x8_s(inner, pair(-20995, 4177)), z3);
  const b0 = i32x4.add(a0, e3);
  const b3 = i32x4.sub(a0, e3);
  const b1 = i32x4.add(a1, e2);
  const b2 = i32x4.sub(a1, e2);
  v128.store(target, i32x4.shr_s(i32x4.add(b0, o3), shift));
  v128.store(target, i32x4.shr_s(i32x4.sub(b0, o3), shift), 224);
  v128.store(target, i32x4.shr_s(i32x4.add(b1, o2), shift), 32);
  v128.store(target, i32x4.shr_s(i32x4.sub(b1, o2), shift), 192);
  v128.store(target, i32x4.shr_s(i32x4.add(b2, o1), shift), 64);
  v128.store(target, i32x4.shr_s(i32x4.sub(b2, o1), shift), 160);
  v128.store(target, i32x4.shr_s(i32x4.add(b3, o0), shift), 96);
  v128.store(target, i32x4.shr_s(i32x4.sub(b3, o0), shift), 128);
}

/** Computes the 1-D inverse DCT of eight columns in 32 bits, with libjpeg's 13 fraction bits and rounding. */
function inverseColumns(
  r0: v128,
  r1: v128,
  r2: v128,
  r3: v128,
  r4: v128,
  r5: v128,
  r6: v128,
  r7: v128,
  shift: i32,
  target: usize,
): void {
  const sum = i16x8.add(r0, r4);
  const difference = i16x8.sub(r0, r4);
  const z3 = i16x8.add(r7, r3);
  const z4 = i16x8.add(r5, r1);
  inverseHalf(
    i32x4.extend_low_i16x8_s(sum),
    i32x4.extend_low_i16x8_s(difference),
    low(r2, r6),
    low(r7, r1),
    low(r5, r3),
    low(z3, z4),
    shift,
    target,
  );
  inverseHalf(
    i32x4.extend_high_i16x8_s(sum),
    i32x4.extend_high_i16x8_s(difference),
    high(r2, r6),
    high(r7, r1),
    high(r5, r3),
    high(z3, z4),
    shift,
    target + 16,
  );
}

function narrowed(scratch: usize): v128 {
  return i16x8.narrow_i32x4_s(v128.load(scratch), v128.load(scratch, 16));
}

function dequantized(block: usize, steps: usize, row: usize): v128 {
  return i16x8.mul(v128.load(block + row * 16), v128.load(steps + row * 16));
}

/** Transposes the result of the column pass and computes the 1-D inverse DCT of the rows of a block. */
function inverseRows(scratch: usize, shift: i32): void {
  const r0 = narrowed(scratch);
  const r1 = narrowed(scratch + 32);
  const r2 = narrowed(scratch + 64);
  const r3 = narrowed(scratch + 96);
  const r4 = narrowed(scratch + 128);
  const r5 = narrowed(scratch + 160);
  const r6 = narrowed(scratch + 192);
  const r7 = narrowed(scratch + 224);
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
  inverseColumns(
    lowHalves(u0, u4),
    highHalves(u0, u4),
    lowHalves(u1, u5),
    highHalves(u1, u5),
    lowHalves(u2, u6),
    highHalves(u2, u6),
    lowHalves(u3, u7),
    highHalves(u3, u7),
    shift,
    scratch,
  );
}

/** Adds 128 to eight signed 16-bit samples and clamps them to bytes, in the lower half of the result. */
function centered(numbers: v128): v128 {
  const levels = i16x8.add_sat_s(numbers, i16x8.splat(128));
  return i8x16.narrow_i16x8_u(levels, levels);
}

/** Paints a block without AC coefficients. Always writes eight samples per row; the next block overwrites excess. */
export function paintLevel(block: usize, steps: usize, target: usize, pitch: usize, side: usize): void {
  const level = <i32>(<i16>(<i32>load<i16>(block) * <i32>load<i16>(steps)));
  const all = centered(i16x8.splat(<i16>(((level << 2) + 16) >> 5)));
  for (let row: usize = 0; row < side; row++) v128.store64_lane(target + row * pitch, all, 0);
}

/** Returns rows 0 and 1 of a 1-D inverse DCT of four values, or rows 2 and 3 with `isSecond`, in 16 bits. */
function inverseOfFour(sum: v128, difference: v128, middle: v128, shift: i32, isSecond: bool): v128 {
  const half = i32x4.splat(1 << (shift - 1));
  const a0 = i32x4.add(i32x4.shl(i32x4.extend_low_i16x8_s(sum), 13), half);
  const a1 = i32x4.add(i32x4.shl(i32x4.extend_low_i16x8_s(difference), 13), half);
  const e3 = outerOf(middle);
  const e2 = innerOf(middle);
  if (isSecond)
    return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.sub(a1, e2), shift), i32x4.shr_s(i32x4.sub(a0, e3), shift));
  return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(a0, e3), shift), i32x4.shr_s(i32x4.add(a1, e2), shift));
}

/** Computes a block at half its size: the inverse DCT of its 4 × 4 lowest frequencies. */
export function paintHalf(block: usize, steps: usize, target: usize, pitch: usize): void {
  const r0 = dequantized(block, steps, 0);
  const r1 = dequantized(block, steps, 1);
  const r2 = dequantized(block, steps, 2);
  const r3 = dequantized(block, steps, 3);
  const sum = i16x8.add(r0, r2);
  const difference = i16x8.sub(r0, r2);
  const middle = low(r1, r3);
  const top = inverseOfFour(sum, difference, middle, 11, false);
  const bottom = inverseOfFour(sum, difference, middle, 11, true);
  // Transposes the block: `left` holds columns 0 and 1, `right` columns 2 and 3.
  const left = v128.shuffle<i16>(top, bottom, 0, 4, 8, 12, 1, 5, 9, 13);
  const right = v128.shuffle<i16>(top, bottom, 2, 6, 10, 14, 3, 7, 11, 15);
  const sums = i16x8.add(left, right);
  const differences = i16x8.sub(left, right);
  const odd = high(left, right);
  const first = i16x8.add_sat_s(inverseOfFour(sums, differences, odd, 18, false), i16x8.splat(128));
  const second = i16x8.add_sat_s(inverseOfFour(sums, differences, odd, 18, true), i16x8.splat(128));
  const columns = i8x16.narrow_i16x8_u(first, second);
  const rows = i8x16.swizzle(columns, i8x16(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  v128.store32_lane(target, rows, 0);
  v128.store32_lane(target + pitch, rows, 1);
  v128.store32_lane(target + pitch * 2, rows, 2);
  v128.store32_lane(target + pitch * 3, rows, 3);
}

function clampedByte(value: i32): u8 {
  return <u8>max(0, min(255, value));
}

/** Computes a block at a quarter of its size: the inverse DCT of its 2 × 2 lowest frequencies. */
export function paintQuarter(block: usize, steps: usize, target: usize, pitch: usize): void {
  const r0 = dequantized(block, steps, 0);
  const r1 = dequantized(block, steps, 1);
  // Adds the sample offset 128 and ½ for rounding, both times 8.
  const level = <i32>i16x8.extract_lane_s(r0, 0) + 1028;
  const across = <i32>i16x8.extract_lane_s(r0, 1);
  const down = <i32>i16x8.extract_lane_s(r1, 0);
  const both = <i32>i16x8.extract_lane_s(r1, 1);
  store<u8>(target, clampedByte((level + across + down + both) >> 3));
  store<u8>(target, clampedByte((level - across + down - both) >> 3), 1);
  store<u8>(target + pitch, clampedByte((level + across - down - both) >> 3));
  store<u8>(target + pitch, clampedByte((level - across - down + both) >> 3), 1);
}

export function paintWhole(block: usize, steps: usize, scratch: usize, target: usize, pitch: usize): void {
  inverseColumns(
    dequantized(block, steps, 0),
    dequantized(block, steps, 1),
    dequantized(block, steps, 2),
    dequantized(block, steps, 3),
    dequantized(block, steps, 4),
    dequantized(block, steps, 5),
    dequantized(block, steps, 6),
    dequantized(block, steps, 7),
    11,
    scratch,
  );
  inverseRows(scratch, 18);
  // After the second pass of the inverse DCT, vectors contain columns, so the samples are transposed as bytes.
  const c0 = centered(narrowed(scratch));
  const c1 = centered(narrowed(scratch + 32));
  const c2 = centered(narrowed(scratch + 64));
  const c3 = centered(narrowed(scratch + 96));
  const c4 = centered(narrowed(scratch + 128));
  const c5 = centered(narrowed(scratch + 160));
  const c6 = centered(narrowed(scratch + 192));
  const c7 = centered(narrowed(scratch + 224));
  const p0 = i8x16.shuffle(c0, c1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const p1 = i8x16.shuffle(c2, c3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const p2 = i8x16.shuffle(c4, c5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const p3 = i8x16.shuffle(c6, c7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const q0 = low(p0, p1);
  const q1 = high(p0, p1);
  const q2 = low(p2, p3);
  const q3 = high(p2, p3);
  const top = lowPairs(q0, q2);
  const second = highPairs(q0, q2);
  const third = lowPairs(q1, q3);
  const bottom = highPairs(q1, q3);
  v128.store64_lane(target, top, 0);
  v128.store64_lane(target + pitch, top, 1);
  v128.store64_lane(target + pitch * 2, second, 0);
  v128.store64_lane(target + pitch * 3, second, 1);
  v128.store64_lane(target + pitch * 4, third, 0);
  v128.store64_lane(target + pitch * 5, third, 1);
  v128.store64_lane(target + pitch * 6, bottom, 0);
  v128.store64_lane(target + pitch * 7, bottom, 1);
}
