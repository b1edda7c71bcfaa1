import { FudebakoError } from '../base/errors.ts';
import type { JobLimits } from '../base/job-limits.ts';
import { MAX_SIDE } from '../base/limits.ts';
import type { Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { type MadeBand, makeInBands } from './bands.ts';
import { checkImageSize } from './check-size.ts';
import { flatMask, invertMask, maskFromRaster, maskToRaster } from './mask/gray-mask.ts';
import { loadMaskKernels, type MaskKernels } from './mask/mask-kernels.ts';
import { paintStroke, type Stroke, strokeRows } from './mask/strokes.ts';
import { resample } from './resample/resample.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'mask-band': typeof makeMaskBand;
  }
}

export interface MaskParameters {
  /** Mask width. 0 or `undefined` takes the image's width, or the default without an image. */
  readonly width?: number;
  readonly height?: number;
  /** Gray level of a mask without a source image. */
  readonly gray: number;
  readonly strokes: readonly Stroke[];
  readonly invert: boolean;
}

export const DEFAULT_MASK_SIZE = { width: 1024, height: 768 };

/**
 * Returns a mask as opaque gray pixels: an image's luminance times alpha or flat gray, then strokes, then inversion.
 * Throws FudebakoError `imageTooLarge`, `imageTooLong`, `memoryLimit`; CancelledError.
 */
export async function makeMask(
  image: Raster | undefined,
  params: MaskParameters,
  context: OperationContext,
): Promise<Raster> {
  const { gray, strokes, invert } = params;
  const size = maskSize(image, params, context.limits);
  const source = image && (await resample(image, size.width, size.height, { ...context, onProgress: undefined }));
  return makeInBands(size, context, ({ start, end }, memory, { signal }) => {
    const data = source && memory.copyRows(source, start, end);
    const near = strokes.filter((stroke) => {
      const rows = strokeRows(stroke);
      return rows.first < end && rows.end > start;
    });
    return context.platform.workers.run(
      'mask-band',
      { width: size.width, height: end - start, top: start, data, gray, strokes: near, invert },
      {
        signal,
        transfer: data ? [data.buffer] : [],
        workBytes: size.width * (end - start) * 4 * ((data ? 2 : 1) + near.length),
      },
    );
  });
}

/** Returns the mask's size: the parameters, else the image's size, else the default. */
export function maskSize(
  image: Pick<Raster, 'width' | 'height'> | undefined,
  params: Pick<MaskParameters, 'width' | 'height'>,
  limits?: JobLimits,
): { readonly width: number; readonly height: number } {
  const fallback = image ?? DEFAULT_MASK_SIZE;
  const width = params.width || fallback.width;
  const height = params.height || fallback.height;
  checkImageSize({ width, height }, limits);
  if (Math.max(width, height) > MAX_SIDE) throw new FudebakoError('imageTooLong', { width, height, side: MAX_SIDE });
  return { width, height };
}

export interface MaskBandInput extends Pick<MaskParameters, 'gray' | 'strokes' | 'invert'> {
  readonly width: number;
  readonly height: number;
  /** First row of the band, counted from the top of the mask. */
  readonly top: number;
  readonly data: Uint8ClampedArray<ArrayBuffer> | undefined;
}

export async function makeMaskBand(input: MaskBandInput): Promise<MadeBand> {
  const { width, height, top, data, gray, strokes, invert } = input;
  if (data && strokes.length === 0) return { rows: grayRows(await loadMaskKernels(), data, invert) };
  const mask = data ? maskFromRaster({ width, height, data }) : flatMask(width, height, gray);
  for (const stroke of strokes) paintStroke(mask, stroke, top);
  if (invert) invertMask(mask);
  return { rows: maskToRaster(mask).data, recycled: data };
}

/** Pixels per kernel call, which fit the L1 cache. */
const CHUNK_PIXELS = 4096;

export function grayRows(
  kernels: MaskKernels,
  data: Uint8ClampedArray<ArrayBuffer>,
  invert: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const chunk = new Uint8ClampedArray(kernels.memory(CHUNK_PIXELS * 4), 0, CHUNK_PIXELS * 4);
  for (let at = 0; at < data.length; at += chunk.length) {
    const part = data.subarray(at, at + chunk.length);
    chunk.set(part);
    kernels.grayPixels(0, Math.ceil(part.length / 16) * 4, Number(invert));
    part.set(part.length === chunk.length ? chunk : chunk.subarray(0, part.length));
  }
  return data;
}
