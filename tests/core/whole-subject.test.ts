import { describe, expect, it } from 'vitest';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { closedFormMatte } from '#core/image/mask/matte.ts';
import type { Stroke } from '#core/image/mask/strokes.ts';
import { wholeSubject } from '#core/image/mask/whole-subject.ts';
import { cutOut } from '#core/image/remove-background.ts';
import { deepOr, firstOf } from '../deep.ts';
import { random } from '../random.ts';
import { samplesFolder } from '../samples.ts';
import { intersectionOverUnion, laterSubjectPhotos, subjectPhotos } from './subject-photos.ts';

const plain = { hints: [], refine: true };

describe.skipIf(!samplesFolder)('subjects without a box (needs ../shared/samples)', () => {
  it('have a mean intersection over union of at least 0.88 over all photos, and a warning below 0.5', async () => {
    const photos = [...firstOf(await subjectPhotos(), 4), ...firstOf(await laterSubjectPhotos(), 4)];
    const found = photos.map(({ name, image, truth }) => {
      const { mask, isClear } = wholeSubject(image, plain);
      return { name, union: intersectionOverUnion(truth, mask.data), isClear };
    });
    // The eight photos of a quick run have 0.8795; all forty have 0.904.
    const least = deepOr(0.88, 0.87);
    const mean = found.reduce((sum, { union }) => sum + union, 0) / found.length;
    expect(mean, JSON.stringify(found)).toBeGreaterThanOrEqual(least);
    expect(found.filter(({ union, isClear }) => union < 0.5 && isClear)).toEqual([]);
  });
});

/** A furry ball, with its true opacity: hairs of half a pixel to two pixels stand out by up to a third of the radius. */
function furryBall(behind: (x: number, y: number) => readonly [number, number, number]) {
  const [width, height, radius] = [400, 300, 70];
  const image = createRaster(width, height);
  const alpha = new Float64Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x + 0.5 - 200, y + 0.5 - 150];
      const distance = Math.hypot(dx, dy);
      const turn = Math.atan2(dy, dx);
      const reach = radius + 22 * Math.abs(Math.sin(turn * 45) * Math.cos(turn * 17));
      const inside = distance < radius ? 1 : Math.max(0, 1 - (distance - radius) / Math.max(1, reach - radius));
      const pixel = y * width + x;
      alpha[pixel] = inside;
      const fur = 12 * Math.sin(turn * 60 + distance / 5);
      const own = [178 + fur, 92 + fur, 40 + fur / 2];
      const other = behind(x, y);
      for (let channel = 0; channel < 3; channel++)
        image.data[pixel * 4 + channel] = (own[channel] as number) * inside + (other[channel] as number) * (1 - inside);
      image.data[pixel * 4 + 3] = 255;
    }
  return { image, alpha };
}

const green = (x: number, y: number) => [60 + x / 10, 150 + y / 12, 70 + x / 20] as const;

/** Sum of absolute differences of the opacities in the band where the true opacity is mixed, per pixel of the band. */
function bandError(truth: Float64Array, levels: ArrayLike<number>): number {
  let [sum, count] = [0, 0];
  for (let pixel = 0; pixel < truth.length; pixel++) {
    const share = truth[pixel] as number;
    if (share <= 0 || share >= 1) continue;
    sum += Math.abs(share - (levels[pixel] as number) / 255);
    count++;
  }
  return sum / count;
}

describe('a cut-out', () => {
  it('has soft edges, with less than half the error of a hard cut', () => {
    const { image, alpha } = furryBall(green);
    const soft = bandError(alpha, wholeSubject(image, plain).mask.data);
    const hard = bandError(alpha, wholeSubject(image, { hints: [], refine: false }).mask.data);
    expect(soft).toBeLessThan(hard / 2);
  });

  it('shows no old background: on black it has the colors of fur, not of the green behind it', async () => {
    const { image, alpha } = furryBall(green);
    const { data, isClear } = await cutOut({ ...image, data: image.data.slice(), matte: true });
    expect(isClear).toBe(true);
    let [greener, mixed] = [0, 0];
    for (let pixel = 0; pixel < alpha.length; pixel++) {
      const [red = 0, greenLevel = 0, , opacity = 0] = data.subarray(pixel * 4, pixel * 4 + 4);
      if (opacity === 0) expect(data.subarray(pixel * 4, pixel * 4 + 3)).toEqual(new Uint8ClampedArray(3));
      if (opacity < 64 || opacity > 191) continue;
      mixed++;
      if (greenLevel > red) greener++;
    }
    expect(mixed).toBeGreaterThan(500);
    expect(greener / mixed).toBeLessThan(0.02);
  });

  it('follows strokes', () => {
    const stroke = (tool: 'keep' | 'hide', x: number, y: number): Stroke => ({
      tool,
      gray: 255,
      widthPx: 24,
      feather: 0,
      points: [{ x, y }],
    });
    const { image } = furryBall(green);
    const { mask } = wholeSubject(image, { hints: [stroke('keep', 40, 40), stroke('hide', 200, 150)], refine: true });
    expect([mask.data[40 * 400 + 40], mask.data[150 * 400 + 200]]).toEqual([255, 0]);
  });

  it('has no subject in an image of one color', () => {
    const flat: Raster = createRaster(60, 40);
    flat.data.fill(200);
    expect(() => wholeSubject(flat, plain)).toThrow(expect.objectContaining({ code: 'subjectNowhere' }));
  });

  it('is unclear in noise', () => {
    const noise = createRaster(90, 70);
    const next = random(3);
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : next(256);
    const isClear = () => wholeSubject(noise, plain).isClear;
    let clear = false;
    try {
      clear = isClear();
    } catch (error) {
      expect(error).toMatchObject({ code: 'subjectNowhere' });
    }
    expect(clear).toBe(false);
  });
});

describe('a closed-form matte', () => {
  it('is exact where the opacity is a linear function of the colors', () => {
    const [width, height] = [40, 12];
    const rgb = new Uint8Array(width * height * 3);
    const truth = Float64Array.from({ length: width * height }, (_, pixel) =>
      Math.min(1, Math.max(0, ((pixel % width) - 10) / 20)),
    );
    truth.forEach((share, pixel) => {
      rgb.set([20 + share * 200, 40 + share * 100, 240 - share * 200], pixel * 3);
    });
    const band = truth.map((share) => Number(share > 0 && share < 1));
    const hard = truth.map((share) => Number(share >= 0.5));
    const matte = closedFormMatte({ width, height, rgb }, hard, Uint8Array.from(band));
    const errors = matte.map((share, pixel) => Math.abs(share - (truth[pixel] as number)));
    expect(Math.max(...errors)).toBeLessThan(0.05);
  });
});
