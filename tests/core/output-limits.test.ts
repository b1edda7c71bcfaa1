import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { createRaster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { formatName } from '#core/image/formats/output-formats.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';

const platform = createNodePlatform();
const strip = (width: number, height: number) => {
  const raster = createRaster(width, height);
  raster.data.fill(255);
  return raster;
};

// Limits: JPEG_MAX_DIMENSION of libjpeg, GIF89a 18, RFC 9649 2.5; PNG and AVIF by the longest side that opens here.
describe.each([
  ['jpg', 65_500],
  ['gif', 65_535],
  ['webp', 16_383],
  ['png', 32_767],
  ['avif', 32_767],
] as const)('the longest side of a %s, %i px,', (format, side) => {
  it('is written as sharp reads it, and so is one pixel less', async () => {
    for (const length of [side - 1, side]) {
      for (const [width, height] of [
        [length, 1],
        [1, length],
      ] as const) {
        const bytes = await encodeImage(strip(width, height), { format, effort: 0 }, { platform });
        const read = await sharp(bytes, { limitInputPixels: false }).metadata();
        expect([read.width, read.height]).toEqual([width, height]);
      }
    }
  });

  it('is refused above it, before encoding', async () => {
    for (const length of [side + 1, 65_536, 70_000]) {
      for (const [width, height] of [
        [length, 1],
        [1, length],
      ] as const)
        await expect(encodeImage(strip(width, height), { format }, { platform })).rejects.toMatchObject({
          code: 'imageSide',
          data: { format: formatName(format), width, height, side },
        });
    }
  });
});

describe('an animation', () => {
  it('is refused by name above the longest side of its format', async () => {
    const frame = await sharp({ create: { width: 20_000, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const other = await sharp({ create: { width: 20_000, height: 1, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const gif = await sharp([frame, other], { join: { animated: true } })
      .gif()
      .toBuffer();
    const sink = { write: async () => {} };
    await expect(
      writeAnimationOf(
        fileFromBytes('long.gif', new Uint8Array(gif)),
        parseRecipe([]),
        { format: 'webp' },
        { platform, sink },
      ),
    ).rejects.toMatchObject({ code: 'imageSide', data: { width: 20_000, side: 16_383 } });
  });
});
