import { lanczosTaps, type Taps, wholeWeights } from './lanczos.ts';
import type { ResampleKernels } from './resample-kernels.ts';

/** Some rows of a resampled picture, and the source rows they are made of. */
export interface ResampleStrip {
  /** The source rows from `firstRow` on, as many as the strip needs: RGBA, straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly firstRow: number;
  /** The whole source's size. */
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  /** The whole result's size. */
  readonly width: number;
  readonly height: number;
  /** The strip: rows `[top, bottom)` of the result. */
  readonly top: number;
  readonly bottom: number;
  /** Whether the whole source is opaque. */
  readonly opaque: boolean;
}

/**
 * Past this factor of shrinking, weights are so small that whole numbers lose them; up to it a
 * result is within 1 level of the exact one.
 */
const MAX_WHOLE_FACTOR = 16;

/** The source rows `[first, end)` that rows `[top, bottom)` of a result are made of. */
export function sourceRows(sourceHeight: number, height: number, top: number, bottom: number) {
  return {
    first: lanczosTaps(sourceHeight, height, top).start,
    end: endOf(lanczosTaps(sourceHeight, height, bottom - 1)),
  };
}

/** The strip's pixels; the same bytes however the result is cut into strips. */
export function resampleStrip(kernels: ResampleKernels, strip: ResampleStrip): Uint8ClampedArray<ArrayBuffer> {
  const factor = Math.max(strip.sourceWidth / strip.width, strip.sourceHeight / strip.height);
  return strip.opaque && factor <= MAX_WHOLE_FACTOR ? resampleWhole(kernels, strip) : resampleFloat(kernels, strip);
}

/**
 * In whole numbers: each source row is resampled across once and kept, at 16 bits, while result
 * rows need it; a result row is made from those in one go.
 */
function resampleWhole(kernels: ResampleKernels, strip: ResampleStrip): Uint8ClampedArray<ArrayBuffer> {
  const { sourceWidth, sourceHeight, width, height, top, bottom } = strip;
  const across = tapsBetween(sourceWidth, width, 0, width, 4);
  const down = tapsBetween(sourceHeight, height, top, bottom, 2);
  // What fits the kernels' sums, 16 bits a weight, at the largest weights a factor brings.
  const acrossShift = 14 + Math.min(4, wholeLog2(sourceWidth / width));
  const downShift = 14 + Math.min(2, wholeLog2(sourceHeight / height));

  const rowNumbers = Math.ceil(width / 4) * 16;
  const layout = new Layout();
  const source = layout.add((sourceWidth + across.count) * 4);
  const starts = layout.add(width * 4);
  const acrossWeights = layout.add(width * across.count * 2);
  const downWeights = layout.add(down.taps.length * down.count * 2);
  const pointers = layout.add(down.count * 4);
  const kept = layout.add(down.count * rowNumbers * 2);
  const target = layout.add(rowNumbers);
  const memory = kernels.memory(layout.size);
  const bytes = new Uint8ClampedArray(memory);

  writeStarts(memory, starts, across.taps);
  writeWeights(new Int16Array(memory, acrossWeights), across, (weights) => wholeWeights(weights, acrossShift));
  writeWeights(new Int16Array(memory, downWeights), down, (weights) => wholeWeights(weights, downShift));
  const rows = new Int32Array(memory, pointers, down.count);
  const keptAt = (row: number) => kept + (row % down.count) * rowNumbers * 2;

  const result = new Uint8ClampedArray((bottom - top) * width * 4);
  let next = strip.firstRow;
  for (const [index, taps] of down.taps.entries()) {
    const last = endOf(taps) - 1;
    for (; next <= last; next++) {
      bytes.set(sourceRow(strip, next), source);
      kernels.wholeRow(source, keptAt(next), starts, acrossWeights, across.count, width, acrossShift);
    }
    // Taps that only fill up weigh nothing, so any row will do for them.
    for (let tap = 0; tap < down.count; tap++) rows[tap] = keptAt(Math.min(last, taps.start + tap));
    kernels.wholeColumn(pointers, downWeights + index * down.count * 2, down.count, target, rowNumbers, downShift);
    result.set(bytes.subarray(target, target + width * 4), index * width * 4);
  }
  return result;
}

/**
 * In floats of premultiplied colour: each source row is resampled across once and added to every
 * result row that it is part of, so that memory does not grow with the factor.
 */
