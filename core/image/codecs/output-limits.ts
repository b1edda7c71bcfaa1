import { FudebakoError } from '../../base/errors.ts';
import { MAX_PIXELS, MAX_SIDE } from '../../base/limits.ts';
import type { Size } from '../../geometry/point.ts';
import type { ImageFormat } from '../formats/output-formats.ts';

/** Longest side in pixels of an image in each output format except MP4. */
export const MAX_OUTPUT_SIDE: Readonly<Record<ImageFormat | 'gif', number>> = {
  // JPEG stores sides in 16 bits, but libjpeg reads only sides up to JPEG_MAX_DIMENSION.
  jpg: 65_500,
  // The logical screen of a GIF has 16-bit sides (GIF89a, 18).
  gif: 65_535,
  // VP8 has 14-bit sides, and so has an image that VP8L can share with VP8 (RFC 9649, 2.5).
  webp: 16_383,
  // PNG and AVIF allow longer sides, but such files could not be opened again here.
  png: MAX_SIDE,
  avif: MAX_SIDE,
};

/** Throws FudebakoError `imageSide` or `imageTooLarge` if the output format can't hold an image of a size. */
export function checkOutputSize({ width, height }: Size, format: ImageFormat | 'gif'): void {
  const side = MAX_OUTPUT_SIDE[format];
  if (Math.max(width, height) > side)
    throw new FudebakoError('imageSide', { format: format.toUpperCase(), width, height, side });
  if (width * height > MAX_PIXELS)
    throw new FudebakoError('imageTooLarge', { width, height, megapixels: MAX_PIXELS / 1e6 });
}
