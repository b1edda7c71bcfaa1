import { MemoryLayout } from '../../wasm/layout.ts';
import type { BandResult } from '../bands.ts';
import { type BlurSharpenKernels, loadBlurSharpenKernels, WHOLE_ONE } from './blur-sharpen-kernels.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'blur-rows': typeof blurRows;
    'sharpen-rows': typeof sharpenRows;
  }
}

export interface FilterBand {
  /** RGBA rows with straight alpha: the rows to filter, and the adjacent rows within the filter's radius. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  /** Index of the first row in `data` that is to be filtered. */
  readonly first: number;
  readonly count: number;
  readonly rows: Uint8ClampedArray<ArrayBuffer>;
}

export interface BlurRowsInput extends FilterBand {
  readonly weights: readonly number[];
  /** True if the whole image is opaque. Determines the kernels, so that all bands use the same kernels. */
  readonly opaque: boolean;
}

export interface SharpenRowsInput extends FilterBand {
  readonly amount: number;
}

export async function blurRows(input: BlurRowsInput): Promise<BandResult> {
  blurBand(await loadBlurSharpenKernels(), input);
  return { rows: input.rows, recycled: input.data };
}

export async function sharpenRows(input: SharpenRowsInput): Promise<BandResult> {
  sharpenBand(await loadBlurSharpenKernels(), input);
  return { rows: input.rows, recycled: input.data };
}

/** Number of columns blurred at a time, to fit the L2 cache; not a power of two, to avoid conflicts in the L1 cache. */
const STRIP_COLUMNS = 232;

/** Blurs a band. Each row is blurred horizontally once, then reused vertically. Edge pixels repeat beyond the image. */
export function blurBand(kernels: BlurSharpenKernels, input: BlurRowsInput): void {
  const { data, width, first, count } = input;
  const { weights, pixelBytes, widen, blurRow, blurColumn } = input.opaque
    ? wholeBlur(kernels, input.weights)
    : floatBlur(kernels, input.weights);
  const radius = weights.length - 1;
  const height = data.length / (width * 4);
  const cachedRows = 2 * radius + 1;
  const rowBytes = STRIP_COLUMNS * pixelBytes;
  const paddedColumns = STRIP_COLUMNS + 2 * radius + 4;

  const layout = new MemoryLayout();
  const weightsAt = layout.add(weights.byteLength);
  const pointersAt = layout.add(cachedRows * 4);
  const source = layout.add(paddedColumns * 4);
  const padded = layout.add(paddedColumns * pixelBytes);
  const cacheAt = layout.add(cachedRows * rowBytes);
  const target = layout.add(STRIP_COLUMNS * 4);
  const memory = kernels.memory(layout.size);
  new Uint8Array(memory).set(new Uint8Array(weights.buffer), weightsAt);
  const pointers = new Uint32Array(memory, pointersAt, cachedRows);
  const words = new Uint32Array(memory);
  const pixels = pixelsOf(data);
  const result = pixelsOf(input.rows);

  for (let left = 0; left < width; left += STRIP_COLUMNS) {
    const columns = Math.min(STRIP_COLUMNS, width - left);
    const evenColumns = Math.ceil(columns / 4) * 4;
    const sourceColumns = columns + 2 * radius;
    const cachedRowAt = (row: number) => cacheAt + (row % cachedRows) * rowBytes;
    let next = Math.max(0, first - radius);
    for (let row = first; row < first + count; row++) {
      for (; next <= Math.min(height - 1, row + radius); next++) {
        copyPadded(pixels, next * width, width, left - radius, words, source >> 2, sourceColumns);
        widen(source, padded, Math.ceil(sourceColumns / 4) * 4);
        blurRow(padded, cachedRowAt(next), weightsAt, radius, evenColumns);
      }
      for (let step = -radius; step <= radius; step++)
        pointers[step + radius] = cachedRowAt(Math.min(height - 1, Math.max(0, row + step)));
      blurColumn(pointersAt, weightsAt, radius, target, evenColumns);
      result.set(words.subarray(target >> 2, (target >> 2) + columns), (row - first) * width + left);
    }
  }
}

