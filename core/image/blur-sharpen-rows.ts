import { MemoryLayout } from '../wasm/layout.ts';
import { type BlurSharpenKernels, loadBlurSharpenKernels } from './blur-sharpen-kernels.ts';

/** Some rows of a picture to be filtered, and the rows around them that the filter sees. */
export interface FilterBand {
  /** RGBA rows, straight alpha, as far above and below the band as the filter reaches and the picture goes. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  /** Which row of `data` is the band's first. */
  readonly first: number;
  /** How many rows the band has. */
  readonly count: number;
}

export interface BlurRowsInput extends FilterBand {
  /** See `gaussianWeights`. */
  readonly weights: readonly number[];
}

export interface SharpenRowsInput extends FilterBand {
  /** See `sharpenAmount`. */
  readonly amount: number;
}

/** Runs in a worker: it keeps the thread busy. */
export async function blurRows(input: BlurRowsInput): Promise<Uint8ClampedArray<ArrayBuffer>> {
  return blurBand(await loadBlurSharpenKernels(), input);
}

/** Runs in a worker: it keeps the thread busy. */
export async function sharpenRows(input: SharpenRowsInput): Promise<Uint8ClampedArray<ArrayBuffer>> {
  return sharpenBand(await loadBlurSharpenKernels(), input);
}

/**
 * So many columns are blurred at a time: few enough that as many of their rows as the kernel is
 * high stay in the processor's second cache.
 */
const STRIP_COLUMNS = 192;

/**
 * The band blurred. Each row is blurred across once and kept as long as rows around it need it.
 * Edges are clamped: past them, the outermost pixels repeat.
 */
export function blurBand(kernels: BlurSharpenKernels, input: BlurRowsInput): Uint8ClampedArray<ArrayBuffer> {
  const { data, width, first, count, weights } = input;
  const radius = weights.length - 1;
  const height = data.length / (width * 4);
  const keptRows = 2 * radius + 1;
  const rowBytes = STRIP_COLUMNS * 16;

  const layout = new MemoryLayout();
  const weightsAt = layout.add(weights.length * 4);
  const pointersAt = layout.add(keptRows * 4);
  const source = layout.add((STRIP_COLUMNS + 2 * radius) * 4);
  const padded = layout.add((STRIP_COLUMNS + 2 * radius) * 16);
  const kept = layout.add(keptRows * rowBytes);
  const target = layout.add(STRIP_COLUMNS * 4);
  const memory = kernels.memory(layout.size);
  new Float32Array(memory, weightsAt, weights.length).set(weights);
  const pointers = new Uint32Array(memory, pointersAt, keptRows);
  const words = new Uint32Array(memory);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  const result = new Uint32Array(width * count);

  for (let left = 0; left < width; left += STRIP_COLUMNS) {
    const columns = Math.min(STRIP_COLUMNS, width - left);
    const evenColumns = Math.ceil(columns / 4) * 4;
    const keptAt = (row: number) => kept + (row % keptRows) * rowBytes;
    const blurAcross = (row: number) => {
      copyPadded(
        pixels.subarray(row * width, (row + 1) * width),
        left - radius,
        words,
        source >> 2,
        columns + 2 * radius,
      );
      kernels.premultiply(source, padded, columns + 2 * radius);
      kernels.blurRow(padded, keptAt(row), weightsAt, radius, evenColumns);
    };
    let next = Math.max(0, first - radius);
    for (let row = first; row < first + count; row++) {
      for (; next <= Math.min(height - 1, row + radius); next++) blurAcross(next);
      for (let step = -radius; step <= radius; step++)
        pointers[step + radius] = keptAt(Math.min(height - 1, Math.max(0, row + step)));
      kernels.blurColumn(pointersAt, weightsAt, radius, target, evenColumns);
      result.set(words.subarray(target >> 2, (target >> 2) + columns), (row - first) * width + left);
    }
  }
  return new Uint8ClampedArray(result.buffer);
}

/** The band sharpened, edges clamped. */
export function sharpenBand(kernels: BlurSharpenKernels, input: SharpenRowsInput): Uint8ClampedArray<ArrayBuffer> {
  const { data, width, first, count, amount } = input;
  const height = data.length / (width * 4);
  const evenWidth = Math.ceil(width / 4) * 4;

  const layout = new MemoryLayout();
  const rowBytes = (evenWidth + 4) * 4;
  const kept = layout.add(3 * rowBytes);
  const target = layout.add(evenWidth * 4);
  const memory = kernels.memory(layout.size);
  const words = new Uint32Array(memory);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  const result = new Uint32Array(width * count);

  const keptAt = (row: number) => kept + (Math.min(height - 1, Math.max(0, row)) % 3) * rowBytes;
  let next = Math.max(0, first - 1);
  for (let row = first; row < first + count; row++) {
    for (; next <= Math.min(height - 1, row + 1); next++)
      copyPadded(pixels.subarray(next * width, (next + 1) * width), -1, words, keptAt(next) >> 2, width + 2);
    kernels.sharpenRow(keptAt(row - 1), keptAt(row), keptAt(row + 1), target, evenWidth, amount);
    result.set(words.subarray(target >> 2, (target >> 2) + width), (row - first) * width);
  }
  return new Uint8ClampedArray(result.buffer);
}

/** Copies `count` pixels of a row from column `left` on; past either end, the outermost pixel repeats. */
function copyPadded(row: Uint32Array, left: number, target: Uint32Array, at: number, count: number): void {
  const start = Math.max(0, left);
  const end = Math.min(row.length, left + count);
  target.set(row.subarray(start, end), at + start - left);
  target.fill(row[0] as number, at, at + start - left);
  target.fill(row[row.length - 1] as number, at + end - left, at + count);
}
