import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxOfCopy,
  createBox,
  growBoxBy,
  handleAt,
  handleCursor,
  handlePoints,
  moveBox,
  movedHandle,
  nudgeShift,
  type ResizeHandle,
  resizeBox,
  resizeHandles,
  rotationTowards,
} from '#app/ui/editing/box-editing.ts';
import { snapLines, snapMove, snapResize } from '#app/ui/editing/snapping.ts';
import {
  type Box,
  boxContains,
  boxCorners,
  boxHeight,
  boxWidth,
  clampBox,
  hasArea,
  rotatedBounds,
  shiftBox,
  wholeBox,
} from '#core/geometry/box.ts';
import { type Point, rotateAbout } from '#core/geometry/point.ts';
import { deepOr } from '../deep.ts';

const size = { width: 800, height: 600 };
const run = { seed: 4, numRuns: deepOr(2000, 200) };

const boxes: fc.Arbitrary<Box> = fc
  .record({
    left: fc.nat(798),
    top: fc.nat(598),
    width: fc.integer({ min: 1, max: 800 }),
    height: fc.integer({ min: 1, max: 600 }),
  })
  .map(({ left, top, width, height }) => ({
    left,
    top,
    right: Math.min(800, left + width),
    bottom: Math.min(600, top + height),
  }));
const places: fc.Arbitrary<Point> = fc.record({
  x: fc.integer({ min: -300, max: 1100 }),
  y: fc.integer({ min: -300, max: 900 }),
});
const rotations = fc.integer({ min: -180, max: 180 });
const handles = fc.constantFrom(...resizeHandles);

function expectInside(box: Box, slack = 1e-6) {
  expect(box.left).toBeGreaterThanOrEqual(-slack);
  expect(box.top).toBeGreaterThanOrEqual(-slack);
  expect(box.right).toBeLessThanOrEqual(size.width + slack);
  expect(box.bottom).toBeLessThanOrEqual(size.height + slack);
  expect(boxWidth(box)).toBeGreaterThan(0);
  expect(boxHeight(box)).toBeGreaterThan(0);
}

const opposite: Record<ResizeHandle, ResizeHandle> = {
  topLeft: 'bottomRight',
  top: 'bottom',
  topRight: 'bottomLeft',
  right: 'left',
  bottomRight: 'topLeft',
  bottom: 'top',
  bottomLeft: 'topRight',
  left: 'right',
};

const expectSamePlace = (one: Point, other: Point, digits = 6) => {
  expect(one.x).toBeCloseTo(other.x, digits);
  expect(one.y).toBeCloseTo(other.y, digits);
};

describe('createBox', () => {
  it('returns the box between the ends of the drag, inside the image', () => {
    expect(createBox({ x: 300, y: 200 }, { x: 100, y: 250 }, size)).toEqual({
      left: 100,
      top: 200,
      right: 300,
      bottom: 250,
    });
    expect(createBox({ x: 700, y: 500 }, { x: 900, y: -20 }, size)).toEqual({
      left: 700,
      top: 0,
      right: 800,
      bottom: 500,
    });
  });

  it('keeps the requested aspect ratio, and stays inside the image', () => {
    fc.assert(
      fc.property(places, places, fc.constantFrom(1, 1.5, 0.25), (from, to, ratio) => {
        const box = createBox(from, to, size, ratio);
        expect(boxWidth(box)).toBeCloseTo(boxHeight(box) * ratio, 6);
        expect(clampBox(box, size).left).toBeCloseTo(box.left, 6);
        expect(clampBox(box, size).top).toBeCloseTo(box.top, 6);
        expect(box.right).toBeLessThanOrEqual(size.width + 1e-6);
        expect(box.bottom).toBeLessThanOrEqual(size.height + 1e-6);
      }),
      run,
    );
  });
});

