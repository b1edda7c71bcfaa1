import { CancelledError } from '../base/errors.ts';
import { createRaster, type Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import type { TaskOptions } from '../platform/workers.ts';

export interface RowBand {
  readonly start: number;
  readonly end: number;
}

/** Pixels per band: few enough to copy without blocking the page, many enough to be worth a worker task. */
const PIXELS_PER_BAND = 1_500_000;

/** Splits an image into bands of rows with similar heights, each a multiple of `multiple` except the last. */
export function rowBands({ width, height }: { width: number; height: number }, multiple = 1): RowBand[] {
  const steps = Math.ceil(height / multiple);
  const count = Math.min(steps, Math.ceil((width * height) / PIXELS_PER_BAND));
  const edge = (index: number) => Math.min(height, Math.floor((index * steps) / count) * multiple);
  return Array.from({ length: count }, (_, index) => ({ start: edge(index), end: edge(index + 1) }));
}

/** Reuses the memory of processed bands of an image, because allocating memory takes as long as processing a band. */
export class BufferPool {
  private readonly buffers: ArrayBuffer[] = [];

  /** Returns memory of at least `bytes` bytes, which may hold the pixels of an earlier band. */
  acquire(bytes: number): Uint8ClampedArray<ArrayBuffer> {
    const fitting = this.buffers.findIndex(({ byteLength }) => byteLength >= bytes);
    const [reusable] = fitting < 0 ? [] : this.buffers.splice(fitting, 1);
    // Rounds the buffer size up, so that a buffer fits every band: the heights of bands differ by one row.
    const buffer = reusable ?? new ArrayBuffer(Math.ceil(bytes / ROUNDING_BYTES) * ROUNDING_BYTES);
    return new Uint8ClampedArray(buffer, 0, bytes);
  }

  release({ buffer }: Uint8ClampedArray<ArrayBuffer>): void {
    this.buffers.push(buffer);
  }

  /** Copies the rows `[start, end)` of an image to memory that can be transferred to a worker. */
  copyRows({ width, data }: Raster, start: number, end: number): Uint8ClampedArray<ArrayBuffer> {
    const rows = this.acquire((end - start) * width * 4);
    rows.set(data.subarray(start * width * 4, end * width * 4));
    return rows;
  }
}

const ROUNDING_BYTES = 256 * 1024;

/** The computed pixels of a band of rows, and the memory of the band's input for reuse. */
export interface BandResult {
  readonly rows: Uint8ClampedArray<ArrayBuffer>;
  readonly recycled?: Uint8ClampedArray<ArrayBuffer>;
}

export type ProcessBand = (
  band: RowBand,
  memory: BufferPool,
  options: Pick<TaskOptions, 'signal'>,
) => Promise<BandResult>;

/** Computes an image band by band in the workers. Throws CancelledError, or the first error of a band. */
export async function makeInBands(
  size: { readonly width: number; readonly height: number },
  context: OperationContext,
  makeBand: ProcessBand,
): Promise<Raster> {
  const { onProgress } = context;
  const result = createRaster(size.width, size.height);
  const bands = rowBands(size);
  let done = 0;
  await overBands(bands, context, async (band, memory, options) => {
    const { rows, recycled } = await makeBand(band, memory, options);
    result.data.set(rows, band.start * size.width * 4);
    memory.release(rows);
    if (recycled) memory.release(recycled);
    done += 1;
    onProgress?.(done / bands.length);
  });
  return result;
}

/** Calls `work` for each band. Keeps one more call in progress than workers, so none is idle. Stops at an error. */
export async function overBands<Band>(
  bands: readonly Band[],
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
  work: (band: Band, memory: BufferPool, options: Pick<TaskOptions, 'signal'>) => Promise<void>,
): Promise<void> {
  const memory = new BufferPool();
  let next = 0;
  let failed = false;
  const processBands = async () => {
    for (let band = bands[next++]; band !== undefined && !failed; band = bands[next++]) {
      if (signal?.aborted) throw new CancelledError();
      await work(band, memory, { signal });
    }
  };
  const lanes = Array.from({ length: Math.min(bands.length, platform.workers.size + 1) }, () =>
    processBands().catch((error) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.all(lanes);
  if (signal?.aborted) throw new CancelledError();
}
