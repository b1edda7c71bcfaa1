import { FudebakoError } from '../../base/errors.ts';
import type { Raster } from '../../base/raster.ts';
import { flatMask, type GrayMask } from './gray-mask.ts';

export interface Wand {
  readonly x: number;
  readonly y: number;
  /** Maximum difference of a selected pixel in each of red, green, blue and alpha. */
  readonly tolerance: number;
  /** True to select only pixels that are connected to the position, by shared sides. */
  readonly contiguous: boolean;
}

/** Returns a mask of the pixels whose color is similar to that at a position. Throws FudebakoError `pointOutside`. */
export function wandMask({ width, height, data }: Raster, { x, y, tolerance, contiguous }: Wand): GrayMask {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height)
    throw new FudebakoError('pointOutside', { width, height });
  const mask = flatMask(width, height, 0);
  const start = row * width + column;
  const [red, green, blue, alpha] = data.subarray(start * 4, start * 4 + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const isNear = (pixel: number) => {
    const at = pixel * 4;
    return (
      Math.abs((data[at] as number) - red) <= tolerance &&
      Math.abs((data[at + 1] as number) - green) <= tolerance &&
      Math.abs((data[at + 2] as number) - blue) <= tolerance &&
      Math.abs((data[at + 3] as number) - alpha) <= tolerance
    );
  };
  if (contiguous) flood(mask, start, isNear);
  else for (let pixel = 0; pixel < mask.data.length; pixel++) if (isNear(pixel)) mask.data[pixel] = 255;
  return mask;
}

/** Flood fill by runs of pixels. Queues one pixel of each run above and below, so that the queue stays short. */
function flood({ width, height, data }: GrayMask, start: number, isNear: (pixel: number) => boolean): void {
  const queue = [start];
  for (let pixel = queue.pop(); pixel !== undefined; pixel = queue.pop()) {
    if (data[pixel] !== 0) continue;
    const line = pixel - (pixel % width);
    let [left, right] = [pixel, pixel + 1];
    while (left > line && data[left - 1] === 0 && isNear(left - 1)) left--;
    while (right < line + width && data[right] === 0 && isNear(right)) right++;
    data.fill(255, left, right);
    for (const shift of [-width, width]) {
      const other = line + shift;
      if (other < 0 || other >= width * height) continue;
      let isRun = false;
      for (let at = left + shift; at < right + shift; at++) {
        const isOpen = data[at] === 0 && isNear(at);
        if (isOpen && !isRun) queue.push(at);
        isRun = isOpen;
      }
    }
  }
}
