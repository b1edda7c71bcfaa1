import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawFinalFrame } from '#core/video/final-frame.ts';
import { containedSize, coverCorners, fitImage } from '#core/video/plan/fit.ts';
import { resolutions } from '#core/video/plan/resolutions.ts';
import { sampleImage } from '../core/test-images.ts';
import { platform } from '../inline-platform.ts';

const side = fc.integer({ min: 1, max: 8000 });
const frame = fc.constantFrom(...Object.values(resolutions));
const pixel = ({ width, data }: { width: number; data: Uint8ClampedArray }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

describe('the fit mode cover', () => {
  it('crops the middle of the image to the frame’s aspect ratio', () => {
    fc.assert(
      fc.property(side, side, frame, (width, height, size) => {
        const { topX, topY, bottomX, bottomY } = coverCorners({ width, height }, size);
        expect(topX).toBeGreaterThanOrEqual(0);
        expect(topY).toBeGreaterThanOrEqual(0);
        expect(bottomX).toBeLessThanOrEqual(width);
        expect(bottomY).toBeLessThanOrEqual(height);
        expect(Math.abs(topX - (width - bottomX))).toBeLessThanOrEqual(1);
        expect(Math.abs(topY - (height - bottomY))).toBeLessThanOrEqual(1);
        expect(bottomX - topX === width || bottomY - topY === height).toBe(true);
        const exact = (bottomX - topX) * size.height - (bottomY - topY) * size.width;
        expect(Math.abs(exact)).toBeLessThanOrEqual(Math.max(size.width, size.height));
      }),
      { seed: 4 },
    );
  });

  it('fills the frame without bars, and draws translucent pixels on white', async () => {
    const red = sampleImage(40, 10, () => [255, 0, 0, 128]);
    const fitted = await fitImage(red, { width: 20, height: 20 }, 'cover', { platform });
    expect([fitted.width, fitted.height]).toEqual([20, 20]);
    for (let index = 0; index < fitted.data.length; index += 4)
      expect([...fitted.data.subarray(index, index + 4)]).toEqual([255, 127, 127, 255]);
  });
});

describe('the fit mode contain', () => {
  it('makes the image as large as the frame allows', () => {
    fc.assert(
      fc.property(side, side, frame, (width, height, size) => {
        const contained = containedSize({ width, height }, size);
        expect(contained.width).toBeLessThanOrEqual(size.width);
        expect(contained.height).toBeLessThanOrEqual(size.height);
        expect(contained.width === size.width || contained.height === size.height).toBe(true);
      }),
      { seed: 5 },
    );
  });

  it('centers the image between white bars', async () => {
    const blue = sampleImage(30, 10, () => [0, 0, 255, 255]);
    const fitted = await fitImage(blue, { width: 60, height: 60 }, 'contain', { platform });
    expect(pixel(fitted, 30, 19)).toEqual([255, 255, 255, 255]);
    expect(pixel(fitted, 0, 20)).toEqual([0, 0, 255, 255]);
    expect(pixel(fitted, 59, 39)).toEqual([0, 0, 255, 255]);
    expect(pixel(fitted, 30, 40)).toEqual([255, 255, 255, 255]);
  });
});

describe('the final frame of a video', () => {
  it.each(Object.entries(resolutions))(
    'of %s has the logo in the middle, at most a quarter of the height',
    (_, size) => {
      const { data, width, height } = drawFinalFrame(size, platform);
      let [left, right, top, bottom] = [width, 0, height, 0];
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const at = (y * width + x) * 4;
          if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255) continue;
          [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
        }
      expect(bottom - top + 1).toBeLessThanOrEqual(height / 4);
      expect(bottom - top + 1).toBeGreaterThan(height / 16);
      expect(Math.abs(left + right + 1 - width)).toBeLessThanOrEqual(2);
      expect(Math.abs(top + bottom + 1 - height)).toBeLessThanOrEqual(2);
    },
  );

  it('is plain white if the logo cannot be drawn', () => {
    const broken = {
      ...platform,
      canvases: {
        ...platform.canvases,
        create: () => {
          throw new Error('no canvas');
        },
      },
    };
    const { data } = drawFinalFrame({ width: 64, height: 36 }, broken);
    expect(data.every((value) => value === 255)).toBe(true);
  });
});
