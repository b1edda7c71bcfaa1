// PNG row filters (PNG 3, section 9) and their choice. A row has 16 zero bytes before and 16 writable bytes after.

/** Strategies 0 to 4 use the filter type of this number for all rows. Other strategies choose a filter for each row. */
export const LEAST_SUM: i32 = 5;
export const LEAST_ENTROPY: i32 = 6;

const FILTERS = 5;

function distance(a: v128, b: v128): v128 {
  return v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
}

function paeth(left: v128, above: v128, corner: v128): v128 {
  const toLeft = distance(above, corner);
  const toAbove = distance(left, corner);
  // Distance of the Paeth predictor from the corner: |left + above − 2 × corner| (PNG 3, 9.4), without overflow.
  const isSameWay = i8x16.eq(i8x16.ge_u(above, corner), i8x16.ge_u(left, corner));
  const toCorner = v128.bitselect(i8x16.add_sat_u(toLeft, toAbove), distance(toLeft, toAbove), isSameWay);
  const isLeft = v128.and(i8x16.le_u(toLeft, toAbove), i8x16.le_u(toLeft, toCorner));
  return v128.bitselect(left, v128.bitselect(above, corner, i8x16.le_u(toAbove, toCorner)), isLeft);
}

function mean(a: v128, b: v128): v128 {
  return i8x16.sub(i8x16.avgr_u(a, b), v128.and(v128.xor(a, b), i8x16.splat(1)));
}

/** Writes a filtered row of `bytes` bytes, and up to 15 more. `step` is the bytes per pixel, at least 1. */
function filterRow(filter: i32, row: usize, above: usize, target: usize, bytes: usize, step: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const value = v128.load(row + at);
    const left = v128.load(row + at - step);
    const up = v128.load(above + at);
    let predicted = i8x16.splat(0);
    if (filter === 1) predicted = left;
    else if (filter === 2) predicted = up;
    else if (filter === 3) predicted = mean(left, up);
    else if (filter === 4) predicted = paeth(left, up, v128.load(above + at - step));
    v128.store(target + at, i8x16.sub(value, predicted));
  }
}

/** Returns the sum of the absolute values of signed bytes. */
function sumOf(row: usize, bytes: usize): u32 {
  let sum: u32 = 0;
  let at: usize = 0;
  let sums = i32x4.splat(0);
  for (; at + 16 <= bytes; at += 16)
    sums = i32x4.add(
      sums,
      i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(i8x16.abs(v128.load(row + at)))),
    );
  sum =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  for (; at < bytes; at++) sum += abs(<i32>load<i8>(row + at));
  return sum;
}

/** Returns n · log2(n) with eight fraction bits. The logarithm is linearly interpolated between powers of two. */
function weight(count: u32): u32 {
  if (count < 2) return 0;
  const exponent = 31 - clz(count);
  const fraction = (((<u64>count) << 8) >> exponent) & 255;
  return <u32>((<u64>count * ((exponent << 8) + fraction)) >> 4);
}

/** Estimates the negative entropy of bytes, up to a constant. `counts` is memory for 256 32-bit numbers. */
function orderOf(row: usize, bytes: usize, counts: usize): u32 {
  memory.fill(counts, 0, 1024);
  for (let at: usize = 0; at < bytes; at++) {
    const count = counts + ((<usize>load<u8>(row + at)) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let sum: u32 = 0;
  for (let value: usize = 0; value < 256; value++) sum += weight(load<u32>(counts + (value << 2)));
  return sum;
}

/** Writes filter type and filtered row to `target`, then up to 15 other bytes. `scratch`: 1,024 bytes and two rows. */
export function filterBest(
  strategy: i32,
  row: usize,
  above: usize,
  target: usize,
  bytes: usize,
  step: usize,
  scratch: usize,
): void {
  let best = strategy;
  if (strategy > 4) {
    best = 0;
    let least: u32 = ~0;
    const trial = scratch + 1024;
    for (let filter = 0; filter < FILTERS; filter++) {
      filterRow(filter, row, above, trial, bytes, step);
      const cost = strategy === LEAST_SUM ? sumOf(trial, bytes) : ~orderOf(trial, bytes, scratch);
      if (cost >= least) continue;
      least = cost;
      best = filter;
    }
  }
  store<u8>(target, <u8>best);
  filterRow(best, row, above, target + 1, bytes, step);
}
