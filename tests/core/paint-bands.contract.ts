import { describe, expect, it } from 'vitest';
import { copyRaster, type Raster } from '#core/base/raster.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import type { RowBand } from '#core/image/bands.ts';
import { type PaintBand, paintInBands } from '#core/image/paint-bands.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Canvases } from '#core/platform/canvas.ts';
import type { Fonts } from '#core/platform/fonts.ts';
import { fullView, type ImagesByKey, paintScene, touchedRows } from '#core/shapes/paint.ts';
import { type Scene, sceneOf } from '#core/shapes/scene.ts';
import { defaultComponent, type ShapeComponent, shapes } from '#core/shapes/settings.ts';
import { composeTexts, type TextScene } from '#core/text/compose.ts';
import { composeHorizontal } from '#core/text/compose-page.ts';
import { paintTextScene } from '#core/text/paint-scene.ts';
import { advancedText, horizontalStyle } from '#core/text/settings.ts';
import { touchedRows as touchedTextRows } from '#core/text/write.ts';
import { deepOr } from '../deep.ts';
import { noiseRaster } from './noise.ts';
import { difference, supersample } from './shapes.reference.ts';

/** A paint function, and the rows that `touchedRows` says it changes. */
interface Painting {
  readonly touched: readonly RowBand[];
  readonly paint: PaintBand;
}

const size = { width: 420, height: 360 };
const under = noiseRaster(size.width, size.height, { seed: 5 });
const opaque = noiseRaster(size.width, size.height, { seed: 5, opaque: true });
const component = (settings: Partial<ShapeComponent>): ShapeComponent => ({ ...defaultComponent(), ...settings });

/** The tolerance of docs/browser-support.md for text and shapes in another engine, as a fraction of full scale. */
const MEAN = 0.0005;
const SINGLE = 64;
/**
 * Maximum share of bytes beyond the tolerance. Such bytes are where a band's edge cuts a line, because Skia rounds the
 * line's ends to quarters of a pixel.
 */
const STRAY_SHARE = 0.0001;

