// Implements core/image/mask/mask-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

/** Size of one gray level in units of `luminanceTimesAlpha`. */
const LEVEL: i32 = 2550000;

export function grayPixels(pixels: usize, count: i32, inverted: i32): void {
  const end = pixels + ((<usize>count) << 2);
  const level = i32x4.splat(LEVEL);
  const turn = i32x4.splat(inverted === 0 ? 0 : 255);
  while (pixels < end) {
    const four = v128.load(pixels);
    const redGreen = i8x16.swizzle(four, i8x16(0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1));
    const blue = v128.and(i32x4.shr_u(four, 16), i32x4.splat(255));
    const luminance = i32x4.add(
      i32x4.dot_i16x8_s(redGreen, i32x4.splat((7152 << 16) | 2126)),
      i32x4.dot_i16x8_s(blue, i32x4.splat(722)),
    );
    const sum = i32x4.add(i32x4.mul(luminance, i32x4.shr_u(four, 24)), i32x4.splat(LEVEL / 2));
    // The quotient of floats may be wrong by one level, which the remainder corrects.
    const near = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.convert_i32x4_s(sum), f32x4.splat(1.0 / 2550000.0)));
    const left = i32x4.sub(sum, i32x4.mul(near, level));
    const lower = i32x4.shr_s(left, 31);
    const higher = i32x4.ge_s(left, level);
    const gray = v128.xor(i32x4.sub(i32x4.add(near, lower), higher), turn);
    v128.store(pixels, v128.or(i32x4.mul(gray, i32x4.splat(0x010101)), i32x4.splat(0xff000000)));
    pixels += 16;
  }
}
