import { FudebakoError } from '../../base/errors.ts';
import type { Point, Size } from '../../geometry/point.ts';
import type { PixelArea } from './redact-area.ts';

/**
 * Runs of redacted pixels, sorted by row and start: three numbers per run, which are the row, the first pixel and the end
 * (exclusive). Runs of a row don't touch. A typed array, because an image can have millions of runs.
 */
export type Spans = Int32Array;
export const SPAN = 3;

/** Maximum number of pixel rows of all areas and brush segments together, which limits the time of a redaction. */
export const MAX_AREA_ROWS = 10_000_000;

/** Distance from a pixel's center to its corner. A shape grown by this contains each touched pixel's center. */
const TOUCH = Math.SQRT1_2;

/** A convex part of an area: the rows from `first` to `end` (exclusive), and the pixels of a row from start to end. */
interface Part {
  readonly first: number;
  readonly end: number;
  readonly reach: (y: number) => readonly [start: number, end: number];
}

/**
 * Returns the pixels of an image that any of the areas touches. Takes time in proportion to the rows of the areas.
 * @throws FudebakoError `areasTooLarge` before any row is computed
 */
export function coveredSpans(areas: readonly PixelArea[], size: Size): Spans {
  const parts: Part[] = [];
  let rows = 0;
  for (const area of areas)
    for (const part of partsOf(area, size)) {
      if (part.end <= part.first) continue;
      rows += part.end - part.first;
      if (rows > MAX_AREA_ROWS) throw new FudebakoError('areasTooLarge', { rows: MAX_AREA_ROWS });
      parts.push(part);
    }
  parts.sort((one, other) => one.first - other.first);
  const changes = new Int32Array(size.width + 1);
  const spans = new SpanList();
  let active: Part[] = [];
  let next = 0;
  for (let y = parts[0]?.first ?? 0; next < parts.length || active.length > 0; y++) {
    active = active.filter(({ end }) => end > y);
    if (active.length === 0 && next < parts.length) y = Math.max(y, (parts[next] as Part).first);
    for (; next < parts.length && (parts[next] as Part).first <= y; next++) active.push(parts[next] as Part);
    addRow(y, active, changes, spans);
  }
  return spans.values;
}

/** True if an area touches at least one pixel of an image. */
export function touchesImage(area: PixelArea, size: Size): boolean {
  for (const { first, end, reach } of partsOf(area, size))
    for (let y = first; y < end; y++) {
      const [from, to] = reach(y);
      if (Math.min(size.width, to) > Math.max(0, from)) return true;
    }
  return false;
}

class SpanList {
  private buffer = new Int32Array(1024 * SPAN);
  private length = 0;

  push(y: number, start: number, end: number): void {
    if (this.length === this.buffer.length) {
      const larger = new Int32Array(this.buffer.length * 2);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer[this.length++] = y;
    this.buffer[this.length++] = start;
    this.buffer[this.length++] = end;
  }

  get values(): Spans {
    return this.buffer.subarray(0, this.length);
  }
}

/** Adds the runs of one row. `changes` counts starts and ends of parts at each pixel, and is all zeros between rows. */
function addRow(y: number, active: readonly Part[], changes: Int32Array, spans: SpanList): void {
  let [from, to] = [changes.length, 0];
  for (const { reach } of active) {
    const [first, last] = reach(y);
    const [start, end] = [Math.max(0, first), Math.min(changes.length - 1, last)];
    if (end <= start) continue;
    changes[start] = (changes[start] as number) + 1;
    changes[end] = (changes[end] as number) - 1;
    from = Math.min(from, start);
    to = Math.max(to, end);
  }
  let [depth, begin] = [0, 0];
  for (let x = from; x <= to; x++) {
    const after = depth + (changes[x] as number);
    changes[x] = 0;
    if (depth === 0 && after > 0) begin = x;
    if (depth > 0 && after === 0) spans.push(y, begin, x);
    depth = after;
  }
}

function* partsOf(area: PixelArea, size: Size): Generator<Part> {
  if (area.shape === 'brush') {
    const radius = area.width / 2 + TOUCH;
    for (const [index, from] of area.points.entries()) {
      const to = area.points[index + 1];
      if (to || index === 0) yield segment(from, to ?? from, radius, size);
    }
    return;
  }
  const { left, top, right, bottom } = area;
  const [start, end] = [Math.floor(left), Math.ceil(right)];
  const rows = rowsBetween(Math.floor(top), Math.ceil(bottom), size);
  if (area.shape === 'rect') return yield { ...rows, reach: () => [start, end] };
  const reach = ellipseReach(left, top, right, bottom);
  yield {
    ...rows,
    reach: (y) => {
      const [from, to] = reach(y + 0.5);
      return [Math.max(start, Math.floor(from)), Math.min(end, Math.ceil(to))];
    },
  };
}

const rowsBetween = (first: number, end: number, { height }: Size) => ({
  first: Math.max(0, first),
  end: Math.min(height, end),
});

/** Returns the pixels of a thick line. A pixel belongs to the line if its center is within `radius` of the line. */
function segment(from: Point, to: Point, radius: number, size: Size): Part {
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  return {
    ...rowsBetween(Math.floor(top - radius), Math.ceil(bottom + radius), size),
    reach: (y) => {
      const [start, end] = capsuleReach(from, to, radius, y + 0.5);
      return [Math.ceil(start - 0.5), Math.floor(end - 0.5) + 1];
    },
  };
}

function ellipseReach(left: number, top: number, right: number, bottom: number) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [radiusX, radiusY] = [(right - left) / 2 + TOUCH, (bottom - top) / 2 + TOUCH];
  return (at: number): readonly [number, number] => {
    const height = (at - y) / radiusY;
    const half = radiusX * Math.sqrt(Math.max(0, 1 - height * height));
    return [Math.max(left, x - half), Math.min(right, x + half)];
  };
}

/** Returns the range of x at height `y` within `radius` of the segment from `a` to `b`; end before start if empty. */
function capsuleReach(a: Point, b: Point, radius: number, y: number): readonly [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const include = (start: number, end: number) => {
    if (end < start) return;
    from = Math.min(from, start);
    to = Math.max(to, end);
  };
  for (const { x, y: center } of [a, b]) {
    const square = radius * radius - (y - center) * (y - center);
    if (square >= 0) include(x - Math.sqrt(square), x + Math.sqrt(square));
  }
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length === 0) return [from, to];
  // A point (x, y) is beside the line segment if 0 ≤ (x − a.x) · dx + (y − a.y) · dy ≤ length². The point is within the
  // radius if |(x − a.x) · dy − (y − a.y) · dx| ≤ radius · length.
  const along = between(dx, (y - a.y) * dy, 0, length * length);
  const across = between(dy, -(y - a.y) * dx, -radius * length, radius * length);
  include(a.x + Math.max(along[0], across[0]), a.x + Math.min(along[1], across[1]));
  return [from, to];
}

/** Returns the range of x in which `low ≤ factor · x + offset ≤ high`. */
function between(factor: number, offset: number, low: number, high: number): readonly [number, number] {
  if (factor === 0)
    return offset >= low && offset <= high
      ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
      : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return ordered((low - offset) / factor, (high - offset) / factor);
}

const ordered = (one: number, other: number): readonly [number, number] => (one <= other ? [one, other] : [other, one]);
