import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pixelWords, type Raster, wrapRaster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { lumaOf, ssim } from '#scripts/dev/bench/ssim.ts';
import { platform } from '../inline-platform.ts';
import { samplePath, samplesFolder } from '../samples.ts';
import { everyAlpha, noise, sampleImage } from './test-images.ts';

async function reduce(raster: Raster, options: Partial<ImageEncoding>): Promise<{ bytes: Uint8Array; raster: Raster }> {
  const bytes = await encodeImage(raster, { format: 'png', ...options }, { platform });
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes, raster: wrapRaster(info.width, info.height, new Uint8Array(data)) };
}

const colorsOf = (raster: Raster) => new Set(pixelWords(raster));

/** An image of smooth colors, as of a sky. */
const gradient = (width = 120, height = 80) => sampleImage(width, height, (x, y) => [x * 2, y * 3, 255 - x - y, 255]);

describe('reducing colors', () => {
  it.each([2, 3, 16, 17, 256])('writes a palette of at most %i colors', async (colors) => {
    for (const dithering of [true, false])
      for (const image of [gradient(), noise(60, 40), everyAlpha()]) {
        const made = await reduce(image, { colors, dithering });
        expect(colorsOf(made.raster).size).toBeLessThanOrEqual(colors);
      }
  });

  it('makes files smaller', async () => {
    const image = noise(60, 40);
    const sizes = [];
    for (const colors of [undefined, 256, 16, 2]) sizes.push((await reduce(image, { colors })).bytes.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  it('does not change an image that has no more colors than the maximum', async () => {
    const flags = sampleImage(40, 30, (x) => (x < 20 ? [200, 30, 40, 255] : [0, 0, 0, 0]));
    expect((await reduce(flags, { colors: 2 })).bytes).toEqual((await reduce(flags, {})).bytes);
  });

  it.each([4, 16, 64])('keeps transparent pixels transparent and opaque pixels opaque: %i colors', async (colors) => {
    const feather = sampleImage(160, 60, (x, y) => [
      255 - x,
      y * 4,
      (x * 7 + y * 3) % 256,
      Math.min(255, Math.max(0, Math.round((x - 30 + 8 * Math.sin(y / 5)) * 2.6))),
    ]);
    for (const image of [feather, everyAlpha()])
      for (const dithering of [true, false]) {
        const { raster } = await reduce(image, { colors, dithering });
        for (let at = 3; at < image.data.length; at += 4)
          if (image.data[at] === 0 || image.data[at] === 255) expect(raster.data[at]).toBe(image.data[at]);
      }
  });

  it('keeps the mean color of a smooth area by dithering', async () => {
    const gray = sampleImage(64, 64, (x, y) => [100 + ((x + y) % 3), 100 + (x % 2), 100, 255]);
    const image = sampleImage(128, 64, (x, y) => {
      const at = (y * 64 + (x % 64)) * 4;
      if (x < 64) return [...gray.data.subarray(at, at + 4)];
      return x % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255];
    });
    const meanOf = ({ data }: Raster) => {
      let sum = 0;
      for (let y = 8; y < 56; y++) for (let x = 8; x < 56; x++) sum += data[(y * 128 + x) * 4 + 2] as number;
      return sum / 48 ** 2;
    };
    const [dithered, plain] = [
      await reduce(image, { colors: 2 }),
      await reduce(image, { colors: 2, dithering: false }),
    ];
    const error = ({ raster }: { readonly raster: Raster }) => Math.abs(meanOf(raster) - 100);
    expect(error(dithered)).toBeLessThan(error(plain));
  });

  it('gives the same bytes in each run', async () => {
    const image = gradient();
    expect((await reduce(image, { colors: 32 })).bytes).toEqual((await reduce(image, { colors: 32 })).bytes);
  });
});

describe.skipIf(!samplesFolder)('photos with fewer colors (needs ../shared/samples)', () => {
  it('are smaller files than sharp writes, at nearly the same SSIM', async () => {
    const { data, info } = await sharp(samplePath('images/photo-london-1020x768.jpg'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const photo = wrapRaster(width, height, new Uint8Array(data));
    const similarity = (pixels: ArrayLike<number>) => ssim(lumaOf(data), lumaOf(pixels), width, height);
    const ours = await reduce(photo, { colors: 256, dithering: false });
    const theirs = await sharp(data, { raw: { width, height, channels: 4 } })
      .png({ palette: true, dither: 0, effort: 10, compressionLevel: 9 })
      .toBuffer();
    const theirPixels = await sharp(theirs).ensureAlpha().raw().toBuffer();
    expect(ours.bytes.length).toBeLessThan(theirs.length);
    expect(similarity(ours.raster.data)).toBeGreaterThan(similarity(theirPixels) - 0.005);
  });
});
