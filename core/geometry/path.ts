import type { Path } from '../platform/canvas.ts';
import { type Box, boundsOf, boxCenter, boxHeight, boxWidth } from './box.ts';
import { cosSin, type Point } from './point.ts';

/** One command of a path, named by the letters of SVG's absolute commands. */
export type PathCommand =
  | readonly ['M', x: number, y: number]
  | readonly ['L', x: number, y: number]
  | readonly ['C', x1: number, y1: number, x2: number, y2: number, x: number, y: number]
  | readonly ['Z'];
export type PathData = readonly PathCommand[];

export function polygonPath(points: readonly Point[]): PathData {
  return [...polylinePath(points), ['Z']];
}

export function polylinePath(points: readonly Point[]): PathCommand[] {
  return points.map(({ x, y }, index): PathCommand => [index === 0 ? 'M' : 'L', x, y]);
}

function rectPath(box: Box): PathData {
  return polygonPath([
    { x: box.left, y: box.top },
    { x: box.right, y: box.top },
    { x: box.right, y: box.bottom },
    { x: box.left, y: box.bottom },
  ]);
}

/** Number of cubic curves per circle. Eight deviate by 4·10⁻⁶ of the radius; four would deviate by 3·10⁻⁴. */
const ARCS_PER_TURN = 8;

// Returns a clockwise arc without the initial move. For an angle θ, control points are 4/3·tan(θ/4) radii from the
// ends. Source: Riškus, "Approximation of a cubic Bézier curve by circular arcs and vice versa", 2006.
function arc(center: Point, radiusX: number, radiusY: number, startDegrees: number, turnDegrees: number) {
  const count = Math.ceil((turnDegrees / 360) * ARCS_PER_TURN);
  const step = turnDegrees / count;
  const reach = (4 / 3) * Math.tan((step * Math.PI) / 720);
  return Array.from({ length: count }, (_, index): PathCommand => {
    const [cos1, sin1] = cosSin(startDegrees + index * step);
    const [cos2, sin2] = cosSin(startDegrees + (index + 1) * step);
    const x = (unit: number) => center.x + radiusX * unit;
    const y = (unit: number) => center.y + radiusY * unit;
    return [
      'C',
      x(cos1 - reach * sin1),
      y(sin1 + reach * cos1),
      x(cos2 + reach * sin2),
      y(sin2 - reach * cos2),
      x(cos2),
      y(sin2),
    ];
  });
}

export function ellipsePath(box: Box): PathData {
  const center = boxCenter(box);
  return [['M', box.right, center.y], ...arc(center, boxWidth(box) / 2, boxHeight(box) / 2, 0, 360), ['Z']];
}

/** Returns the path of a rectangle with rounded corners. The radius is limited to half the shorter side. */
export function roundRectPath(box: Box, radius: number): PathData {
  const r = Math.min(radius, boxWidth(box) / 2, boxHeight(box) / 2);
  if (r <= 0) return rectPath(box);
  const { top, left, bottom, right } = box;
  const corner = (x: number, y: number, startDegrees: number) => arc({ x, y }, r, r, startDegrees, 90);
  return [
    ['M', left + r, top],
    ['L', right - r, top],
    ...corner(right - r, top + r, 270),
    ['L', right, bottom - r],
    ...corner(right - r, bottom - r, 0),
    ['L', left + r, bottom],
    ...corner(left + r, bottom - r, 90),
    ['L', left, top + r],
    ...corner(left + r, top + r, 180),
    ['Z'],
  ];
}

/** Returns all points and control points of a path; their convex hull contains the path. */
function pathPoints(path: PathData): Point[] {
  const points: Point[] = [];
  for (const [, ...numbers] of path)
    for (let index = 0; index + 1 < numbers.length; index += 2)
      points.push({ x: numbers[index] as number, y: numbers[index + 1] as number });
  return points;
}

/** Returns a box that contains a path: exact for lines, around the control points for curves. */
export const pathBounds = (path: PathData): Box => boundsOf(pathPoints(path));

export function tracePath(path: PathData, target: Path): Path {
  for (const command of path) {
    if (command[0] === 'M') target.moveTo(command[1], command[2]);
    else if (command[0] === 'L') target.lineTo(command[1], command[2]);
    else if (command[0] === 'Z') target.closePath();
    else target.bezierCurveTo(command[1], command[2], command[3], command[4], command[5], command[6]);
  }
  return target;
}

/** Returns a path as SVG path data, rounded to 10⁻⁴ pixels. */
export function svgPathData(path: PathData): string {
  return path.map(([letter, ...numbers]) => letter + numbers.map(svgNumber).join(' ')).join('');
}

export const svgNumber = (value: number): string => String(Math.round(value * 1e4) / 1e4 + 0);

/** Unit vector between two points; `undefined` if the points coincide. */
type Direction = Point | undefined;

/** Returns the longest miter in half border widths, 1/sin(θ/2). Corners above `limit` are beveled (SVG 2, 13.5.4). */
export function miterReach(path: PathData, limit: number): number {
  let reach = 1;
  for (const [before, after] of corners(path)) {
    if (!before || !after) continue;
    const cosTurn = before.x * after.x + before.y * after.y;
    // The path turns by 180° − θ at a corner with angle θ, so sin(θ/2) is cos(turn/2).
    const ratio = 1 / Math.sqrt(Math.max((1 + cosTurn) / 2, 1e-12));
    if (ratio <= limit) reach = Math.max(reach, ratio);
  }
  return reach;
}

function* corners(path: PathData): Generator<[Direction, Direction]> {
  let start: Point = { x: 0, y: 0 };
  let at = start;
  let first: Direction;
  let arriving: Direction;
  for (const command of path) {
    if (command[0] === 'M') {
      start = at = { x: command[1], y: command[2] };
      first = arriving = undefined;
      continue;
    }
    const points = [at, ...(command[0] === 'Z' ? [start] : pathPoints([command]))];
    const leaving = directionFrom(points);
    if (!leaving && command[0] !== 'Z') continue;
    yield [arriving, leaving];
    first ??= leaving;
    arriving = leaving ? directionInto(points) : arriving;
    at = points.at(-1) as Point;
    if (command[0] === 'Z') yield [arriving, first];
  }
}

function directionFrom(points: readonly Point[]): Direction {
  const [start] = points as [Point];
  const next = points.find(({ x, y }) => Math.hypot(x - start.x, y - start.y) > 1e-9);
  return next && unit(start, next);
}

function directionInto(points: readonly Point[]): Direction {
  const end = points.at(-1) as Point;
  const previous = points.findLast(({ x, y }) => Math.hypot(x - end.x, y - end.y) > 1e-9);
  return previous && unit(previous, end);
}

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
