import { createRaster, pixelWords, type Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import type { PixelRect } from './crop.ts';

/** Exif orientation (tag 0x0112) of stored pixels; 1 means that the pixels need no rotation. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const swapsSides = (orientation: Orientation): boolean => orientation >= 5;

/** Swaps width and height if the orientation includes a quarter turn: from stored to upright size, or back. */
export const turnedSize = ({ width, height }: Size, orientation: Orientation): Size =>
  swapsSides(orientation) ? { width: height, height: width } : { width, height };

/** Where an orientation moves the directions right and down: [right x, right y, down x, down y], with y downward. */
const DIRECTIONS: Readonly<Record<Orientation, readonly [number, number, number, number]>> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
};

/** Returns the orientation that has the effect of `first` and then `second`. */
export function orientedBy(first: Orientation, second: Orientation): Orientation {
  const [a, b, c, d] = DIRECTIONS[first];
  const [rightX, rightY, downX, downY] = DIRECTIONS[second];
  const both = [a * rightX + b * downX, a * rightY + b * downY, c * rightX + d * downX, c * rightY + d * downY];
  const found = Object.entries(DIRECTIONS).find(([, each]) => each.every((value, at) => value === both[at]));
  return Number(found?.[0] ?? 1) as Orientation;
}

/** Returns where a rectangle of the oriented image lies in the stored pixels. */
export function storedRect(rect: PixelRect, orientation: Orientation, stored: Size): PixelRect {
  const { width, height } = turnedSize(rect, orientation);
  const [x, y] = swapsSides(orientation) ? [rect.y, rect.x] : [rect.x, rect.y];
  return {
    x: [2, 3, 7, 8].includes(orientation) ? stored.width - x - width : x,
    y: [3, 4, 6, 7].includes(orientation) ? stored.height - y - height : y,
    width,
    height,
  };
}

/** Returns the image rotated and mirrored to orientation 1 (Exif 2.32, 4.6.5.1.1). */
export function applyOrientation(image: Raster, orientation: Orientation): Raster {
  if (orientation === 1) return image;
  const { width, height } = image;
  const swapped = swapsSides(orientation);
  const result = createRaster(swapped ? height : width, swapped ? width : height);
  const from = pixelWords(image);
  const to = pixelWords(result);
  const { origin, column, row } = strides(orientation, width, height);
  // Copies blocks of 64 × 64 pixels (16 kB), so that transposed reads stay in the processor's cache.
  const block = swapped ? 64 : Math.max(result.width, 1);
  for (let top = 0; top < result.height; top += 64) {
    const bottom = Math.min(result.height, top + 64);
    for (let left = 0; left < result.width; left += block) {
      const right = Math.min(result.width, left + block);
      for (let y = top; y < bottom; y++) {
        let source = origin + y * row + left * column;
        const end = y * result.width + right;
        for (let target = y * result.width + left; target < end; target++) {
          to[target] = from[source] as number;
          source += column;
        }
      }
    }
  }
  return result;
}

/** Returns the index of the stored pixel that becomes the first upright pixel, and index steps per column and row. */
function strides(orientation: Orientation, width: number, height: number) {
  const last = width * height - 1;
  const bottomLeft = (height - 1) * width;
  switch (orientation) {
    case 2:
      return { origin: width - 1, column: -1, row: width };
    case 3:
      return { origin: last, column: -1, row: -width };
    case 4:
      return { origin: bottomLeft, column: 1, row: -width };
    case 5:
      return { origin: 0, column: width, row: 1 };
    case 6:
      return { origin: bottomLeft, column: -width, row: 1 };
    case 7:
      return { origin: last, column: -width, row: -1 };
    case 8:
      return { origin: width - 1, column: width, row: -1 };
    default:
      return { origin: 0, column: 1, row: width };
  }
}
