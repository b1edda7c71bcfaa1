import { createRaster, type Raster } from '#core/base/raster.ts';
import { boundsOf } from '#core/geometry/box.ts';
import type { PathData } from '#core/geometry/path.ts';
import { applyMatrix, type Point } from '#core/geometry/point.ts';
import { MITER_LIMIT, type SceneItem } from '#core/shapes/scene.ts';

/** A subpath, flattened to straight lines. */
export interface Outline {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

/** Flattens the path to `pieces` lines per cubic, by the Bernstein form. */
export function flatten(path: PathData, pieces = 64): Outline[] {
  const outlines: { points: Point[]; closed: boolean }[] = [];
  for (const command of path) {
    const outline = outlines.at(-1);
    const points = outline?.points ?? [];
    if (command[0] === 'M') outlines.push({ points: [{ x: command[1], y: command[2] }], closed: false });
    else if (command[0] === 'L') points.push({ x: command[1], y: command[2] });
    else if (command[0] === 'Z') {
      if (outline) outline.closed = true;
    } else {
      const { x: x0, y: y0 } = points.at(-1) as Point;
      const [, x1, y1, x2, y2, x3, y3] = command;
      for (let piece = 1; piece <= pieces; piece++) {
        const t = piece / pieces;
        const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3] as const;
        points.push({
          x: weights[0] * x0 + weights[1] * x1 + weights[2] * x2 + weights[3] * x3,
          y: weights[0] * y0 + weights[1] * y1 + weights[2] * y2 + weights[3] * y3,
        });
      }
    }
  }
  return outlines;
}

/** Returns the area of a closed polyline (shoelace formula). */
export function shoelace(points: readonly Point[]): number {
  const twice = points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] as Point;
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** True if the winding number of the outlines around the point isn't 0. Open outlines are treated as closed. */
export function windsAround(outlines: readonly Outline[], { x, y }: Point): boolean {
  let winding = 0;
  for (const { points } of outlines)
    for (const [index, from] of points.entries()) {
      const to = points[(index + 1) % points.length] as Point;
      if (from.y <= y === to.y <= y) continue;
      const side = (to.x - from.x) * (y - from.y) - (x - from.x) * (to.y - from.y);
      if (to.y > from.y ? side > 0 : side < 0) winding += to.y > from.y ? 1 : -1;
    }
  return winding !== 0;
}

/** Returns the parts whose union is a border: a bar along each line, and a miter or a disc at each corner. */
export function strokeParts({ points, closed }: Outline, width: number, join: 'miter' | 'round'): StrokePart[] {
  const distinct = points.filter((point, index) => index === 0 || distance(point, points[index - 1] as Point) > 1e-9);
  if (closed && distinct.length > 1 && distance(distinct[0] as Point, distinct.at(-1) as Point) < 1e-9) distinct.pop();
  const half = width / 2;
  const lines = distinct
    .map((from, index) => [from, distinct[(index + 1) % distinct.length] as Point] as const)
    .slice(0, closed ? undefined : -1);
  const bars = lines.map(([from, to]): StrokePart => {
    const [x, y] = normal(from, to, half);
    return {
      polygon: [
        { x: from.x + x, y: from.y + y },
        { x: to.x + x, y: to.y + y },
        { x: to.x - x, y: to.y - y },
        { x: from.x - x, y: from.y - y },
      ],
    };
  });
  if (join === 'round') return [...bars, ...distinct.map((center): StrokePart => ({ center, radius: half }))];
  const joins = lines.flatMap(([from, at], index): StrokePart[] => {
    const next = lines[(index + 1) % lines.length];
    return next && (closed || index + 1 < lines.length) ? miter(from, at, next[1], half) : [];
  });
  return [...bars, ...joins];
}

export type StrokePart = { readonly polygon: readonly Point[] } | { readonly center: Point; readonly radius: number };

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function normal(from: Point, to: Point, length: number): [x: number, y: number] {
  const whole = distance(from, to);
  return [(-(to.y - from.y) / whole) * length, ((to.x - from.x) / whole) * length];
}

