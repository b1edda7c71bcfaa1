import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelWords } from '#core/base/raster.ts';
import { crop, cropRect } from '#core/image/crop.ts';
import { everyAlpha, numberedRaster } from './pictures.ts';

describe('cropRect', () => {
  it('swaps reversed corners and clamps to the picture', () => {
    const size = { width: 100, height: 50 };
    expect(cropRect({ topX: 80, topY: 40, bottomX: 20, bottomY: 10 }, size)).toEqual({
      x: 20,
      y: 10,
      width: 60,
      height: 30,
    });
    expect(cropRect({ topX: -5, topY: 0, bottomX: 500, bottomY: 99 }, size)).toEqual({
      x: 0,
      y: 0,
      width: 100,
      height: 50,
    });
    expect(cropRect({ topX: 30, topY: 9, bottomX: 30, bottomY: 20 }, size)).toMatchObject({ width: 0 });
  });
});

describe('crop', () => {
  it('takes exactly the pixels of the rectangle', () => {
    const image = numberedRaster(13, 11);
    fc.assert(
      fc.property(fc.nat(13), fc.nat(11), fc.nat(13), fc.nat(11), (topX, topY, bottomX, bottomY) => {
        const { x, y, width, height } = cropRect({ topX, topY, bottomX, bottomY }, image);
        const result = crop(image, { topX, topY, bottomX, bottomY });
        if (width === 0 || height === 0) {
          expect(result).toBe(image);
          return;
        }
        expect([result.width, result.height]).toEqual([width, height]);
        const expected = Array.from(
          { length: width * height },
          (_, index) => (y + Math.floor(index / width)) * 13 + x + (index % width),
        );
        expect([...pixelWords(result)]).toEqual(expected);
      }),
      { seed: 4 },
    );
  });

  it('leaves translucent pixels as they are', () => {
    const image = everyAlpha();
    const result = crop(image, { topX: 1, topY: 0, bottomX: image.width, bottomY: image.height });
    for (let row = 0; row < image.height; row++)
      expect(result.data.slice(row * result.width * 4, (row + 1) * result.width * 4)).toEqual(
        image.data.slice((row * image.width + 1) * 4, (row + 1) * image.width * 4),
      );
  });
});
