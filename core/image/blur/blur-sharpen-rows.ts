import { MemoryLayout } from '../../wasm/layout.ts';
import type { MadeBand } from '../bands.ts';
import { type BlurSharpenKernels, loadBlurSharpenKernels, WHOLE_ONE } from './blur-sharpen-kernels.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'blur-rows': typeof blurRows;
    'sharpen-rows': typeof sharpenRows;
  }
}

/** Some rows of a picture to be filtered, and the rows around them that the filter sees. */
export interface FilterBand {
  /** RGBA rows, straight alpha, as far above and below the band as the filter reaches and the picture goes. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  /** Which row of `data` is the band's first. */
  readonly first: number;
  /** How many rows the band has. */
  readonly count: number;
  /** Where the band is written. */
  readonly rows: Uint8ClampedArray<ArrayBuffer>;
}

export interface BlurRowsInput extends FilterBand {
  /** See `gaussianWeights`. */
  readonly weights: readonly number[];
  /** Whether the whole picture is opaque: the bytes must not depend on how it is cut. */
  readonly opaque: boolean;
}

export interface SharpenRowsInput extends FilterBand {
  /** See `sharpenAmount`. */
  readonly amount: number;
}

/** Runs in a worker: it keeps the thread busy. */
export async function blurRows(input: BlurRowsInput): Promise<MadeBand> {
  blurBand(await loadBlurSharpenKernels(), input);
  return { rows: input.rows, recycled: input.data };
}

/** Runs in a worker: it keeps the thread busy. */
export async function sharpenRows(input: SharpenRowsInput): Promise<MadeBand> {
  sharpenBand(await loadBlurSharpenKernels(), input);
  return { rows: input.rows, recycled: input.data };
}

/**
 * So many columns are blurred at a time: few enough that as many of their rows as the kernel is
 * high stay in the processor's second cache. No power of two: rows of such a length would share
 * the same few lines of the first.
 */
const STRIP_COLUMNS = 232;

/**
 * The band blurred. Each row is blurred across once and kept as long as rows around it need it.
 * Edges are clamped: past them, the outermost pixels repeat.
 */
export function blurBand(kernels: BlurSharpenKernels, input: BlurRowsInput): void {
  const { data, width, first, count } = input;
  const { weights, pixelBytes, widen, blurRow, blurColumn } = input.opaque
    ? wholeBlur(kernels, input.weights)
    : floatBlur(kernels, input.weights);
  const radius = weights.length - 1;
  const height = data.length / (width * 4);
  const keptRows = 2 * radius + 1;
  const rowBytes = STRIP_COLUMNS * pixelBytes;
  const paddedColumns = STRIP_COLUMNS + 2 * radius + 4;

  const layout = new MemoryLayout();
  const weightsAt = layout.add(weights.byteLength);
  const pointersAt = layout.add(keptRows * 4);
  const source = layout.add(paddedColumns * 4);
  const padded = layout.add(paddedColumns * pixelBytes);
  const kept = layout.add(keptRows * rowBytes);
  const target = layout.add(STRIP_COLUMNS * 4);
  const memory = kernels.memory(layout.size);
  new Uint8Array(memory).set(new Uint8Array(weights.buffer), weightsAt);
  const pointers = new Uint32Array(memory, pointersAt, keptRows);
  const words = new Uint32Array(memory);
  const pixels = pixelsOf(data);
  const result = pixelsOf(input.rows);

  for (let left = 0; left < width; left += STRIP_COLUMNS) {
    const columns = Math.min(STRIP_COLUMNS, width - left);
    const evenColumns = Math.ceil(columns / 4) * 4;
    const sourceColumns = columns + 2 * radius;
    const keptAt = (row: number) => kept + (row % keptRows) * rowBytes;
    let next = Math.max(0, first - radius);
    for (let row = first; row < first + count; row++) {
      for (; next <= Math.min(height - 1, row + radius); next++) {
        copyPadded(pixels, next * width, width, left - radius, words, source >> 2, sourceColumns);
        widen(source, padded, Math.ceil(sourceColumns / 4) * 4);
        blurRow(padded, keptAt(next), weightsAt, radius, evenColumns);
      }
      for (let step = -radius; step <= radius; step++)
        pointers[step + radius] = keptAt(Math.min(height - 1, Math.max(0, row + step)));
      blurColumn(pointersAt, weightsAt, radius, target, evenColumns);
      result.set(words.subarray(target >> 2, (target >> 2) + columns), (row - first) * width + left);
    }
  }
}

/** One of the two sets of kernels, with weights as it takes them. */
interface Blur {
  readonly weights: Int16Array | Float32Array;
  /** Of a pixel between the kernels. */
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

/**
 * The weights in whole numbers, an even count of them, that add up to one exactly. What rounding
 * takes from a weight its inner neighbour gets, so that errors do not add up along the kernel.
 */
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

/** The band sharpened, edges clamped. */
export function sharpenBand(kernels: BlurSharpenKernels, input: SharpenRowsInput): void {
  const { data, width, first, count, amount } = input;
  const height = data.length / (width * 4);
  const evenWidth = Math.ceil(width / 4) * 4;

  const layout = new MemoryLayout();
  const rowBytes = (evenWidth + 4) * 4;
  const kept = layout.add(3 * rowBytes);
  const target = layout.add(evenWidth * 4);
  const memory = kernels.memory(layout.size);
  const words = new Uint32Array(memory);
  const pixels = pixelsOf(data);
  const result = pixelsOf(input.rows);

  const keptAt = (row: number) => kept + (Math.min(height - 1, Math.max(0, row)) % 3) * rowBytes;
  let next = Math.max(0, first - 1);
  for (let row = first; row < first + count; row++) {
    for (; next <= Math.min(height - 1, row + 1); next++)
      copyPadded(pixels, next * width, width, -1, words, keptAt(next) >> 2, width + 2);
    kernels.sharpenRow(keptAt(row - 1), keptAt(row), keptAt(row + 1), target, evenWidth, amount);
    result.set(words.subarray(target >> 2, (target >> 2) + width), (row - first) * width);
  }
}

const pixelsOf = ({ buffer, byteOffset, length }: Uint8ClampedArray<ArrayBuffer>) =>
  new Uint32Array(buffer, byteOffset, length / 4);

/**
 * Copies `count` pixels of the row of `width` pixels at `start`, from its column `left` on; past
 * either end, the outermost pixel repeats.
 */
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
