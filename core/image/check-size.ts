import { FudebakoError } from '../base/errors.ts';
import type { JobLimits } from '../base/job-limits.ts';
import { MAX_PIXELS } from '../base/limits.ts';
import type { Size } from '../geometry/point.ts';
import type { AnimatedFormat } from './formats/output-formats.ts';

/** Memory in bytes per pixel of an image that an operation makes: input, output and codec. */
const MADE_BYTES_PER_PIXEL = 12;

/** Memory of an animation in bytes per pixel of the canvas, whatever the number of frames, and of the largest frame. */
const CANVAS_BYTES_PER_PIXEL = 12;
const FRAME_BYTES_PER_PIXEL = { gif: 16, png: 18, webp: 34, mp4: 16 } as const;

/** Estimates the peak memory in bytes of writing an animation. `largest`: pixels of the largest stored frame. */
export const animationMemory = (canvas: Size, largest: number, fileBytes: number, format: AnimatedFormat): number =>
  canvas.width * canvas.height * CANVAS_BYTES_PER_PIXEL + largest * FRAME_BYTES_PER_PIXEL[format] + fileBytes;

/**
 * Checks an image's size before its pixels are allocated. `bytes` is the estimated memory.
 * @throws FudebakoError `imageTooLarge`, `memoryLimit`
 */
export function checkImageSize(
  { width, height }: Size,
  { maxPixels = MAX_PIXELS, maxMemory }: JobLimits = {},
  bytes = width * height * MADE_BYTES_PER_PIXEL,
): void {
  const pixels = width * height;
  const most = Math.min(maxPixels, MAX_PIXELS);
  if (pixels > most) throw new FudebakoError('imageTooLarge', { width, height, megapixels: most / 1e6 });
  if (maxMemory !== undefined && bytes > maxMemory * 1e6)
    throw new FudebakoError('memoryLimit', { megabytes: maxMemory });
}
