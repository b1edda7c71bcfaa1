import { rgbaOf } from '../../base/color.ts';
import type { Raster } from '../../base/raster.ts';
import { type Box, clampBox, hasArea, wholeImage } from '../../geometry/box.ts';

/** Converts an sRGB byte to linear light (WCAG 2.2, relative luminance). */
const linear = (byte: number): number => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => linear(byte));

const luminanceOf = (red: number, green: number, blue: number): number =>
  0.2126 * (LINEAR[red] as number) + 0.7152 * (LINEAR[green] as number) + 0.0722 * (LINEAR[blue] as number);

/** Returns the mean relative luminance (WCAG 2.2), 0 to 1, of a part of an image. Transparent pixels count as white. */
export function meanLuminance({ width, height, data }: Raster, part: Box): number {
  const inside = clampBox(part, { width, height });
  const box = hasArea(inside) ? inside : wholeImage({ width, height });
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(box.top); y < Math.ceil(box.bottom); y++)
    for (let x = Math.floor(box.left); x < Math.ceil(box.right); x++) {
      const at = (y * width + x) * 4;
      const alpha = (data[at + 3] as number) / 255;
      sum += 1 - alpha + alpha * luminanceOf(data[at] as number, data[at + 1] as number, data[at + 2] as number);
      count++;
    }
  return sum / count;
}

/** Returns the relative luminance (WCAG 2.2), 0 to 1, of a color, without its alpha. */
export function luminanceOfColor(color: string): number {
  const [red, green, blue] = rgbaOf(color);
  return luminanceOf(red, green, blue);
}

/** Returns the contrast ratio of two luminances, 1 to 21 (WCAG 2.2). */
export const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Returns the color (`#rrggbb`) of higher contrast to a background's luminance; `first` for equal contrasts. */
export function readableOn(luminance: number, first: string, second: string): string {
  const [one, two] = [first, second].map((color) => contrastOf(luminance, luminanceOfColor(color))) as [number, number];
  return one >= two ? first : second;
}
