import type { Point, Size } from '../../geometry/point.ts';

/** An area to redact. Coordinates are fractions of the image's sides if no coordinate is above 1, otherwise pixels. */
export interface RedactArea {
  readonly shape: 'rect' | 'ellipse' | 'brush';
  readonly left?: number | undefined;
  readonly top?: number | undefined;
  readonly right?: number | undefined;
  readonly bottom?: number | undefined;
  readonly points: readonly Point[];
  readonly width?: number | undefined;
}

/** A run of redacted pixels: the row, the first pixel and the end (exclusive). */
export type Spans = readonly (readonly [y: number, start: number, end: number])[];

/** Distance from a pixel's center to its corner. A shape grown by this contains each touched pixel's center. */
const TOUCH = Math.SQRT1_2;

/** Returns the pixels of an image that a redaction area touches, by rows. `scale` is the scale of a preview. */
export function coveredSpans(area: RedactArea, size: Size, scale: number): Spans {
  if (area.shape === 'brush') return brushSpans(area, size, scale);
  const [unitX, unitY] = isByFractions(area) ? [size.width, size.height] : [scale, scale];
  const [left, right] = ordered((area.left ?? 0) * unitX, (area.right ?? 0) * unitX);
  const [top, bottom] = ordered((area.top ?? 0) * unitY, (area.bottom ?? 0) * unitY);
  if (left === right || top === bottom) return [];
  const reach = area.shape === 'rect' ? () => [left, right] as const : ellipseReach(left, top, right, bottom);
  const spans: [number, number, number][] = [];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(size.height, Math.ceil(bottom)); y++) {
    const [from, to] = reach(y + 0.5);
    const [start, end] = [Math.max(0, Math.floor(from), Math.floor(left)), Math.min(size.width, Math.ceil(to))];
    if (end > start) spans.push([y, start, end]);
  }
  return spans;
}

const ordered = (one: number, other: number): readonly [number, number] => (one <= other ? [one, other] : [other, one]);

const areFractions = (values: readonly (number | undefined)[]): boolean =>
  values.every((value) => value === undefined || (value >= 0 && value <= 1));

/** True if the coordinates of a redaction area are fractions of the image's sides, not pixels. */
export const isByFractions = ({ shape, left, top, right, bottom, points }: RedactArea): boolean =>
  areFractions(shape === 'brush' ? points.flatMap(({ x, y }) => [x, y]) : [left, top, right, bottom]);

function ellipseReach(left: number, top: number, right: number, bottom: number) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [radiusX, radiusY] = [(right - left) / 2 + TOUCH, (bottom - top) / 2 + TOUCH];
  return (at: number): readonly [number, number] => {
    const height = (at - y) / radiusY;
    const half = radiusX * Math.sqrt(Math.max(0, 1 - height * height));
    return [Math.max(left, x - half), Math.min(right, x + half)];
  };
}

/** Returns the pixels that a brush stroke touches: discs at the stroke's points, and thick lines between the points. */
function brushSpans(area: RedactArea, size: Size, scale: number): Spans {
  const { points, width = 0 } = area;
  const isFractions = isByFractions(area);
  const [unitX, unitY] = isFractions ? [size.width, size.height] : [scale, scale];
  const radius = (width * (isFractions && width <= 1 ? size.width : scale)) / 2 + TOUCH;
  const knots = points.map(({ x, y }) => ({ x: x * unitX, y: y * unitY }));
  const ys = knots.map(({ y }) => y);
  const first = Math.max(0, Math.floor(least(ys) - radius));
  const end = Math.min(size.height, Math.ceil(-least(ys.map((y) => -y)) + radius));
  if (end <= first) return [];
  // Changes of the number of overlapping segments per pixel of a row: +1 at a start, −1 at an end.
  const steps = new Int32Array((end - first) * (size.width + 1));
  for (const [index, knot] of knots.entries()) {
    const next = knots[index + 1] ?? knot;
    const rows = ordered(knot.y, next.y);
    for (let y = Math.max(first, Math.floor(rows[0] - radius)); y < Math.min(end, Math.ceil(rows[1] + radius)); y++) {
      const [from, to] = capsuleReach(knot, next, radius, y + 0.5);
      // A pixel is redacted if its center is within the brush's radius of this line segment of the stroke.
      const [start, stop] = [Math.max(0, Math.ceil(from - 0.5)), Math.min(size.width, Math.floor(to - 0.5) + 1)];
      if (stop <= start) continue;
      const row = (y - first) * (size.width + 1);
      steps[row + start] = (steps[row + start] as number) + 1;
      steps[row + stop] = (steps[row + stop] as number) - 1;
    }
  }
  return spansOfSteps(steps, first, end, size.width);
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

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

function spansOfSteps(steps: Int32Array, first: number, end: number, width: number): Spans {
  const spans: [number, number, number][] = [];
  for (let y = first; y < end; y++) {
    let depth = 0;
    let start = 0;
    for (let x = 0; x <= width; x++) {
      const next = depth + (steps[(y - first) * (width + 1) + x] as number);
      if (depth === 0 && next > 0) start = x;
      if (depth > 0 && next === 0) spans.push([y, start, x]);
      depth = next;
    }
  }
  return spans;
}
