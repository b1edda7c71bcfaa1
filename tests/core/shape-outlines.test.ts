import { describe, expect, it } from 'vitest';
import { type Box, boundsOf } from '#core/geometry/box.ts';
import { miterReach, polygonPath } from '#core/geometry/path.ts';
import { type Point, rotateAbout } from '#core/geometry/point.ts';
import { type BoxShape, shapeOutline } from '#core/shapes/outlines.ts';
import { flatten, shoelace, windsAround } from './shapes.reference.ts';

const box: Box = { left: 20, top: 30, right: 220, bottom: 130 };
const [width, height] = [200, 100];
const center = { x: 120, y: 80 };
const [radiusX, radiusY] = [width / 2, height / 2];

function outlineOf(shape: BoxShape, radius = 0, within = box): readonly Point[] {
  const [outline, ...others] = flatten(shapeOutline(shape, within, radius), 256);
  if (!outline) throw new Error(`${shape} has no outline`);
  expect(others).toEqual([]);
  expect(outline.closed).toBe(true);
  return outline.points;
}

/** Compares sets of points with a tolerance of a millionth of a pixel. */
function expectSamePoints(one: readonly Point[], other: readonly Point[]) {
  const key = ({ x, y }: Point) => `${(x + 0).toFixed(6)},${(y + 0).toFixed(6)}`.replaceAll('-0.000000', '0.000000');
  expect(new Set(one.map(key))).toEqual(new Set(other.map(key)));
}

const polygons = {
  triangle: 3,
  diamond: 4,
  pentagon: 5,
  hexagon: 6,
  heptagon: 7,
  octagon: 8,
  decagon: 10,
  dodecagon: 12,
} as const;

describe.each(Object.entries(polygons))('the outline of %s', (shape, sides) => {
  const points = outlineOf(shape as BoxShape);

  it(`is a polygon of ${sides} sides, inscribed in the ellipse that fills the box`, () => {
    expect(points).toHaveLength(sides);
    expect(shoelace(points)).toBeCloseTo((sides / 2) * Math.sin((2 * Math.PI) / sides) * radiusX * radiusY, 8);
  });

  it('has a vertex at the top and the bounds of a regular polygon', () => {
    const bounds = boundsOf(points);
    const right = sides % 4 === 0 ? 1 : sides % 2 === 0 ? Math.cos(Math.PI / sides) : Math.cos(Math.PI / sides / 2);
    const bottom = sides % 2 === 0 ? 1 : Math.cos(Math.PI / sides);
    expect(points).toContainEqual({ x: center.x, y: box.top });
    expect(bounds.top).toBe(box.top);
    expect(bounds.bottom).toBeCloseTo(center.y + bottom * radiusY, 8);
    expect(bounds.right).toBeCloseTo(center.x + right * radiusX, 8);
    expect(bounds.left).toBeCloseTo(center.x - right * radiusX, 8);
  });
});

const areas: [shape: BoxShape, radius: number, area: number, bounds: Box][] = [
  ['rect', 0, width * height, box],
  ['rect', 30, width * height - (4 - Math.PI) * 30 ** 2, box],
  ['rect', 200, (width - height) * height + Math.PI * 50 ** 2, box],
  ['square', 0, height ** 2, { ...box, left: 70, right: 170 }],
  ['square', 200, Math.PI * 50 ** 2, { ...box, left: 70, right: 170 }],
  ['circle', 0, Math.PI * 50 ** 2, { ...box, left: 70, right: 170 }],
  ['ellipse', 0, Math.PI * radiusX * radiusY, box],
  ['image', 99, width * height, box],
  ['cross', 0, (100 / 3) * (width + height - 100 / 3), box],
  [
    'star',
    0,
    // The area of a star: ten triangles between an outer radius of 1 and an inner radius of 1/φ².
    5 * (2 / (1 + Math.sqrt(5))) ** 2 * Math.sin(Math.PI / 5) * radiusX * radiusY,
    {
      top: box.top,
      left: center.x - Math.cos(Math.PI / 10) * radiusX,
      bottom: center.y + Math.cos(Math.PI / 5) * radiusY,
      right: center.x + Math.cos(Math.PI / 10) * radiusX,
    },
  ],
];

it.each(areas)('has the expected area and bounds', (shape, radius, area, bounds) => {
  const points = outlineOf(shape, radius);
  // Tolerance: the area of eight cubics differs from a circle's by up to 10⁻⁵, and flattening adds up to 10⁻⁶.
  expect(Math.abs(shoelace(points) / area - 1)).toBeLessThan(2e-5);
  const actual = boundsOf(points);
  for (const edge of ['top', 'left', 'bottom', 'right'] as const) expect(actual[edge]).toBeCloseTo(bounds[edge], 6);
});

