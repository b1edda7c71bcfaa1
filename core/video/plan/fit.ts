import { createRaster, pixelWords, type Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import { crop } from '../../image/crop.ts';
import { flatten } from '../../image/flatten.ts';
import { resample } from '../../image/resample/resample.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { FitMode } from './fit-modes.ts';

/** Fits an image into an opaque video frame. Transparent pixels become white. */
export async function fitImage(
  image: Raster,
  frame: Size,
  fit: FitMode,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  if (fit === 'cover') {
    const cut = crop(image, coverCorners(image, frame));
    return flatten(await resample(cut, frame.width, frame.height, context));
  }
  const size = containedSize(image, frame);
  return centerOnWhite(flatten(await resample(image, size.width, size.height, context)), frame);
}

/** Returns the corners, in whole pixels, of the largest centered part of an image with the frame's aspect ratio. */
export function coverCorners(image: Size, frame: Size) {
  const scale = Math.min(image.width / frame.width, image.height / frame.height);
  const width = Math.max(1, Math.round(frame.width * scale));
  const height = Math.max(1, Math.round(frame.height * scale));
  const topX = Math.floor((image.width - width) / 2);
  const topY = Math.floor((image.height - height) / 2);
  return { topX, topY, bottomX: topX + width, bottomY: topY + height };
}

/** Returns the largest size with the image's aspect ratio that fits into the frame. */
export function containedSize(image: Size, frame: Size): Size {
  const scale = Math.min(frame.width / image.width, frame.height / image.height);
  return {
    width: Math.min(frame.width, Math.max(1, Math.round(image.width * scale))),
    height: Math.min(frame.height, Math.max(1, Math.round(image.height * scale))),
  };
}

export function whiteFrame({ width, height }: Size): Raster {
  const frame = createRaster(width, height);
  pixelWords(frame).fill(0xffff_ffff);
  return frame;
}

/** Centers an opaque image on a white frame, which must be at least as large as the image. */
function centerOnWhite(image: Raster, frame: Size): Raster {
  if (image.width === frame.width && image.height === frame.height) return image;
  const result = whiteFrame(frame);
  const from = pixelWords(image);
  const to = pixelWords(result);
  const left = (frame.width - image.width) >> 1;
  const top = (frame.height - image.height) >> 1;
  for (let row = 0; row < image.height; row++)
    to.set(from.subarray(row * image.width, (row + 1) * image.width), (top + row) * frame.width + left);
  return result;
}
