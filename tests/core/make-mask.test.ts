import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkerboard } from '#app/workers/checkerboard.ts';
import { CancelledError } from '#core/base/errors.ts';
import type { Raster } from '#core/base/raster.ts';
import { grayRows, type MaskParameters, makeMask } from '#core/image/make-mask.ts';
import { flatMask, type GrayMask, invertMask, maskFromRaster, maskToRaster } from '#core/image/mask/gray-mask.ts';
import { loadMaskKernels, PlainKernels } from '#core/image/mask/mask-kernels.ts';
import { type Pen, paintStroke, type Stroke, startStroke } from '#core/image/mask/strokes.ts';
import { makeMask as operation } from '#core/operations/make-mask.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { deepOr } from '../deep.ts';
import { noiseRaster, sameBytes } from './noise.ts';
import { watchedWorkers } from './watched-workers.ts';

const defaults: MaskParameters = { gray: 0, strokes: [], invert: false };
const make = (params: Partial<MaskParameters>, image?: Raster) =>
  makeMask(image, { ...defaults, ...params }, { platform: watchedWorkers({ size: 2 }).platform });

const pen = (change: Partial<Pen> = {}): Pen => ({ tool: 'pen', gray: 255, widthPx: 10, feather: 0, ...change });
const painted = (width: number, height: number, stroke: Stroke, gray = 0): GrayMask => {
  const mask = flatMask(width, height, gray);
  paintStroke(mask, stroke);
  return mask;
};
/** Returns the painted area in pixels. A byte of 255 counts as one pixel. */
const area = (mask: GrayMask) => mask.data.reduce((sum, byte) => sum + byte, 0) / 255;

describe('a mask without strokes', () => {
  it('is 1024 × 768 by default, also with sizes of 0', async () => {
    expect(await make({})).toMatchObject({ width: 1024, height: 768 });
    expect(await make({ width: 0, height: 0 })).toMatchObject({ width: 1024, height: 768 });
    expect(await make({ width: 30 })).toMatchObject({ width: 30, height: 768 });
  });

  it('is one opaque gray, or the inverted gray on request', async () => {
    const { data } = await make({ width: 3, height: 2, gray: 77 });
    expect([...data]).toEqual(Array.from({ length: 6 }, () => [77, 77, 77, 255]).flat());
    expect([...(await make({ width: 1, height: 1, gray: 77, invert: true })).data]).toEqual([178, 178, 178, 255]);
  });

  it('is the luminance of an image times its alpha', async () => {
    const image = noiseRaster(40, 30);
    const mask = await make({}, image);
    expect(mask).toMatchObject({ width: 40, height: 30 });
    for (let at = 0; at < image.data.length; at += 4) {
      const [red, green, blue, alpha] = [...image.data.subarray(at, at + 4)] as [number, number, number, number];
      const exact = (0.2126 * red + 0.7152 * green + 0.0722 * blue) * (alpha / 255);
      expect(Math.abs((mask.data[at] as number) - exact)).toBeLessThan(0.5001);
      expect(mask.data[at + 1]).toBe(mask.data[at]);
      expect(mask.data[at + 2]).toBe(mask.data[at]);
      expect(mask.data[at + 3]).toBe(255);
    }
  });

  it('is the same with the WebAssembly and the TypeScript kernels', async () => {
    const kernels = await loadMaskKernels();
    expect(kernels).not.toBeInstanceOf(PlainKernels);
    for (const image of [noiseRaster(300, 211), noiseRaster(257, 64, { opaque: true })])
      for (const invert of [false, true]) {
        const mask = maskFromRaster(image);
        if (invert) invertMask(mask);
        const expected = maskToRaster(mask).data;
        expect(sameBytes(grayRows(kernels, image.data.slice(), invert), expected)).toBe(true);
        expect(sameBytes(grayRows(new PlainKernels(), image.data.slice(), invert), expected)).toBe(true);
      }
  });

  it('stays the same when loaded as a mask again', async () => {
    const mask = await make({}, noiseRaster(40, 30));
    expect((await make({}, mask)).data).toEqual(mask.data);
  });

  it('stretches the image to the requested size', async () => {
    expect(await make({ width: 20 }, noiseRaster(40, 30))).toMatchObject({ width: 20, height: 30 });
  });

  it('refuses a size over the limit', async () => {
    await expect(make({ width: 20_000, height: 20_000 })).rejects.toMatchObject({ code: 'imageTooLarge' });
    await expect(make({ width: 999_999, height: 1 })).rejects.toMatchObject({ code: 'imageTooLong' });
  });
});

