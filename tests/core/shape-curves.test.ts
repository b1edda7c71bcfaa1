import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  curvePointAt,
  deleteActivePoint,
  dragCurvePoint,
  insertCurvePoint,
  rotatedCurvePoints,
  toggleCurvePoint,
} from '#app/ui/editing/curve-editing.ts';
import type { PathCommand } from '#core/geometry/path.ts';
import { distance, type Point } from '#core/geometry/point.ts';
import { curvePath, curveRuns, polylineThrough } from '#core/shapes/curve.ts';
import type { CurvePoint } from '#core/shapes/settings.ts';

const point = (x: number, y: number, flags: Partial<CurvePoint> = {}): CurvePoint => ({
  x,
  y,
  connected: true,
  sharp: false,
  ...flags,
});
const zigzag = [point(0, 0), point(40, 80), point(90, 10), point(150, 60)];
const places = fc
  .record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 600 }) })
  .map(({ x, y }) => point(x, y));
const letters = (path: readonly PathCommand[]) => path.map(([letter]) => letter).join('');
const ends = (path: readonly PathCommand[]) =>
  path.filter(([letter]) => letter !== 'Z').map((command) => command.slice(-2));

/** Returns the directions of a curve just before and just after an inner point. */
function tangents(path: readonly PathCommand[], join: number): [Point, Point] {
  const [into, from] = [path[join], path[join + 1]];
  if (into?.[0] !== 'C' || from?.[0] !== 'C') throw new Error('no curves meet here');
  const [, , , x2, y2, x, y] = into;
  return [unit({ x: x - x2, y: y - y2 }), unit({ x: from[1] - x, y: from[2] - y })];
}

const unit = ({ x, y }: Point): Point => ({ x: x / Math.hypot(x, y), y: y / Math.hypot(x, y) });

describe('a curve', () => {
  it('passes through every point', () => {
    fc.assert(
      fc.property(fc.array(places, { minLength: 2, maxLength: 12 }), fc.boolean(), (points, closed) => {
        const through = points.map(({ x, y }) => [x, y]);
        expect(ends(curvePath(points, closed))).toEqual(
          closed && points.length > 2 ? [...through, through[0]] : through,
        );
      }),
      { seed: 4 },
    );
  });

  it('has corners only at sharp points', () => {
    const [into, from] = tangents(curvePath(zigzag, false), 1);
    expect(into.x).toBeCloseTo(from.x, 9);
    expect(into.y).toBeCloseTo(from.y, 9);
    const sharp = zigzag.map((each, index) => ({ ...each, sharp: index === 1 }));
    const [sharpInto, sharpFrom] = tangents([...curvePath(sharp, true)], 1);
    expect(sharpInto.x * sharpFrom.x + sharpInto.y * sharpFrom.y).toBeLessThan(0.9);
  });

  it('is smooth where it closes', () => {
    const path = curvePath(zigzag, true);
    expect(letters(path)).toBe('MCCCCZ');
    const [into, from] = tangents([path[0] as PathCommand, path.at(-2) as PathCommand, path[1] as PathCommand], 1);
    expect(into.x).toBeCloseTo(from.x, 9);
    expect(into.y).toBeCloseTo(from.y, 9);
  });

  it('has no loop between points that are close together', () => {
    // A uniform Catmull–Rom spline would overshoot here, because the short segment turns back.
    const path = curvePath([point(0, 0), point(100, 0), point(101, 1), point(101, 100)], false);
    const [, , short] = path;
    if (short?.[0] !== 'C') throw new Error('not a curve');
    for (const [x, y] of [
      [short[1], short[2]],
      [short[3], short[4]],
    ] as const) {
      expect(x).toBeGreaterThan(99.5);
      expect(x).toBeLessThan(101.5);
      expect(y).toBeGreaterThan(-0.5);
      expect(y).toBeLessThan(1.5);
    }
  });

  it('through points of a circle approximates the circle', () => {
    const round = Array.from({ length: 12 }, (_, index) =>
      point(100 * Math.cos((index * Math.PI) / 6), 100 * Math.sin((index * Math.PI) / 6)),
    );
    for (const [letter, ...numbers] of curvePath(round, true)) {
      if (letter !== 'C') continue;
      const [x1, y1, , , x3, y3] = numbers as [number, number, number, number, number, number];
      // The control points of a circle have the distance 100·√(1 + (4/3·tan 7.5°)²) from the center.
      expect(Math.hypot(x1, y1)).toBeCloseTo(101.53, 0);
      expect(Math.hypot(x3, y3)).toBeCloseTo(100, 6);
    }
  });

  it('is a straight line between two points, and empty with fewer', () => {
    expect(curvePath([point(1, 2), point(3, 4)], true)).toEqual([
      ['M', 1, 2],
      ['L', 3, 4],
    ]);
    expect(curvePath([point(1, 2)], true)).toEqual([]);
    expect(curvePath([], false)).toEqual([]);
  });

  it('accepts several points at one position', () => {
    const path = curvePath([point(5, 5), point(5, 5), point(30, 5), point(30, 5), point(60, 40)], true);
    for (const [, ...numbers] of path) for (const value of numbers) expect(Number.isFinite(value)).toBe(true);
  });
});

