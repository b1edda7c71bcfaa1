import { createRaster, pixelWords, type Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import { crop } from '../../image/crop.ts';
import { flatten } from '../../image/flatten.ts';
import { resample } from '../../image/resample/resample.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { FitMode } from './fit-modes.ts';

/** Fits an image into an opaque video frame. Transparent pixels become white. */
export async function fitPicture(
  picture: Raster,
  frame: Size,
  fit: FitMode,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  if (fit === 'cover') {
    const cut = crop(picture, coverCorners(picture, frame));
    return flatten(await resample(cut, frame.width, frame.height, context));
  }
  const size = containedSize(picture, frame);
  return centerOnWhite(flatten(await resample(picture, size.width, size.height, context)), frame);
}

/** Returns the corners, in whole pixels, of the largest centered part of an image with the frame's aspect ratio. */
export function coverCorners(picture: Size, frame: Size) {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height);
  const width = Math.max(1, Math.round(frame.width * scale));
  const height = Math.max(1, Math.round(frame.height * scale));
  const topX = Math.floor((picture.width - width) / 2);
  const topY = Math.floor((picture.height - height) / 2);
  return { topX, topY, bottomX: topX + width, bottomY: topY + height };
}

/** Returns the largest size with the image's aspect ratio that fits into the frame. */
export function containedSize(picture: Size, frame: Size): Size {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  return {
    width: Math.min(frame.width, Math.max(1, Math.round(picture.width * scale))),
    height: Math.min(frame.height, Math.max(1, Math.round(picture.height * scale))),
  };
}

export function whiteFrame({ width, height }: Size): Raster {
  const frame = createRaster(width, height);
  pixelWords(frame).fill(0xffff_ffff);
  return frame;
}

/** Centers an opaque image on a white frame, which must be at least as large as the image. */
function centerOnWhite(picture: Raster, frame: Size): Raster {
  if (picture.width === frame.width && picture.height === frame.height) return picture;
  const result = whiteFrame(frame);
  const from = pixelWords(picture);
  const to = pixelWords(result);
  const left = (frame.width - picture.width) >> 1;
  const top = (frame.height - picture.height) >> 1;
  for (let row = 0; row < picture.height; row++)
    to.set(from.subarray(row * picture.width, (row + 1) * picture.width), (top + row) * frame.width + left);
  return result;
}
