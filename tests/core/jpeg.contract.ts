import { describe, expect, it } from 'vitest';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { encodeJpeg } from '#core/image/jpeg/encode-jpeg.ts';
import { loadJpegKernels } from '#core/image/jpeg/jpeg-kernels.ts';
import { metadataEmbedder } from '#core/image/metadata/metadata.ts';
import type { Platform } from '#core/platform/platform.ts';
import { noiseRaster } from './noise.ts';
import { picture } from './pictures.ts';

const flat = (width: number, height: number): Raster => {
  const raster = createRaster(width, height);
  raster.data.fill(255);
  return raster;
};

/** Slopes with an edge and some grain, as photographs have them. */
const slopes = (width: number, height: number): Raster =>
  picture(width, height, (x, y) => {
    const grain = ((x * 7919 + y * 104_729) % 23) - 11;
    const edge = x + y > width ? 70 : 0;
    return [60 + x / 8 + edge + grain, 200 - y / 5 + grain, 40 + edge + grain * 2, 255];
  });

/** Black and white in turn: the largest coefficients there are. */
const checks = (width: number, height: number, side: number): Raster =>
  picture(width, height, (x, y) => {
    const level = (Math.floor(x / side) + Math.floor(y / side)) % 2 === 0 ? 0 : 255;
    return [level, 255 - level, level, 255];
  });

const pictures: readonly (readonly [string, Raster])[] = [
  ['one pixel', flat(1, 1)],
  ['white', flat(40, 24)],
  ['a column', slopes(1, 77)],
  ['a row', slopes(77, 1)],
  ['half a unit', slopes(8, 8)],
  ['a unit', slopes(16, 16)],
  ['a block more than units', slopes(24, 40)],
  ['odd sides', slopes(173, 91)],
  ['noise', noiseRaster(129, 67, { opaque: true })],
  ['checks of one pixel', checks(95, 64, 1)],
  ['checks of a block', checks(95, 64, 8)],
  ['several bands, for each of which only half of a unit is left', slopes(2011, 1609)],
];

/** Holds the encoder to the bytes of the platform's own, which is libjpeg-turbo's in Chromium and in Node. */
export function describeJpeg(platform: () => Platform): void {
  describe.each(pictures)('JPEG of %s', (_, raster) => {
    it.each([0, 0.01, 0.3, 0.5, 0.75, 0.92, 0.95, 0.99, 1])(
      'has the bytes of the platform at quality %d',
      async (quality) => {
        expect(await loadJpegKernels()).toBeDefined();
        const bare = await metadataEmbedder('jpg', 'none', undefined, raster);
        const ours = await encodeJpeg(raster, quality, { platform: platform() });
        const theirs = bare(await platform().images.encodeJpeg(raster, quality));
        const firstApart = ours.findIndex((byte, at) => byte !== theirs[at]);
        expect({ length: ours.length, firstApart }).toEqual({ length: theirs.length, firstApart: -1 });
      },
    );
  });
}