describe('the box of a copy', () => {
  const size = { width: 400, height: 200 };
  const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

  it('is below and right of the original, with the same size', () => {
    expect(boxOfCopy(box(10, 20, 60, 50), size)).toEqual(box(15, 25, 65, 55));
  });

  it('is to the left of, or above, an original at the right or bottom edge', () => {
    expect(boxOfCopy(box(300, 20, 400, 50), size)).toEqual(box(295, 25, 395, 55));
    expect(boxOfCopy(box(300, 150, 398, 198), size)).toEqual(box(295, 145, 393, 193));
  });

  it('does not move in a direction in which the box fills the image', () => {
    expect(boxOfCopy(box(0, 0, 400, 200), size)).toEqual(box(0, 0, 400, 200));
    expect(boxOfCopy(box(0, 50, 400, 100), size)).toEqual(box(0, 55, 400, 105));
  });

  it('is moved by at least a pixel', () => {
    expect(boxOfCopy(box(0, 0, 2, 2), { width: 10, height: 10 })).toEqual(box(1, 1, 3, 3));
  });
});

describe('moveBox', () => {
  it('keeps the size, stays inside, and reaches the edges', () => {
    fc.assert(
      fc.property(boxes, places, (box, shift) => {
        const moved = moveBox(box, shift, size);
        expectInside(moved);
        expect(boxWidth(moved)).toBeCloseTo(boxWidth(box), 9);
        expect(boxHeight(moved)).toBeCloseTo(boxHeight(box), 9);
        const wanted = shiftBox(box, shift.x, shift.y);
        expect(moved.left).toBeCloseTo(Math.min(size.width - boxWidth(box), Math.max(0, wanted.left)), 9);
        expect(moved.top).toBeCloseTo(Math.min(size.height - boxHeight(box), Math.max(0, wanted.top)), 9);
      }),
      run,
    );
  });
});

