import { CancelledError } from '../errors.ts';
import type { OperationContext, TaskOptions } from '../platform.ts';
import { createRaster, type Raster } from '../raster.ts';

/** Rows `[start, end)` of a picture: the piece that one task works on. */
export interface RowBand {
  readonly start: number;
  readonly end: number;
}

/** Small enough that copying one band never holds the page up, large enough that a task's own cost is lost in it. */
const PIXELS_PER_BAND = 1_500_000;

/** Cuts a picture into bands of nearly the same height. */
export function rowBands({ width, height }: { width: number; height: number }): RowBand[] {
  const count = Math.min(height, Math.ceil((width * height) / PIXELS_PER_BAND));
  return Array.from({ length: count }, (_, index) => ({
    start: Math.floor((index * height) / count),
    end: Math.floor(((index + 1) * height) / count),
  }));
}

/** A copy of the rows `[start, end)`, which a task may take for its own. */
export function copyRows({ width, data }: Raster, start: number, end: number): Uint8ClampedArray<ArrayBuffer> {
  return data.slice(start * width * 4, end * width * 4);
}

/** Makes one band's pixels: as a rule by `workers.run` with the options given. */
export type MakeBand = (band: RowBand, options: Pick<TaskOptions, 'signal'>) => Promise<Uint8ClampedArray<ArrayBuffer>>;

/**
 * A picture that is made band by band over the workers. So many bands are on their way that no
 * worker waits, and no more, so that the copies in flight stay few.
 *
 * @throws CancelledError, or the first error of a band; no further band is started then
 */
export async function makeInBands(
  size: { readonly width: number; readonly height: number },
  context: OperationContext,
  makeBand: MakeBand,
): Promise<Raster> {
  const { platform, signal, onProgress } = context;
  const result = createRaster(size.width, size.height);
  const bands = rowBands(size);
  let next = 0;
  let done = 0;
  let failed = false;
  const takeBands = async () => {
    for (let band = bands[next++]; band && !failed; band = bands[next++]) {
      if (signal?.aborted) throw new CancelledError();
      result.data.set(await makeBand(band, { signal }), band.start * size.width * 4);
      done += 1;
      onProgress?.(done / bands.length);
    }
  };
  const lanes = Array.from({ length: Math.min(bands.length, platform.workers.size + 1) }, () =>
    takeBands().catch((error) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.all(lanes);
  if (signal?.aborted) throw new CancelledError();
  return result;
}
