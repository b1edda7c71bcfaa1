import { describe, expect, it } from 'vitest';
import { boxHeight, boxWidth } from '#core/geometry/box.ts';
import { ellipsePath, pathBounds } from '#core/geometry/path.ts';
import { numberPath } from '#core/shapes/digits.ts';

const circle = ellipsePath({ left: 100, top: 40, right: 160, bottom: 100 });
const boundsOf = (value: number) => pathBounds(numberPath(value, circle));

describe('the number of a step', () => {
  it('is half as high as its circle, with the middle at the middle of the circle', () => {
    for (let digit = 0; digit < 10; digit++) {
      const { top, bottom, left, right } = boundsOf(digit);
      expect([digit, top, bottom]).toEqual([digit, expect.closeTo(55, 6), expect.closeTo(85, 6)]);
      // A unit is 5 px, so a digit is at most 20 px wide.
      expect(left).toBeGreaterThanOrEqual(120 - 1e-6);
      expect(right).toBeLessThanOrEqual(140 + 1e-6);
    }
  });

  it('is at most 60% as wide as its circle with two digits', () => {
    for (let value = 10; value < 100; value++) {
      const bounds = boundsOf(value);
      expect(boxWidth(bounds)).toBeLessThanOrEqual(36 + 1e-6);
      expect(boxHeight(bounds)).toBeCloseTo((36 * 6) / 9.5, 6);
    }
  });

  it('has ten different digits, and a 9 is a turned 6', () => {
    const paths = Array.from({ length: 10 }, (_, digit) => JSON.stringify(numberPath(digit, circle)));
    expect(new Set(paths).size).toBe(10);
    const [six, nine] = [6, 9].map((digit) => numberPath(digit, circle));
    for (const [index, [, ...values]] of (six ?? []).entries())
      for (const [at, value] of values.entries())
        expect((nine?.[index]?.[at + 1] as number) + value).toBeCloseTo(at % 2 === 0 ? 260 : 140, 9);
  });
});