describe('resizeBox', () => {
  const resizes = fc.record({
    box: boxes,
    handle: handles,
    from: places,
    to: places,
    rotation: rotations,
    keepRatio: fc.boolean(),
  });

  it('stays inside the image, at least a pixel large', () => {
    fc.assert(
      fc.property(resizes, ({ box, ...drag }) => {
        const resized = resizeBox(box, { ...drag, size });
        expectInside(resized);
        expect(Math.min(boxWidth(resized), boxHeight(resized))).toBeGreaterThanOrEqual(
          Math.min(1, boxWidth(box), boxHeight(box)) - 1e-6,
        );
      }),
      run,
    );
  });

  it('keeps the point opposite the handle in place, even if the box is rotated and near a corner of the image', () => {
    fc.assert(
      fc.property(resizes, ({ box, ...drag }) => {
        const resized = resizeBox(box, { ...drag, size });
        const moved = movedHandle(box, { ...drag, size });
        expectSamePlace(
          handlePoints(resized, drag.rotation, 0)[opposite[moved]],
          handlePoints(box, drag.rotation, 0)[opposite[drag.handle]],
        );
      }),
      run,
    );
  });

  it('keeps right angles of a rotated box near a corner', () => {
    fc.assert(
      fc.property(resizes, ({ box, ...drag }) => {
        const [a, b, c, d] = boxCorners(resizeBox(box, { ...drag, size }), drag.rotation);
        expect((b.x - a.x) * (d.x - a.x) + (b.y - a.y) * (d.y - a.y)).toBeCloseTo(0, 3);
        expectSamePlace({ x: a.x + c.x, y: a.y + c.y }, { x: b.x + d.x, y: b.y + d.y });
      }),
      run,
    );
  });

  it('keeps the aspect ratio if requested', () => {
    fc.assert(
      fc.property(resizes, ({ box, ...drag }) => {
        const resized = resizeBox(box, { ...drag, keepRatio: true, size });
        expect(boxWidth(resized) * boxHeight(box)).toBeCloseTo(boxHeight(resized) * boxWidth(box), 3);
      }),
      run,
    );
  });

  it('moves the handle to the pointer if nothing limits the box', () => {
    const middle: Box = { left: 300, top: 250, right: 500, bottom: 350 };
    const steps = fc.record({ x: fc.integer({ min: -40, max: 40 }), y: fc.integer({ min: -40, max: 40 }) });
    fc.assert(
      fc.property(
        steps,
        rotations,
        fc.constantFrom('topLeft', 'topRight', 'bottomRight', 'bottomLeft'),
        (step, rotation, handle) => {
          const from = handlePoints(middle, rotation, 0)[handle];
          const to = { x: from.x + step.x, y: from.y + step.y };
          const resized = resizeBox(middle, { handle, from, to, rotation, size });
          expectSamePlace(handlePoints(resized, rotation, 0)[handle], to);
        },
      ),
      run,
    );
  });

  it('mirrors the box when a handle passes the opposite corner or edge', () => {
    const middle: Box = { left: 300, top: 250, right: 500, bottom: 350 };
    const drag = { from: { x: 500, y: 350 }, rotation: 0, size, handle: 'bottomRight' } as const;
    expect(resizeBox(middle, { ...drag, to: { x: 250, y: 200 } })).toEqual({
      left: 250,
      top: 200,
      right: 300,
      bottom: 250,
    });
    expect(resizeBox(middle, { ...drag, to: { x: 250, y: 400 } })).toEqual({
      left: 250,
      top: 250,
      right: 300,
      bottom: 400,
    });
    expect(movedHandle(middle, { ...drag, to: { x: 250, y: 400 } })).toBe('bottomLeft');
    const edge = { ...drag, handle: 'right', to: { x: -80, y: 350 } } as const;
    expect(resizeBox(middle, edge)).toEqual({ left: 0, top: 250, right: 300, bottom: 350 });
    const square = resizeBox(middle, { ...drag, to: { x: 200, y: 200 }, keepRatio: true });
    expect(square).toMatchObject({ right: 300, bottom: 250 });
    expect(boxWidth(square)).toBeCloseTo(2 * boxHeight(square), 9);
  });

  it('does not mirror if the other side has no space, or if a key resizes the box', () => {
    const box: Box = { left: 0, top: 100, right: 50, bottom: 200 };
    const drag = { handle: 'right', from: { x: 50, y: 150 }, to: { x: -30, y: 150 }, rotation: 0, size } as const;
    expect(resizeBox(box, drag)).toEqual({ ...box, right: 1 });
    expect(movedHandle(box, drag)).toBe('right');
    const small: Box = { left: 100, top: 100, right: 105, bottom: 105 };
    expect(growBoxBy(small, { x: -10, y: 0 }, { rotation: 0, size })).toEqual({ ...small, right: 101 });
  });

  it('moves an edge along its own axis only', () => {
    const middle: Box = { left: 300, top: 250, right: 500, bottom: 350 };
    const drag = { from: { x: 500, y: 300 }, to: { x: 560, y: 340 }, size };
    expect(resizeBox(middle, { ...drag, handle: 'right', rotation: 0 })).toEqual({ ...middle, right: 560 });
    const turned = resizeBox(middle, { ...drag, handle: 'right', rotation: 90 });
    expect(boxHeight(turned)).toBeCloseTo(100, 9);
    expect(boxWidth(turned)).toBeCloseTo(240, 9);
  });

  it('slides along an edge of the image instead of stopping there', () => {
    const box: Box = { left: 600, top: 100, right: 700, bottom: 200 };
    const drag = { handle: 'bottomRight', from: { x: 700, y: 200 }, rotation: 0, size } as const;
    expect(resizeBox(box, { ...drag, to: { x: 1000, y: 350 } })).toEqual({ ...box, right: 800, bottom: 350 });
  });
});

it('wholeBox returns whole pixels inside the image, within a pixel of the box', () => {
  const fractions = fc.record({
    left: fc.double({ min: 0, max: 799, noNaN: true }),
    top: fc.double({ min: 0, max: 599, noNaN: true }),
    width: fc.double({ min: 0, max: 800, noNaN: true }),
    height: fc.double({ min: 0, max: 600, noNaN: true }),
  });
  fc.assert(
    fc.property(fractions, ({ left, top, width, height }) => {
      const box = { left, top, right: Math.min(800, left + width), bottom: Math.min(600, top + height) };
      const whole = wholeBox(box, size);
      for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
        expect(Number.isInteger(whole[edge])).toBe(true);
        expect(Math.abs(whole[edge] - box[edge])).toBeLessThanOrEqual(1.5);
      }
      expectInside(whole, 0);
    }),
    run,
  );
});

describe('clampBox', () => {
  it('moves a pasted box into a smaller image and shrinks only the sides that do not fit', () => {
    expect(clampBox({ left: 900, top: 700, right: 1000, bottom: 760 }, size)).toEqual({
      left: 700,
      top: 540,
      right: 800,
      bottom: 600,
    });
    expect(clampBox({ left: 300, top: 50, right: 1500, bottom: 150 }, size)).toEqual({
      left: 0,
      top: 50,
      right: 800,
      bottom: 150,
    });
  });
});

