import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { sourceFile } from '#app/platform/files.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { decodeImage } from '#core/image/decode.ts';
import { drawShapes } from '#core/operations/draw-shapes.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { shapes } from '#core/shapes/settings.ts';
import { difference } from './core/shapes.reference.ts';

const folder = '.cache/parity/draw-shapes';
const platform = createBrowserPlatform(createBrowserWorkers());

/** A shape as a visitor would use it: turned, translucent, with a border and copies. */
const paramsOf = (shape: string) => ({
  width: 160,
  height: 120,
  background: '#fff8e7',
  components: [
    {
      shape,
      boundingBox: { left: 20, top: 12, right: 90, bottom: 72 },
      startPoint: { x: 20, y: 12 },
      endPoint: { x: 90, y: 72 },
      curvePoints: [
        { x: 20, y: 70 },
        { x: 40, y: 15 },
        { x: 60, y: 60, sharp: true },
        { x: 90, y: 30 },
        { x: 85, y: 70, connected: false },
        { x: 60, y: 80 },
      ],
      rotation: 17,
      fillBox: true,
      fillColor: '#e6474ac0',
      borderColor: '#1f2a44',
      borderWidth: 4,
      borderRadius: 12,
      repeatCount: 3,
      repeatXOffset: 31,
      repeat2Count: 2,
      repeat2YOffset: 33,
    },
  ],
});

describe('draw-shapes gives the picture of the command', () => {
  beforeAll(async () => {
    for (const shape of shapes) {
      const { width, height, background, components } = paramsOf(shape);
      const file = `${folder}/${shape}.json`;
      await commands.writeFile(file, JSON.stringify(components));
      const blank = ['--width', `${width}`, '--height', `${height}`, '--background', background];
      await commands.fudebako('draw-shapes', ...blank, '--components', file, '-o', `${folder}/${shape}.png`, '--force');
    }
  }, 180_000);

  it.each(shapes)('%s', async (shape) => {
    const params = parseParameters(drawShapes.params, paramsOf(shape));
    const page = await drawShapes.run({ image: undefined, shapeImages: [] }, params, { platform });
    const written = await (await fetch(`/${folder}/${shape}.png`)).blob();
    const { raster } = await decodeImage(sourceFile(written, `${shape}.png`), { platform });
    const corner = page.data.subarray(0, 4).join();
    const isBlank = page.data.every((value, index) => value === page.data[index % 4]);
    expect([corner, isBlank]).toEqual(['255,248,231,255', shape === 'none']);
    const { share, most } = difference(page, raster, 2);
    console.info(`${shape}: ${share * 100} % of the pixels differ, by ${most} at most`);
    expect(share).toBeLessThanOrEqual(0.01);
  });
});
