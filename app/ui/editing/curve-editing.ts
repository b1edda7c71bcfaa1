import { boundsOf, boxCenter } from '#core/geometry/box.ts';
import { distance, type Point, rotateAbout } from '#core/geometry/point.ts';
import type { CurvePoint, ShapeComponent } from '#core/shapes/settings.ts';

/** Maximum distance in pixels at which a press selects a point of a curve: for mouse or pen, and for touch. */
export const POINT_HIT_RADIUS = 20;
export const COARSE_POINT_HIT_RADIUS = 200;
/** A double-click within this distance of a point connects the point to the previous point, or disconnects it. */
export const CONNECT_HIT_RADIUS = 10;
export const POINT_RADIUS = 5;

/** Returns the index of the nearest point, or −1. Of several points at the same position, returns the topmost. */
export function curvePointAt(points: readonly Point[], pointer: Point, radius: number): number {
  let nearest = -1;
  let least = radius;
  for (const [index, point] of points.entries()) {
    const away = distance(point, pointer);
    if (away <= least) [nearest, least] = [index, away];
  }
  return nearest;
}

export const newCurvePoint = ({ x, y }: Point): CurvePoint => ({
  x: round(x),
  y: round(y),
  connected: true,
  sharp: false,
});

/** Rounds a coordinate to the precision of the operation's parameters. */
const round = (value: number): number => Math.round(value * 100) / 100 + 0;

/** Inserts a point halfway to the next point. After the last point, repeats the last segment's length and direction. */
export function insertCurvePoint(
  points: readonly CurvePoint[],
  active: number,
  closePath: boolean,
): { points: CurvePoint[]; index: number } | undefined {
  const at = active >= 0 && active < points.length ? active : points.length - 1;
  const from = points[at];
  if (!from) return undefined;
  const next = points[at + 1] ?? (closePath && points.length > 2 ? points[0] : undefined);
  const previous = points[at - 1];
  const place = next
    ? { x: (from.x + next.x) / 2, y: (from.y + next.y) / 2 }
    : { x: 2 * from.x - (previous?.x ?? from.x - 40), y: 2 * from.y - (previous?.y ?? from.y) };
  return { points: points.toSpliced(at + 1, 0, newCurvePoint(place)), index: at + 1 };
}

type Curve = Pick<ShapeComponent, 'curvePoints' | 'activeCurvePointIndex' | 'curveMode'>;

export const emptyCurve: Curve = { curvePoints: [], activeCurvePointIndex: -1, curveMode: 'create' };

/** Deletes the active point. After the last point is deleted, the curve is in `create` mode again. */
export function deleteActivePoint<C extends Curve>(curve: C): C {
  const { curvePoints: points, activeCurvePointIndex: active } = curve;
  const left = points.filter((_, index) => index !== active);
  if (left.length === 0) return { ...curve, ...emptyCurve };
  return { ...curve, curvePoints: left, activeCurvePointIndex: Math.min(active, left.length - 1) };
}

export function toggleCurvePoint(
  points: readonly CurvePoint[],
  index: number,
  flag: 'connected' | 'sharp',
): CurvePoint[] {
  return points.map((point, each) => (each === index ? { ...point, [flag]: !point[flag] } : point));
}

export function rotatedCurvePoints(points: readonly CurvePoint[], rotation: number): CurvePoint[] {
  const center = boxCenter(boundsOf(points));
  return points.map((point) => ({ ...point, ...rotateAbout(point, center, rotation) }));
}

/** Moves one displayed point. All stored points change, because the move also changes the center of rotation. */
export function dragCurvePoint(
  points: readonly CurvePoint[],
  index: number,
  to: Point,
  rotation: number,
): CurvePoint[] {
  const seen = rotatedCurvePoints(points, rotation).map((point, each) =>
    each === index ? { ...point, ...to } : point,
  );
  return unrotatedCurvePoints(seen, rotation);
}

export function unrotatedCurvePoints(seen: readonly CurvePoint[], rotation: number): CurvePoint[] {
  // The center of rotation is the center of the bounding box of the unrotated points.
  const turnedBack = seen.map((point) => ({ ...point, ...rotateAbout(point, { x: 0, y: 0 }, -rotation) }));
  const center = boxCenter(boundsOf(turnedBack));
  const place = rotateAbout(center, { x: 0, y: 0 }, rotation);
  return turnedBack.map((point) => ({
    ...point,
    x: round(point.x - center.x + place.x),
    y: round(point.y - center.y + place.y),
  }));
}
