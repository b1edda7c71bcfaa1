import type { PathCommand, PathData } from '../geometry/path.ts';
import { distance, type Point, rotateAbout } from '../geometry/point.ts';
import type { ShapeComponent } from './settings.ts';

/** Angle between a line and each side of its arrowhead, in degrees. */
const HALF_ANGLE = 30;

/** Returns the arrowheads of an open path: two sides from each tip, no longer than the path. */
export function arrowheads(path: PathData, arrow: ShapeComponent['arrow'], length: number): PathCommand[] {
  const points = path.flatMap(pointsOf);
  if (arrow === 'none' || points.length < 2 || path.some(([name]) => name === 'Z')) return [];
  return [
    ...(arrow === 'end' ? [] : head(points, length)),
    ...(arrow === 'begin' ? [] : head(points.toReversed(), length)),
  ];
}

/** Returns end points and control points, because a curve leaves its end towards the nearest control point. */
function pointsOf(command: PathCommand): Point[] {
  const [, ...values] = command;
  return Array.from({ length: values.length / 2 }, (_, index) => ({
    x: values[index * 2] as number,
    y: values[index * 2 + 1] as number,
  }));
}

function head([tip, ...rest]: readonly Point[], length: number): PathCommand[] {
  const next = tip && rest.find((point) => distance(point, tip) > 1e-6);
  if (!tip || !next) return [];
  const far = rest.reduce((most, point) => Math.max(most, distance(point, tip)), 0);
  const share = Math.min(length, far) / distance(next, tip);
  const along = { x: tip.x + (next.x - tip.x) * share, y: tip.y + (next.y - tip.y) * share };
  const [one, other] = [HALF_ANGLE, -HALF_ANGLE].map((angle) => rotateAbout(along, tip, angle)) as [Point, Point];
  return [
    ['M', one.x, one.y],
    ['L', tip.x, tip.y],
    ['L', other.x, other.y],
  ];
}
