import { rgbaOf } from '../base/color.ts';
import { CancelledError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { partOf } from '../base/progress.ts';
import { createRaster, pixelWords, type Raster } from '../base/raster.ts';
import { withFileName } from '../base/with-file-name.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { warnOfFrames } from './animation/animation-file.ts';
import { paintPart } from './blend/paint-over.ts';
import { checkImageSize } from './check-size.ts';
import { decodeImage, headerError } from './codecs/decode.ts';
import { readImageHeader } from './formats/registry.ts';
import { type JoinParameters, type PlacedImage, planJoin } from './join-plan.ts';
import { turnedSize } from './orientation.ts';

/**
 * Joins image files in their order. Decodes one image at a time, and makes no image larger. Warns with `joinReduced` if
 * the result would exceed the limits of an image. Throws the errors of `decodeImage`; `imageTooLarge` for the gaps.
 */
export async function joinImages(
  files: readonly SourceFile[],
  params: JoinParameters,
  context: OperationContext,
): Promise<Raster> {
  const sizes: Size[] = [];
  for (const file of files) sizes.push(await withFileName(file, shownSize(file)));
  const { limits, signal, onProgress, onWarning } = context;
  const plan = planJoin(sizes, params, limits?.maxPixels);
  const { width, height } = plan;
  checkImageSize(plan, limits);
  if (plan.isReduced) onWarning?.({ code: 'joinReduced', data: { width, height } });
  const result = createRaster(width, height);
  if (params.background !== 'transparent') {
    const words = pixelWords(result);
    result.data.set(rgbaOf(params.background));
    words.fill(words[0] as number);
  }
  for (const [index, file] of files.entries()) {
    if (signal?.aborted) throw new CancelledError();
    const place = plan.images[index] as PlacedImage;
    await warnOfFrames(file, context);
    const { raster } = await withFileName(
      file,
      decodeImage(file, context, undefined, () => place),
    );
    paintPart(result, raster, place.left, place.top);
    partOf(onProgress, index / files.length, (index + 1) / files.length)?.(1);
  }
  return result;
}

/** Returns the size of an image file after its orientation is applied. */
async function shownSize(file: SourceFile): Promise<Size> {
  const bytes = await file.read();
  const header = readImageHeader(bytes);
  if (!header) throw headerError(bytes);
  return turnedSize(header, header.orientation);
}
