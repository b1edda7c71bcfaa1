import { describe, expect, it } from 'vitest';
import { alignedBox, alignSides } from '#app/ui/editing/align.ts';

const IMAGE = { width: 400, height: 300 };
const box = { left: 30, top: 50, right: 130, bottom: 90 };

describe('a box that is aligned to the image', () => {
  it('keeps its size, and moves along one axis', () => {
    const moved = alignSides.map((side) => alignedBox({ box, rotation: 0 }, side, IMAGE));
    expect(moved.map(({ left, top, right, bottom }) => [left, top, right, bottom])).toEqual([
      [0, 50, 100, 90],
      [150, 50, 250, 90],
      [300, 50, 400, 90],
      [30, 0, 130, 40],
      [30, 130, 130, 170],
      [30, 260, 130, 300],
    ]);
  });

  it('touches the edge with its rotated bounds', () => {
    // A turn by 90° makes a box of 100 × 40 reach from 60 to 100 px across, and from 20 to 120 px down.
    const turned = (side: (typeof alignSides)[number]) => alignedBox({ box, rotation: 90 }, side, IMAGE);
    expect(turned('left').left).toBeCloseTo(-30, 9);
    expect(turned('bottom').top).toBeCloseTo(230, 9);
  });
});
