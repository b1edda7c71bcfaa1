import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { lumaOf, ssim } from '#scripts/dev/bench/ssim.ts';
import { platform } from '../inline-platform.ts';
import { noiseRaster } from './noise.ts';
import { sampleImage } from './test-images.ts';

const encode = (raster: Raster, encoding: Partial<ImageEncoding>) =>
  encodeImage(raster, { format: 'jpg', ...encoding }, { platform });

const pixelsOf = async (bytes: Uint8Array) => new Uint8Array(await sharp(bytes).raw().toBuffer());

/** An image of smooth waves and edges. */
const waves = (width: number, height: number) =>
  sampleImage(width, height, (x, y) => {
    const wave = 100 * Math.sin(x / 17) * Math.cos(y / 13);
    return [128 + wave, (x * 3) % 256, (x + y) % 64 < 32 ? 220 : 30, 255];
  });

describe('the option progressive for JPEG', () => {
  it.each([
    ['waves of 1 × 1', waves(1, 1)],
    ['waves of 17 × 9', waves(17, 9)],
    ['waves of 200 × 133', waves(200, 133)],
    ['noise', noiseRaster(75, 67, { opaque: true })],
    ['white', sampleImage(300, 200, () => [255, 255, 255, 255])],
    ['several bands', waves(900, 1300)],
    ['more empty blocks than a run of blocks can have', sampleImage(1500, 1500, () => [255, 255, 255, 255])],
  ])('keeps the pixels of the baseline file: %s', async (_, raster) => {
    for (const encoding of [
      { quality: 0.8 },
      { quality: 0.95, chroma: '4:4:4' },
      { quality: 1 },
      { quality: 0.1 },
    ] as const) {
      const [baseline, progressive] = [
        await encode(raster, encoding),
        await encode(raster, { ...encoding, progressive: true }),
      ];
      expect((await sharp(progressive).metadata()).isProgressive).toBe(true);
      expect((await sharp(baseline).metadata()).isProgressive).toBe(false);
      expect(await pixelsOf(progressive)).toEqual(await pixelsOf(baseline));
    }
  });

  it.each([0.5, 0.8, 0.95])('makes files about as small as libjpeg’s at quality %s', async (quality) => {
    const raster = waves(640, 480);
    const progressive = await encode(raster, { quality, progressive: true });
    const libjpeg = await sharp(raster.data, { raw: { width: 640, height: 480, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: 100 * quality, progressive: true })
      .toBuffer();
    expect(progressive.length).toBeLessThan(1.002 * libjpeg.length);
  });

  it('makes smaller files of smooth images', async () => {
    const raster = waves(640, 480);
    const [baseline, progressive] = [await encode(raster, {}), await encode(raster, { progressive: true })];
    expect(progressive.length).toBeLessThan(baseline.length);
  });
});

describe('the option smaller for JPEG', () => {
  it('makes smaller files that look the same', async () => {
    const raster = waves(320, 240);
    const [plain, smaller] = [
      await encode(raster, { quality: 0.8 }),
      await encode(raster, { quality: 0.8, smaller: true }),
    ];
    expect(smaller.length).toBeLessThan(plain.length);
    const luma = lumaOf(raster.data);
    const similarity = async (bytes: Uint8Array) =>
      ssim(luma, lumaOf(await sharp(bytes).ensureAlpha().raw().toBuffer()), 320, 240);
    expect(await similarity(smaller)).toBeGreaterThan((await similarity(plain)) - 0.01);
  });

  it('flattens on white, and uses the requested chroma subsampling', async () => {
    const clear = sampleImage(32, 32, (x) => (x < 16 ? [0, 0, 0, 0] : [200, 40, 40, 255]));
    const bytes = await encode(clear, { smaller: true, quality: 0.9, chroma: '4:4:4' });
    expect((await sharp(bytes).metadata()).chromaSubsampling).toBe('4:4:4');
    expect((await pixelsOf(bytes))[0]).toBeGreaterThan(250);
    expect((await sharp(await encode(clear, { smaller: true, quality: 0.9 })).metadata()).chromaSubsampling).toBe(
      '4:2:0',
    );
  });
});
