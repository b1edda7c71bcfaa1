import { type Filter, lanczosTaps, type Span } from './lanczos.ts';

/** Resampling filters: Lanczos-3, the mean of the area that a smaller pixel covers, and the nearest pixel. */
export type FilterName = 'lanczos' | 'area' | 'nearest';

/** Returns the edges of the part of the source that target pixel `index` covers, in source pixels. */
function coveredPart({ offset, length }: Span, to: number, index: number) {
  return { start: offset + (index * length) / to, end: offset + ((index + 1) * length) / to };
}

/** Weighs source pixels by their share of the covered area. Enlarges by Lanczos-3, because areas would form blocks. */
const areaTaps: Filter = (from, to, index) => {
  if (to >= from.length) return lanczosTaps(from, to, index);
  const { start, end } = coveredPart(from, to, index);
  const first = Math.max(0, Math.floor(start));
  const last = Math.min(from.pixels, Math.ceil(end));
  const weights = Float64Array.from({ length: last - first }, (_, tap) => {
    const pixel = first + tap;
    return (Math.min(end, pixel + 1) - Math.max(start, pixel)) / (end - start);
  });
  return { start: first, weights };
};

const nearestTaps: Filter = (from, to, index) => {
  const { start, end } = coveredPart(from, to, index);
  return { start: Math.min(from.pixels - 1, Math.floor((start + end) / 2)), weights: Float64Array.of(1) };
};

export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  lanczos: lanczosTaps,
  area: areaTaps,
  nearest: nearestTaps,
};
