import type { PathCommand, PathData } from '../geometry/path.ts';
import { distance, type Point } from '../geometry/point.ts';
import type { CurvePoint } from './settings.ts';

interface Run {
  readonly points: readonly CurvePoint[];
  readonly closed: boolean;
}

/** Splits a curve before points with `connected` false. `closePath` joins the ends if the first point is connected. */
export function curveRuns(points: readonly CurvePoint[], closePath: boolean): Run[] {
  const [first] = points;
  if (!first) return [];
  const closes = closePath && first.connected && points.length > 2;
  const firstBreak = points.findIndex(({ connected }, index) => index > 0 && !connected);
  if (firstBreak < 0) return [{ points, closed: closes }];
  // A closed curve with one disconnected point is an open curve that starts at this point.
  const ordered = closes ? [...points.slice(firstBreak), ...points.slice(0, firstBreak)] : points;
  const runs: CurvePoint[][] = [];
  for (const [index, point] of ordered.entries()) {
    const run = runs.at(-1);
    if (!run || (!point.connected && index > 0)) runs.push([point]);
    else run.push(point);
  }
  return runs.map((run) => ({ points: run, closed: false }));
}

export function polylineThrough(points: readonly CurvePoint[], closePath: boolean): PathData {
  return curvePath(
    points.map((point) => ({ ...point, sharp: true })),
    closePath,
  );
}

/**
 * Centripetal Catmull–Rom spline as cubic curves, without loops or cusps (Yuksel, Schaefer, Keyser: Parameterization
 * and applications of Catmull–Rom curves, 2011). Curvature is zero at both ends and at sharp points.
 */
export function curvePath(points: readonly CurvePoint[], closePath: boolean): PathData {
  return curveRuns(points, closePath).flatMap(runPath);
}

function runPath({ points, closed }: Run): PathCommand[] {
  const [first] = points;
  if (!first || points.length < 2) return [];
  const count = points.length;
  const segments = Array.from({ length: closed ? count : count - 1 }, (_, index): PathCommand => {
    const at = (offset: number) => neighbor(points, closed, index + offset);
    const start = at(0) as CurvePoint;
    const end = at(1) as CurvePoint;
    return segment(start.sharp ? undefined : at(-1), start, end, end.sharp ? undefined : at(2));
  });
  return [['M', first.x, first.y], ...segments, ...(closed ? ([['Z']] as const) : [])];
}

function neighbor(points: readonly CurvePoint[], closed: boolean, index: number): CurvePoint | undefined {
  return points[closed ? (index + points.length) % points.length : index];
}

/** Returns the cubic curve between two points. Curvature is zero at an end without a further point. */
function segment(before: Point | undefined, start: Point, end: Point, after: Point | undefined): PathCommand {
  const leave = before && control(before, start, end);
  const arrive = after && control(after, end, start);
  if (!leave && !arrive) return ['L', end.x, end.y];
  const first = leave ?? middle(start, arrive as Point);
  const second = arrive ?? middle(end, leave as Point);
  return ['C', first.x, first.y, second.x, second.y, end.x, end.y];
}

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

// Returns the control point beside `at` towards `next`; `undefined` for coinciding points. The formula is (d₁²·next −
// d₂²·before + (2d₁² + 3d₁d₂ + d₂²)·at) / (3d₁(d₁ + d₂)), with distances d₁² and d₂².
function control(before: Point, at: Point, next: Point): Point | undefined {
  const d1 = Math.sqrt(distance(before, at));
  const d2 = Math.sqrt(distance(at, next));
  if (d1 < 1e-6 || d2 < 1e-6) return undefined;
  const own = 2 * d1 * d1 + 3 * d1 * d2 + d2 * d2;
  const whole = 3 * d1 * (d1 + d2);
  return {
    x: (d1 * d1 * next.x - d2 * d2 * before.x + own * at.x) / whole,
    y: (d1 * d1 * next.y - d2 * d2 * before.y + own * at.y) / whole,
  };
}