describe('rotationTowards', () => {
  const box: Box = { left: 100, top: 100, right: 300, bottom: 200 };

  it('is 0 above the box and grows clockwise', () => {
    expect(rotationTowards(box, { x: 200, y: 0 })).toBe(0);
    expect(rotationTowards(box, { x: 400, y: 150 })).toBe(90);
    expect(rotationTowards(box, { x: 200, y: 400 })).toBe(180);
    expect(rotationTowards(box, { x: 0, y: 150 })).toBe(-90);
  });

  it('puts the handle under the pointer, in whole degrees or steps of 15°', () => {
    fc.assert(
      fc.property(rotations, (rotation) => {
        const { rotate } = handlePoints(box, rotation, 30);
        expect(rotationTowards(box, rotate)).toBe(rotation === -180 ? 180 : rotation);
        const snapped = rotationTowards(box, rotate, true);
        expect(Math.abs(snapped % 15)).toBe(0);
        const apart = Math.abs(snapped - rotation);
        expect(Math.min(apart, 360 - apart)).toBeLessThanOrEqual(7.5);
      }),
      run,
    );
  });
});

describe('the handles of a box', () => {
  const box: Box = { left: 100, top: 100, right: 300, bottom: 200 };

  it('are hit where they are shown and nowhere else', () => {
    fc.assert(
      fc.property(rotations, handles, (rotation, handle) => {
        const points = handlePoints(box, rotation, 40);
        const at = points[handle];
        expect(handleAt(points, { x: at.x + 6, y: at.y - 6 }, 10)).toBe(handle);
        expect(handleAt(points, { x: 200, y: 150 }, 10)).toBeUndefined();
      }),
      run,
    );
    expect(handleAt(handlePoints(box, 0, 40), { x: 200, y: 62 }, 10)).toBe('rotate');
  });

  it('of corners are hit before those of edges on a very small box', () => {
    const dot = { left: 100, top: 100, right: 101, bottom: 101 };
    expect(handleAt(handlePoints(dot, 0, 40), { x: 105, y: 105 }, 10)).toBe('bottomRight');
  });

  it('show the resize cursor of their direction', () => {
    expect(handleCursor('right', 0)).toBe('ew-resize');
    expect(handleCursor('right', 90)).toBe('ns-resize');
    expect(handleCursor('topLeft', 0)).toBe('nwse-resize');
    expect(handleCursor('topLeft', -90)).toBe('nesw-resize');
    expect(handleCursor('top', 45)).toBe('nesw-resize');
    expect(handleCursor('rotate', 10)).toBe('grab');
  });
});

it('arrow keys move a box by 1 px, or by 10 px with Shift', () => {
  expect(nudgeShift('ArrowLeft', false)).toEqual({ x: -1, y: 0 });
  expect(nudgeShift('ArrowDown', true)).toEqual({ x: 0, y: 10 });
  expect(nudgeShift('a', false)).toBeUndefined();
});

it('boxContains tests the rotated box', () => {
  const box: Box = { left: 100, top: 140, right: 300, bottom: 160 };
  expect(boxContains(box, 0, { x: 200, y: 60 })).toBe(false);
  expect(boxContains(box, 90, { x: 200, y: 60 })).toBe(true);
  expect(boxContains(box, 90, { x: 110, y: 150 })).toBe(false);
});

