import type { Raster } from '../../base/raster.ts';
import type { YuvImage } from '../../platform/media.ts';

// Scales a BT.709 weight (BT.709-6, 3.2, 3.5) to limited range, times 65,536. `steps` is 219 for luma, 224 for chroma.
const scaled = (weight: number, steps: number) => Math.round(((weight * steps) / 255) * 65_536);
const LUMA_R = scaled(0.2126, 219);
const LUMA_G = scaled(0.7152, 219);
const LUMA_B = scaled(0.0722, 219);

// Cb = (B − Y) / 1.8556, Cr = (R − Y) / 1.5748, with a range of 224 around 128 (BT.709-6, 3.3). Weights sum to zero.
const BLUE_R = scaled(-0.2126 / 1.8556, 224);
const BLUE_G = scaled(-0.7152 / 1.8556, 224);
const BLUE_B = -BLUE_R - BLUE_G;
const RED_G = scaled(-0.7152 / 1.5748, 224);
const RED_B = scaled(-0.0722 / 1.5748, 224);
const RED_R = -RED_G - RED_B;

/** Returns the limited-range luma of a color of 8-bit sRGB components. */
export const lumaOf = (r: number, g: number, b: number): number =>
  16 + ((LUMA_R * r + LUMA_G * g + LUMA_B * b + 32_768) >> 16);

/** Returns Cb and Cr of four pixels, whose components are summed. Divides by 4 × 2^16 as a shift by 18 bits, rounding. */
export const chromaOf = (r: number, g: number, b: number) => ({
  blue: 128 + ((BLUE_R * r + BLUE_G * g + BLUE_B * b + 131_072) >> 18),
  red: 128 + ((RED_R * r + RED_G * g + RED_B * b + 131_072) >> 18),
});

/** Converts an opaque image to limited-range BT.709 Y′CbCr 4:2:0. Each chroma sample is the mean of four pixels. */
export function toYuv({ width, height, data }: Raster): YuvImage {
  const pixels = width * height;
  const planes = new Uint8Array((pixels * 3) / 2);
  for (let pixel = 0, at = 0; pixel < pixels; pixel++, at += 4) {
    planes[pixel] = lumaOf(data[at] as number, data[at + 1] as number, data[at + 2] as number);
  }
  const stride = width * 4;
  const sumOfFour = (at: number) =>
    (data[at] as number) + (data[at + 4] as number) + (data[at + stride] as number) + (data[at + stride + 4] as number);
  let blue = pixels;
  let red = pixels + pixels / 4;
  for (let y = 0; y < height; y += 2) {
    for (let at = y * stride; at < (y + 1) * stride; at += 8) {
      const [r, g, b] = [sumOfFour(at), sumOfFour(at + 1), sumOfFour(at + 2)];
      // Divides the weighted sum of four pixels by 4 × 2^16, as a shift by 18 bits. Adding half of 2^18 rounds.
      planes[blue++] = 128 + ((BLUE_R * r + BLUE_G * g + BLUE_B * b + 131_072) >> 18);
      planes[red++] = 128 + ((RED_R * r + RED_G * g + RED_B * b + 131_072) >> 18);
    }
  }
  return { width, height, data: planes };
}

/**
 * Blends Y′CbCr images of equal size. Blending in sRGB would give the same colors,
 * because the conversion is linear, but takes twice as long.
 */
export function mixYuv(from: YuvImage, to: YuvImage, weight: number): YuvImage {
  const data = new Uint8Array(from.data.length);
  const parts = Math.round(weight * 65_536);
  for (let index = 0; index < data.length; index++) {
    const start = from.data[index] as number;
    data[index] = start + ((((to.data[index] as number) - start) * parts + 32_768) >> 16);
  }
  return { width: from.width, height: from.height, data };
}