describe('a polyline', () => {
  it('is straight between points, and closes straight', () => {
    expect(letters(polylineThrough(zigzag, false))).toBe('MLLL');
    expect(letters(polylineThrough(zigzag, true))).toBe('MLLLLZ');
    expect(ends(polylineThrough(zigzag, false))).toEqual(zigzag.map(({ x, y }) => [x, y]));
  });
});

describe('a disconnected point', () => {
  const broken = (...indices: number[]) =>
    zigzag.map((each, index) => ({ ...each, connected: !indices.includes(index) }));

  it('starts a new segment', () => {
    expect(letters(polylineThrough(broken(2), false))).toBe('MLML');
    expect(ends(polylineThrough(broken(2), false))).toEqual(zigzag.map(({ x, y }) => [x, y]));
  });

  it('opens a closed line, which then starts after the gap', () => {
    const path = polylineThrough(broken(2), true);
    expect(letters(path)).toBe('MLLL');
    expect(ends(path)).toEqual([zigzag[2], zigzag[3], zigzag[0], zigzag[1]].map((each) => [each?.x, each?.y]));
  });

  it('at the start keeps a line from closing', () => {
    expect(letters(polylineThrough(broken(0), true))).toBe('MLLL');
  });

  it('that is alone draws nothing', () => {
    expect(letters(polylineThrough(broken(1, 2), false))).toBe('ML');
    expect(curveRuns(broken(1, 2, 3), true).map(({ points }) => points.length)).toEqual([1, 1, 2]);
  });
});

describe('editing the points of a curve', () => {
  it('finds the nearest point within the radius', () => {
    expect(curvePointAt(zigzag, { x: 45, y: 70 }, 20)).toBe(1);
    expect(curvePointAt(zigzag, { x: 45, y: 40 }, 20)).toBe(-1);
    expect(curvePointAt(zigzag, { x: 45, y: 40 }, 200)).toBe(1);
    expect(curvePointAt(zigzag, { x: 60, y: 80 }, 20)).toBe(1);
    expect(curvePointAt(zigzag, { x: 60.01, y: 80 }, 20)).toBe(-1);
  });

  it('adds a point after the active point', () => {
    expect(insertCurvePoint(zigzag, 1, false)).toEqual({
      points: [...zigzag.slice(0, 2), point(65, 45), ...zigzag.slice(2)],
      index: 2,
    });
    expect(insertCurvePoint(zigzag, 3, false)?.points.at(-1)).toEqual(point(210, 110));
    expect(insertCurvePoint(zigzag, 3, true)?.points.at(-1)).toEqual(point(75, 30));
    expect(insertCurvePoint([], -1, false)).toBeUndefined();
  });

  it('deletes, disconnects and sharpens points', () => {
    const curve = { curvePoints: zigzag, activeCurvePointIndex: 0, curveMode: 'design' as const };
    expect(deleteActivePoint(curve)).toEqual({ ...curve, curvePoints: zigzag.slice(1) });
    expect(deleteActivePoint({ ...curve, activeCurvePointIndex: 3 })).toMatchObject({ activeCurvePointIndex: 2 });
    expect(toggleCurvePoint(zigzag, 2, 'connected')[2]).toEqual(point(90, 10, { connected: false }));
    expect(toggleCurvePoint(toggleCurvePoint(zigzag, 2, 'sharp'), 2, 'sharp')).toEqual(zigzag);
  });

  it('returns to create mode when the only point of the curve is deleted', () => {
    const curve = { curvePoints: zigzag.slice(0, 1), activeCurvePointIndex: 0, curveMode: 'design' as const };
    expect(deleteActivePoint(curve)).toEqual({ curvePoints: [], activeCurvePointIndex: -1, curveMode: 'create' });
  });

  it('drags one point of a rotated curve and keeps the other points in place', () => {
    const rotations = fc.integer({ min: -180, max: 180 });
    fc.assert(
      fc.property(
        fc.array(places, { minLength: 2, maxLength: 8 }),
        fc.nat(7),
        places,
        rotations,
        (points, nth, to, rotation) => {
          const index = nth % points.length;
          const before = rotatedCurvePoints(points, rotation);
          const after = rotatedCurvePoints(dragCurvePoint(points, index, { x: to.x, y: to.y }, rotation), rotation);
          // Tolerance: settings are in hundredths of a pixel.
          for (const [each, place] of after.entries())
            expect(distance(place, each === index ? to : (before[each] as Point))).toBeLessThan(0.02);
        },
      ),
      { seed: 4, numRuns: 500 },
    );
  });
});
