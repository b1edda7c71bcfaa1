import { distance, type Point } from '../geometry/point.ts';
import { type CurvePoint, MAX_CURVE_POINTS } from './settings.ts';

/**
 * Returns the points of a smooth curve along a stroke that was drawn by hand: averages the trembling of the hand, then
 * drops points within `tolerance` pixels of the curve's chord. Both ends stay.
 */
export function smoothStroke(trail: readonly Point[], tolerance: number, maxPoints = MAX_CURVE_POINTS): CurvePoint[] {
  const steady = trail.map((point, index): Point => {
    const [before, after] = [trail[index - 1], trail[index + 1]];
    if (!before || !after) return point;
    return { x: (before.x + 2 * point.x + after.x) / 4, y: (before.y + 2 * point.y + after.y) / 4 };
  });
  const points = withoutStraightParts(steady, tolerance);
  if (points.length > maxPoints) return smoothStroke(trail, Math.max(2 * tolerance, 0.5), maxPoints);
  return points.map(({ x, y }) => ({ x: hundredths(x), y: hundredths(y), connected: true, sharp: false }));
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Ramer–Douglas–Peucker: keeps the ends, and each point that is farthest from the line between its neighbors. */
function withoutStraightParts(points: readonly Point[], tolerance: number): Point[] {
  const isKept = points.map((_, index) => index === 0 || index === points.length - 1);
  const parts: [from: number, to: number][] = [[0, points.length - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    let [farthest, most] = [-1, tolerance];
    for (let index = from + 1; index < to; index++) {
      const away = distanceToSegment(points[index] as Point, points[from] as Point, points[to] as Point);
      if (away > most) [farthest, most] = [index, away];
    }
    if (farthest < 0) continue;
    isKept[farthest] = true;
    parts.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, index) => isKept[index]);
}

export function distanceToSegment(point: Point, from: Point, to: Point): number {
  const length = distance(from, to);
  const along =
    length === 0 ? 0 : ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
  const share = Math.min(1, Math.max(0, along));
  return distance(point, { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
}
