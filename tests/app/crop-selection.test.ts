import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSelection, handles, moveSelection, resizeSelection } from '#app/tools/cropper/selection.ts';

const size = { width: 400, height: 300 };
const point = fc.record({
  x: fc.double({ min: -100, max: 500, noNaN: true }),
  y: fc.double({ min: -100, max: 400, noNaN: true }),
});

const inside = ({ left, top, right, bottom }: ReturnType<typeof drawSelection>) =>
  [left, top, right, bottom].every(Number.isInteger) &&
  0 <= left &&
  left <= right &&
  right <= size.width &&
  0 <= top &&
  top <= bottom &&
  bottom <= size.height;

describe('the crop selection', () => {
  it('is drawn between two corners in any direction', () => {
    expect(drawSelection({ x: 300, y: 200 }, { x: 100.4, y: 50.6 }, size)).toEqual({
      left: 100,
      top: 51,
      right: 300,
      bottom: 200,
    });
  });

  it('stays inside the picture in whole pixels, however it is drawn, moved or resized', () => {
    fc.assert(
      fc.property(
        point,
        point,
        point,
        fc.constantFrom(...handles),
        fc.constantFrom(undefined, 1, 16 / 9, 0.5),
        (a, b, c, handle, aspect) => {
          const drawn = drawSelection(a, b, size, aspect);
          expect(inside(drawn)).toBe(true);
          expect(inside(moveSelection(drawn, c, size))).toBe(true);
          expect(inside(resizeSelection(drawn, handle, c, size, aspect))).toBe(true);
        },
      ),
      { seed: 5 },
    );
  });

  it('keeps its size when moved', () => {
    const moved = moveSelection({ left: 10, top: 10, right: 60, bottom: 40 }, { x: 999, y: -999 }, size);
    expect(moved).toEqual({ left: 350, top: 0, right: 400, bottom: 30 });
  });

  it('keeps an aspect to the pixel', () => {
    const { left, top, right, bottom } = drawSelection({ x: 0, y: 0 }, { x: 160, y: 20 }, size, 16 / 9);
    expect([right - left, bottom - top]).toEqual([160, 90]);
  });

  it('moves one side by a handle in the middle of it', () => {
    const east = handles.find(({ id }) => id === 'e');
    expect(east && resizeSelection({ left: 10, top: 20, right: 60, bottom: 80 }, east, { x: 200, y: 5 }, size)).toEqual(
      {
        left: 10,
        top: 20,
        right: 200,
        bottom: 80,
      },
    );
  });
});