describe('the outline of a heart', () => {
  const points = outlineOf('heart');

  it('touches the four sides of its box, and its tip is in the middle of the bottom', () => {
    const bounds = boundsOf(points);
    for (const edge of ['top', 'left', 'bottom', 'right'] as const) expect(bounds[edge]).toBeCloseTo(box[edge], 3);
    expect(points).toContainEqual({ x: center.x, y: box.bottom });
  });

  it('has the area that Green’s theorem gives for its curves', () => {
    // Area of a cubic by ½∮(x dy − y dx), in closed form.
    const path = shapeOutline('heart', box, 0);
    let [x0, y0] = [0, 0];
    let area = 0;
    for (const command of path) {
      if (command[0] === 'M') [x0, y0] = [command[1], command[2]];
      if (command[0] !== 'C') continue;
      const [, x1, y1, x2, y2, x3, y3] = command;
      area +=
        (3 / 20) *
        ((y3 - y0) * (x1 + x2) -
          (x3 - x0) * (y1 + y2) +
          y1 * (x0 - x2) -
          x1 * (y0 - y2) +
          y3 * (x2 + x0 / 3) -
          x3 * (y2 + y0 / 3));
      [x0, y0] = [x3, y3];
    }
    expect(shoelace(points) / Math.abs(area)).toBeCloseTo(1, 4);
    expect(Math.abs(area) / (width * height)).toBeCloseTo(0.65539, 5);
  });
});

describe('the outline of a snowflake', () => {
  const round: Box = { left: 0, top: 0, right: 400, bottom: 400 };
  const points = outlineOf('snowflake', 0, round);

  it('is the same after a sixth of a turn', () => {
    expectSamePoints(
      points.map((point) => rotateAbout(point, { x: 200, y: 200 }, 60)),
      points,
    );
  });

  it('covers six arms and their branches, and nothing else', () => {
    const outline = [{ points, closed: true }];
    let wrong = 0;
    for (let y = 0.5; y < 400; y += 2)
      for (let x = 0.5; x < 400; x += 2) if (windsAround(outline, { x, y }) !== isSnow({ x, y })) wrong++;
    expect(wrong).toBe(0);
  });

  it('reaches the top and the bottom of its box', () => {
    expect(boundsOf(points)).toMatchObject({ top: 0, bottom: 400 });
  });
});

/** Reference for a snowflake of radius 200 about (200, 200): bars whose tips have an angle of 120°. */
function isSnow(point: Point): boolean {
  const half = 0.055 * 200;
  for (let arm = 0; arm < 360; arm += 60) {
    const { x, y } = rotateAbout(point, { x: 200, y: 200 }, -arm);
    const up = { x: x - 200, y: 200 - y };
    if (inBar(up, { x: 0, y: 0 }, 0, 200 - half / Math.sqrt(3), half)) return true;
    for (const [at, length] of [
      [0.38, 0.19],
      [0.64, 0.26],
    ] as const)
      for (const side of [-60, 60]) if (inBar(up, { x: 0, y: at * 200 }, side, length * 200, half)) return true;
  }
  return false;
}

function inBar(point: Point, start: Point, degrees: number, length: number, half: number): boolean {
  const radians = (degrees * Math.PI) / 180;
  const [dx, dy] = [point.x - start.x, point.y - start.y];
  const along = dx * Math.sin(radians) + dy * Math.cos(radians);
  const aside = Math.abs(dx * Math.cos(radians) - dy * Math.sin(radians));
  return along >= 0 && aside <= half && along <= length + (half - aside) / Math.sqrt(3);
}

const mirrored: BoxShape[] = [
  ...(Object.keys(polygons) as BoxShape[]),
  'square',
  'rect',
  'circle',
  'ellipse',
  'star',
  'heart',
  'snowflake',
  'cross',
];

it.each(mirrored)('the outline of %s is symmetric about its vertical axis', (shape) => {
  const points = outlineOf(shape, 20);
  expectSamePoints(
    points.map(({ x, y }) => ({ x: 2 * center.x - x, y })),
    points,
  );
});

it.each(['square', 'rect', 'circle', 'star', 'heart', 'snowflake', 'cross', 'triangle', 'dodecagon'] as const)(
  'the outline of %s is inside its box, at any aspect ratio',
  (shape) => {
    for (const [w, h] of [
      [1, 1],
      [5000, 3],
      [7, 4000],
    ] as const) {
      const bounds = boundsOf(outlineOf(shape, 100, { left: 0, top: 0, right: w, bottom: h }));
      expect(bounds.left).toBeGreaterThanOrEqual(-1e-9);
      expect(bounds.top).toBeGreaterThanOrEqual(-1e-9);
      expect(bounds.right).toBeLessThanOrEqual(w + 1e-9);
      expect(bounds.bottom).toBeLessThanOrEqual(h + 1e-9);
    }
  },
);

describe('miterReach', () => {
  const reach = (shape: BoxShape, within = box) => miterReach(shapeOutline(shape, within, 30), 10);
  const equal: Box = { left: 0, top: 0, right: 100, bottom: 100 };

  it('is 1/sin(θ/2) at the sharpest corner', () => {
    expect(reach('image')).toBeCloseTo(Math.SQRT2, 6);
    expect(reach('triangle', equal)).toBeCloseTo(2, 6);
    expect(reach('hexagon', equal)).toBeCloseTo(1 / Math.sin(Math.PI / 3), 6);
    expect(reach('star', equal)).toBeCloseTo(1 / Math.sin(Math.PI / 10), 6);
  });

  it('is 1 along a smooth line', () => {
    expect(reach('circle')).toBeCloseTo(1, 3);
    expect(reach('rect')).toBeCloseTo(1, 3);
  });

  it('ignores beveled corners', () => {
    const needle = polygonPath([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 0, y: 5 },
    ]);
    expect(miterReach(needle, 10)).toBeCloseTo(1 / Math.sin((Math.PI / 2 - Math.atan(5 / 100)) / 2), 1);
  });
});
