import { MemoryLayout } from '../../wasm/layout.ts';
import { FILTERS, type FilterName } from './filters.ts';
import { type Span, type Taps, wholeWeights } from './lanczos.ts';
import type { ResampleKernels } from './resample-kernels.ts';

interface ResampleRows {
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  readonly width: number;
  readonly height: number;
  readonly firstRow: number;
  /** First row of the result that is computed; `bottom` is exclusive. */
  readonly top: number;
  readonly bottom: number;
  /** True if the whole source is opaque. Determines the kernels, so that all strips use the same kernels. */
  readonly opaque: boolean;
  /** The part of the source that the result shows, in source pixels; by default the whole source. */
  readonly view?: SourceView;
  /** `lanczos` by default. */
  readonly filter?: FilterName | undefined;
}

/** A rectangle of a source, whose edges may lie inside pixels. */
interface SourceView {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A strip of rows of the resampled image, with the source rows on which the strip depends. */
export interface ResampleStrip extends ResampleRows {
  /** Source rows from row `firstRow` on, as RGBA with straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Maximum scale-down factor for integer weights, whose results differ from exact results by up to 1 level. */
const MAX_WHOLE_FACTOR = 16;

/** Pixels along one axis with the filter that resamples them. */
interface FilteredSpan extends Span {
  readonly filter: FilterName;
}

const wholeSpan = (pixels: number, filter: FilterName = 'lanczos'): FilteredSpan => ({
  pixels,
  offset: 0,
  length: pixels,
  filter,
});

const acrossSpan = ({ sourceWidth, view, filter }: ResampleRows): FilteredSpan => ({
  ...wholeSpan(sourceWidth, filter),
  ...(view && { offset: view.x, length: view.width }),
});

const downSpan = ({ sourceHeight, view, filter }: ResampleRows): FilteredSpan => ({
  ...wholeSpan(sourceHeight, filter),
  ...(view && { offset: view.y, length: view.height }),
});

const tapsOf = (from: FilteredSpan, to: number, index: number): Taps => FILTERS[from.filter](from, to, index);

/** Returns the source rows `[first, end)` on which the rows `[top, bottom)` of the resampled image depend. */
export function sourceRows(sourceHeight: number, height: number, top: number, bottom: number, filter?: FilterName) {
  const span = wholeSpan(sourceHeight, filter);
  return {
    first: tapsOf(span, height, top).start,
    end: endOfTaps(tapsOf(span, height, bottom - 1)),
  };
}

/** Writes the pixels of a strip to the start of `result`. The bytes don't depend on the heights of strips. */
export function resampleStrip(
  kernels: ResampleKernels,
  strip: ResampleStrip,
  result: Uint8ClampedArray<ArrayBuffer>,
): void {
  const { data, firstRow, sourceWidth, height, bottom } = strip;
  const addRow = createRowResampler(kernels, strip, result);
  const end = endOfTaps(tapsOf(downSpan(strip), height, bottom - 1));
  for (let start = 0; start < (end - firstRow) * sourceWidth * 4; start += sourceWidth * 4)
    addRow(data.subarray(start, start + sourceWidth * 4));
}

/** Receives and copies the pixels of the next source row. */
export type AddRow = (pixels: Uint8ClampedArray) => void;

/** Returns a function that receives source rows in order. Writes each result row after its last source row. */
export function createRowResampler(
  kernels: ResampleKernels,
  rows: ResampleRows,
  result: Uint8ClampedArray<ArrayBuffer>,
): AddRow {
  const [across, down] = [acrossSpan(rows), downSpan(rows)];
  const factor = Math.max(across.length / rows.width, down.length / rows.height);
  const create = rows.opaque && factor <= MAX_WHOLE_FACTOR ? createWholeResampler : createFloatResampler;
  return create(kernels, rows, across, down, result);
}

/** Resamples in integers. Each source row is resampled horizontally once and reused for all result rows. */
function createWholeResampler(
  kernels: ResampleKernels,
  { sourceWidth, firstRow, width, height, top, bottom }: ResampleRows,
  acrossFrom: FilteredSpan,
  downFrom: FilteredSpan,
  result: Uint8ClampedArray,
): AddRow {
  const across = wholeWeightsAcross(acrossFrom, width);
  const down = wholeWeightsDown(downFrom, height, top, bottom);

  const rowNumbers = Math.ceil(width / 4) * 16;
  const layout = new MemoryLayout();
  const source = layout.add((sourceWidth + across.count) * 4);
  const starts = layout.add(across.starts.byteLength);
  const acrossWeights = layout.add(across.weights.byteLength);
  const downWeights = layout.add(down.weights.byteLength);
  const pointers = layout.add(down.count * 4);
  const cacheAt = layout.add(down.count * rowNumbers * 2);
  const target = layout.add(rowNumbers);
  const memory = kernels.memory(layout.size);
  const bytes = new Uint8ClampedArray(memory);

  new Int32Array(memory, starts).set(across.starts);
  new Int16Array(memory, acrossWeights).set(across.weights);
  new Int16Array(memory, downWeights).set(down.weights);
  const rows = new Int32Array(memory, pointers, down.count);
  const cachedRowAt = (row: number) => cacheAt + (row % down.count) * rowNumbers * 2;

  let next = firstRow;
  let open = 0;
  return (pixels) => {
    bytes.set(pixels, source);
    kernels.wholeRow(source, cachedRowAt(next), starts, acrossWeights, across.count, width, across.shift);
    next++;
    for (; open < down.taps.length; open++) {
      const taps = down.taps[open] as Taps;
      if (endOfTaps(taps) > next) break;
      // Taps beyond the end of the filter have the weight 0, so these taps may use any row.
      for (let tap = 0; tap < down.count; tap++) rows[tap] = cachedRowAt(Math.min(next - 1, taps.start + tap));
      kernels.wholeColumn(pointers, downWeights + open * down.count * 2, down.count, target, rowNumbers, down.shift);
      result.set(bytes.subarray(target, target + width * 4), open * width * 4);
    }
  };
}

/** Resamples in premultiplied floats. Adds each source row to all result rows that depend on the source row. */
function createFloatResampler(
  kernels: ResampleKernels,
  { sourceWidth, firstRow, width, height, top, bottom }: ResampleRows,
  acrossFrom: FilteredSpan,
  downFrom: FilteredSpan,
  result: Uint8ClampedArray,
): AddRow {
  const across = floatWeightsAcross(acrossFrom, width);
  const down = tapsDown(downFrom, height, top, bottom);
  const openRows = mostOpenRows(down);

  const rowBytes = width * 16;
  const layout = new MemoryLayout();
  const source = layout.add(sourceWidth * 4);
  const premultiplied = layout.add((sourceWidth + across.count) * 16);
  const starts = layout.add(across.starts.byteLength);
  const acrossWeights = layout.add(across.weights.byteLength);
  const row = layout.add(rowBytes);
  const open = layout.add(openRows * rowBytes);
  const target = layout.add(width * 4);
  const memory = kernels.memory(layout.size);
  const bytes = new Uint8ClampedArray(memory);

  new Int32Array(memory, starts).set(across.starts);
  new Float32Array(memory, acrossWeights).set(across.weights);
  // Clears the floats after the end of a row, because taps multiply these floats by 0, and 0 × NaN would be NaN.
  bytes.fill(0, premultiplied, premultiplied + (sourceWidth + across.count) * 16);
  bytes.fill(0, open, open + openRows * rowBytes);
  const openAt = (index: number) => open + (index % openRows) * rowBytes;

  let next = firstRow;
  let firstOpen = 0;
  return (pixels) => {
    bytes.set(pixels, source);
    kernels.premultiply(source, premultiplied, sourceWidth);
    kernels.floatRow(premultiplied, row, starts, acrossWeights, across.count, width);
    for (let index = firstOpen; index < down.length; index++) {
      const taps = down[index] as Taps;
      if (taps.start > next) break;
      kernels.floatAdd(row, openAt(index), taps.weights[next - taps.start] as number, width);
      if (next + 1 < endOfTaps(taps)) continue;
      kernels.unpremultiply(openAt(index), target, width);
      result.set(bytes.subarray(target, target + width * 4), index * width * 4);
      bytes.fill(0, openAt(index), openAt(index) + rowBytes);
      firstOpen = index + 1;
    }
    next++;
  };
}

/** Returns the maximum number of result rows that depend on one source row. */
function mostOpenRows(taps: readonly Taps[]): number {
  let most = 0;
  let first = 0;
  for (const [index, { start }] of taps.entries()) {
    while (endOfTaps(taps[first] as Taps) <= start) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Filter taps of consecutive target pixels, with weights in the memory layout of the kernels. */
interface WeightTable<Weights> {
  readonly taps: readonly Taps[];
  readonly starts: Int32Array;
  /** Number of weights per target pixel: the length of the longest filter. Shorter filters end with zeros. */
  readonly count: number;
  readonly weights: Weights;
}

interface WholeWeightTable extends WeightTable<Int16Array> {
  /** Shift s of the integer weights, whose unit is 2⁻ˢ. */
  readonly shift: number;
}

const ACROSS_MULTIPLE = 4;
const DOWN_MULTIPLE = 2;

// Maximum shifts at which 32-bit sums can't overflow: for bytes in rows, and for 16-bit integers in columns.
const ACROSS_MAX_SHIFT = 18;
const DOWN_MAX_SHIFT = 16;

/** Weights of all columns, cached because all strips of an image and equally large images use the same weights. */
const wholeWeightsAcross = rememberLast((from: FilteredSpan, to: number) =>
  wholeTable(from, to, 0, to, ACROSS_MULTIPLE, ACROSS_MAX_SHIFT),
);

const wholeWeightsOfAllRows = rememberLast((from: FilteredSpan, to: number) =>
  wholeTable(from, to, 0, to, DOWN_MULTIPLE, DOWN_MAX_SHIFT),
);

const wholeWeightsDown = (from: FilteredSpan, to: number, top: number, bottom: number): WholeWeightTable =>
  top === 0 && bottom === to
    ? wholeWeightsOfAllRows(from, to)
    : wholeTable(from, to, top, bottom, DOWN_MULTIPLE, DOWN_MAX_SHIFT);

const floatWeightsAcross = rememberLast((from: FilteredSpan, to: number): WeightTable<Float32Array> => {
  const table = tapsBetween(from, to, 0, to, ACROSS_MULTIPLE);
  const weights = new Float32Array(to * table.count);
  for (const [index, taps] of table.taps.entries()) weights.set(taps.weights, index * table.count);
  return { ...table, weights };
});

const tapsDown = (from: FilteredSpan, to: number, top: number, bottom: number): readonly Taps[] =>
  Array.from({ length: bottom - top }, (_, index) => tapsOf(from, to, top + index));

const endOfTaps = ({ start, weights }: Taps): number => start + weights.length;

function wholeTable(
  from: FilteredSpan,
  to: number,
  first: number,
  end: number,
  multiple: number,
  maxShift: number,
): WholeWeightTable {
  const table = tapsBetween(from, to, first, end, multiple);
  // All weights must fit 16 bits: the largest weight is 1.12 without scaling, and 0.56 at half the size. Of the nearest
  // pixel, it is always 1.
  const shift = from.filter === 'nearest' ? 14 : Math.min(maxShift, 14 + wholeLog2(from.length / to));
  const weights = new Int16Array(table.taps.length * table.count);
  for (const [index, taps] of table.taps.entries()) weights.set(wholeWeights(taps.weights, shift), index * table.count);
  return { ...table, weights, shift };
}

function tapsBetween(from: FilteredSpan, to: number, first: number, end: number, multiple: number) {
  const taps = tapsDown(from, to, first, end);
  const most = taps.reduce((count, { weights }) => Math.max(count, weights.length), 1);
  const starts = Int32Array.from(taps, ({ start }) => start);
  return { taps, starts, count: Math.ceil(most / multiple) * multiple };
}

function wholeLog2(value: number): number {
  return 31 - Math.clz32(Math.max(1, value));
}

function rememberLast<Result>(
  make: (from: FilteredSpan, to: number) => Result,
): (from: FilteredSpan, to: number) => Result {
  let last: { readonly from: FilteredSpan; readonly to: number; readonly result: Result } | undefined;
  return (from, to) => {
    if (!last || !isSameSpan(last.from, from) || last.to !== to) last = { from, to, result: make(from, to) };
    return last.result;
  };
}

const isSameSpan = (one: FilteredSpan, other: FilteredSpan): boolean =>
  one.pixels === other.pixels &&
  one.offset === other.offset &&
  one.length === other.length &&
  one.filter === other.filter;
