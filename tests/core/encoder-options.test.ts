import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';

const platform = createNodePlatform({ threads: 1 });

/** Smooth waves with colored edges; every third row is translucent. */
function image(width = 96, height = 64): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const wave = 100 * Math.sin(x / 7) * Math.cos(y / 5);
      data.set([128 + wave, (x * 3) % 256, x % 16 < 8 ? 255 : 0, y % 3 === 0 ? 130 : 255], (y * width + x) * 4);
    }
  return { width, height, data };
}

const encode = (encoding: ImageEncoding) => encodeImage(image(), encoding, { platform });
const pixels = async (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer();

describe('lossless encoding', () => {
  it.each([undefined, 0, 9])('as WebP keeps every pixel, at effort %s', async (effort) => {
    const bytes = await encode({ format: 'webp', lossless: true, ...(effort !== undefined && { effort }) });
    expect(new Uint8Array(await pixels(bytes))).toEqual(new Uint8Array(image().data));
  });

  it('as AVIF keeps every opaque pixel', async () => {
    const opaque = image();
    for (let at = 3; at < opaque.data.length; at += 4) opaque.data[at] = 255;
    const bytes = await encodeImage(opaque, { format: 'avif', lossless: true }, { platform });
    expect(new Uint8Array(await pixels(bytes))).toEqual(new Uint8Array(opaque.data));
  });
});

describe('the effort of an encoder', () => {
  it.each(['webp', 'avif'] as const)(
    'for %s changes the bytes, and more effort makes a smaller file',
    async (format) => {
      const [fast, usual, slow] = [
        await encode({ format, quality: 0.8, effort: 0 }),
        await encode({ format, quality: 0.8 }),
        await encode({ format, quality: 0.8, effort: 8 }),
      ];
      expect(fast).not.toEqual(usual);
      expect(slow.length).toBeLessThan(fast.length);
    },
  );
});

/** Reads the subsampling from JPEG's frame header by sharp, and from AVIF's box av1C (AV1-ISOBMFF, 2.3.3). */
async function subsamplingOf(bytes: Uint8Array): Promise<string | undefined> {
  const at = Buffer.from(bytes).indexOf('av1C');
  if (at < 0) return (await sharp(bytes).metadata()).chromaSubsampling;
  return ((bytes[at + 6] as number) & 0b1100) === 0b1100 ? '4:2:0' : '4:4:4';
}

describe('chroma subsampling', () => {
  it.each(['jpg', 'avif'] as const)('of %s is 4:2:0 by default, and 4:4:4 on request', async (format) => {
    const subsampling = async (encoding: Partial<ImageEncoding>) =>
      subsamplingOf(await encode({ format, quality: 0.8, ...encoding }));
    expect(await subsampling({})).toBe('4:2:0');
    expect(await subsampling({ chroma: '4:4:4' })).toBe('4:4:4');
    expect(await subsampling({ chroma: '4:2:0', quality: 1 })).toBe('4:2:0');
  });
});
