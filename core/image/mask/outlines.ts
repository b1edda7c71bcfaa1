import type { Point, Size } from '../../geometry/point.ts';
import { flatMask, type GrayMask } from './gray-mask.ts';
import type { Box } from './subject.ts';

/** Scan lines per pixel row. Horizontal coverage along a scan line is exact. */
const LINES = 16;

/** Returns the x positions at which a scan line enters and leaves a shape, in ascending order. */
type Crossings = (y: number) => readonly number[];

/** Returns an antialiased mask of a rectangle in pixels. Reversed edges are swapped. */
export function rectMask(size: Size, box: Box): GrayMask {
  const { left, top, right, bottom } = ordered(box);
  return cover(size, top, bottom, (y) => (y > top && y < bottom ? [left, right] : []));
}

/** Returns an antialiased mask of the ellipse inside a box in pixels. */
export function ellipseMask(size: Size, box: Box): GrayMask {
  const { left, top, right, bottom } = ordered(box);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [radiusX, radiusY] = [(right - left) / 2, (bottom - top) / 2];
  return cover(size, top, bottom, (line) => {
    const height = (line - y) / radiusY;
    const square = 1 - height * height;
    if (!(square > 0)) return [];
    const half = radiusX * Math.sqrt(square);
    return [x - half, x + half];
  });
}

/** Returns an antialiased mask of the area inside a closed outline (nonzero winding rule). */
export function lassoMask(size: Size, points: readonly Point[]): GrayMask {
  const edges = points
    .map((from, index) => ({ from, to: points[(index + 1) % points.length] as Point }))
    .filter(({ from, to }) => from.y !== to.y)
    .map(({ from, to }) => (from.y < to.y ? { from, to, turn: 1 } : { from: to, to: from, turn: -1 }))
    .sort((a, b) => a.from.y - b.from.y);
  const ys = points.map(({ y }) => y);
  const top = ys.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const bottom = ys.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let next = 0;
  let active: typeof edges = [];
  return cover(size, top, bottom, (y) => {
    while (next < edges.length && (edges[next] as (typeof edges)[number]).from.y <= y)
      active.push(edges[next++] as (typeof edges)[number]);
    active = active.filter(({ to }) => to.y > y);
    const hits = active
      .map(({ from, to, turn }) => ({ x: from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x), turn }))
      .sort((a, b) => a.x - b.x);
    const crossings: number[] = [];
    let depth = 0;
    for (const { x, turn } of hits) {
      if (depth === 0) crossings.push(x);
      depth += turn;
      if (depth === 0) crossings.push(x);
    }
    return crossings;
  });
}

function ordered({ left, top, right, bottom }: Box): Box {
  return {
    left: Math.min(left, right),
    top: Math.min(top, bottom),
    right: Math.max(left, right),
    bottom: Math.max(top, bottom),
  };
}

function cover({ width, height }: Size, top: number, bottom: number, crossings: Crossings): GrayMask {
  const mask = flatMask(width, height, 0);
  const changes = new Float64Array(width + 2);
  const step = (x: number, sign: number) => {
    const pixel = Math.floor(x);
    const part = x - pixel;
    changes[pixel] = (changes[pixel] as number) + sign * (1 - part);
    changes[pixel + 1] = (changes[pixel + 1] as number) + sign * part;
  };
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, Math.ceil(bottom)); row++) {
    changes.fill(0);
    for (let line = 0; line < LINES; line++) {
      const pairs = crossings(row + (line + 0.5) / LINES);
      for (let index = 0; index + 1 < pairs.length; index += 2) {
        const from = Math.min(width, Math.max(0, pairs[index] as number));
        const to = Math.min(width, Math.max(0, pairs[index + 1] as number));
        if (from >= to) continue;
        step(from, 1);
        step(to, -1);
      }
    }
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += changes[x] as number;
      mask.data[row * width + x] = Math.round((Math.min(LINES, Math.max(0, sum)) * 255) / LINES);
    }
  }
  return mask;
}
