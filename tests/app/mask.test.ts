import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { act, clearBase, generate, maskKind, openBase, select } from '#app/tools/mask/document.ts';
import { foundLittle } from '#app/tools/mask/found-little.ts';
import { maskPatch, previewFactor } from '#app/tools/mask/mask-patch.ts';
import {
  type MaskAction,
  PLAIN_EDGES,
  packPoints,
  paintedBy,
  roundPoint,
  selectionThroughInversion,
  throughInversion,
  unpackPoints,
} from '#app/tools/mask/mask-strokes.ts';
import type { GrayMask } from '#core/image/mask/gray-mask.ts';
import type { Selection } from '#core/image/mask/selection.ts';
import type { Pen } from '#core/image/mask/strokes.ts';

const pen: Pen = { tool: 'pen', gray: 200, widthPx: 8, feather: 0 };
const stroke = (x: number) => ({ kind: 'stroke', stroke: { ...pen, points: packPoints([{ x, y: 1 }]) } }) as const;
const invert = { kind: 'invert' } as const;
const places = (...actions: readonly MaskAction[]) => paintedBy(actions).strokes.map(({ points }) => points[0]);

describe('foundLittle', () => {
  const box = { kind: 'subject', combine: 'add', tolerance: 0, contiguous: true, points: [] } as const;
  const subject: Selection = { ...box, left: 0, top: 0, right: 10, bottom: 10 };
  const shown = (count: number): GrayMask => ({
    width: 10,
    height: 10,
    data: Uint8Array.from({ length: 100 }, (_, at) => (at < count ? 255 : 0)),
  });

  it('is true only for a subject that covers less than 5% of its box', () => {
    const found = (count: number, selection = subject, invert = false) =>
      foundLittle(shown(count), { selections: [selection], invert });
    expect([found(4), found(5), found(4, { ...subject, kind: 'rect' }), found(4, subject, true)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the actions on a mask', () => {
  it('paint all strokes in order', () => {
    expect(places(stroke(1), invert, stroke(2))).toEqual([1, 2]);
  });

  it('invert the mask after an odd number of inversions', () => {
    const inverted = [0, 1, 2, 3].map((times) => paintedBy(Array.from({ length: times }, () => invert)).invert);
    expect(inverted).toEqual([false, true, false, true]);
  });

  it('show the gray level of the pen, also on an inverted mask', () => {
    expect(paintedBy([stroke(1), invert, stroke(2)]).strokes.map(({ gray }) => gray)).toEqual([200, 55]);
  });
});

describe('selections among the actions on a mask', () => {
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
  const select = (left: number, fresh: boolean) => ({ kind: 'select', selection: { ...box, left }, fresh }) as const;
  const mark = { kind: 'stroke', stroke: { ...stroke(5).stroke, tool: 'keep' } } as const;
  const lefts = (...actions: readonly MaskAction[]) => paintedBy(actions).selections.map(({ left }) => left);

  it('are replaced by a new selection, together with the Keep and Hide strokes of their subject', () => {
    const actions = [select(1, true), mark, stroke(2), select(3, false)];
    expect([lefts(...actions), places(...actions)]).toEqual([
      [1, 3],
      [5, 2],
    ]);
    const replaced = [...actions, select(4, true)];
    expect([lefts(...replaced), places(...replaced)]).toEqual([[4], [2]]);
  });

  it('that replace all others reset an inversion of the mask; earlier strokes keep their displayed gray', () => {
    expect(paintedBy([stroke(1), invert, select(3, true)])).toMatchObject({ invert: false, strokes: [{ gray: 55 }] });
  });

  it('have the edge settings that were set last', () => {
    const edges = { refine: false, grow: 4, feather: 1 };
    expect(paintedBy([select(1, true), { kind: 'edges', edges }])).toMatchObject(edges);
    expect(paintedBy([select(1, true)])).toMatchObject(PLAIN_EDGES);
  });

  it('subtract from an inverted mask if they would add, and the other way around', () => {
    expect(selectionThroughInversion(box, true).combine).toBe('subtract');
    expect(selectionThroughInversion({ ...box, combine: 'subtract' }, true).combine).toBe('add');
    expect(selectionThroughInversion({ ...box, combine: 'intersect' }, true).combine).toBe('add-outside');
    expect(selectionThroughInversion(box, false)).toBe(box);
    expect(paintedBy([invert, select(1, false)]).selections).toMatchObject([{ combine: 'subtract' }]);
  });

  const start = { width: 9, height: 9, gray: 0 };
  const parse = (actions: readonly unknown[]) => maskKind.parse(structuredClone({ start, actions }))?.actions;

  it('are stored and restored, up to the first damaged action', () => {
    const edges = { kind: 'edges', edges: { refine: true, grow: -3, feather: 2.5 } } as const;
    const actions = [select(1, true), edges, mark, invert, select(2, false)];
    expect(parse(actions)).toEqual(actions);
    const damaged = { ...select(1, true), selection: { kind: 'rect', left: 'x' } };
    expect(parse([select(1, true), damaged, mark])).toEqual([select(1, true)]);
    expect(parse([{ ...edges, edges: { grow: 900 } }])).toEqual([]);
  });

  it('by color are dropped if their image is missing from the stored mask', () => {
    const wand = { ...select(1, true), selection: { ...box, kind: 'wand', x: 1, y: 1 } } as const;
    expect(parse([wand, stroke(1)])).toEqual([]);
    const base = { id: 'a', name: 'a.png', width: 9, height: 9 };
    expect(maskKind.parse({ start, base, actions: [wand] })).toEqual({ start, base, actions: [wand] });
  });
});

describe('a stored mask', () => {
  const start = { width: 4, height: 3, gray: 7, image: { id: 'a', name: 'a.png' } };
  const good = stroke(1);

  it.each([
    ['a width of the pen out of range', { ...good.stroke, widthPx: 1e9 }],
    ['points that are no list', { ...good.stroke, points: new Float64Array([1, 2, 1]) }],
    ['half a point', { ...good.stroke, points: [1, 2, 1, 4] }],
    ['a place that is no number', { ...good.stroke, points: [1, 2, Number.NaN] }],
    ['a place out of range', { ...good.stroke, points: [1e9, 2, 1] }],
  ])('ends before a stroke with %s', (_, damaged) => {
    const actions = [good, { kind: 'stroke', stroke: damaged }, good];
    expect(maskKind.parse({ start, actions })).toEqual({ start, actions: [good] });
  });

  it('is dropped without its list of actions or a valid size', () => {
    for (const stored of [undefined, 7, [], { start }, { actions: 7 }, Object.create({ actions: [] })])
      expect(maskKind.parse(stored)).toBeUndefined();
    for (const side of [0, -1, 0.5, 1e9, Number.NaN, '4'])
      expect(maskKind.parse({ start: { ...start, width: side }, actions: [] })).toBeUndefined();
  });

  it('shares the actions of its history, so that a restored history is not larger than before', () => {
    const stored = structuredClone([
      { start, actions: [good] },
      { start, actions: [good, invert] },
    ]);
    const [one, two] = stored.map((each) => maskKind.parse(each));
    expect(one?.actions[0]).toBe(two?.actions[0]);
  });
});

describe('an image that opens under a mask', () => {
  const base = { id: 'a', name: 'a.png', width: 9, height: 8 };

  it('sets the size of a mask without content, and is stretched under a mask with content', () => {
    const blank = generate({ width: 4, height: 3, gray: 7 })(maskKind.initial);
    expect(openBase(base)(blank).start).toEqual({ width: 9, height: 8, gray: 7 });
    const painted = act(stroke(1))(blank);
    expect(openBase(base)(painted)).toEqual({ ...painted, base });
  });

  it('removes selections by the colors of another image, as clearing does', () => {
    const wand: Selection = { kind: 'wand', combine: 'add', tolerance: 0, contiguous: true, points: [], x: 1, y: 1 };
    const chosen = select(wand, true)(openBase(base)(maskKind.initial));
    expect(openBase({ ...base, id: 'b' })(chosen).actions).toEqual([]);
    expect(clearBase(chosen)).toEqual({ start: { width: 9, height: 8, gray: 0 }, actions: [] });
  });
});

it('a new mask that would be too large changes nothing', () => {
  const value = generate({ width: 4, height: 3, gray: 7 })(maskKind.initial);
  expect(generate({ width: 999_999, height: 0, gray: 1 })(value)).toBe(value);
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