/** Compares painting in bands with painting on one canvas, in Node and in a browser. */
export function describePaintBands(name: string, canvases: Canvases, fonts: Fonts): void {
  /** Paints over the image `under` in bands of `rows` rows each. */
  function inBands({ touched, paint }: Painting, rows: number, image = under): Raster {
    const result = copyRaster(image);
    paintInBands(result, touched, canvases, paint, { maxPixels: rows * image.width });
    return result;
  }

  /** Paints over the image on one canvas of the image's size. */
  const atOnce = ({ paint }: Painting, image = under): Raster =>
    inBands({ paint, touched: [{ start: 0, end: image.height }] }, image.height, image);

  const painting = (scene: Scene, images?: ImagesByKey): Painting => ({
    touched: touchedRows(scene, fullView(scene)),
    paint: ({ context }, rows) => paintScene(scene, context, canvases, { ...fullView(scene), rows }, images),
  });

  const textPainting = (scene: TextScene): Painting => ({
    touched: touchedTextRows(scene, size),
    paint: (canvas, { start }) => paintTextScene(scene, { canvas, canvases }, { image: size, firstRow: start }),
  });

  /** Compares results over opaque pixels only, because colors at low alpha are imprecise. */
  function expectClose(painted: Painting, rows: number): void {
    const [one, other] = [inBands(painted, rows, opaque), atOnce(painted, opaque)];
    let [sum, stray] = [0, 0];
    for (let at = 0; at < one.data.length; at++) {
      const apart = Math.abs((one.data[at] as number) - (other.data[at] as number));
      sum += apart;
      if (apart > SINGLE) stray++;
    }
    expect(sum / one.data.length / 255).toBeLessThan(MEAN);
    expect(stray / one.data.length).toBeLessThan(STRAY_SHARE);
  }

  const texts = async (...settings: readonly object[]) =>
    composeTexts(
      settings.map((each) => parseParameters(advancedText, { fontPt: 20, fontFamily: 'Noto Serif JP', ...each })),
      size,
      { library: fontLibrary(fonts), ownFonts: [] },
    );

  const translucent = { textColor: '#20408090', outlineTextColor: '#ff800080', outlineTextWidth: 3 };

  describe(`painting in bands ${name}`, () => {
    describe.each(shapes.filter((shape) => shape !== 'none' && shape !== 'image'))('random shapes: %s', (shape) => {
      const scenes = randomShapes(shape, deepOr(8, 2)).map((shown) => sceneOf([shown], size));

      it('changes only the announced rows', () => {
        for (const scene of scenes) expect(inBands(painting(scene), size.height)).toEqual(atOnce(painting(scene)));
      });

      it('gives the same pixels in one band as without bands', () => {
        for (const scene of scenes) {
          const [{ start, end } = { start: 0, end: 0 }] = painting(scene).touched;
          const rows = Math.ceil(Math.min(end, size.height)) - Math.floor(Math.max(start, 0));
          expect(inBands(painting(scene), rows)).toEqual(atOnce(painting(scene)));
        }
      });

      it('gives nearly the same pixels in bands of 7 and of 64 rows as without bands', () => {
        for (const scene of scenes) for (const rows of [7, 64]) expectClose(painting(scene), rows);
      });

      it('paints within the outlines of the shapes', () => {
        const [shown] = randomShapes(shape, 1, 0.15);
        const scene = sceneOf([{ ...(shown as ShapeComponent), fillColor: '#3366cc' }], { width: 64, height: 64 });
        const [item] = scene.items;
        if (!item) throw new Error('nothing to paint');
        const white = whiteRaster(64, 64);
        expect(difference(inBands(painting(scene), 7, white), supersample(item, 64, 64), 48).share).toBeLessThan(0.02);
      });
    });

    it('paints thousands of translucent copies with the same bytes, whatever the height of the bands', () => {
      const grid = component({
        shape: 'star',
        fillBox: true,
        fillColor: '#3366cc80',
        borderColor: '#cc330099',
        borderWidth: 3,
        rotation: 20,
        boundingBox: { left: -20, top: -15, right: 18, bottom: 22.5 },
        repeatCount: 60,
        repeatXOffset: 7,
        repeatYOffset: 2,
        repeat2Count: 60,
        repeat2XOffset: -3,
        repeat2YOffset: 6,
      });
      const painted = painting(sceneOf([grid], size));
      const expected = atOnce(painted);
      expect(expected.data).not.toEqual(under.data);
      for (const rows of [7, 64, size.height]) expect(inBands(painted, rows)).toEqual(expected);
    });

    it('gives the same bytes as without bands for shapes on whole pixels', () => {
      const rect = component({
        shape: 'rect',
        fillBox: true,
        fillColor: '#3366cc80',
        borderColor: '#cc330099',
        borderWidth: 4,
        borderRadius: 0,
        boxMargin: 0,
        boundingBox: { left: 30, top: 20, right: 390, bottom: 340 },
      });
      const painted = painting(sceneOf([rect], size));
      for (const rows of [7, 64]) expect(inBands(painted, rows)).toEqual(atOnce(painted));
    });

    it('gives nearly the same pixels as without bands for an image in a shape', async () => {
      const photo = noiseRaster(90, 70, { seed: 9, opaque: true });
      const frame = component({
        shape: 'image',
        shapeImageKey: 'photo',
        shapeAspect: 'fill',
        boundingBox: { left: 40, top: 30, right: 350, bottom: 330 },
        borderWidth: 0,
      });
      const images = new Map([['photo', await canvases.createImage(photo)]]);
      const painted = painting(sceneOf([frame], size, new Map([['photo', photo]])), images);
      for (const rows of [7, 64]) expectClose(painted, rows);
    });

    const settings: [name: string, args: object[]][] = [
      [
        'translucent, with an outline and emoji',
        [{ ...translucent, text: '春はあけぼの。\nやうやう白く\nQuick fox 😀' }],
      ],
      ['in columns', [{ ...translucent, text: '春はあけぼの。\nやうやう白く', useVerticalText: true }]],
      ['rotated, in a frame', [{ text: 'A turned text\nof two lines', rotation: 33, fillBox: true, drawBox: true }]],
      [
        'beyond the edges',
        [
          { text: '大きい字', fontPt: 300 },
          { text: 'small', vAlign: 'bottom' },
        ],
      ],
    ];

    describe.each(settings)('texts, %s', (_, args) => {
      it('changes only the announced rows', async () => {
        const painted = textPainting(await texts(...args));
        expect(inBands(painted, size.height)).toEqual(atOnce(painted));
        expect(atOnce(painted).data).not.toEqual(under.data);
      });

      it('gives nearly the same pixels in bands of 7 and of 64 rows as without bands', async () => {
        const painted = textPainting(await texts(...args));
        for (const rows of [7, 64]) expectClose(painted, rows);
      });
    });

    it('gives the same bytes if bands end between lines of text', async () => {
      const painted = textPainting(
        await texts({ ...translucent, text: 'One line,\nanother line,\na third', colGapEm: 2 }),
      );
      expect(inBands(painted, 64)).toEqual(atOnce(painted));
    });

    it('puts the watermark at the same position as without bands', async () => {
      const typesetter = { library: fontLibrary(fonts), ownFonts: [] };
      const style = parseParameters(horizontalStyle.fields, {});
      const params = { text: 'A poem', author: 'Its author', style, watermark: true };
      const painted = textPainting(await composeHorizontal(params, size, typesetter));
      expect(inBands(painted, size.height)).toEqual(atOnce(painted));
      expectClose(painted, 64);
    });

    it('makes no canvas over the pixel limit, and none for unchanged rows', () => {
      const made: RowBand[] = [];
      const paint: PaintBand = ({ width, height }, rows) => {
        expect([width, height]).toEqual([size.width, rows.end - rows.start]);
        made.push(rows);
      };
      inBands(
        {
          touched: [
            { start: 200.5, end: 900 },
            { start: -5, end: 12.2 },
            { start: 12, end: 20 },
          ],
          paint,
        },
        64,
      );
      expect(made).toEqual([
        { start: 0, end: 20 },
        { start: 200, end: 253 },
        { start: 253, end: 307 },
        { start: 307, end: 360 },
      ]);
      made.length = 0;
      inBands(
        {
          touched: [
            { start: 90, end: 95 },
            { start: 60, end: 65 },
            { start: 130, end: 140 },
          ],
          paint,
        },
        64,
      );
      expect(made).toEqual([
        { start: 60, end: 95 },
        { start: 130, end: 140 },
      ]);
      made.length = 0;
      inBands({ touched: [{ start: 90, end: 95 }], paint }, size.height);
      expect(made).toEqual([{ start: 0, end: size.height }]);
      made.length = 0;
      inBands({ touched: [], paint }, 64);
      expect(made).toEqual([]);
    });
  });
}