describe('snapping', () => {
  const other: Box = { left: 400, top: 300, right: 500, bottom: 380 };
  const lines = snapLines(size, [{ box: other, rotation: 0 }]);

  it('aligns an edge with the image’s edge, and a center with its center', () => {
    const near: Box = { left: 4, top: 251, right: 104, bottom: 351 };
    const { box, guides } = snapMove({ box: near, rotation: 0 }, lines, 6, size);
    expect(box).toEqual({ left: 0, top: 250, right: 100, bottom: 350 });
    expect(guides).toContainEqual({ axis: 'x', position: 0, from: 0, to: 600 });
    expect(guides).toContainEqual({ axis: 'y', position: 300, from: 0, to: 800 });
  });

  it('aligns with the edges of another box, with a guide between both', () => {
    const near: Box = { left: 402, top: 100, right: 442, bottom: 130 };
    const { box, guides } = snapMove({ box: near, rotation: 0 }, lines, 5, size);
    expect(box.left).toBe(400);
    expect(guides).toContainEqual({ axis: 'x', position: 400, from: 0, to: 600 });
    const alone = snapMove(
      { box: near, rotation: 0 },
      snapLines(size, [{ box: other, rotation: 0 }]).slice(6),
      5,
      size,
    );
    expect(alone.guides).toContainEqual({ axis: 'x', position: 400, from: 100, to: 380 });
  });

  it('ignores distant edges', () => {
    const far: Box = { left: 37, top: 41, right: 90, bottom: 99 };
    expect(snapMove({ box: far, rotation: 0 }, lines, 5, size)).toEqual({ box: far, guides: [] });
  });

  it('never shifts farther than the tolerance, keeps the size, stays inside, and ends on its guides', () => {
    fc.assert(
      fc.property(boxes, rotations, fc.integer({ min: 0, max: 20 }), (box, rotation, tolerance) => {
        const { box: snapped, guides } = snapMove({ box, rotation }, lines, tolerance, size);
        expectInside(snapped);
        expect(Math.abs(snapped.left - box.left)).toBeLessThanOrEqual(tolerance + 1e-9);
        expect(Math.abs(snapped.top - box.top)).toBeLessThanOrEqual(tolerance + 1e-9);
        expect(boxWidth(snapped)).toBeCloseTo(boxWidth(box), 9);
        const seen = rotatedBounds(snapped, rotation);
        for (const { axis, position } of guides) {
          const marks =
            axis === 'x'
              ? [seen.left, (seen.left + seen.right) / 2, seen.right]
              : [seen.top, (seen.top + seen.bottom) / 2, seen.bottom];
          expect(Math.min(...marks.map((mark) => Math.abs(mark - position)))).toBeLessThan(1e-5);
        }
      }),
      run,
    );
  });

  it('aligns the outermost corners of a rotated box', () => {
    const box: Box = { left: 120, top: 200, right: 220, bottom: 300 };
    const seen = rotatedBounds(box, 45);
    const near = shiftBox(box, 3 - seen.left, 0);
    const { box: snapped } = snapMove({ box: near, rotation: 45 }, snapLines(size, []), 5, size);
    expect(rotatedBounds(snapped, 45).left).toBeCloseTo(0, 9);
  });

  it('moves only the edges of the dragged handle', () => {
    const box: Box = { left: 203, top: 101, right: 398, bottom: 296 };
    const { box: snapped, guides } = snapResize(box, 'bottomRight', lines, 5, size);
    expect(snapped).toEqual({ left: 203, top: 101, right: 400, bottom: 300 });
    expect(guides.map(({ axis, position }) => `${axis}${position}`).toSorted()).toEqual(['x400', 'y300']);
    expect(snapResize(box, 'top', lines, 5, size).box).toEqual(box);
    fc.assert(
      fc.property(boxes, handles, fc.integer({ min: 0, max: 20 }), (each, handle, tolerance) => {
        const result = snapResize(each, handle, lines, tolerance, size).box;
        expect(hasArea(result)).toBe(true);
        expectInside(result);
        const anchor = opposite[handle];
        expectSamePlace(
          pick(handlePoints(result, 0, 0)[anchor], handle),
          pick(handlePoints(each, 0, 0)[anchor], handle),
        );
      }),
      run,
    );
  });
});

/** Keeps the coordinates that a handle changes, and sets others to 0. The handle of an edge changes only one. */
const pick = ({ x, y }: Point, handle: ResizeHandle): Point => ({
  x: handle === 'top' || handle === 'bottom' ? 0 : x,
  y: handle === 'left' || handle === 'right' ? 0 : y,
});

it('rotateAbout is exact at right angles', () => {
  expect(rotateAbout({ x: 13, y: 7 }, { x: 10, y: 10 }, 90)).toEqual({ x: 13, y: 13 });
  expect(rotateAbout({ x: 13, y: 7 }, { x: 10, y: 10 }, -180)).toEqual({ x: 7, y: 13 });
});
