import { rgbaOf } from '../../base/color.ts';
import { createRaster, pixelWords, type Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { blurSharpen } from '../blur-sharpen.ts';
import { checkImageSize } from '../check-size.ts';
import { cropTo } from '../crop.ts';
import { largestRect } from '../largest-rect.ts';
import { resample } from '../resample/resample.ts';
import { type Anchor, anchorPosition } from './fields.ts';
import { type PaddedSizeParameters, paddedSize } from './padded-size.ts';

export interface Padding {
  readonly anchor: Anchor;
  /** Background of the padded image: a color, `transparent`, or `blur` for a blurred copy of the image. */
  readonly background: string;
}

/** Returns the padded image; `image` itself without padding. Throws FudebakoError `imageTooLarge`, CancelledError. */
export async function pad(
  image: Raster,
  params: PaddedSizeParameters & Padding,
  context: OperationContext,
): Promise<Raster> {
  // In a preview, the image is scaled, so the requested size is scaled too.
  const { previewScale = 1 } = context;
  const scaled = (side: number | undefined) => side && Math.max(1, Math.round(side * previewScale));
  return padTo(
    image,
    paddedSize(image, { ...params, width: scaled(params.width), height: scaled(params.height) }),
    params,
    context,
  );
}

/** Places an image on a background. `size` is at least the image's size. */
export async function padTo(
  image: Raster,
  size: Size,
  { anchor, background }: Padding,
  context: OperationContext,
): Promise<Raster> {
  if (size.width === image.width && size.height === image.height) return image;
  checkImageSize(size, context.limits);
  const result =
    background === 'blur' ? await blurredCopy(image, size, context) : createRaster(size.width, size.height);
  const position = anchorPosition(anchor);
  const left = Math.floor((size.width - image.width) * position.x);
  const top = Math.floor((size.height - image.height) * position.y);
  const [from, to] = [pixelWords(image), pixelWords(result)];
  const color = background === 'blur' || background === 'transparent' ? undefined : colorWord(background);
  // Fills only the pixels around the image, because filling the pixels under the image would waste time.
  let filled = 0;
  for (let row = 0; row < image.height; row++) {
    const at = (top + row) * size.width + left;
    if (color !== undefined) to.fill(color, filled, at);
    to.set(from.subarray(row * image.width, (row + 1) * image.width), at);
    filled = at + image.width;
  }
  if (color !== undefined) to.fill(color, filled);
  return result;
}

const colorWord = (color: string): number => new Uint32Array(Uint8Array.from(rgbaOf(color)).buffer)[0] ?? 0;

/** Longer side in pixels of the reduced copy that is blurred for a background, with a standard deviation of 2 px. */
const REDUCED_SIDE = 64;
const BLUR = -0.4;

async function blurredCopy(image: Raster, size: Size, context: OperationContext): Promise<Raster> {
  const factor = Math.min(1, REDUCED_SIDE / Math.max(size.width, size.height));
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  const { onProgress: _, ...quiet } = context;
  const cropped = cropTo(image, largestRect(image, size.width / size.height));
  const reduced = await resample(cropped, side(size.width), side(size.height), quiet);
  return resample(await blurSharpen(reduced, { sharpness: BLUR }, quiet), size.width, size.height, context);
}
