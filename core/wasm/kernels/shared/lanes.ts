// Interleaves the lower or upper lanes of two vectors, as a step of transposing a matrix.

export function low(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

export function high(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

export function lowPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i32>(a, b, 0, 4, 1, 5);
}

export function highPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i32>(a, b, 2, 6, 3, 7);
}

export function lowHalves(a: v128, b: v128): v128 {
  return v128.shuffle<i64>(a, b, 0, 2);
}

export function highHalves(a: v128, b: v128): v128 {
  return v128.shuffle<i64>(a, b, 1, 3);
}

/** Returns a vector that repeats a pair of 16-bit factors, for pairwise products. */
export function pair(first: i32, second: i32): v128 {
  return i32x4.splat((second << 16) | (first & 0xffff));
}