describe('a stroke', () => {
  it.each([1, 2, 3, 7.5, 40, 512])('of one point is a disc %f px wide', (widthPx) => {
    const size = widthPx + 20;
    for (const [x, y] of [
      [size / 2, size / 2],
      [size / 2 + 0.37, size / 2 - 0.21],
    ] as const) {
      const exact = Math.PI * (widthPx / 2) ** 2;
      // Tolerance: a byte has steps of 1/255, and 16 scan lines per pixel approximate the edge of a very small disc.
      const mask = painted(Math.ceil(size), Math.ceil(size), { ...pen({ widthPx }), points: [{ x, y }] });
      expect(Math.abs(area(mask) - exact)).toBeLessThan(0.01 + exact * 0.002 + widthPx * 0.002);
    }
  });

  it('covers a capsule between two points, in any direction', () =>
    fc.assert(
      fc.property(
        fc.record({
          x0: fc.double({ min: 30, max: 90, noNaN: true }),
          y0: fc.double({ min: 30, max: 90, noNaN: true }),
        }),
        fc.record({
          x1: fc.double({ min: 30, max: 90, noNaN: true }),
          y1: fc.double({ min: 30, max: 90, noNaN: true }),
        }),
        fc.integer({ min: 1, max: 50 }),
        ({ x0, y0 }, { x1, y1 }, widthPx) => {
          const exact = Math.PI * (widthPx / 2) ** 2 + widthPx * Math.hypot(x1 - x0, y1 - y0);
          const mask = painted(120, 120, {
            ...pen({ widthPx }),
            points: [
              { x: x0, y: y0 },
              { x: x1, y: y1 },
            ],
          });
          expect(Math.abs(area(mask) - exact)).toBeLessThan(0.02 + exact * 0.004);
        },
      ),
      { seed: 2, numRuns: deepOr(200, 60) },
    ));

  it('narrows with the pressure, and its outline follows the common tangents of its discs', () => {
    const [length, r0, r1] = [60, 12, 4];
    const points = [
      { x: 30, y: 30 },
      { x: 90, y: 30, pressure: r1 / r0 },
    ];
    const mask = painted(120, 60, { ...pen({ widthPx: 2 * r0 }), points });
    // Sums the area of two sectors beyond the tangent points, and of two trapezoids between tangents and center line.
    const angle = Math.asin((r0 - r1) / length);
    const sectors = r0 * r0 * (Math.PI / 2 + angle) + r1 * r1 * (Math.PI / 2 - angle);
    const trapezia = length * Math.cos(angle) * (r0 + r1);
    expect(Math.abs(area(mask) - (sectors + trapezia))).toBeLessThan(0.5);
  });

  it('that passes straight through many points has no seams', () => {
    for (const widthPx of [1, 2, 3, 9]) {
      const points = Array.from({ length: 400 }, (_, index) => ({
        x: 10 + index * 0.31,
        y: 20.5 + (widthPx % 2 === 0 ? 0.5 : 0),
      }));
      const mask = painted(150, 40, { ...pen({ widthPx }), points });
      const rows = Array.from({ length: 40 }, (_, y) => mask.data.subarray(y * 150 + 20, y * 150 + 120));
      const solid = rows.filter((row) => row.every((byte) => byte >= 254));
      expect(solid).toHaveLength(widthPx);
      expect(rows.filter((row) => row.every((byte) => byte <= 1))).toHaveLength(40 - widthPx);
    }
  });

  it('is smooth, without corners at the control points', () => {
    const points = [
      { x: 10, y: 90 },
      { x: 50, y: 10 },
      { x: 90, y: 90 },
    ];
    const mask = painted(100, 100, { ...pen({ widthPx: 4 }), points });
    const at = (x: number, y: number) => mask.data[y * 100 + x] as number;
    // The curve goes from (30, 50) to (70, 50). Its top is a quarter of the way to the control point, at y = 30.
    expect(at(50, 30)).toBe(255);
    expect(at(50, 12)).toBe(0);
  });

  const pens = fc.record({
    tool: fc.constantFrom('pen' as const, 'eraser' as const),
    gray: fc.integer({ min: 0, max: 255 }),
    widthPx: fc.integer({ min: 1, max: 60 }),
    feather: fc.constantFrom(0, 0, 0.8, 6),
  });
  const coordinate = fc.integer({ min: -3000, max: 13_000 }).map((hundredths) => hundredths / 100);
  const points = fc.array(
    fc.record({
      x: coordinate,
      y: coordinate,
      pressure: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 7 },
  );

  it('painted point by point equals the stroke painted at once, and changes only the returned rectangles', () =>
    fc.assert(
      fc.property(pens, points, fc.integer({ min: 0, max: 255 }), (brush, path, gray) => {
        const whole = painted(90, 80, { ...brush, points: path }, gray);
        const mask = flatMask(90, 80, gray);
        const painter = startStroke(mask, brush);
        for (const step of [...path.map((point) => () => painter.add(point)), () => painter.finish()]) {
          const before = mask.data.slice();
          const rect = step();
          for (let index = 0; index < before.length; index++) {
            if (mask.data[index] === before[index]) continue;
            const [x, y] = [index % 90, Math.floor(index / 90)];
            const inside = rect && x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
            if (!inside) throw new Error(`(${x}, ${y}) changed outside`);
          }
        }
        expect(mask.data).toEqual(whole.data);
      }),
      { seed: 4, numRuns: deepOr(120, 40) },
    ));

  it('is the same in any band of the mask', () =>
    fc.assert(
      fc.property(pens, points, fc.integer({ min: 1, max: 79 }), (brush, path, cut) => {
        const whole = painted(90, 80, { ...brush, points: path }, 100);
        const upper = flatMask(90, cut, 100);
        const lower = flatMask(90, 80 - cut, 100);
        paintStroke(upper, { ...brush, points: path }, 0);
        paintStroke(lower, { ...brush, points: path }, cut);
        expect(upper.data).toEqual(whole.data.subarray(0, upper.data.length));
        expect(lower.data).toEqual(whole.data.subarray(upper.data.length));
      }),
      { seed: 6, numRuns: deepOr(120, 40) },
    ));

  it('of the eraser paints 0, whatever its gray', () => {
    const mask = painted(40, 40, { ...pen({ tool: 'eraser', gray: 200 }), points: [{ x: 20, y: 20 }] }, 255);
    expect(mask.data[20 * 40 + 20]).toBe(0);
    expect(Math.abs(1600 - area(mask) - 25 * Math.PI)).toBeLessThan(0.3);
  });

  it('applies its gray once where it crosses itself', () => {
    const points = Array.from({ length: 40 }, (_, index) => ({
      x: 20 + 10 * Math.sin(index),
      y: 20 + 10 * Math.cos(index),
    }));
    const mask = painted(40, 40, { ...pen({ gray: 90 }), points }, 200);
    expect(Math.min(...mask.data)).toBe(90);
    expect(Math.max(...mask.data)).toBe(200);
  });

  it.each([0.5, 1, 3, 12])('feathered by %f px has the edge of a Gaussian of that standard deviation', (feather) => {
    const [width, height, half] = [9, 160, 20];
    const points = [
      { x: -400, y: 80 },
      { x: 400, y: 80 },
    ];
    const mask = painted(width, height, { ...pen({ widthPx: 2 * half, feather }), points });
    // Reference: a bar from y = 60 to y = 100, convolved with a Gaussian on a 16 times finer grid, then averaged.
    const fine = 16;
    for (let y = 30; y < 90; y++) {
      let sum = 0;
      for (let sub = 0; sub < fine; sub++) {
        const at = y + (sub + 0.5) / fine;
        for (let t = 80 - half + 0.5 / fine; t < 80 + half; t += 1 / fine)
          sum += Math.exp(-((at - t) ** 2) / (2 * feather ** 2));
      }
      const exact = (255 * sum) / fine ** 2 / (feather * Math.sqrt(2 * Math.PI));
      expect(Math.abs((mask.data[y * width + 4] as number) - exact)).toBeLessThan(1);
    }
  });
});

describe('make-mask', () => {
  const strokes: Stroke[] = [
    {
      ...pen({ widthPx: 200, gray: 180 }),
      points: [
        { x: 100, y: 100 },
        { x: 1800, y: 2500 },
        { x: 300, y: 1500 },
      ],
    },
    {
      ...pen({ widthPx: 90, feather: 15, tool: 'eraser' }),
      points: [
        { x: 0, y: 1250 },
        { x: 1999, y: 1250 },
      ],
    },
  ];

  it('paints the strokes in order over the base, then inverts', async () => {
    const mask = flatMask(200, 150, 30);
    const few = strokes.map((stroke) => ({
      ...stroke,
      widthPx: 20,
      points: stroke.points.map(({ x, y }) => ({ x: x / 10, y: y / 17 })),
    }));
    for (const stroke of few) paintStroke(mask, stroke);
    const plain = await make({ width: 200, height: 150, gray: 30, strokes: few });
    expect(plain.data).toEqual(maskToRaster(mask).data);
    const inverted = await make({ width: 200, height: 150, gray: 30, strokes: few, invert: true });
    expect(
      inverted.data.every((byte, index) => byte === (index % 4 === 3 ? 255 : 255 - (plain.data[index] as number))),
    ).toBe(true);
  });

  it('gives the same bytes in bands as in one piece, reports progress, and can be canceled', async () => {
    const image = noiseRaster(2000, 2500);
    const { platform, seen } = watchedWorkers({ size: 2 });
    const progress: number[] = [];
    const params = { ...defaults, strokes };
    const result = await makeMask(image, params, { platform, onProgress: (fraction) => progress.push(fraction) });
    expect(seen.started).toBe(4);
    expect(progress).toEqual([0.25, 0.5, 0.75, 1]);
    const small = await make({}, image);
    const mask = flatMask(2000, 2500, 0);
    for (let index = 0; index < mask.data.length; index++) mask.data[index] = small.data[index * 4] as number;
    for (const stroke of strokes) paintStroke(mask, stroke);
    expect(sameBytes(result.data, maskToRaster(mask).data)).toBe(true);

    const cancel = new AbortController();
    const context = { platform: watchedWorkers().platform, signal: cancel.signal, onProgress: () => cancel.abort() };
    await expect(makeMask(image, params, context)).rejects.toBeInstanceOf(CancelledError);
  });

  it('fills in the defaults of a stroke, and reports the path of a wrong value', () => {
    const raw = { strokes: [{ points: [{ x: 1, y: 2.25 }] }] };
    expect(parseOperationParameters(operation, raw)).toMatchObject({
      strokes: [{ tool: 'pen', gray: 255, widthPx: 32, feather: 0, points: [{ x: 1, y: 2.25, pressure: 1 }] }],
    });
    const path = (strokes: unknown) => {
      try {
        parseOperationParameters(operation, { strokes });
      } catch (error) {
        return (error as { path?: string }).path;
      }
    };
    expect(path([{ points: [{ x: 1 }] }])).toBe('strokes[0].points[0].y');
    expect(path([{ widthPx: 513, points: [] }])).toBe('strokes[0].widthPx');
    expect(path([{ points: [] }, {}])).toBe('strokes[1].points');
  });
});

describe('the checkerboard', () => {
  it('has squares of 50 px, and the first is light', () => {
    const { data } = checkerboard(120, 101);
    const at = (x: number, y: number) => data[(y * 120 + x) * 4];
    expect([at(0, 0), at(49, 49), at(50, 0), at(0, 50), at(50, 50), at(119, 0), at(119, 100)]).toEqual([
      255, 255, 204, 204, 255, 255, 255,
    ]);
    expect(data.every((byte, index) => index % 4 !== 3 || byte === 255)).toBe(true);
  });
});
