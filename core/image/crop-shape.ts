import { type Raster, wrapRaster } from '../base/raster.ts';

export type CropShape = 'rect' | 'ellipse' | 'rounded';

interface Radii {
  readonly x: number;
  readonly y: number;
}

/**
 * Makes everything outside a shape transparent. The shape fills the image. Edge pixels keep the part of their alpha that
 * is the exact area of the shape in the pixel. Returns `image` itself for a rectangle.
 */
export function cutToShape(image: Raster, shape: CropShape, cornerRadius: number): Raster {
  const [halfWidth, halfHeight] = [image.width / 2, image.height / 2];
  const radius = Math.min(cornerRadius, halfWidth, halfHeight);
  const radii = shape === 'ellipse' ? { x: halfWidth, y: halfHeight } : { x: radius, y: radius };
  if (shape === 'rect' || radii.x === 0) return image;
  const { width, height } = image;
  const data = image.data.slice();
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const [columns, rows] = [Math.ceil(radii.x), Math.ceil(radii.y)];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const covered = coverage(column, row, image, radii);
      // The rest of a row lies inside the shape.
      if (covered > 1 - 1e-6) break;
      for (const y of new Set([row, height - 1 - row]))
        for (const x of new Set([column, width - 1 - column])) {
          const pixel = y * width + x;
          const alpha = Math.round((data[pixel * 4 + 3] as number) * covered);
          if (alpha === 0) words[pixel] = 0;
          else data[pixel * 4 + 3] = alpha;
        }
    }
  return wrapRaster(width, height, data);
}

/** Returns the area of a pixel in the upper left quarter that lies inside the shape. */
function coverage(column: number, row: number, { width, height }: Raster, { x, y }: Radii): number {
  let area = 0;
  // A pixel in the middle of an odd side belongs to two corners, so it is split at the center.
  for (const [left, right] of halves(column, width / 2))
    for (const [top, bottom] of halves(row, height / 2)) area += cornerArea(left, right, top, bottom, x, y);
  return Math.min(1, Math.max(0, area));
}

const halves = (at: number, middle: number): readonly (readonly [number, number])[] =>
  at < middle && middle < at + 1
    ? [
        [at, middle],
        [2 * middle - at - 1, middle],
      ]
    : [[at, at + 1]];

/** Returns the area of a rectangle inside a corner, whose quarter of an ellipse is centered at the radii. */
function cornerArea(left: number, right: number, top: number, bottom: number, x: number, y: number): number {
  const full = (right - left) * (bottom - top);
  const across = Math.max(0, Math.min(right, x) - left);
  const down = Math.max(0, Math.min(bottom, y) - top);
  if (across === 0 || down === 0) return full;
  const curved =
    x *
    y *
    (quarterArea((x - left) / x, (y - top) / y) -
      quarterArea((x - left - across) / x, (y - top) / y) -
      quarterArea((x - left) / x, (y - top - down) / y) +
      quarterArea((x - left - across) / x, (y - top - down) / y));
  return full - across * down + curved;
}

/** Returns the area of the unit circle's quarter with 0 ≤ u ≤ x and 0 ≤ v ≤ y, the integral of min(y, √(1 − u²)). */
function quarterArea(x: number, y: number): number {
  if (x * x + y * y <= 1) return x * y;
  const from = Math.sqrt(Math.max(0, 1 - y * y));
  const to = Math.min(1, x);
  return from * y + antiderivative(to) - antiderivative(from);
}

/** Antiderivative of √(1 − u²). */
const antiderivative = (u: number): number => (u * Math.sqrt(1 - u * u) + Math.asin(u)) / 2;
