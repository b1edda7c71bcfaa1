import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { mixYuv, toYuv } from '#core/video/h264/yuv.ts';
import { noise, sampleImage } from '../core/test-images.ts';

/** Converts to YUV by BT.709-6 in floating point, independently of core. */
function referenceYuv({ width, height, data }: Raster): number[] {
  const at = (x: number, y: number) => [0, 1, 2].map((channel) => (data[(y * width + x) * 4 + channel] ?? 0) / 255);
  const luma = ([r = 0, g = 0, b = 0]: number[]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const planes: number[][] = [[], [], []];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) planes[0]?.push(16 + 219 * luma(at(x, y)));
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const corners = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
      const mean = [0, 1, 2].map((channel) => corners.reduce((sum, corner) => sum + (corner[channel] ?? 0), 0) / 4);
      planes[1]?.push(128 + (224 * ((mean[2] ?? 0) - luma(mean))) / 1.8556);
      planes[2]?.push(128 + (224 * ((mean[0] ?? 0) - luma(mean))) / 1.5748);
    }
  return planes.flat();
}

const furthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((worst, value, index) => Math.max(worst, Math.abs(value - (b[index] ?? 0))), 0);

describe('YUV colors', () => {
  it('follow BT.709 in limited range, up to rounding', () => {
    const raster = noise(64, 36, { seed: 5 });
    const { data } = toYuv(raster);
    expect(data.length).toBe((64 * 36 * 3) / 2);
    expect(furthest(data, referenceYuv(raster))).toBeLessThan(0.53);
  });

  it.each([
    ['white', [255, 255, 255], [235, 128, 128]],
    ['black', [0, 0, 0], [16, 128, 128]],
    ['gray', [128, 128, 128], [126, 128, 128]],
    ['red', [255, 0, 0], [63, 102, 240]],
    ['green', [0, 255, 0], [173, 42, 26]],
    ['blue', [0, 0, 255], [32, 240, 118]],
  ])('equal the reference for %s', (_, [r = 0, g = 0, b = 0], expected) => {
    const { data } = toYuv(sampleImage(2, 2, () => [r, g, b, 255]));
    expect([data[0], data[4], data[5]]).toEqual(expected);
  });

  it('are blended as in sRGB, up to rounding', () => {
    const [a, b] = [noise(16, 16, { seed: 1 }), noise(16, 16, { seed: 2 })];
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (weight) => {
        const mixed = mixYuv(toYuv(a), toYuv(b), weight);
        const inSrgb = sampleImage(16, 16, (x, y) =>
          [0, 1, 2, 3].map((channel) => {
            const at = (y * 16 + x) * 4 + channel;
            const [from, to] = [a.data[at] ?? 0, b.data[at] ?? 0];
            return from + (to - from) * weight;
          }),
        );
        expect(furthest(mixed.data, toYuv(inSrgb).data)).toBeLessThanOrEqual(2);
      }),
      { seed: 3, numRuns: 50 },
    );
    expect(mixYuv(toYuv(a), toYuv(b), 0).data).toEqual(toYuv(a).data);
    expect(mixYuv(toYuv(a), toYuv(b), 1).data).toEqual(toYuv(b).data);
  });
});
