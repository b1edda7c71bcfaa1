import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { wrapRaster } from '#core/base/raster.ts';
import { visibleRuns } from '#core/shapes/copies.ts';
import { deepOr } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { describeShapePaint } from './shape-paint.contract.ts';

describeShapePaint({
  name: 'in Node',
  canvases: platform.canvases,
  rasterize: async (svg) => {
    const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return wrapRaster(info.width, info.height, new Uint8Array(data));
  },
  pngAddress: async ({ data, width, height }) => {
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    return `data:image/png;base64,${png.toString('base64')}`;
  },
});

it('visibleRuns finds exactly the copies that overlap the view', () => {
  const offset = fc.integer({ min: -50, max: 50 });
  const count = fc.integer({ min: 1, max: 12 });
  const repeat = fc.record({ count, x: offset, y: offset });
  const edge = fc.integer({ min: -60, max: 120 });
  fc.assert(
    fc.property(fc.tuple(repeat, repeat), edge, edge, fc.constantFrom(1, 0.5, 0.25), (repeats, left, top, scale) => {
      const view = { width: 80, height: 60 };
      const bounds = { left, top, right: left + 9, bottom: top + 7 };
      const found = visibleRuns(bounds, repeats, scale, view).flatMap(({ run, copies: { from, to } }) =>
        Array.from({ length: to - from + 1 }, (_, index) => `${run}/${from + index}`),
      );
      const expected: string[] = [];
      for (let run = 0; run < repeats[1].count; run++)
        for (let copy = 0; copy < repeats[0].count; copy++) {
          const x = (copy * repeats[0].x + run * repeats[1].x) * scale;
          const y = (copy * repeats[0].y + run * repeats[1].y) * scale;
          if (left + x < 80 && left + x + 9 > 0 && top + y < 60 && top + y + 7 > 0) expected.push(`${run}/${copy}`);
        }
      expect(found).toEqual(expected);
    }),
    { seed: 4, numRuns: deepOr(2000, 200) },
  );
});
