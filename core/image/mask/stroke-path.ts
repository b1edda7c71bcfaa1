/** A place that the pen passed, in pixels of the mask; pixel (0, 0) is the square from 0 to 1. */
export interface StrokePoint {
  readonly x: number;
  readonly y: number;
  /** 0 to 1: how much of the pen's width it has here; all of it where the device does not say. */
  readonly pressure?: number;
}

/** The part of a stroke between two places: all that lies between two discs. */
export interface Capsule {
  readonly x0: number;
  readonly y0: number;
  readonly radius0: number;
  readonly x1: number;
  readonly y1: number;
  readonly radius1: number;
}

/** A disc on the way of the pen. */
interface Knot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** How far, in pixels, a straight piece may lie beside the curve that it stands for. */
const FLATNESS = 1 / 32;

/**
 * Turns the points of a stroke, one by one, into pieces of a smooth curve: between the middles of
 * neighbouring points runs a quadratic Bézier curve with the point as its control, so the curve
 * has no corners and trembling evens out. A point's pieces do not depend on points after the next,
 * so what was painted is never taken back.
 */
export interface StrokePath {
  /** The pieces that the next point makes known. */
  add(point: StrokePoint): Capsule[];
  /** The rest, up to the last point; a dot where there is only one. */
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

/** The quadratic curve as straight pieces; n of them lie at most `bend / (4n²)` beside it. */
function flatten(start: Knot, control: Knot, end: Knot): Capsule[] {
  const [bendX, bendY] = [start.x - 2 * control.x + end.x, start.y - 2 * control.y + end.y];
  const bendRadius = start.radius - 2 * control.radius + end.radius;
  // Math.hypot may differ in its last bit from engine to engine.
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
