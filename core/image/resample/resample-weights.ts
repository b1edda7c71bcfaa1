import { lanczosTaps, type Span, type Taps, wholeWeights } from './lanczos.ts';

/** Filter taps of consecutive target pixels, with weights in the memory layout of the kernels. */
export interface WeightTable<Weights> {
  readonly taps: readonly Taps[];
  readonly starts: Int32Array;
  /** Number of weights per target pixel: the length of the longest filter. Shorter filters end with zeros. */
  readonly count: number;
  readonly weights: Weights;
}

export interface WholeWeightTable extends WeightTable<Int16Array> {
  /** Shift s of the integer weights, whose unit is 2⁻ˢ. */
  readonly shift: number;
}

const ACROSS_MULTIPLE = 4;
const DOWN_MULTIPLE = 2;

// Maximum shifts at which 32-bit sums can't overflow: for bytes in rows, and for 16-bit integers in columns.
const ACROSS_MAX_SHIFT = 18;
const DOWN_MAX_SHIFT = 16;

/** Weights of all columns, cached because all strips of an image and equally large images use the same weights. */
export const wholeWeightsAcross = rememberLast((from: Span, to: number) =>
  wholeTable(from, to, 0, to, ACROSS_MULTIPLE, ACROSS_MAX_SHIFT),
);

const wholeWeightsOfAllRows = rememberLast((from: Span, to: number) =>
  wholeTable(from, to, 0, to, DOWN_MULTIPLE, DOWN_MAX_SHIFT),
);

export const wholeWeightsDown = (from: Span, to: number, top: number, bottom: number): WholeWeightTable =>
  top === 0 && bottom === to
    ? wholeWeightsOfAllRows(from, to)
    : wholeTable(from, to, top, bottom, DOWN_MULTIPLE, DOWN_MAX_SHIFT);

export const floatWeightsAcross = rememberLast((from: Span, to: number): WeightTable<Float32Array> => {
  const table = tapsBetween(from, to, 0, to, ACROSS_MULTIPLE);
  const weights = new Float32Array(to * table.count);
  for (const [index, taps] of table.taps.entries()) weights.set(taps.weights, index * table.count);
  return { ...table, weights };
});

export const tapsDown = (from: Span, to: number, top: number, bottom: number): readonly Taps[] =>
  Array.from({ length: bottom - top }, (_, index) => lanczosTaps(from, to, top + index));

export const endOfTaps = ({ start, weights }: Taps): number => start + weights.length;

function wholeTable(
  from: Span,
  to: number,
  first: number,
  end: number,
  multiple: number,
  maxShift: number,
): WholeWeightTable {
  const table = tapsBetween(from, to, first, end, multiple);
  // All weights must fit 16 bits: the largest weight is 1.12 without scaling, and 0.56 at half the size.
  const shift = Math.min(maxShift, 14 + wholeLog2(from.length / to));
  const weights = new Int16Array(table.taps.length * table.count);
  for (const [index, taps] of table.taps.entries()) weights.set(wholeWeights(taps.weights, shift), index * table.count);
  return { ...table, weights, shift };
}

function tapsBetween(from: Span, to: number, first: number, end: number, multiple: number) {
  const taps = tapsDown(from, to, first, end);
  const most = taps.reduce((count, { weights }) => Math.max(count, weights.length), 1);
  const starts = Int32Array.from(taps, ({ start }) => start);
  return { taps, starts, count: Math.ceil(most / multiple) * multiple };
}

function wholeLog2(value: number): number {
  return 31 - Math.clz32(Math.max(1, value));
}

function rememberLast<Result>(make: (from: Span, to: number) => Result): (from: Span, to: number) => Result {
  let last: { readonly from: Span; readonly to: number; readonly result: Result } | undefined;
  return (from, to) => {
    if (!last || !isSameSpan(last.from, from) || last.to !== to) last = { from, to, result: make(from, to) };
    return last.result;
  };
}

const isSameSpan = (one: Span, other: Span): boolean =>
  one.pixels === other.pixels && one.offset === other.offset && one.length === other.length;
