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

/** Applies the matrix to levels of four pixels, and keeps the alpha of the pixels' bytes. */
function colors(four: v128, red: v128, green: v128, blue: v128, factors: usize): v128 {
  const levels = v128.or(
    channel(red, green, blue, factors),
    v128.or(
      i32x4.shl(channel(red, green, blue, factors + 16), 8),
      i32x4.shl(channel(red, green, blue, factors + 32), 16),
    ),
  );
  return v128.or(levels, v128.and(four, i32x4.splat(0xff000000)));
}

export function applyMatrix(pixels: usize, count: i32, factors: usize): void {
  const end = pixels + ((<usize>count) << 2);
  while (pixels < end) {
    const four = v128.load(pixels);
    const red = f32x4.convert_i32x4_u(v128.and(four, i32x4.splat(255)));
    const green = f32x4.convert_i32x4_u(v128.and(i32x4.shr_u(four, 8), i32x4.splat(255)));
    const blue = f32x4.convert_i32x4_u(v128.and(i32x4.shr_u(four, 16), i32x4.splat(255)));
    v128.store(pixels, colors(four, red, green, blue, factors));
    pixels += 16;
  }
}

/** Looks up one channel of four pixels, whose first byte is at `pixels`, in a curve of 256 floats. */
function curved(curve: usize, pixels: usize): v128 {
  let levels = v128.load32_splat(curve + ((<usize>load<u8>(pixels)) << 2));
  levels = v128.load_lane<f32>(curve + ((<usize>load<u8>(pixels, 4)) << 2), levels, 1);
  levels = v128.load_lane<f32>(curve + ((<usize>load<u8>(pixels, 8)) << 2), levels, 2);
  return v128.load_lane<f32>(curve + ((<usize>load<u8>(pixels, 12)) << 2), levels, 3);
}

function vivid(level: v128, luma: v128, amount: v128): v128 {
  return f32x4.add(luma, f32x4.mul(amount, f32x4.sub(level, luma)));
}

export function applyTones(pixels: usize, count: i32, factors: usize, curves: usize, vibrance: f32): void {
  const end = pixels + ((<usize>count) << 2);
  while (pixels < end) {
    let red = curved(curves, pixels);
    let green = curved(curves + 1024, pixels + 1);
    let blue = curved(curves + 2048, pixels + 2);
    if (vibrance !== 0) {
      const spread = f32x4.sub(f32x4.max(f32x4.max(red, green), blue), f32x4.min(f32x4.min(red, green), blue));
      const saturation = f32x4.min(f32x4.splat(1), f32x4.mul(spread, f32x4.splat(1 / 255)));
      const muted = f32x4.sub(f32x4.splat(1), saturation);
      const amount = f32x4.add(f32x4.splat(1), f32x4.mul(f32x4.splat(vibrance), muted));
      const luma = f32x4.add(
        f32x4.add(f32x4.mul(red, f32x4.splat(0.213)), f32x4.mul(green, f32x4.splat(0.715))),
        f32x4.mul(blue, f32x4.splat(0.072)),
      );
      red = vivid(red, luma, amount);
      green = vivid(green, luma, amount);
      blue = vivid(blue, luma, amount);
    }
    v128.store(pixels, colors(v128.load(pixels), red, green, blue, factors));
    pixels += 16;
  }
}
