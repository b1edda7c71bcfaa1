import { CancelledError } from '../../base/errors.ts';
import { createRaster, isOpaque, type Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { FilterName } from './filters.ts';
import { loadResampleKernels } from './resample-kernels.ts';
import { type ResampleStrip, resampleStrip, sourceRows } from './resample-strip.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'resample-rows': typeof resampleRows;
  }
}

/** Maximum number of pixels of source and result that are resampled without a worker. */
const MIN_WORKER_PIXELS = 1_000_000;

/** Number of pixels of source and result in a strip. */
const STRIP_PIXELS = 2_000_000;

export interface ResampleRowsInput extends ResampleStrip {
  readonly rows: Uint8ClampedArray<ArrayBuffer>;
}

/** Output of a worker task: the strip's pixels at the start of `rows`; and `data`, so that both can be reused. */
export type ResampleRowsOutput = Pick<ResampleRowsInput, 'rows' | 'data'>;

export async function resampleRows(strip: ResampleRowsInput): Promise<ResampleRowsOutput> {
  const { rows, data } = strip;
  resampleStrip(await loadResampleKernels(), strip, rows);
  return { rows, data };
}

/**
 * Resamples in premultiplied sRGB, as browsers do, by Lanczos-3 unless `filter` names another filter; transparent black
 * where alpha rounds to 0. Returns `image` itself at the same size. The bytes depend only on image, size and filter.
 * Throws CancelledError.
 */
export async function resample(
  image: Raster,
  width: number,
  height: number,
  context: Context,
  filter: FilterName = 'lanczos',
): Promise<Raster> {
  if (context.signal?.aborted) throw new CancelledError();
  if (width === image.width && height === image.height) return image;
  const work = { sourceWidth: image.width, sourceHeight: image.height, width, height, opaque: isOpaque(image), filter };
  const result = createRaster(width, height);
  const pixels = image.width * image.height + width * height;
  if (pixels < MIN_WORKER_PIXELS) {
    const whole = { ...work, data: image.data, firstRow: 0, top: 0, bottom: height };
    resampleStrip(await loadResampleKernels(), whole, result.data);
    context.onProgress?.(1);
  } else await resampleInWorkers(image.data, work, result.data, context);
  return result;
}

type Context = Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>;

type Work = Pick<ResampleStrip, 'sourceWidth' | 'sourceHeight' | 'width' | 'height' | 'opaque' | 'filter'>;

/** A strip: rows `[top, bottom)` of the result, and the source rows `[first, end)` on which the strip depends. */
interface Cut {
  readonly top: number;
  readonly bottom: number;
  readonly first: number;
  readonly end: number;
}

/** Resamples strips. Workers reuse their memory, because allocating memory takes as long as resampling. */
async function resampleInWorkers(
  source: Uint8ClampedArray<ArrayBuffer>,
  work: Work,
  result: Uint8ClampedArray<ArrayBuffer>,
  { platform, signal, onProgress }: Context,
): Promise<void> {
  const { workers } = platform;
  const sourceBytes = work.sourceWidth * 4;
  const resultBytes = work.width * 4;
  const cuts = cutRows(work, workers.size);
  const left = each(cuts);
  let rowsDone = 0;

  const processStrips = async () => {
    let data = new Uint8ClampedArray(Math.max(...cuts.map(({ first, end }) => end - first)) * sourceBytes);
    let rows = new Uint8ClampedArray(Math.max(...cuts.map(({ top, bottom }) => bottom - top)) * resultBytes);
    for (const { top, bottom, first, end } of left) {
      if (signal?.aborted) throw new CancelledError();
      data.set(source.subarray(first * sourceBytes, end * sourceBytes));
      ({ data, rows } = await workers.run(
        'resample-rows',
        { ...work, data, rows, firstRow: first, top, bottom },
        { signal, transfer: [data.buffer, rows.buffer], workBytes: data.length + rows.length },
      ));
      result.set(rows.subarray(0, (bottom - top) * resultBytes), top * resultBytes);
      rowsDone += bottom - top;
      onProgress?.(rowsDone / work.height);
    }
  };
  await Promise.all(Array.from({ length: Math.min(cuts.length, workers.size) }, processStrips));
}

/** Returns a generator that several parallel loops share. If one loop fails, the generator ends for all loops. */
function* each<Item>(items: readonly Item[]): Generator<Item> {
  yield* items;
}

/** Cuts the result into strips: small, to save memory and report progress often, but with few shared source rows. */
function cutRows({ sourceWidth, sourceHeight, width, height, filter }: Work, workers: number): readonly Cut[] {
  const middle = sourceRows(sourceHeight, height, height >> 1, (height >> 1) + 1, filter);
  const useful = Math.floor((sourceHeight + height) / (4 * (middle.end - middle.first)));
  const rounds = Math.ceil((sourceWidth * sourceHeight + width * height) / (STRIP_PIXELS * workers));
  const strips = Math.max(1, Math.min(rounds * workers, useful, height));
  const edge = (strip: number) => Math.round((strip / strips) * height);
  return Array.from({ length: strips }, (_, strip) => {
    const [top, bottom] = [edge(strip), edge(strip + 1)];
    return { top, bottom, ...sourceRows(sourceHeight, height, top, bottom, filter) };
  });
}
