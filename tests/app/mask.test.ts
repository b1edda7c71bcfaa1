import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPatch, previewFactor } from '#app/tools/mask/mask-patch.ts';
import {
  emptyLog,
  logState,
  type MaskLog,
  PLAIN_EDGES,
  packPoints,
  pushAction,
  roundPoint,
  selectionThroughInversion,
  throughInversion,
  unpackPoints,
} from '#app/tools/mask/mask-strokes.ts';
import { parseLog } from '#app/tools/mask/stored-mask.ts';
import type { GrayMask } from '#core/image/mask/gray-mask.ts';
import type { Selection } from '#core/image/mask/selection.ts';
import type { Pen } from '#core/image/mask/strokes.ts';

const pen: Pen = { tool: 'pen', gray: 200, widthPx: 8, feather: 0 };
const stroke = (x: number) => ({ kind: 'stroke', stroke: { ...pen, points: packPoints([{ x, y: 1 }]) } }) as const;
const places = (log: MaskLog) => logState(log).strokes.map(({ points }) => points[0]);

describe('the history of a mask', () => {
  it('contains every action that is not undone', () => {
    const log = [stroke(1), { kind: 'invert' } as const, stroke(2)].reduce(pushAction, emptyLog);
    expect(places(log)).toEqual([1, 2]);
    expect(logState(log).invert).toBe(true);
    expect(places({ ...log, done: 1 })).toEqual([1]);
    expect(logState({ ...log, done: 1 }).invert).toBe(false);
  });

  it('discards undone actions after a new action', () => {
    const log = [stroke(1), stroke(2)].reduce(pushAction, emptyLog);
    const other = pushAction({ ...log, done: 1 }, stroke(3));
    expect(places(other)).toEqual([1, 3]);
    expect(other.done).toBe(2);
    expect(places(log)).toEqual([1, 2]);
  });

  it('inverts the mask after an odd number of inversions', () => {
    const log = [1, 2, 3].reduce((before: MaskLog) => pushAction(before, { kind: 'invert' }), emptyLog);
    expect([0, 1, 2, 3].map((done) => logState({ ...log, done }).invert)).toEqual([false, true, false, true]);
  });
});

describe('selections in the history of a mask', () => {
  const select = (left: number, fresh: boolean) =>
    ({
      kind: 'select',
      selection: { ...box, left },
      fresh,
    }) as const;
  const box: Selection = {
    kind: 'rect',
    combine: 'add',
    tolerance: 32,
    contiguous: true,
    points: [],
    left: 0,
    top: 0,
    right: 9,
    bottom: 9,
  };
  const mark = { kind: 'stroke', stroke: { ...stroke(5).stroke, tool: 'keep' } } as const;
  const lefts = (log: MaskLog) => logState(log).selections.map(({ left }) => left);

  it('are replaced by a new selection, together with the Keep and Hide strokes of their subject', () => {
    const log = [select(1, true), mark, stroke(2), select(3, false), select(4, true)].reduce(pushAction, emptyLog);
    expect(lefts({ ...log, done: 4 })).toEqual([1, 3]);
    expect(places({ ...log, done: 4 })).toEqual([5, 2]);
    expect([lefts(log), places(log)]).toEqual([[4], [2]]);
  });

  it('that replace all others reset an inversion of the mask; earlier strokes keep their displayed gray', () => {
    const log = [stroke(1), { kind: 'invert' } as const, select(3, true)].reduce(pushAction, emptyLog);
    expect(logState(log)).toMatchObject({ invert: false, strokes: [{ gray: 55 }] });
    expect(logState({ ...log, done: 2 })).toMatchObject({ invert: true, strokes: [{ gray: 200 }] });
  });

  it('have the edge settings that were set last', () => {
    const edges = { refine: false, grow: 4, feather: 1 };
    const log = [select(1, true), { kind: 'edges', edges } as const].reduce(pushAction, emptyLog);
    expect(logState(log)).toMatchObject(edges);
    expect(logState({ ...log, done: 1 })).toMatchObject(PLAIN_EDGES);
  });

  it('subtract from an inverted mask if they would add, and the other way around', () => {
    expect(selectionThroughInversion(box, true).combine).toBe('subtract');
    expect(selectionThroughInversion({ ...box, combine: 'subtract' }, true).combine).toBe('add');
    expect(selectionThroughInversion({ ...box, combine: 'intersect' }, true).combine).toBe('add-outside');
    expect(selectionThroughInversion(box, false)).toBe(box);
  });

  it('are stored and restored, up to the first damaged action', () => {
    const edges = { kind: 'edges', edges: { refine: true, grow: -3, feather: 2.5 } } as const;
    const log = [select(1, true), edges, mark, select(2, false)].reduce(pushAction, emptyLog);
    expect(parseLog(structuredClone(log))).toEqual(log);
    const damaged = { ...select(1, true), selection: { kind: 'rect', left: 'x' } };
    expect(parseLog({ actions: [select(1, true), damaged, mark], done: 3 })).toEqual({
      actions: [select(1, true)],
      done: 1,
    });
    expect(parseLog({ actions: [{ ...edges, edges: { grow: 900 } }], done: 1 })).toEqual({ actions: [], done: 0 });
  });
});