function resampleFloat(kernels: ResampleKernels, strip: ResampleStrip): Uint8ClampedArray<ArrayBuffer> {
  const { sourceWidth, sourceHeight, width, height, top, bottom } = strip;
  const across = tapsBetween(sourceWidth, width, 0, width, 4);
  const down = tapsBetween(sourceHeight, height, top, bottom, 1);
  const openRows = mostOpenRows(down.taps);

  const rowBytes = width * 16;
  const layout = new Layout();
  const source = layout.add(sourceWidth * 4);
  const premultiplied = layout.add((sourceWidth + across.count) * 16);
  const starts = layout.add(width * 4);
  const acrossWeights = layout.add(width * across.count * 4);
  const row = layout.add(rowBytes);
  const open = layout.add(openRows * rowBytes);
  const target = layout.add(width * 4);
  const memory = kernels.memory(layout.size);
  const bytes = new Uint8ClampedArray(memory);

  writeStarts(memory, starts, across.taps);
  writeWeights(new Float32Array(memory, acrossWeights), across, (weights) => weights);
  // What lies beyond the row's end is read, by a weight of 0, and must be a number.
  bytes.fill(0, premultiplied, premultiplied + (sourceWidth + across.count) * 16);
  bytes.fill(0, open, open + openRows * rowBytes);
  const openAt = (index: number) => open + (index % openRows) * rowBytes;

  const result = new Uint8ClampedArray((bottom - top) * width * 4);
  let firstOpen = 0;
  for (let next = strip.firstRow; firstOpen < down.taps.length; next++) {
    bytes.set(sourceRow(strip, next), source);
    kernels.premultiply(source, premultiplied, sourceWidth);
    kernels.floatRow(premultiplied, row, starts, acrossWeights, across.count, width);
    for (let index = firstOpen; index < down.taps.length; index++) {
      const taps = down.taps[index] as Taps;
      if (taps.start > next) break;
      kernels.floatAdd(row, openAt(index), taps.weights[next - taps.start] as number, width);
      if (next + 1 < endOf(taps)) continue;
      kernels.unpremultiply(openAt(index), target, width);
      result.set(bytes.subarray(target, target + width * 4), index * width * 4);
      bytes.fill(0, openAt(index), openAt(index) + rowBytes);
      firstOpen = index + 1;
    }
  }
  return result;
}

/** The taps of some target pixels, and how many each has when filled up to the same, whole multiple. */
interface TapsTable {
  readonly taps: readonly Taps[];
  readonly count: number;
}

function tapsBetween(from: number, to: number, first: number, end: number, multiple: number): TapsTable {
  const taps = Array.from({ length: end - first }, (_, index) => lanczosTaps(from, to, first + index));
  const most = taps.reduce((count, { weights }) => Math.max(count, weights.length), 1);
  return { taps, count: Math.ceil(most / multiple) * multiple };
}

/** How many target rows are made of one and the same source row, at most. */
function mostOpenRows(taps: readonly Taps[]): number {
  let most = 0;
  let first = 0;
  for (const [index, { start }] of taps.entries()) {
    while (endOf(taps[first] as Taps) <= start) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

const endOf = ({ start, weights }: Taps): number => start + weights.length;

function writeStarts(memory: ArrayBuffer, pointer: number, taps: readonly Taps[]): void {
  new Int32Array(memory, pointer, taps.length).set(taps.map(({ start }) => start));
}

function writeWeights(
  target: Int16Array | Float32Array,
  { taps, count }: TapsTable,
  convert: (weights: Float64Array) => Float64Array | Int32Array,
): void {
  target.fill(0, 0, taps.length * count);
  for (const [index, { weights }] of taps.entries()) target.set(convert(weights), index * count);
}

function sourceRow({ data, firstRow, sourceWidth }: ResampleStrip, row: number): Uint8ClampedArray {
  const start = (row - firstRow) * sourceWidth * 4;
  return data.subarray(start, start + sourceWidth * 4);
}

/** The whole part of the logarithm, 0 for values under 1. */
function wholeLog2(value: number): number {
  return 31 - Math.clz32(Math.max(1, value));
}

/** Places in a block of memory, each at a multiple of 16 bytes. */
class Layout {
  size = 0;

  add(bytes: number): number {
    const start = this.size;
    this.size = Math.ceil((start + bytes) / 16) * 16;
    return start;
  }
}
