import { rgbaOf } from '../base/color.ts';
import { CancelledError, FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { MAX_PIXELS, MAX_SIDE } from '../base/limits.ts';
import { partOf } from '../base/progress.ts';
import { createRaster, pixelWords, type Raster } from '../base/raster.ts';
import { withFileName } from '../base/with-file-name.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { paintAt } from './blend/paint-over.ts';
import { checkImageSize } from './check-size.ts';
import { decodeImage, headerError } from './codecs/decode.ts';
import { readImageHeader } from './formats/registry.ts';
import { turnedSize } from './orientation.ts';

export interface JoinParameters {
  readonly layout: 'row' | 'column' | 'grid';
  /** Columns of a grid; by default as many as rows, or one more. */
  readonly columns?: number | undefined;
  /** Distance in pixels between neighboring images. */
  readonly gap: number;
  /** A color, or `transparent`. */
  readonly background: string;
}

interface PlacedImage extends Size {
  readonly left: number;
  readonly top: number;
}

export interface JoinPlan extends Size {
  readonly images: readonly PlacedImage[];
  readonly isReduced: boolean;
}

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
    const { raster } = await withFileName(
      file,
      decodeImage(file, context, undefined, () => place),
    );
    paintAt(result, raster, place.left, place.top);
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

/**
 * Plans the places of images. In a row, all images have the height of the lowest; in a column or grid, the width of the
 * narrowest. A row of a grid is as high as its highest image, and centers the others. If the result exceeds the limits,
 * the common height or width is the largest with which it does not. Throws FudebakoError `imageTooLarge`.
 */
export function planJoin(sizes: readonly Size[], params: JoinParameters, maxPixels = MAX_PIXELS): JoinPlan {
  const { layout } = params;
  const wanted = Math.min(...sizes.map(({ width, height }) => (layout === 'row' ? height : width)));
  const most = Math.min(maxPixels, MAX_PIXELS);
  const fits = ({ width, height }: Size) => Math.max(width, height) <= MAX_SIDE && width * height <= most;
  const whole = placeAll(sizes, wanted, params);
  if (fits(whole)) return { ...whole, isReduced: false };
  // The largest side that fits is at least `low` and less than `high`.
  let [low, high] = [0, wanted];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(placeAll(sizes, middle, params))) low = middle;
    else high = middle;
  }
  const { width, height } = whole;
  if (low === 0) throw new FudebakoError('imageTooLarge', { width, height, megapixels: most / 1e6 });
  return { ...placeAll(sizes, low, params), isReduced: true };
}

function placeAll(sizes: readonly Size[], side: number, { layout, columns, gap }: JoinParameters) {
  const scaled = sizes.map(({ width, height }) =>
    layout === 'row'
      ? { width: Math.max(1, Math.round((width * side) / height)), height: side }
      : { width: side, height: Math.max(1, Math.round((height * side) / width)) },
  );
  const inGrid = columns ?? Math.ceil(Math.sqrt(sizes.length));
  const across = layout === 'row' ? sizes.length : layout === 'column' ? 1 : Math.min(inGrid, sizes.length);
  const images: PlacedImage[] = [];
  let [width, top] = [0, 0];
  for (let first = 0; first < scaled.length; first += across) {
    const row = scaled.slice(first, first + across);
    const height = Math.max(...row.map((image) => image.height));
    let left = 0;
    for (const image of row) {
      images.push({ ...image, left, top: top + Math.floor((height - image.height) / 2) });
      left += image.width + gap;
    }
    width = Math.max(width, left - gap);
    top += height + gap;
  }
  return { width, height: top - gap, images };
}
