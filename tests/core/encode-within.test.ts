import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { deepOr, firstOf } from '../deep.ts';
import { sampleImage } from './test-images.ts';

const platform = createNodePlatform();

/** An image of waves, whose file size grows with each quality step. */
const waves = sampleImage(160, 120, (x, y) => [
  128 + 120 * Math.sin(x / 3),
  128 + 120 * Math.cos((x * y) / 40),
  (x * 7 + y * 13) % 256,
  255,
]);

describe('encoding within a maximum size', () => {
  it.each(['jpg', 'webp'] as const)('gives the %s of the highest quality that fits', async (format) => {
    const all = new Map<number, Uint8Array>();
    for (let percent = 0; percent <= 95; percent += deepOr(5, 20))
      all.set(percent, await encodeImage(waves, { format, quality: percent / 100 }, { platform }));
    const lengths = [...all.values()].map(({ length }) => length);
    for (const percent of firstOf([40, 20, 80])) {
      const maxKilobytes = Math.ceil((all.get(percent)?.length ?? 0) / 1000);
      const made = await encodeImage(waves, { format, maxKilobytes }, { platform });
      expect(made.length).toBeLessThanOrEqual(maxKilobytes * 1000);
      // No higher quality that was tried gives a file within the maximum size.
      expect(lengths.filter((length) => length > made.length && length <= maxKilobytes * 1000)).toEqual([]);
      const { width, height } = await sharp(made).metadata();
      expect([width, height]).toEqual([160, 120]);
    }
  });

  it('gives the requested quality if its file fits, and no higher quality', async () => {
    const asked = await encodeImage(waves, { format: 'jpg', quality: 0.4 }, { platform });
    const made = await encodeImage(waves, { format: 'jpg', quality: 0.4, maxKilobytes: 1000 }, { platform });
    expect(Buffer.from(made).equals(asked)).toBe(true);
  });

  it('reports the least possible size if no quality fits', async () => {
    for (const format of firstOf(['jpg', 'png', 'gif'] as const, 2)) {
      const least = await encodeImage(waves, { format, quality: 0 }, { platform });
      await expect(encodeImage(waves, { format, maxKilobytes: 1 }, { platform })).rejects.toMatchObject({
        code: 'imageTargetSize',
        data: { format: format.toUpperCase(), kilobytes: 1, leastKilobytes: Math.ceil(least.length / 1000) },
      });
    }
  });
});
