// Converts pixels between bytes, 16-bit numbers and premultiplied floats.

/** Widens bytes to 16 bits, 16 at a time up to the address `end`. */
export function widenBytes(source: usize, end: usize, target: usize): void {
  while (source < end) {
    const bytes = v128.load(source);
    v128.store(target, i16x8.extend_low_i8x16_u(bytes));
    v128.store(target, i16x8.extend_high_i8x16_u(bytes), 16);
    source += 16;
    target += 32;
  }
}

export function premultiply(source: usize, target: usize, count: i32): void {
  const end = source + ((<usize>count) << 2);
  while (source < end) {
    const bytes = v128.load32_zero(source);
    const pixel = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
    const alpha = v128.shuffle<f32>(pixel, f32x4.splat(1), 3, 3, 3, 4);
    v128.store(target, f32x4.mul(pixel, alpha));
    source += 4;
    target += 16;
  }
}

/** Converts a premultiplied float pixel (R·A, G·A, B·A, A) to RGBA levels. Colors are arbitrary where alpha is 0. */
export function straightLevels(sums: v128): v128 {
  const colors = f32x4.div(sums, v128.shuffle<f32>(sums, sums, 3, 3, 3, 3));
  const straight = v128.shuffle<f32>(colors, sums, 0, 1, 2, 7);
  const inRange = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), straight));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(inRange, f32x4.splat(0.5)));
}
