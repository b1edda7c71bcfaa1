/** A point of a stroke in mask pixels. Pixel (0, 0) is the square from (0, 0) to (1, 1). */
export interface StrokePoint {
  readonly x: number;
  readonly y: number;
  /** Pen pressure from 0 to 1, a factor of the pen's width; 1 by default. */
  readonly pressure?: number;
}

/** A piece of a stroke: the convex hull of two discs. */
export interface Capsule {
  readonly x0: number;
  readonly y0: number;
  readonly radius0: number;
  readonly x1: number;
  readonly y1: number;
  readonly radius1: number;
}

interface Knot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Maximum distance in pixels between a curve and the straight pieces that approximate the curve. */
const FLATNESS = 1 / 32;

/**
 * Converts points to quadratic Bézier curves between the midpoints of neighboring points, with the points as control
 * points. A new point doesn't change earlier pieces, so painted pieces stay valid.
 */
export interface StrokePath {
  add(point: StrokePoint): Capsule[];
  /** Returns the remaining pieces up to the last point of the stroke; a dot for a single point. */
  finish(): Capsule[];
}

export function startPath(widthPx: number): StrokePath {
  let last: Knot | undefined;
  let middle: Knot | undefined;
  return {
    add(point) {
      const knot = { x: point.x, y: point.y, radius: (widthPx / 2) * (point.pressure ?? 1) };
      const before = last;
      last = knot;
      if (!before) return [];
      const start = middle;
      middle = between(before, knot);
      return start ? flatten(start, before, middle) : [capsule(before, middle)];
    },
    finish() {
      return last ? [capsule(middle ?? last, last)] : [];
    },
  };
}

const between = (a: Knot, b: Knot): Knot => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
  radius: (a.radius + b.radius) / 2,
});

const capsule = (a: Knot, b: Knot): Capsule => ({
  x0: a.x,
  y0: a.y,
  radius0: a.radius,
  x1: b.x,
  y1: b.y,
  radius1: b.radius,
});

/** Splits a quadratic Bézier curve into n straight pieces, which are at most `bend / (4n²)` away from the curve. */
function flatten(start: Knot, control: Knot, end: Knot): Capsule[] {
  const [bendX, bendY] = [start.x - 2 * control.x + end.x, start.y - 2 * control.y + end.y];
  const bendRadius = start.radius - 2 * control.radius + end.radius;
  // Uses `Math.sqrt`, because the result of `Math.hypot` depends on the JavaScript engine.
  const bend = Math.sqrt(bendX * bendX + bendY * bendY + bendRadius * bendRadius);
  const count = Math.max(1, Math.ceil(Math.sqrt(bend / (4 * FLATNESS))));
  const pieces: Capsule[] = [];
  let from = start;
  for (let index = 1; index <= count; index++) {
    const t = index / count;
    const to = curveAt(start, control, end, t);
    pieces.push(capsule(from, to));
    from = to;
  }
  return pieces;
}

function curveAt(start: Knot, control: Knot, end: Knot, t: number): Knot {
  const at = (a: number, b: number, c: number) => (1 - t) * (1 - t) * a + 2 * (1 - t) * t * b + t * t * c;
  return {
    x: at(start.x, control.x, end.x),
    y: at(start.y, control.y, end.y),
    radius: at(start.radius, control.radius, end.radius),
  };
}
