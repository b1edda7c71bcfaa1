import { describe, expect, it } from 'vitest';
import { growBoxBy, moveBox, radiusInside, resizeBox, turnOf } from '#app/ui/editing/box-editing.ts';
import { pickBox } from '#app/ui/editing/snapping.ts';

const size = { width: 400, height: 300 };
const at = (left: number, top: number, right: number, bottom: number, rotation = 0) => ({
  box: { left, top, right, bottom },
  rotation,
});

describe('pickBox', () => {
  const boxes = [at(0, 0, 400, 300), at(50, 50, 150, 150), undefined, at(100, 100, 200, 200)];

  it('picks the smallest box at the point, and the last of equal boxes', () => {
    expect(pickBox(boxes, { x: 60, y: 60 })).toBe(1);
    expect(pickBox(boxes, { x: 120, y: 120 })).toBe(3);
    expect(pickBox(boxes, { x: 300, y: 20 })).toBe(0);
    expect(pickBox(boxes.slice(1), { x: 300, y: 20 })).toBe(-1);
  });

  it('tests whether a rotated box contains the point', () => {
    // The outline of a box of 100 × 20, rotated by 90° about (200, 150).
    const turned = [at(150, 140, 250, 160, 90)];
    expect(pickBox(turned, { x: 200, y: 110 })).toBe(0);
    expect(pickBox(turned, { x: 160, y: 150 })).toBe(-1);
  });

  it('picks a horizontal line, which has no height, within the tolerance', () => {
    const level = [at(20, 40, 120, 40)];
    expect(pickBox(level, { x: 70, y: 45 })).toBe(-1);
    expect(pickBox(level, { x: 70, y: 45 }, 6)).toBe(0);
  });
});

describe('keys that change a box', () => {
  it('grow a rotated box along its own axes, with its upper left corner fixed', () => {
    const grown = growBoxBy({ left: 10, top: 20, right: 110, bottom: 70 }, { x: 5, y: 0 }, { rotation: 0, size });
    expect(grown).toEqual({ left: 10, top: 20, right: 115, bottom: 70 });
    const turned = growBoxBy({ left: 100, top: 100, right: 200, bottom: 150 }, { x: 10, y: 0 }, { rotation: 90, size });
    expect(turned.right - turned.left).toBeCloseTo(110, 9);
    expect(turned.bottom - turned.top).toBeCloseTo(50, 9);
    // The fixed corner is at (175, 75): half the box's height right of its center, and half its width above.
    expect((turned.left + turned.right) / 2 + 25).toBeCloseTo(175, 9);
    expect((turned.top + turned.bottom) / 2 - 55).toBeCloseTo(75, 9);
  });

  it('rotate the box if they are brackets', () => {
    expect(['[', ']', '{', '}', 'x'].map(turnOf)).toEqual([-1, 1, -15, 15, undefined]);
  });
});

describe('a box that may leave the image', () => {
  const box = { left: 350, top: 250, right: 390, bottom: 290 };

  it('moves and scales beyond the image’s edges', () => {
    expect(moveBox(box, { x: 100, y: 100 }, undefined)).toEqual({ left: 450, top: 350, right: 490, bottom: 390 });
    const drag = { handle: 'bottomRight', from: { x: 390, y: 290 }, to: { x: 470, y: 370 }, rotation: 0 } as const;
    expect(resizeBox(box, { ...drag, size: undefined, keepRatio: true })).toEqual({ ...box, right: 470, bottom: 370 });
    expect(resizeBox(box, { ...drag, size, keepRatio: true })).toEqual({ ...box, right: 400, bottom: 300 });
  });
});

it('radiusInside limits the radius of handles, so a small box can still be moved by its middle', () => {
  expect(radiusInside({ left: 0, top: 0, right: 200, bottom: 40 }, 24)).toBe(10);
  expect(radiusInside({ left: 0, top: 0, right: 200, bottom: 400 }, 24)).toBe(24);
});