function whiteRaster(width: number, height: number): Raster {
  const raster = noiseRaster(width, height);
  raster.data.fill(255);
  return raster;
}

/** Returns seeded random shapes, some beyond the edges of the image. */
function randomShapes(shape: ShapeComponent['shape'], count: number, scale = 1): ShapeComponent[] {
  let state = 7;
  const between = (from: number, to: number) => {
    state = (state * 48271) % 2147483647;
    return (from + (state / 2147483647) * (to - from)) * scale;
  };
  const point = (index: number) => ({
    x: between(0, size.width),
    y: between(0, size.height),
    connected: true,
    sharp: index === 2,
  });
  return Array.from({ length: count }, (_, index) => {
    const [left, top] = [between(-40, 300), between(-40, 250)];
    return component({
      shape,
      fillBox: true,
      fillColor: index % 2 === 0 ? '#3366cc' : '#3366cc80',
      borderWidth: between(1, 9),
      borderColor: index % 3 === 0 ? '#cc3300' : '#cc330099',
      rotation: index % 3 === 0 ? 0 : between(0, 360),
      boundingBox: { left, top, right: left + between(60, 200), bottom: top + between(60, 180) },
      startPoint: point(0),
      endPoint: point(1),
      curvePoints: [0, 1, 2, 3].map(point),
      borderRadius: 10,
      ...(index % 2 === 1 && { arrow: 'both', dash: 'dashed' }),
    });
  });
}
