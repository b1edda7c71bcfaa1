import { describe, expect, it } from 'vitest';
import { curvePath } from '#core/shapes/curve.ts';
import { distanceToSegment, smoothStroke } from '#core/shapes/freehand.ts';

const at = (points: readonly { readonly x: number; readonly y: number }[]) => points.map(({ x, y }) => [x, y]);

describe('a stroke that was drawn by hand', () => {
  it('keeps its ends, and only the ends of a straight line', () => {
    const line = Array.from({ length: 50 }, (_, index) => ({ x: 10 + index * 2, y: 20 + index }));
    expect(at(smoothStroke(line, 1))).toEqual([
      [10, 20],
      [108, 69],
    ]);
    expect(smoothStroke([{ x: 3, y: 4 }], 1)).toEqual([{ x: 3, y: 4, connected: true, sharp: false }]);
    expect(smoothStroke([], 1)).toEqual([]);
  });

  it('loses the trembling of the hand', () => {
    // A zigzag of ±1 px: the average of each point and its neighbors is on the middle line.
    const zigzag = Array.from({ length: 41 }, (_, index) => ({ x: index * 4, y: 100 + (index % 2 === 0 ? 1 : -1) }));
    const smooth = smoothStroke(zigzag, 0.25);
    for (const { y } of smooth.slice(1, -1)) expect(y).toBeCloseTo(100, 9);
    expect(smooth.length).toBeLessThan(6);
  });

  it('follows a circle within half a pixel of its radius with few points', () => {
    const [radius, center] = [80, 100];
    const circle = Array.from({ length: 361 }, (_, degrees) => ({
      x: center + radius * Math.cos((degrees * Math.PI) / 180),
      y: center + radius * Math.sin((degrees * Math.PI) / 180),
    }));
    const points = smoothStroke(circle, 1);
    expect(points.length).toBeGreaterThan(10);
    expect(points.length).toBeLessThan(40);
    // Evaluates the cubic curves that are painted, apart from the implementation.
    let [x, y] = [0, 0];
    for (const [name, ...numbers] of curvePath(points, false)) {
      if (name === 'C') {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers;
        for (let t = 0.1; t < 1; t += 0.1) {
          const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
          const away = Math.hypot(a * x + b * x1 + c * x2 + d * x3 - center, a * y + b * y1 + c * y2 + d * y3 - center);
          expect(Math.abs(away - radius)).toBeLessThan(0.6);
        }
      }
      [x, y] = numbers.slice(-2) as [number, number];
    }
  });

  it('has at most the given number of points', () => {
    const scribble = Array.from({ length: 2000 }, (_, index) => ({ x: index / 5, y: 50 * Math.sin(index) }));
    expect(smoothStroke(scribble, 0, 100).length).toBeLessThanOrEqual(100);
    expect(smoothStroke(scribble, 0).length).toBeLessThanOrEqual(1000);
  });

  it('measures distances to the nearer end beyond a segment', () => {
    const [from, to] = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ];
    expect(distanceToSegment({ x: 4, y: 3 }, from, to)).toBe(3);
    expect(distanceToSegment({ x: 13, y: 4 }, from, to)).toBe(5);
    expect(distanceToSegment({ x: 3, y: 4 }, from, from)).toBe(5);
  });
});
