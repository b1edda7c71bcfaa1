import { CancelledError } from '../errors.ts';
import type { OperationContext } from '../platform.ts';
import { createRaster, isOpaque, type Raster, wrapRaster } from '../raster.ts';
import { loadResampleKernels } from './resample-kernels.ts';
import { type ResampleStrip, resampleStrip, sourceRows } from './resample-strip.ts';

/** Pictures of fewer pixels, source and result together, are resampled where they are. */
const MIN_WORKER_PIXELS = 1_000_000;

/** As many pixels, source and result together, go to a worker at a time. */
const STRIP_PIXELS = 4_000_000;

/** The work of one worker; see `ResampleStrip`. */
export type ResampleRowsInput = ResampleStrip;

/** Runs in a worker: it keeps the thread busy. */
export async function resampleRows(input: ResampleRowsInput): Promise<Uint8ClampedArray<ArrayBuffer>> {
  return resampleStrip(await loadResampleKernels(), input);
}

/**
 * The picture at another size, by Lanczos with three lobes in premultiplied colour (in the sRGB
 * encoding, as every viewer does it); the picture itself where the size is the same. The bytes
 * depend on nothing but the picture and the size.
 *
 * @throws CancelledError
 */
export async function resample(
  image: Raster,
  width: number,
  height: number,
  context: Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>,
): Promise<Raster> {
  if (context.signal?.aborted) throw new CancelledError();
  if (width === image.width && height === image.height) return image;
  const whole: Omit<ResampleStrip, 'data' | 'firstRow' | 'top' | 'bottom'> = {
    sourceWidth: image.width,
    sourceHeight: image.height,
    width,
    height,
    opaque: isOpaque(image),
  };
  const pixels = image.width * image.height + width * height;
  if (pixels < MIN_WORKER_PIXELS) {
    const data = await resampleRows({ ...whole, data: image.data, firstRow: 0, top: 0, bottom: height });
    context.onProgress?.(1);
    return wrapRaster(width, height, data);
  }
  return resampleInWorkers(image, whole, stripCount(pixels, image.height, height, context), context);
}

/** Strips small enough for progress and memory, not so small that they share most of their source rows. */
function stripCount(
  pixels: number,
  sourceHeight: number,
  height: number,
  { platform }: Pick<OperationContext, 'platform'>,
): number {
  const middle = sourceRows(sourceHeight, height, height >> 1, (height >> 1) + 1);
  const useful = Math.floor(sourceHeight / (4 * (middle.end - middle.first)));
  const wanted = Math.max(platform.workers.size, Math.ceil(pixels / STRIP_PIXELS));
  return Math.max(1, Math.min(wanted, useful, height));
}

async function resampleInWorkers(
  image: Raster,
  whole: Omit<ResampleStrip, 'data' | 'firstRow' | 'top' | 'bottom'>,
  strips: number,
  { platform, signal, onProgress }: Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>,
): Promise<Raster> {
  const { width, height } = whole;
  const result = createRaster(width, height);
  const edge = (strip: number) => Math.round((strip / strips) * height);
  let next = 0;
  let rowsDone = 0;

  // Each line of work copies a strip's rows only when a worker is free for them.
  const work = async () => {
    while (next < strips) {
      if (signal?.aborted) throw new CancelledError();
      const strip = next++;
      const [top, bottom] = [edge(strip), edge(strip + 1)];
      const { first, end } = sourceRows(image.height, height, top, bottom);
      const data = image.data.slice(first * image.width * 4, end * image.width * 4);
      const rows = await platform.workers.run(
        'resample-rows',
        { ...whole, data, firstRow: first, top, bottom },
        { signal, transfer: [data.buffer], workBytes: data.length + (bottom - top) * width * 4 },
      );
      result.data.set(rows, top * width * 4);
      rowsDone += bottom - top;
      onProgress?.(rowsDone / height);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(strips, platform.workers.size) }, work));
  } catch (error) {
    next = strips;
    throw error;
  }
  return result;
}