describe('points of a mask stroke in packed form', () => {
  it('unpack to the same points, with a default pressure of 1', () => {
    expect(
      unpackPoints(
        packPoints([
          { x: 1.25, y: -3 },
          { x: 7, y: 8.5, pressure: 0.25 },
        ]),
      ),
    ).toEqual([
      { x: 1.25, y: -3, pressure: 1 },
      { x: 7, y: 8.5, pressure: 0.25 },
    ]);
  });

  it('are rounded to two decimals, and their pressure to three', () => {
    expect(roundPoint({ x: 10.123_456, y: 2.005_1, pressure: 0.123_49 })).toEqual({
      x: 10.12,
      y: 2.01,
      pressure: 0.123,
    });
  });
});

it('a pen keeps its gray after two inversions, and paints the inverted gray after one inversion', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), (gray) => {
      const once = throughInversion({ ...pen, gray }, true);
      expect(once.gray).toBe(255 - gray);
      expect(throughInversion(once, true)).toEqual({ ...pen, gray });
    }),
    { seed: 11 },
  );
  expect(throughInversion(pen, false)).toEqual(pen);
});

describe('a redrawn part of a mask preview', () => {
  const ramp = (width: number, height: number): GrayMask => ({
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, at) => at % 256),
  });
  const grays = (data: Uint8ClampedArray) => Array.from(data).filter((_, at) => at % 4 === 0);

  it('is scaled by a whole factor, with no side of the preview over 2048 px', () => {
    expect(previewFactor({ width: 2048, height: 5 })).toBe(1);
    expect(previewFactor({ width: 5, height: 2049 })).toBe(2);
    expect(previewFactor({ width: 10_000, height: 10_000 })).toBe(5);
  });

  it('has the mask’s gray levels as opaque pixels if the preview has the mask’s size', () => {
    const patch = maskPatch(ramp(8, 4), { x: 2, y: 1, width: 3, height: 2 }, 1);
    expect([patch.x, patch.y, patch.width, patch.height]).toEqual([2, 1, 3, 2]);
    expect(grays(patch.data)).toEqual([10, 11, 12, 18, 19, 20]);
    expect(patch.data.filter((_, at) => at % 4 === 3)).toEqual(new Uint8ClampedArray(6).fill(255));
  });

  it('computes each preview pixel as the average of its mask pixels, also at the mask’s edge', () => {
    // A mask of 5 × 3 at scale 2: the preview's last column covers one mask column, and its last row one mask row.
    const patch = maskPatch(ramp(5, 3), { x: 3, y: 1, width: 2, height: 2 }, 2);
    expect([patch.x, patch.y, patch.width, patch.height]).toEqual([1, 0, 2, 2]);
    expect(grays(patch.data)).toEqual([
      Math.round((2 + 3 + 7 + 8) / 4),
      Math.round((4 + 9) / 2),
      Math.round((12 + 13) / 2),
      14,
    ]);
  });
});