/** Returns the kite on the outer side of a corner, or the triangle beyond the miter limit. */
function miter(from: Point, at: Point, to: Point, half: number): StrokePart[] {
  const turn = Math.sign((at.x - from.x) * (to.y - at.y) - (at.y - from.y) * (to.x - at.x));
  if (turn === 0) return [];
  const [x1, y1] = normal(from, at, -turn * half);
  const [x2, y2] = normal(at, to, -turn * half);
  const bevel = [at, { x: at.x + x1, y: at.y + y1 }];
  const end = { x: at.x + x2, y: at.y + y2 };
  // The outer edges of the two lines meet at the miter's tip: (width / 2) / cos(turn / 2) from the corner.
  const squared = (x1 + x2) ** 2 + (y1 + y2) ** 2;
  const reach = (2 * half * half) / squared;
  const tip = { x: at.x + (x1 + x2) * reach, y: at.y + (y1 + y2) * reach };
  return [{ polygon: distance(tip, at) / half <= MITER_LIMIT ? [...bevel, tip, end] : [...bevel, end] }];
}

/** Returns a function that tests whether the part covers a point. Tests the part's bounds first, to save time. */
function coverOf(part: StrokePart): (point: Point) => boolean {
  if ('center' in part) return (point) => distance(part.center, point) <= part.radius;
  const outline = [{ points: part.polygon, closed: true }];
  const { top, left, bottom, right } = boundsOf(part.polygon);
  return (point) =>
    point.x >= left && point.x <= right && point.y >= top && point.y <= bottom && windsAround(outline, point);
}

const SAMPLES = 6;

/** Paints an item's fill and border over white by testing 6 × 6 points per pixel, without a canvas. */
export function supersample(item: SceneItem, width: number, height: number): Raster {
  const { fill, stroke, matrix } = item;
  const placed = (path: PathData) =>
    flatten(path, 12).map(({ points, closed }) => ({
      points: points.map((point) => applyMatrix(matrix, point)),
      closed,
    }));
  const outlines = placed(item.path);
  const lines = [...outlines, ...placed(stroke?.heads ?? [])];
  const parts = stroke ? lines.flatMap((line) => strokeParts(line, stroke.width, stroke.join)) : [];
  const covers = parts.map(coverOf);
  const edges = [...lines.map(({ points }) => points), ...parts.map(partPolygon)];
  const isMixed = pixelsNear(edges, width, height);
  const raster = createRaster(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const samples = isMixed[pixel] ? SAMPLES : 1;
    let filled = 0;
    let stroked = 0;
    for (let sample = 0; sample < samples ** 2; sample++) {
      const place = {
        x: x + ((sample % samples) + 0.5) / samples,
        y: y + (Math.floor(sample / samples) + 0.5) / samples,
      };
      if (fill && windsAround(outlines, place)) filled++;
      if (covers.some((covered) => covered(place))) stroked++;
    }
    const under = blend([255, 255, 255], fill ?? '#000000', filled / samples ** 2);
    const color = blend(under, stroke?.color ?? '#000000', stroked / samples ** 2);
    raster.data.set([...color, 255], pixel * 4);
  }
  return raster;
}

function partPolygon(part: StrokePart): readonly Point[] {
  if ('polygon' in part) return part.polygon;
  const { center, radius } = part;
  return Array.from({ length: 24 }, (_, index) => ({
    x: center.x + radius * Math.cos((index * Math.PI) / 12),
    y: center.y + radius * Math.sin((index * Math.PI) / 12),
  }));
}

/** Marks the pixels on an edge and their neighbors. All other pixels are entirely inside or outside. */
function pixelsNear(polygons: readonly (readonly Point[])[], width: number, height: number): Uint8Array {
  const marked = new Uint8Array(width * height);
  for (const polygon of polygons)
    for (const [index, from] of polygon.entries()) {
      const to = polygon[(index + 1) % polygon.length] as Point;
      const steps = Math.ceil(distance(from, to) * 2) + 1;
      for (let step = 0; step <= steps; step++) {
        const x = Math.floor(from.x + ((to.x - from.x) * step) / steps);
        const y = Math.floor(from.y + ((to.y - from.y) * step) / steps);
        for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
          for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
            marked[row * width + column] = 1;
      }
    }
  return marked;
}

function blend(under: readonly number[], color: string, coverage: number): number[] {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return under.map((channel, index) => {
    const own = Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16);
    return channel + (own - channel) * alpha * coverage;
  });
}

/** Returns the share of pixels that differ by more than `tolerance` in a channel, and the largest difference. */
export function difference(one: Raster, other: Raster, tolerance: number): { share: number; most: number } {
  let differing = 0;
  let most = 0;
  for (let index = 0; index < one.data.length; index += 4) {
    let apart = 0;
    for (let channel = index; channel < index + 4; channel++)
      apart = Math.max(apart, Math.abs((one.data[channel] as number) - (other.data[channel] as number)));
    if (apart > tolerance) differing++;
    most = Math.max(most, apart);
  }
  return { share: differing / (one.data.length / 4), most };
}
