import { boundsOf, boxCenter } from '../geometry/box.ts';
import { distance, type Point, rotateAbout } from '../geometry/point.ts';
import type { CurvePoint, ShapeComponent } from '../shapes/settings.ts';

/** How near to a point a click selects it, in pixels: with a mouse or pen, and with a finger. */
export const POINT_HIT_RADIUS = 20;
export const COARSE_POINT_HIT_RADIUS = 200;
/** How near a double-click changes whether a point is connected. */
export const CONNECT_HIT_RADIUS = 10;
/** The dot that shows a point. */
export const POINT_RADIUS = 5;

/** The nearest point no farther than `radius`, or −1; of points in the same place the last, which lies on top. */
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

/** As many digits as the settings keep. */
const round = (value: number): number => Math.round(value * 100) / 100 + 0;

/**
 * A new point halfway between the active one and the next, for 'Add'; behind the last point as far
 * as the last two are apart. Returns the points and the new one's place.
 */
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

/** A curve without points, to be created anew. */
export const emptyCurve: Curve = { curvePoints: [], activeCurvePointIndex: -1, curveMode: 'create' };

/** The curve without its active point; without its only point it is created anew. */
export function deleteActivePoint<C extends Curve>(curve: C): C {
  const { curvePoints: points, activeCurvePointIndex: active } = curve;
  const left = points.filter((_, index) => index !== active);
  if (left.length === 0) return { ...curve, ...emptyCurve };
  return { ...curve, curvePoints: left, activeCurvePointIndex: Math.min(active, left.length - 1) };
}

/** The points with one flag of one of them turned over. */
export function toggleCurvePoint(
  points: readonly CurvePoint[],
  index: number,
  flag: 'connected' | 'sharp',
): CurvePoint[] {
  return points.map((point, each) => (each === index ? { ...point, [flag]: !point[flag] } : point));
}

/** The points as they are seen when the curve is turned about the centre of its bounds. */
export function seenCurvePoints(points: readonly CurvePoint[], rotation: number): CurvePoint[] {
  const center = boxCenter(boundsOf(points));
  return points.map((point) => ({ ...point, ...rotateAbout(point, center, rotation) }));
}

/**
 * One point dragged to a place on the screen, while the others stay where they are seen. As the
 * curve turns about the centre of its bounds and the drag moves that centre, all points are taken
 * from the screen back into the frame of the new centre.
 */
export function dragCurvePoint(
  points: readonly CurvePoint[],
  index: number,
  to: Point,
  rotation: number,
): CurvePoint[] {
  const seen = seenCurvePoints(points, rotation).map((point, each) => (each === index ? { ...point, ...to } : point));
  return unseenCurvePoints(seen, rotation);
}

/** The inverse of `seenCurvePoints`: the points that, turned about their own centre, are seen there. */
export function unseenCurvePoints(seen: readonly CurvePoint[], rotation: number): CurvePoint[] {
  // Turned back about any point, only the place of the whole is still open: the centre of the
  // bounds is the one point that turning leaves where it is.
  const turnedBack = seen.map((point) => ({ ...point, ...rotateAbout(point, { x: 0, y: 0 }, -rotation) }));
  const center = boxCenter(boundsOf(turnedBack));
  const place = rotateAbout(center, { x: 0, y: 0 }, rotation);
  return turnedBack.map((point) => ({
    ...point,
    x: round(point.x - center.x + place.x),
    y: round(point.y - center.y + place.y),
  }));
}
