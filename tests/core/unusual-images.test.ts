import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { farthest } from './test-images.ts';
import { describeUnusualImages, oddPngs, oddSegments, opaque, withOddities } from './unusual-images.contract.ts';

const platform = createNodePlatform();
describeUnusualImages(() => platform);

describe('libvips opens the same unusual images', () => {
  const decode = async (bytes: Uint8Array<ArrayBuffer>) =>
    (await decodeImage(fileFromBytes('a', bytes), { platform })).raster.data;
  /** Decodes by libvips, which continues after warnings. */
  const reference = async (bytes: Uint8Array) =>
    sharp(bytes, { failOn: 'none' }).toColourspace('srgb').ensureAlpha().raw().toBuffer();

  // Excludes the PNG with a chunk between its pixel data chunks: libvips stops there, but browsers skip the chunk.
  it.each(oddPngs.filter(([name]) => name !== 'a chunk between the pixel data chunks'))('PNG: %s', async (_, make) => {
    expect(Buffer.from(await decode(make())).equals(await reference(make()))).toBe(true);
  });

  it.each([...oddSegments, ['an Adobe segment that states RGB', adobe(0)] as const])('JPEG: %s', async (_, odd) => {
    const jpeg = await sharp(opaque().data, { raw: { width: 40, height: 24, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: 95 })
      .toBuffer();
    const bytes = withOddities(jpeg, odd);
    const [ours, theirs] = [await decode(bytes), await reference(bytes)];
    expect(farthest(ours, theirs)).toBeLessThan(3);
  });
});

/** Returns an Adobe segment with this color transform; 0 means RGB. */
function adobe(transform: number): Uint8Array {
  return Uint8Array.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform]);
}
