import { type Box, boxAround, boxCenter, boxHeight, boxWidth } from '../geometry/box.ts';
import { ellipsePath, type PathCommand, type PathData, polygonPath, roundRectPath } from '../geometry/path.ts';
import { cosSin, type Point, rotate } from '../geometry/point.ts';
import type { Shape } from './settings.ts';

export type BoxShape = Exclude<Shape, 'none' | 'line' | 'curve' | 'polyline'>;

/**
 * Returns a closed outline. Polygons, star and snowflake touch the ellipse in the box, with a vertex at the top. Square,
 * circle and step are centered, as large as the shorter side. Other shapes fill the box.
 */
export function shapeOutline(shape: BoxShape, box: Box, radius: number): PathData {
  switch (shape) {
    case 'square':
      return roundRectPath(centralSquare(box), radius);
    case 'rect':
      return roundRectPath(box, radius);
    case 'image':
      return roundRectPath(box, 0);
    case 'circle':
    case 'step':
      return ellipsePath(centralSquare(box));
    case 'ellipse':
      return ellipsePath(box);
    case 'diamond':
      return inscribed(regularPolygon(4), box);
    case 'heart':
      return heart(box);
    case 'cross':
      return cross(box);
    case 'star':
      return inscribed(star, box);
    case 'snowflake':
      return inscribed(snowflake, box);
    default:
      return inscribed(regularPolygon(sides[shape]), box);
  }
}

const sides = { triangle: 3, pentagon: 5, hexagon: 6, heptagon: 7, octagon: 8, decagon: 10, dodecagon: 12 } as const;

/** Edges of the largest room for a text in some shapes, as fractions of the shape's box. */
const ROOMS = {
  triangle: [0.28, 0.375, 0.72, 0.75],
  star: [0.32, 0.346, 0.68, 0.69],
  heart: [0.16, 0.22, 0.84, 0.6],
  diamond: [0.25, 0.25, 0.75, 0.75],
  snowflake: [0.25, 0.25, 0.75, 0.75],
} as const satisfies Partial<Record<BoxShape, readonly [left: number, top: number, right: number, bottom: number]>>;

/** Returns the box inside a shape that has room for a text. */
export function roomInside(shape: BoxShape, box: Box): Box {
  switch (shape) {
    case 'rect':
    case 'image':
      return box;
    case 'square':
      return centralSquare(box);
    case 'circle':
    case 'step':
      return scaledBox(centralSquare(box), Math.SQRT1_2);
    case 'ellipse':
      return scaledBox(box, Math.SQRT1_2);
    case 'cross':
      return boxAround(boxCenter(box), {
        width: boxWidth(box),
        height: Math.min(boxWidth(box), boxHeight(box)) / 3,
      });
    case 'triangle':
    case 'star':
    case 'heart':
    case 'diamond':
    case 'snowflake': {
      const [left, top, right, bottom] = ROOMS[shape];
      const x = (share: number) => box.left + share * boxWidth(box);
      const y = (share: number) => box.top + share * boxHeight(box);
      return { left: x(left), top: y(top), right: x(right), bottom: y(bottom) };
    }
    default:
      // The box in the ellipse that touches the middles of the polygon's sides.
      return scaledBox(box, cosSin(180 / sides[shape])[0] * Math.SQRT1_2);
  }
}

const scaledBox = (box: Box, by: number): Box =>
  boxAround(boxCenter(box), { width: boxWidth(box) * by, height: boxHeight(box) * by });

function centralSquare(box: Box): Box {
  const side = Math.min(boxWidth(box), boxHeight(box));
  return boxAround(boxCenter(box), { width: side, height: side });
}

/** Maps points around the unit circle, with y down, to the ellipse in a box. */
function inscribed(points: readonly Point[], box: Box): PathData {
  const center = boxCenter(box);
  const [radiusX, radiusY] = [boxWidth(box) / 2, boxHeight(box) / 2];
  return polygonPath(points.map(({ x, y }) => ({ x: center.x + x * radiusX, y: center.y + y * radiusY })));
}

/** Returns the point at a clockwise angle from the top of a circle around 0, 0. */
function fromTop(degrees: number, radius = 1): Point {
  const [cos, sin] = cosSin(degrees);
  return { x: radius * sin, y: -radius * cos };
}

