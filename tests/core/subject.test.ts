import { describe, expect, it } from 'vitest';
import { createRaster, type Raster } from '#core/base/raster.ts';
import type { Stroke } from '#core/image/mask/strokes.ts';
import { type Box, subjectMask } from '#core/image/mask/subject.ts';
import { firstOf } from '../deep.ts';
import { random } from '../random.ts';
import { samplesFolder } from '../samples.ts';
import { intersectionOverUnion, subjectPhotos } from './subject-photos.ts';

const plain = { hints: [], refine: true };

describe.skipIf(!samplesFolder)('subjects of photos (needs ../shared/samples)', () => {
  it('are found from one box with a mean intersection over union of at least 0.85', async () => {
    const photos = await subjectPhotos();
    expect(photos).toHaveLength(20);
    const unions = firstOf(photos, 5).map(({ name, image, truth, box }) => {
      const union = intersectionOverUnion(truth, subjectMask(image, box, plain).data);
      return { name, union };
    });
    const mean = unions.reduce((sum, { union }) => sum + union, 0) / unions.length;
    expect(mean, JSON.stringify(unions)).toBeGreaterThanOrEqual(0.85);
    for (const { name, union } of unions) expect(union, name).toBeGreaterThan(0.6);
  });
});

/** A red disc of radius 30 at (60, 50) on blue, both with noise. */
function disc(width = 120, height = 100): Raster {
  const image = createRaster(width, height);
  const next = random(7);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5];
    const noise = next(16) - 8;
    const isRed = (x - 60) ** 2 + (y - 50) ** 2 < 900;
    image.data.set(isRed ? [190 + noise, 60, 50 - noise, 255] : [40, 70 + noise, 160 + noise, 255], pixel * 4);
  }
  return image;
}

const around: Box = { left: 26, top: 16, right: 94, bottom: 84 };
const at = (mask: { width: number; data: Uint8Array }, x: number, y: number) => mask.data[y * mask.width + x];

const hint = (tool: 'keep' | 'hide', x: number, y: number, widthPx = 12): Stroke => ({
  tool,
  gray: 255,
  widthPx,
  feather: 0,
  points: [{ x, y }],
});

describe('a subject in a box', () => {
  it('has the area of a disc on a plain background, within 1%', () => {
    const { data } = subjectMask(disc(), around, plain);
    const shown = data.reduce((sum, level) => sum + level, 0) / 255;
    expect(Math.abs(shown - Math.PI * 900) / (Math.PI * 900)).toBeLessThan(0.01);
  });

  it('is the same for a box in pixels, in fractions, and with reversed edges', () => {
    const expected = subjectMask(disc(), { left: 24, top: 20, right: 96, bottom: 80 }, plain).data;
    expect(subjectMask(disc(), { left: 0.2, top: 0.2, right: 0.8, bottom: 0.8 }, plain).data).toEqual(expected);
    expect(subjectMask(disc(), { left: 96, top: 80, right: 24, bottom: 20 }, plain).data).toEqual(expected);
  });

  it('includes pixels under a “keep” stroke, even outside the box, and excludes pixels under a “hide” stroke', () => {
    const kept = subjectMask(disc(), around, { hints: [hint('keep', 110, 50)], refine: false });
    expect([at(kept, 110, 50), at(kept, 60, 50)]).toEqual([255, 255]);
    const hidden = subjectMask(disc(), around, { hints: [hint('hide', 60, 50)], refine: false });
    expect([at(hidden, 60, 50), at(hidden, 60, 30)]).toEqual([0, 255]);
  });

  it('follows the edges of an image larger than the working size', () => {
    const small = disc();
    const scale = 12;
    const image = createRaster(small.width * scale, small.height * scale);
    for (let y = 0; y < image.height; y++)
      for (let x = 0; x < image.width; x++) {
        const from = (Math.floor(y / scale) * small.width + Math.floor(x / scale)) * 4;
        image.data.set(small.data.subarray(from, from + 4), (y * image.width + x) * 4);
      }
    const box = { left: 26 * scale, top: 16 * scale, right: 94 * scale, bottom: 84 * scale };
    const truth = Uint8Array.from({ length: image.width * image.height }, (_, pixel) =>
      Number((image.data[pixel * 4] as number) > 120),
    );
    expect(intersectionOverUnion(truth, subjectMask(image, box, plain).data)).toBeGreaterThan(0.995);
  });

  it.each([
    ['subjectOutside', { left: 130, top: 10, right: 190, bottom: 60 }],
    ['subjectSmall', { left: 30, top: 30, right: 37, bottom: 80 }],
    ['subjectNoBackground', { left: 0, top: 0, right: 120, bottom: 100 }],
  ])('is refused with %s', (code, box) => {
    expect(() => subjectMask(disc(), box, plain)).toThrow(expect.objectContaining({ code }));
  });

  it('is refused if every pixel of the box is hidden', () => {
    const hints = [hint('hide', 60, 50, 200)];
    expect(() => subjectMask(disc(), around, { hints, refine: true })).toThrow(
      expect.objectContaining({ code: 'subjectNotFound' }),
    );
  });
});
