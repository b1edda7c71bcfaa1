import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { encoderQuality } from '#core/image/formats/quality-scale.ts';
import { lumaOf, ssim } from '#scripts/dev/bench/ssim.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { samplePath, samplesFolder } from '../samples.ts';

const platform = createNodePlatform({ threads: 1 });
afterAll(() => platform.close());

describe('encoderQuality', () => {
  it.each(['webp', 'avif'] as const)(
    'of %s never decreases as the quality rises, and has fixed lowest and highest values',
    (format) => {
      const all = Array.from({ length: 101 }, (_, percent) => encoderQuality(format, percent / 100));
      expect(all).toEqual(all.toSorted((a, b) => a - b));
      expect([all[0], all[100]]).toEqual([0, 1]);
    },
  );

  it('maps WebP’s default quality to itself', () => expect(encoderQuality('webp', 0.95)).toBe(0.95));
});

describe.skipIf(!samplesFolder)('quality (needs ../shared/samples)', () => {
  const openPhoto = async (): Promise<Raster> => {
    const { data, info } = await sharp(samplePath('images/photo-london-1020x768.jpg'))
      .resize({ width: 400 })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
  };

  it.each([0.5, 0.8, 0.95])('%s has about the same SSIM in JPG, WebP and AVIF', async (quality) => {
    const photo = await openPhoto();
    const measure = async (format: ImageEncoding['format']) => {
      const bytes = await encodeImage(photo, { format, quality }, { platform });
      const decoded = await sharp(bytes).ensureAlpha().raw().toBuffer();
      return { bytes: bytes.length, loss: 1 - ssim(lumaOf(photo.data), lumaOf(decoded), photo.width, photo.height) };
    };
    const [jpg, webp, avif] = [await measure('jpg'), await measure('webp'), await measure('avif')];
    for (const { loss } of [webp, avif]) expect(Math.abs(loss / jpg.loss - 1)).toBeLessThan(0.35);
    expect(webp.bytes).toBeLessThan(jpg.bytes);
    expect(avif.bytes).toBeLessThan(webp.bytes);
  });
});