function regularPolygon(count: number): Point[] {
  return Array.from({ length: count }, (_, index) => fromTop((index * 360) / count));
}

/** 1/φ², for the golden ratio φ: the radius of the inner vertices of a pentagram. */
const PENTAGRAM_RATIO = (3 - Math.sqrt(5)) / 2;

const star: readonly Point[] = Array.from({ length: 10 }, (_, index) =>
  fromTop(index * 36, index % 2 === 0 ? 1 : PENTAGRAM_RATIO),
);

/** Half the width of a snowflake's arms and twigs, in radii of the snowflake. */
const TWIG = 0.055;
/** Distance from the snowflake's center, and length, of each twig on an arm, in radii. */
const twigs = [
  { at: 0.38, length: 0.19 },
  { at: 0.64, length: 0.26 },
] as const;

const snowflake: readonly Point[] = Array.from({ length: 6 }, (_, index) =>
  snowflakeArm().map((point) => rotate(point, index * 60)),
).flat();

/** Returns the snowflake's arm that points up, from the notch on its left to before the notch on its right. */
function snowflakeArm(): Point[] {
  const shoulder = { x: TWIG, y: -1 + TWIG / Math.sqrt(3) };
  const right = [...twigs.flatMap(({ at, length }) => twigOutline(at, length)), shoulder];
  const left = right.map(({ x, y }) => ({ x: -x, y }));
  const notch = { x: -TWIG, y: -TWIG * Math.sqrt(3) };
  return [notch, ...left, { x: 0, y: -1 }, ...right.reverse()];
}

/** Returns a twig on the right of the snowflake's arm, at 60°, from its lower to its upper end on the arm. */
function twigOutline(at: number, length: number): Point[] {
  const along = fromTop(60);
  const across = fromTop(150);
  const point = (forth: number, aside: number) => ({
    x: along.x * forth + across.x * aside,
    y: -at + along.y * forth + across.y * aside,
  });
  return [
    { x: TWIG, y: -at + TWIG / Math.sqrt(3) },
    point(length, TWIG),
    point(length + TWIG / Math.sqrt(3), 0),
    point(length, -TWIG),
    { x: TWIG, y: -at - TWIG * Math.sqrt(3) },
  ];
}

/** Cubic curves of a heart's right half in a box of 1 × 1, from notch to tip. */
const heartHalf = [
  [0.54, 0.085, 0.63, 0, 0.745, 0],
  [0.89, 0, 1, 0.12, 1, 0.285],
  [1, 0.55, 0.715, 0.72, 0.5, 1],
] as const;
const HEART_NOTCH = 0.21;

function heart(box: Box): PathData {
  const x = (unit: number) => box.left + unit * boxWidth(box);
  const y = (unit: number) => box.top + unit * boxHeight(box);
  const right = heartHalf.map(
    ([x1, y1, x2, y2, x3, y3]): PathCommand => ['C', x(x1), y(y1), x(x2), y(y2), x(x3), y(y3)],
  );
  const starts = [[0.5, HEART_NOTCH], ...heartHalf.map(([, , , , endX, endY]) => [endX, endY])] as const;
  const left = heartHalf
    .map(([x1, y1, x2, y2], index): PathCommand => {
      const [startX, startY] = starts[index] as readonly [number, number];
      return ['C', x(1 - x2), y(y2), x(1 - x1), y(y1), x(1 - startX), y(startY)];
    })
    .reverse();
  return [['M', x(0.5), y(HEART_NOTCH)], ...right, ...left, ['Z']];
}

/** Returns the outline of a cross. The width of its bars is a third of the box's shorter side. */
function cross(box: Box): PathData {
  const { x: cx, y: cy } = boxCenter(box);
  const half = Math.min(boxWidth(box), boxHeight(box)) / 6;
  const { top, left, bottom, right } = box;
  const corners: readonly (readonly [x: number, y: number])[] = [
    [cx - half, top],
    [cx + half, top],
    [cx + half, cy - half],
    [right, cy - half],
    [right, cy + half],
    [cx + half, cy + half],
    [cx + half, bottom],
    [cx - half, bottom],
    [cx - half, cy + half],
    [left, cy + half],
    [left, cy - half],
    [cx - half, cy - half],
  ];
  return polygonPath(corners.map(([x, y]) => ({ x, y })));
}
