import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Raster, wrapRaster } from '#core/base/raster.ts';
import type { Canvases } from '#core/platform/canvas.ts';
import { fullView, paintScene, type View } from '#core/shapes/paint.ts';
import { type Scene, type SceneItem, sceneOf } from '#core/shapes/scene.ts';
import { defaultComponent, type ShapeComponent, shapes } from '#core/shapes/settings.ts';
import { sceneToSvg } from '#core/shapes/svg.ts';
import { deepOr, firstOf } from '../deep.ts';
import { difference, supersample } from './shapes.reference.ts';

const component = (settings: Partial<ShapeComponent>): ShapeComponent => ({ ...defaultComponent(), ...settings });

const pixel = ({ data, width }: Raster, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

const size = { width: 64, height: 64 };
const corners = [
  { x: 6, y: 50 },
  { x: 20, y: 10 },
  { x: 34, y: 44 },
  { x: 58, y: 20 },
].map((point, index) => ({ ...point, connected: true, sharp: index === 2 }));

const looks: [name: string, settings: Partial<ShapeComponent>][] = [
  ['filled, with a border', { fillBox: true, fillColor: '#3366cc', borderWidth: 3, borderColor: '#cc3300' }],
  [
    'translucent, turned, with a margin',
    { fillBox: true, fillColor: '#3366cc80', borderWidth: 5, borderColor: '#cc330099', rotation: 20, boxMargin: 2 },
  ],
  ['outline only', { borderWidth: 2, borderColor: '#000000' }],
];

/**
 * Tolerance: Skia's coverage differs from the exact coverage by up to 44/255 at straight edges, and more at thin round
 * borders.
 */
const TOLERANCE = 48;

/** Returns the offset of each copy of a shape, in painting order. */
const placements = ([first, second]: SceneItem['repeats']) =>
  Array.from({ length: second.count }, (_, run) =>
    Array.from({ length: first.count }, (_, along) => ({
      x: along * first.x + run * second.x,
      y: along * first.y + run * second.y,
    })),
  ).flat();

/** Returns the scene with each copy of a shape as a separate item. */
function oneByOne(scene: Scene): Scene {
  const once = { count: 1, x: 0, y: 0 };
  const items = scene.items.flatMap((item) =>
    placements(item.repeats).map(({ x, y }) => {
      const [a, b, c, d, e, f] = item.matrix;
      return { ...item, matrix: [a, b, c, d, e + x, f + y] as const, repeats: [once, once] as const };
    }),
  );
  return { ...scene, items };
}

/** The platform's functions that paint, read an SVG, and write a PNG as a data URL. */
export interface PaintPlace {
  readonly name: string;
  readonly canvases: Canvases;
  readonly rasterize: (svg: string) => Promise<Raster>;
  readonly pngAddress: (raster: Raster) => Promise<string>;
}

/** Tests painted shapes in Node and in a browser against one reference. */
export function describeShapePaint({ name, canvases, rasterize, pngAddress }: PaintPlace): void {
  /** Paints a scene over white. */
  function paint(scene: Scene, view: View = fullView(scene), images?: Parameters<typeof paintScene>[4]): Raster {
    const canvas = canvases.create(view.width, view.height);
    canvas.context.fillStyle = '#ffffff';
    canvas.context.fillRect(0, 0, view.width, view.height);
    paintScene(scene, canvas.context, canvases, view, images);
    const raster = canvas.toRaster();
    canvas.release();
    return raster;
  }

  describe(`shapes painted ${name}`, () => {
    describe.each(looks)('every shape, %s', (look, settings) => {
      const drawn = shapes.filter((shape) => shape !== 'none');
      it.each(look === looks[0]?.[0] ? drawn : firstOf(drawn, 6))('is painted within its outline: %s', (shape) => {
        const scene = sceneOf(
          [
            component({
              ...settings,
              shape,
              boundingBox: { left: 7, top: 9, right: 55, bottom: 57 },
              startPoint: { x: 8, y: 12 },
              endPoint: { x: 50, y: 40.5 },
              curvePoints: corners,
              borderRadius: 10,
            }),
          ],
          size,
        );
        const [item] = scene.items;
        if (!item) throw new Error('nothing to paint');
        const painted = paint(scene);
        expect(difference(painted, paint({ ...size, items: [] }), TOLERANCE).share).toBeGreaterThan(0.02);
        // The measured share of different pixels is at most 0.37%, with @napi-rs/canvas 1.1.1 as with Chromium 156.
        expect(difference(painted, supersample(item, 64, 64), TOLERANCE).share).toBeLessThanOrEqual(0.01);
      });
    });

    // The SVGs are written by hand, and drawn by librsvg in Node. At 30°, 20 px are 17.32 px along and 10 px across.
    const marks: [name: string, settings: Partial<ShapeComponent>, svg: string][] = [
      [
        'a level arrow at the end',
        { shape: 'line', startPoint: { x: 6, y: 20 }, endPoint: { x: 56, y: 20 }, arrow: 'end' },
        'M6 20H56M38.68 10L56 20L38.68 30" stroke-linecap="round" stroke-linejoin="round',
      ],
      [
        'arrows at both ends of a translucent curve, along the curve',
        {
          shape: 'curve',
          curvePoints: [
            { x: 10, y: 50 },
            { x: 50, y: 10 },
          ].map((point) => ({ ...point, connected: true, sharp: false })),
          arrow: 'both',
          borderColor: '#cc330080',
        },
        // 20 px at 45° ± 30°: 5.18 px along one axis and 19.32 px along the other.
        'M10 50L50 10M30.68 15.18L50 10L44.82 29.32M29.32 44.82L10 50L15.18 30.68" stroke-opacity="0.502" stroke-linecap="round" stroke-linejoin="round',
      ],
      [
        'an arrowhead on a short line, as long as the line',
        { shape: 'line', startPoint: { x: 30, y: 40 }, endPoint: { x: 30, y: 30 }, arrow: 'end', arrowSize: 20 },
        'M30 40V30M25 38.66L30 30L35 38.66" stroke-linecap="round" stroke-linejoin="round',
      ],
      [
        'dashes of a rectangle',
        { shape: 'rect', dash: 'dashed', borderRadius: 0, boundingBox: { left: 6, top: 10, right: 54, bottom: 50 } },
        'M6 10H54V50H6Z" stroke-dasharray="12 8',
      ],
      [
        'round dots of a square',
        { shape: 'rect', dash: 'dotted', borderRadius: 0, boundingBox: { left: 10, top: 10, right: 50, bottom: 50 } },
        'M10 10H50V50H10Z" stroke-linecap="round" stroke-dasharray="0 8',
      ],
      [
        'a dashed arrow, whose head has no dashes',
        { shape: 'line', startPoint: { x: 6, y: 20 }, endPoint: { x: 56, y: 20 }, arrow: 'end', dash: 'dashed' },
        'M6 20H14M26 20H34M46 20H54M38.68 10L56 20L38.68 30" stroke-linecap="round" stroke-linejoin="round',
      ],
    ];
    it.each(marks)('paints %s', async (_, settings, path) => {
      const scene = sceneOf([component({ borderWidth: 4, borderColor: '#cc3300', ...settings })], size);
      const expected = await rasterize(
        `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#fff"/><path fill="none" stroke="#cc3300" stroke-width="4" d="${path}"/></svg>`,
      );
      const painted = paint(scene);
      expect(difference(painted, paint({ ...size, items: [] }), TOLERANCE).share).toBeGreaterThan(0.02);
      expect(difference(painted, expected, TOLERANCE).share).toBeLessThanOrEqual(0.003);
      const own = await rasterize(sceneToSvg(scene, { background: { color: '#ffffff' } }));
      expect(difference(own, expected, 8).share).toBeLessThanOrEqual(0.003);
    });

    it('paints nothing for "none", for a border of width 0, and for a line of length 0', () => {
      const nothing = sceneOf([component({ fillBox: true }), component({ shape: 'star', borderWidth: 0 })], size);
      expect(nothing.items).toEqual([]);
      const points = sceneOf([component({ shape: 'line' }), component({ shape: 'curve', curvePoints: [] })], size);
      expect(difference(paint(points), paint({ ...size, items: [] }), 0).share).toBe(0);
    });

    it('fills the whole image with a shape without a drawn box', () => {
      const painted = paint(
        sceneOf(
          [component({ shape: 'rect', fillBox: true, fillColor: '#00ff00', borderRadius: 0, borderWidth: 0 })],
          size,
        ),
      );
      expect(
        difference(
          painted,
          wrapRaster(
            64,
            64,
            new Uint8Array(64 * 64 * 4).map((_, index) => (index % 4 === 0 || index % 4 === 2 ? 0 : 255)),
          ),
          0,
        ).share,
      ).toBe(0);
    });

    describe('the rotation of a shape', () => {
      const square = (rotation: number, more: Partial<ShapeComponent> = {}) =>
        paint(
          sceneOf(
            [
              component({
                shape: 'square',
                rotation,
                fillBox: true,
                fillColor: '#112233',
                borderRadius: 0,
                borderWidth: 2,
                boundingBox: { left: 12, top: 10, right: 42, bottom: 40 },
                ...more,
              }),
            ],
            size,
          ),
        );

      it.each([90, -90, 180, -180])('of a square by %d° gives the same square, pixel for pixel', (rotation) => {
        expect(difference(square(rotation), square(0), 0)).toEqual({ share: 0, most: 0 });
      });

      it('is about the center of the box', () => {
        const wide = { shape: 'rect', boundingBox: { left: 10, top: 20, right: 50, bottom: 40 } } as const;
        const tall = { shape: 'rect', boundingBox: { left: 20, top: 10, right: 40, bottom: 50 } } as const;
        expect(difference(square(90, wide), square(0, tall), 0).share).toBe(0);
        expect(difference(square(45), square(0), 25).share).toBeGreaterThan(0.05);
      });
    });

    describe('copies of a shape', () => {
      const dot = component({
        shape: 'rect',
        fillBox: true,
        fillColor: '#000000',
        borderRadius: 0,
        borderWidth: 0,
        boundingBox: { left: 5, top: 7, right: 8, bottom: 9 },
      });
      const grid = {
        repeatCount: 5,
        repeatXOffset: 11,
        repeatYOffset: 2,
        repeat2Count: 4,
        repeat2XOffset: -1,
        repeat2YOffset: 13,
      };

      it('are at exact offsets and nowhere else', () => {
        const painted = paint(sceneOf([{ ...dot, ...grid }], size));
        for (let y = 0; y < 64; y++)
          for (let x = 0; x < 64; x++) {
            let inside = false;
            for (let run = 0; run < 4; run++)
              for (let copy = 0; copy < 5; copy++) {
                const [left, top] = [5 + copy * 11 - run, 7 + copy * 2 + run * 13];
                inside ||= x >= left && x < left + 3 && y >= top && y < top + 2;
              }
            expect(pixel(painted, x, y)).toEqual(inside ? [0, 0, 0, 255] : [255, 255, 255, 255]);
          }
      });

      it('equal painting one shape after another', () => {
        const settings = fc.record({
          repeatCount: fc.integer({ min: 1, max: 100 }),
          repeatXOffset: fc.integer({ min: -40, max: 40 }),
          repeatYOffset: fc.integer({ min: -40, max: 40 }),
          repeat2Count: fc.integer({ min: 1, max: 30 }),
          repeat2XOffset: fc.integer({ min: -60, max: 60 }),
          repeat2YOffset: fc.integer({ min: -60, max: 60 }),
          rotation: fc.constantFrom(0, 90, -90, 180),
        });
        // All edges of the cross and its border are on pixel boundaries, so no pixel is antialiased.
        const cross = component({
          shape: 'cross',
          fillBox: true,
          fillColor: '#ffcc33',
          borderWidth: 2,
          boundingBox: { left: 20, top: 30, right: 50, bottom: 60 },
        });
        fc.assert(
          fc.property(settings, (repeats) => {
            const scene = sceneOf([{ ...cross, ...repeats }], { width: 120, height: 90 });
            expect(difference(paint(scene), paint(oneByOne(scene)), 0).most).toBe(0);
          }),
          { seed: 4, numRuns: deepOr(100, 20) },
        );
      });

      it('look like separately painted shapes if they are rotated and translucent', () => {
        const heart = component({
          shape: 'heart',
          fillBox: true,
          fillColor: '#cc003380',
          borderWidth: 3,
          rotation: 33,
          boundingBox: { left: 4, top: 6, right: 24, bottom: 26 },
          repeatCount: 9,
          repeatXOffset: 13,
          repeatYOffset: 1,
          repeat2Count: 5,
          repeat2YOffset: 19,
        });
        const scene = sceneOf([heart], { width: 120, height: 90 });
        expect(difference(paint(scene), paint(oneByOne(scene)), TOLERANCE).share).toBeLessThanOrEqual(0.01);
      });

      it('at one position are painted like a single copy', () => {
        const faint = { ...dot, fillColor: '#00000080' };
        const painted = paint(sceneOf([{ ...faint, repeatCount: 100, repeat2Count: 100 }], size));
        expect(difference(painted, paint(sceneOf([faint], size)), 0).share).toBe(0);
      });

      it('cover the previous copy, row by row', () => {
        const wide = {
          ...dot,
          borderWidth: 1,
          borderColor: '#ff0000',
          boundingBox: { left: 5, top: 5, right: 25, bottom: 25 },
        };
        const painted = paint(
          sceneOf([{ ...wide, repeatCount: 8, repeatXOffset: 4, repeat2Count: 8, repeat2YOffset: 4 }], size),
        );
        // Only the last copy shows its whole border; all others show a left and a top edge.
        expect(pixel(painted, 5 + 28 + 10, 5 + 28 + 10)).toEqual([0, 0, 0, 255]);
        expect(pixel(painted, 7, 30)).toEqual([0, 0, 0, 255]);
      });

      it('are within a pixel of their exact position in a scaled-down view', () => {
        const far = {
          ...dot,
          boundingBox: { left: 0, top: 0, right: 200, bottom: 200 },
          repeatCount: 12,
          repeatXOffset: 383,
          repeat2Count: 12,
          repeat2YOffset: 397,
        };
        const view = { width: 500, height: 500, scale: 0.1, x: 0, y: 0 };
        const painted = paint(sceneOf([far], { width: 5000, height: 5000 }), view);
        for (let run = 0; run < 12; run++)
          for (let copy = 0; copy < 12; copy++) {
            const [left, top] = [copy * 38.3, run * 39.7];
            expect(pixel(painted, Math.round(left) + 10, Math.round(top) + 10)).toEqual([0, 0, 0, 255]);
            for (const [x, y] of [
              [left + 1.5, top + 1.5],
              [left + 18, top + 18],
            ] as const)
              expect(pixel(painted, Math.floor(x), Math.floor(y))).toEqual([0, 0, 0, 255]);
            expect(pixel(painted, Math.floor(left + 22), Math.floor(top + 10))).toEqual([255, 255, 255, 255]);
          }
      });
    });

    it('a view shows the requested part of the image', () => {
      const scene = sceneOf([component({ shape: 'heart', fillBox: true, fillColor: '#cc0033', borderWidth: 4 })], size);
      const whole = paint(scene, { width: 256, height: 256, scale: 4, x: 0, y: 0 });
      const part = paint(scene, { width: 100, height: 80, scale: 4, x: 10, y: 20 });
      for (const [x, y] of [
        [0, 0],
        [50, 40],
        [99, 79],
      ] as const)
        expect(pixel(part, x, y)).toEqual(pixel(whole, x + 40, y + 80));
    });

    describe('the image in a shape', () => {
      /** An image of 40 × 20 px: left half red, right half blue. */
      const photo = wrapRaster(
        40,
        20,
        Uint8Array.from({ length: 40 * 20 * 4 }, (_, index) => {
          const isLeft = (index >> 2) % 40 < 20;
          return [isLeft ? 255 : 0, 0, isLeft ? 0 : 255, 255][index % 4] as number;
        }),
      );
      const frame = component({
        shape: 'image',
        shapeImageKey: 'photo',
        borderWidth: 0,
        fillBox: true,
        fillColor: '#00ff00',
        boundingBox: { left: 10, top: 10, right: 50, bottom: 50 },
      });
      const show = async (settings: Partial<ShapeComponent>) =>
        paint(
          sceneOf([{ ...frame, ...settings }], size, new Map([['photo', photo]])),
          fullView(size),
          new Map([['photo', await canvases.createImage(photo)]]),
        );
      const colors = {
        red: [255, 0, 0, 255],
        blue: [0, 0, 255, 255],
        green: [0, 255, 0, 255],
        white: [255, 255, 255, 255],
      };

      it('is stretched over the box if its aspect setting is none', async () => {
        const painted = await show({ shapeAspect: 'none' });
        expect(pixel(painted, 11, 11)).toEqual(colors.red);
        expect(pixel(painted, 48, 48)).toEqual(colors.blue);
        expect(pixel(painted, 9, 30)).toEqual(colors.white);
      });

      it('is shown whole if its aspect setting is fit', async () => {
        const painted = await show({ shapeAspect: 'fit' });
        expect(pixel(painted, 11, 30)).toEqual(colors.red);
        expect(pixel(painted, 48, 30)).toEqual(colors.blue);
        expect(pixel(painted, 30, 18)).toEqual(colors.green);
        expect(pixel(painted, 30, 42)).toEqual(colors.green);
      });

      it('covers the box and is cut off at its edges if its aspect setting is fill', async () => {
        const painted = await show({ shapeAspect: 'fill' });
        expect(pixel(painted, 11, 11)).toEqual(colors.red);
        expect(pixel(painted, 48, 49)).toEqual(colors.blue);
        expect(pixel(painted, 8, 30)).toEqual(colors.white);
        expect(pixel(painted, 51, 30)).toEqual(colors.white);
      });

      it('rotates and repeats with its frame', async () => {
        const painted = await show({
          rotation: 90,
          boundingBox: { left: 0, top: 0, right: 8, bottom: 8 },
          repeatCount: 6,
          repeatXOffset: 10,
          repeat2Count: 6,
          repeat2YOffset: 10,
        });
        for (let run = 0; run < 6; run++)
          for (let copy = 0; copy < 6; copy++) {
            expect(pixel(painted, copy * 10 + 4, run * 10 + 1)).toEqual(colors.red);
            expect(pixel(painted, copy * 10 + 4, run * 10 + 6)).toEqual(colors.blue);
            expect(pixel(painted, copy * 10 + 9, run * 10 + 4)).toEqual(colors.white);
          }
      });

      it('is not drawn if it is missing, and its frame stays empty', () => {
        const painted = paint(sceneOf([frame], size));
        expect(pixel(painted, 30, 30)).toEqual(colors.green);
      });

      it('is also in the SVG', async () => {
        const href = await pngAddress(photo);
        const scene = sceneOf(
          [{ ...frame, shapeAspect: 'fill', rotation: 30, borderWidth: 2 }],
          size,
          new Map([['photo', photo]]),
        );
        const image = new Map([['photo', await canvases.createImage(photo)]]);
        const drawn = await rasterize(sceneToSvg(scene, { imageHref: () => href, background: { color: '#fff' } }));
        expect(difference(drawn, paint(scene, fullView(size), image), 40).share).toBeLessThanOrEqual(0.01);
      });
    });

    describe('the SVG of shapes', () => {
      const boxOf = (index: number) => {
        const [left, top] = [(index % 5) * 80 + 10, Math.floor(index / 5) * 80 + 10];
        return { left, top, right: left + 60, bottom: top + 55 };
      };
      const all = shapes.map((shape, index) =>
        component({
          shape,
          boundingBox: boxOf(index),
          fillBox: true,
          fillColor: '#3a7',
          borderColor: '#5c2e9199',
          borderWidth: 4,
          borderRadius: 12,
          rotation: index * 9 - 90,
          startPoint: { x: boxOf(index).left, y: boxOf(index).top },
          endPoint: { x: boxOf(index).right, y: boxOf(index).bottom },
          curvePoints: corners.map((point) => ({
            ...point,
            x: point.x + boxOf(index).left,
            y: point.y + boxOf(index).top,
          })),
          curveClosePath: index % 2 === 0,
        }),
      );

      it('matches the painted shapes', async () => {
        const scene = sceneOf(all, { width: 400, height: 400 });
        const drawn = await rasterize(sceneToSvg(scene, { background: { color: '#ffffff' } }));
        expect(difference(drawn, paint(scene), TOLERANCE).share).toBeLessThanOrEqual(0.01);
      });

      it('repeats shapes by reference', async () => {
        const settings = { repeatCount: 100, repeatXOffset: 9, repeatYOffset: 1, repeat2Count: 100, repeat2YOffset: 8 };
        const scene = sceneOf(
          [
            component({
              shape: 'heart',
              fillBox: true,
              fillColor: '#c036',
              borderWidth: 0,
              boundingBox: { left: 2, top: 3, right: 9, bottom: 9 },
              ...settings,
            }),
          ],
          { width: 400, height: 400 },
        );
        const svg = sceneToSvg(scene, { background: { color: '#ffffff' } });
        expect(svg.length).toBeLessThan(20_000);
        expect(difference(await rasterize(svg), paint(scene), TOLERANCE).share).toBeLessThanOrEqual(0.01);
      });

      it('is transparent outside the shapes, and escapes image URLs', async () => {
        const drawn = await rasterize(sceneToSvg({ ...size, items: [] }));
        expect([drawn.width, drawn.height, pixel(drawn, 5, 5)[3]]).toEqual([64, 64, 0]);
        expect(sceneToSvg({ ...size, items: [] }, { background: { href: 'a"b&c<d' } })).toContain(
          '"a&quot;b&amp;c&lt;d"',
        );
      });
    });
  });
}
