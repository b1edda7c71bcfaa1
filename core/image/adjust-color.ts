import type { Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { MemoryLayout } from '../wasm/layout.ts';
import { type BandResult, makeInBands } from './bands.ts';
import { countLevels, type LevelCounts } from './color/auto-levels.ts';
import { adjustmentMatrix, type ColorAdjustment, type ColorMatrix, isIdentity } from './color/color-matrix.ts';
import { type ColorMatrixKernels, loadColorMatrixKernels } from './color/color-matrix-kernels.ts';
import { type ToneAdjustment, type ToneCurves, toneCurves } from './color/tone-curves.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'color-matrix-rows': typeof colorMatrixRows;
  }
}

/** Adjustments of color and light; without a value, an adjustment changes nothing. */
export interface AdjustColorParameters extends ColorAdjustment, ToneAdjustment {
  /** True to correct black, white, a color cast and dark tones by the image's levels. */
  readonly auto?: boolean;
  /** Change of the saturation of muted colors from −1 to 1. */
  readonly vibrance?: number;
  /** Levels for `auto`, if they are known. Otherwise the image's pixels are counted. */
  readonly levels?: LevelCounts | undefined;
}

/** What an adjustment does to a pixel: a curve per channel, vibrance, then a matrix. */
export interface ColorChange {
  readonly curves: ToneCurves | undefined;
  readonly vibrance: number;
  readonly matrix: ColorMatrix;
}

/** Returns what an adjustment does to an image with these levels, or `undefined` if it changes nothing. */
export function colorChange(params: AdjustColorParameters, levels: LevelCounts | undefined): ColorChange | undefined {
  const matrix = adjustmentMatrix(params);
  const { vibrance = 0, auto = false } = params;
  const curves = toneCurves(params, auto ? levels : undefined);
  return curves || vibrance !== 0 || !isIdentity(matrix) ? { curves, vibrance, matrix } : undefined;
}

/** Returns the levels of an animation's frames for `auto`, so that all frames get the same curves. */
export function surveyFrames({ auto = false }: AdjustColorParameters) {
  if (!auto) return undefined;
  const levels = new Float64Array(3 * 256);
  return { add: (frame: Raster) => void countLevels(frame, levels), result: () => ({ levels }) };
}

/**
 * Adjusts colors by a curve per channel, vibrance and a color matrix; keeps alpha. Returns `image` itself if nothing
 * changes. Throws CancelledError.
 */
export async function adjustColor(
  image: Raster,
  params: AdjustColorParameters,
  context: OperationContext,
): Promise<Raster> {
  const change = colorChange(params, params.levels ?? (params.auto ? countLevels(image) : undefined));
  if (!change) return image;
  return makeInBands(image, context, ({ start, end }, memory, options) => {
    const data = memory.copyRows(image, start, end);
    return context.platform.workers.run(
      'color-matrix-rows',
      { data, ...change },
      { ...options, transfer: [data.buffer], workBytes: 2 * data.byteLength },
    );
  });
}

export interface ColorMatrixRowsInput extends ColorChange {
  /** RGBA pixels, which the worker task may overwrite. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

export async function colorMatrixRows(input: ColorMatrixRowsInput): Promise<BandResult> {
  return { rows: applyColorChange(await loadColorMatrixKernels(), input) };
}

/** Number of pixels per kernel call: few enough that their bytes fit the processor's L1 cache. */
const CHUNK_PIXELS = 4096;

/**
 * Applies curves, vibrance and a color matrix to RGBA pixels in place, ignoring the alpha row and alpha column of the
 * matrix. Vibrance v makes the color c of luma L into L + (c − L)·(1 + v·(1 − S)), where the saturation S is the
 * difference of the largest and smallest channel (FFmpeg's filter `vibrance` with `alternate=1` for v > 0).
 */
export function applyColorChange(
  kernels: ColorMatrixKernels,
  { data, matrix, curves, vibrance }: ColorMatrixRowsInput,
): Uint8ClampedArray<ArrayBuffer> {
  const layout = new MemoryLayout();
  const factors = layout.add(12 * 4);
  const levels = layout.add(3 * 256 * 4);
  const pixels = layout.add(CHUNK_PIXELS * 4);
  const memory = kernels.memory(layout.size);
  new Float32Array(memory, factors, 12).set(byteFactors(matrix));
  const isPlain = !curves && vibrance === 0;
  if (!isPlain) new Float32Array(memory, levels, 3 * 256).set(curves ?? UNCHANGED);
  const chunk = new Uint8ClampedArray(memory, pixels, CHUNK_PIXELS * 4);
  for (let at = 0; at < data.length; at += chunk.length) {
    const part = data.subarray(at, at + chunk.length);
    chunk.set(part);
    const count = Math.ceil(part.length / 16) * 4;
    if (isPlain) kernels.applyMatrix(pixels, count, factors);
    else kernels.applyTones(pixels, count, factors, levels, vibrance);
    part.set(part.length === chunk.length ? chunk : chunk.subarray(0, part.length));
  }
  return data;
}

/** Curves that leave all levels unchanged. */
export const UNCHANGED: ToneCurves = Float32Array.from({ length: 3 * 256 }, (_, index) => index % 256);

/** Returns the rows of a color matrix for red, green and blue: three factors and an offset in levels of 0 to 255. */
function byteFactors(matrix: ColorMatrix): number[] {
  return [0, 5, 10].flatMap((row) => [...matrix.slice(row, row + 3), 255 * (matrix[row + 4] ?? 0)]);
}
