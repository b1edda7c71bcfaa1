// Implements color-matrix-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

/** Adding this number to a float from 0 to 255 leaves the nearest integer in the float's lowest byte. */
const ROUND: f32 = 12582912;

function channel(red: v128, green: v128, blue: v128, factors: usize): v128 {
  const sum = f32x4.add(
    f32x4.add(f32x4.mul(red, v128.load32_splat(factors)), f32x4.mul(green, v128.load32_splat(factors, 4))),
    f32x4.mul(blue, v128.load32_splat(factors, 8)),
  );
  const level = f32x4.add(sum, v128.load32_splat(factors, 12));
  const inRange = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), level));
  return v128.and(f32x4.add(inRange, f32x4.splat(ROUND)), i32x4.splat(255));
}

export function applyMatrix(pixels: usize, count: i32, factors: usize): void {
  const end = pixels + ((<usize>count) << 2);
  while (pixels < end) {
    const four = v128.load(pixels);
    const red = f32x4.convert_i32x4_u(v128.and(four, i32x4.splat(255)));
    const green = f32x4.convert_i32x4_u(v128.and(i32x4.shr_u(four, 8), i32x4.splat(255)));
    const blue = f32x4.convert_i32x4_u(v128.and(i32x4.shr_u(four, 16), i32x4.splat(255)));
    const colors = v128.or(
      channel(red, green, blue, factors),
      v128.or(
        i32x4.shl(channel(red, green, blue, factors + 16), 8),
        i32x4.shl(channel(red, green, blue, factors + 32), 16),
      ),
    );
    v128.store(pixels, v128.or(colors, v128.and(four, i32x4.splat(0xff000000))));
    pixels += 16;
  }
}
