import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawSelection,
  growSelection,
  handles,
  largestSelection,
  moveSelection,
  moveSide,
  ownAspect,
  resizeSelection,
  setLength,
  turnSelection,
} from '#app/tools/crop/selection.ts';
import { parseAspectRatio, turnAspectRatio } from '#core/image/aspect-ratio.ts';

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

  it('stays inside the image and has whole-pixel sides when drawn, moved or resized', () => {
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

  it('swaps width and height about its center, and a largest selection becomes the largest of the swapped ratio', () => {
    const selection = { left: 100, top: 100, right: 260, bottom: 190 };
    expect(turnSelection(selection, size, 9 / 16)).toEqual({ left: 135, top: 65, right: 225, bottom: 225 });
    const largest = largestSelection(size, 16 / 9);
    expect(turnSelection(largest, size, 9 / 16)).toEqual(largestSelection(size, 9 / 16));
    expect(ownAspect(selection)).toBe(16 / 9);
    expect(ownAspect({ ...selection, right: 100 })).toBeUndefined();
  });

  it('keeps its size when moved', () => {
    const moved = moveSelection({ left: 10, top: 10, right: 60, bottom: 40 }, { x: 999, y: -999 }, size);
    expect(moved).toEqual({ left: 350, top: 0, right: 400, bottom: 30 });
  });

  it('keeps an aspect ratio to the pixel', () => {
    const { left, top, right, bottom } = drawSelection({ x: 0, y: 0 }, { x: 160, y: 20 }, size, 16 / 9);
    expect([right - left, bottom - top]).toEqual([160, 90]);
  });

  it('moves one side when the handle in the middle of that side is dragged', () => {
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

const ratios = fc.double({ min: 0.02, max: 50, noNaN: true });
const sides = fc.integer({ min: 1, max: 5000 });

describe('a ratio of the crop selection', () => {
  it('first selects the largest centered box, or the whole image if the image already has the ratio', () => {
    fc.assert(
      fc.property(sides, sides, ratios, (width, height, aspect) => {
        const { left, top, right, bottom } = largestSelection({ width, height }, aspect);
        const box = { width: right - left, height: bottom - top };
        expect(box.width === width || box.height === height).toBe(true);
        expect(Math.abs(left - (width - right))).toBeLessThanOrEqual(1);
        expect(Math.abs(top - (height - bottom))).toBeLessThanOrEqual(1);
        // Allows the aspect ratio to deviate by one pixel, because one side is computed from the other and rounded.
        const byWidth = Math.abs(box.width / aspect - box.height);
        const byHeight = Math.abs(box.height * aspect - box.width);
        expect(Math.min(byWidth, byHeight)).toBeLessThanOrEqual(1);
        const again = largestSelection(box, aspect);
        expect(again).toEqual({ left: 0, top: 0, right: box.width, bottom: box.height });
      }),
      { seed: 11 },
    );
  });

  it('is kept by every field, key and handle, and the selection stays inside the image', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 16 / 9, 0.8, 1.91),
        point,
        fc.constantFrom(...handles),
        fc.constantFrom('left', 'top', 'right', 'bottom'),
        fc.constantFrom('width', 'height', 'longEdge'),
        fc.integer({ min: 1, max: 400 }),
        (aspect, to, handle, side, length, value) => {
          const from = setLength(largestSelection(size, aspect), 'longEdge', 120, size, aspect);
          for (const next of [
            moveSide(from, side, value, size, aspect),
            setLength(from, length, value, size, aspect),
            growSelection(from, { x: value - 200, y: 0 }, size, aspect),
            growSelection(from, { x: 0, y: value - 200 }, size, aspect),
            resizeSelection(from, handle, to, size, aspect),
          ]) {
            expect(inside(next)).toBe(true);
            const [width, height] = [next.right - next.left, next.bottom - next.top];
            expect(Math.min(Math.abs(width / aspect - height), Math.abs(height * aspect - width))).toBeLessThanOrEqual(
              1,
            );
          }
        },
      ),
      { seed: 12 },
    );
  });

  it('is parsed from typed text such as 16:9', () => {
    for (const [text, ratio] of [
      ['4:5', 0.8],
      [' 4 : 5 ', 0.8],
      ['４：５', 0.8],
      ['16/9', 16 / 9],
      ['3x2', 1.5],
      ['1080×1350', 0.8],
      ['1.91', 1.91],
      ['1,91', 1.91],
      ['1.91:1', 1.91],
    ] as const)
      expect(parseAspectRatio(text), text).toBeCloseTo(ratio, 12);
    for (const text of [
      '',
      'x',
      '4:',
      ':5',
      '0',
      '0:5',
      '5:0',
      '-1',
      '1e3',
      '1:101',
      '101',
      '4:5:6',
      'NaN',
      '1'.repeat(30),
    ])
      expect(parseAspectRatio(text), text).toBeUndefined();
    expect(turnAspectRatio('4:5')).toBe('5:4');
    expect(turnAspectRatio('1.91')).toBe('1:1.91');
  });
});
