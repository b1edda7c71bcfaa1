import { describe, expect, it } from 'vitest';
import { scaledSize } from '#core/image/scale.ts';
import { changeSide, sidesWithin } from '../../app/tools/scale/sides.ts';

const tall = { width: 3, height: 3000 };
const wide = { width: 12_000, height: 6000 };

describe('the side fields of Scale', () => {
  it('show the actual size with Keep aspect if the other side reaches its limit', () => {
    expect(changeSide(tall, tall, { width: 50 }, true)).toEqual({ width: 10, height: 10_000 });
    expect(changeSide(wide, wide, { width: 11_000 }, true)).toEqual({ width: 10_000, height: 5000 });
  });

  it('equal the sides of the image after scaling', () => {
    for (const size of [tall, wide, { width: 3000, height: 3 }, { width: 640, height: 427 }])
      for (const side of ['width', 'height'] as const)
        for (const value of [1, 7, 50, 999, 10_000]) {
          const sides = changeSide(size, size, { [side]: value }, true);
          expect(scaledSize(size, { ...sides, keepAspect: true })).toEqual(sides);
          expect(sidesWithin(size, sides, true)).toEqual(sides);
        }
  });

  it('change one at a time without Keep aspect', () => {
    expect(changeSide(tall, tall, { width: 50 }, false)).toEqual({ width: 50, height: 3000 });
  });

  it('allow the size of an image that exceeds the limits', () => {
    expect(sidesWithin(wide, wide, true)).toEqual(wide);
    expect(changeSide(wide, { width: 100, height: 50 }, { width: 12_000 }, true)).toEqual(wide);
  });
});