interface Blur {
  readonly weights: Int16Array | Float32Array;
  readonly pixelBytes: number;
  readonly widen: BlurSharpenKernels['widen'];
  readonly blurRow: BlurSharpenKernels['wholeRow'];
  readonly blurColumn: BlurSharpenKernels['wholeColumn'];
}

function wholeBlur(kernels: BlurSharpenKernels, weights: readonly number[]): Blur {
  return {
    weights: wholeWeights(weights),
    pixelBytes: 8,
    widen: kernels.widen.bind(kernels),
    blurRow: kernels.wholeRow.bind(kernels),
    blurColumn: kernels.wholeColumn.bind(kernels),
  };
}

function floatBlur(kernels: BlurSharpenKernels, weights: readonly number[]): Blur {
  return {
    weights: Float32Array.from(weights),
    pixelBytes: 16,
    widen: kernels.premultiply.bind(kernels),
    blurRow: kernels.floatRow.bind(kernels),
    blurColumn: kernels.floatColumn.bind(kernels),
  };
}

/** Rounds weights to integers that sum to fixed-point 1. Adds each rounding error to the next weight, center last. */
function wholeWeights(weights: readonly number[]): Int16Array {
  const whole = new Int16Array(Math.ceil(weights.length / 2) * 2);
  let carried = 0;
  let sides = 0;
  for (let index = weights.length - 1; index > 0; index--) {
    const exact = (weights[index] as number) * WHOLE_ONE + carried;
    whole[index] = Math.round(exact);
    carried = exact - (whole[index] as number);
    sides += 2 * (whole[index] as number);
  }
  whole[0] = WHOLE_ONE - sides;
  return whole;
}

export function sharpenBand(kernels: BlurSharpenKernels, input: SharpenRowsInput): void {
  const { data, width, first, count, amount } = input;
  const height = data.length / (width * 4);
  const evenWidth = Math.ceil(width / 4) * 4;

  const layout = new MemoryLayout();
  const rowBytes = (evenWidth + 4) * 4;
  const cacheAt = layout.add(3 * rowBytes);
  const target = layout.add(evenWidth * 4);
  const memory = kernels.memory(layout.size);
  const words = new Uint32Array(memory);
  const pixels = pixelsOf(data);
  const result = pixelsOf(input.rows);

  const cachedRowAt = (row: number) => cacheAt + (Math.min(height - 1, Math.max(0, row)) % 3) * rowBytes;
  let next = Math.max(0, first - 1);
  for (let row = first; row < first + count; row++) {
    for (; next <= Math.min(height - 1, row + 1); next++)
      copyPadded(pixels, next * width, width, -1, words, cachedRowAt(next) >> 2, width + 2);
    kernels.sharpenRow(cachedRowAt(row - 1), cachedRowAt(row), cachedRowAt(row + 1), target, evenWidth, amount);
    result.set(words.subarray(target >> 2, (target >> 2) + width), (row - first) * width);
  }
}

const pixelsOf = ({ buffer, byteOffset, length }: Uint8ClampedArray<ArrayBuffer>) =>
  new Uint32Array(buffer, byteOffset, length / 4);

/** Copies `count` pixels of an image row from column `left` on. Edge pixels repeat beyond both ends of the row. */
function copyPadded(
  pixels: Uint32Array,
  start: number,
  width: number,
  left: number,
  target: Uint32Array,
  at: number,
  count: number,
): void {
  const first = Math.max(0, left);
  const end = Math.min(width, left + count);
  target.set(pixels.subarray(start + first, start + end), at + first - left);
  if (left < 0) target.fill(pixels[start] as number, at, at - left);
  if (end < left + count) target.fill(pixels[start + width - 1] as number, at + end - left, at + count);
}
