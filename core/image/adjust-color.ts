import type { Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { MemoryLayout } from '../wasm/layout.ts';
import { type BandResult, makeInBands } from './bands.ts';
import { adjustmentMatrix, type ColorAdjustment, type ColorMatrix, isNeutral } from './color/color-matrix.ts';
import { type ColorMatrixKernels, loadColorMatrixKernels } from './color/color-matrix-kernels.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'color-matrix-rows': typeof colorMatrixRows;
  }
}

export interface ColorMatrixRowsInput {
  /** RGBA pixels, which the worker task may overwrite. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly matrix: ColorMatrix;
}

/** Adjusts colors by a color matrix; keeps alpha. Returns `image` itself if nothing changes. Throws CancelledError. */
export async function adjustColor(
  image: Raster,
  adjustment: ColorAdjustment,
  context: OperationContext,
): Promise<Raster> {
  if (isNeutral(adjustment)) return image;
  const matrix = adjustmentMatrix(adjustment);
  return makeInBands(image, context, ({ start, end }, memory, options) => {
    const data = memory.copyRows(image, start, end);
    return context.platform.workers.run(
      'color-matrix-rows',
      { data, matrix },
      { ...options, transfer: [data.buffer], workBytes: 2 * data.byteLength },
    );
  });
}

export async function colorMatrixRows(input: ColorMatrixRowsInput): Promise<BandResult> {
  return { rows: applyColorMatrix(await loadColorMatrixKernels(), input) };
}

/** Number of pixels per kernel call: few enough that their bytes fit the processor's L1 cache. */
const CHUNK_PIXELS = 4096;

/** Applies a color matrix to RGBA pixels in place, ignoring the alpha row and alpha column of the matrix. */
export function applyColorMatrix(
  kernels: ColorMatrixKernels,
  { data, matrix }: ColorMatrixRowsInput,
): Uint8ClampedArray<ArrayBuffer> {
  const layout = new MemoryLayout();
  const factors = layout.add(12 * 4);
  const pixels = layout.add(CHUNK_PIXELS * 4);
  const memory = kernels.memory(layout.size);
  new Float32Array(memory, factors, 12).set(byteFactors(matrix));
  const chunk = new Uint8ClampedArray(memory, pixels, CHUNK_PIXELS * 4);
  for (let at = 0; at < data.length; at += chunk.length) {
    const part = data.subarray(at, at + chunk.length);
    chunk.set(part);
    kernels.applyMatrix(pixels, Math.ceil(part.length / 16) * 4, factors);
    part.set(part.length === chunk.length ? chunk : chunk.subarray(0, part.length));
  }
  return data;
}

/** Returns the rows of a color matrix for red, green and blue: three factors and an offset in levels of 0 to 255. */
function byteFactors(matrix: ColorMatrix): number[] {
  return [0, 5, 10].flatMap((row) => [...matrix.slice(row, row + 3), 255 * (matrix[row + 4] ?? 0)]);
}
