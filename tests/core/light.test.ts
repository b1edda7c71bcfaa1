import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { type Raster, wrapRaster } from '#core/base/raster.ts';
import {
  type AdjustColorParameters,
  adjustColor,
  applyColorChange,
  colorChange,
  UNCHANGED,
} from '#core/image/adjust-color.ts';
import { autoCurves, countLevels } from '#core/image/color/auto-levels.ts';
import { loadColorMatrixKernels, PlainKernels } from '#core/image/color/color-matrix-kernels.ts';
import { toneCurves } from '#core/image/color/tone-curves.ts';
import { whiteBalance } from '#core/image/color/white-balance.ts';
import { adjustColor as operation } from '#core/operations/adjust-color.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import { parseOperationParameters, parseRecipe } from '#core/recipes/recipe.ts';
import { deepOr } from '../deep.ts';
import { platform as inlinePlatform } from '../inline-platform.ts';
import { samplePath, samplesFolder } from '../samples.ts';
import { hasFfmpeg } from '../video/ffmpeg.ts';
import { apng, bySharp } from './animated-files.ts';
import { memorySink } from './memory-sink.ts';
import { noiseRaster, sameBytes } from './noise.ts';
import { farthest } from './test-images.ts';
import { watchedWorkers } from './watched-workers.ts';

const neutral = { saturation: 0, brightness: 0, hue: 0, contrast: 0 };
const { platform } = watchedWorkers({ size: 2 });
const adjust = (image: Raster, change: Partial<AdjustColorParameters>) =>
  adjustColor(image, { ...neutral, ...change }, { platform });

const hundredths = fc.integer({ min: -100, max: 100 }).map((value) => value / 100);

/** Every gray level, from left to right. */
const grays = () =>
  wrapRaster(
    256,
    1,
    Uint8Array.from({ length: 1024 }, (_, at) => (at % 4 === 3 ? 255 : at >> 2)),
  );

/** The same image under other levels, such as those of a camera that was set wrongly. */
const spoiled = (image: Raster, level: (level: number, channel: number) => number): Raster =>
  wrapRaster(
    image.width,
    image.height,
    Uint8Array.from(image.data, (value, at) => (at % 4 === 3 ? value : level(value, at % 4))),
  );

const meanDistance = (one: Raster, other: Raster): number =>
  one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] as number)), 0) / one.data.length;

describe('light and color of adjust-color', () => {
  it('doubles the linear light per stop of exposure', async () => {
    const { data } = await adjust(grays(), { exposure: 1 });
    const linear = (level: number) => (level <= 10 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);
    for (const level of [1, 9, 40, 128, 180])
      expect(linear(data[level * 4] as number) / linear(level)).toBeCloseTo(2, level < 20 ? 0 : 1);
    expect(data[200 * 4]).toBe(255);
  });

  it('moves white to the chromaticities of daylight that the CIE publishes, and keeps the luminance', () => {
    const chromaticity = ([red, green, blue]: readonly [number, number, number]) => {
      const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
      const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
      expect(y).toBeCloseTo(1, 10);
      return [x / (x + y + z), y / (x + y + z)];
    };
    // D50 (5003 K), D65 and D75 (7504 K) of CIE 15, with the temperature that is as many mireds away from D65.
    for (const [kelvins, x, y] of [
      [5003, 0.3457, 0.3585],
      [6504, 0.3127, 0.329],
      [7504, 0.299, 0.3149],
    ] as const) {
      const found = chromaticity(whiteBalance((1e6 / kelvins - 1e6 / 6504) / 90, 0));
      expect(Math.hypot((found[0] as number) - x, (found[1] as number) - y)).toBeLessThan(0.001);
    }
    const [red, green, blue] = whiteBalance(0, 0.5);
    expect(Math.min(red, blue)).toBeGreaterThan(1);
    expect(green).toBeLessThan(1);
  });

  it('never swaps tones by highlights and shadows, and keeps black and white', () =>
    fc.assert(
      fc.property(hundredths, hundredths, (highlights, shadows) => {
        const curve = toneCurves({ highlights, shadows }, undefined)?.subarray(0, 256);
        if (!curve) return expect([highlights, shadows]).toEqual([0, 0]);
        expect([curve[0], curve[255]]).toEqual([0, 255]);
        for (let level = 1; level < 256; level++)
          expect(curve[level]).toBeGreaterThanOrEqual((curve[level - 1] as number) - 1e-5);
        expect((curve[64] as number) - 64).toSatisfy((change: number) => shadows === 0 || change * shadows > -7);
      }),
      { seed: 5, numRuns: deepOr(200, 60) },
    ));

  it.skipIf(!hasFfmpeg)("has the vibrance of FFmpeg's filter (needs ffmpeg)", async () => {
    const image = noiseRaster(64, 64, { opaque: true });
    const expected = execFileSync(
      'ffmpeg',
      '-v error -f rawvideo -pix_fmt rgba -s 64x64 -i - -vf format=gbrap,vibrance=intensity=0.7:rlum=0.213:glum=0.715:blum=0.072:alternate=1,format=rgba -f rawvideo -'.split(
        ' ',
      ),
      { input: image.data },
    );
    const { data } = await adjust(image, { vibrance: 0.7 });
    let most = 0;
    for (let at = 0; at < data.length; at++)
      most = Math.max(most, Math.abs((data[at] as number) - (expected[at] as number)));
    expect(most).toBeLessThanOrEqual(1);
    expect(meanDistance(image, wrapRaster(64, 64, new Uint8Array(expected)))).toBeGreaterThan(2);
  });

  it('keeps grays, whatever the channels of black and white', async () => {
    const image = noiseRaster(16, 16, { opaque: true });
    const mixed = await adjust(image, { gray: true, grayRed: 1, grayGreen: -1, grayBlue: -1 });
    const red = Array.from({ length: 256 }, (_, pixel) => image.data[pixel * 4] as number);
    const mean = red.reduce((sum, level, at) => sum + Math.abs(level - (mixed.data[at * 4] as number)), 0) / 256;
    expect(mean).toBeLessThan(10);
    expect(sameBytes((await adjust(grays(), { gray: true, grayRed: 0.7, grayBlue: -0.2 })).data, grays().data)).toBe(
      true,
    );
  });

  it('gives the same bytes with the WebAssembly and the TypeScript kernels', async () => {
    const wasm = await loadColorMatrixKernels();
    const changes = fc.record({
      exposure: hundredths,
      temperature: hundredths,
      tint: hundredths,
      shadows: hundredths,
      vibrance: hundredths,
      saturation: hundredths,
      brightness: hundredths,
    });
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 9000 }), (params, pixels) => {
        const change = colorChange({ ...neutral, ...params }, undefined);
        if (!change) return;
        const { data } = noiseRaster(pixels, 1);
        const plain = applyColorChange(new PlainKernels(), { data: data.slice(), ...change });
        expect(sameBytes(applyColorChange(wasm, { data: data.slice(), ...change }), plain)).toBe(true);
      }),
      { seed: 4, numRuns: deepOr(100, 30) },
    );
  });

  it('refuses a white point that is not above the black point', () => {
    expect(() => parseOperationParameters(operation, { blackPoint: 90, whitePoint: 90 })).toThrow('parameterRange');
    expect(parseOperationParameters(operation, { blackPoint: 90, whitePoint: 91 })).toMatchObject({ whitePoint: 91 });
  });
});

describe('automatic light and color', () => {
  it('clips at most 0.1 % of the pixels and never swaps tones, whatever the levels', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 2000 }),
        (colors, repeats) => {
          const pixels = colors.flatMap((color, index) => Array.from({ length: index ? 1 : repeats }, () => color));
          const image = wrapRaster(pixels.length, 1, Uint8Array.from(pixels.flatMap((color) => [...color, 255])));
          const curves = toneCurves({}, countLevels(image)) ?? UNCHANGED;
          const level = (channel: number, at: number) => Math.round(curves[channel * 256 + at] as number);
          const clipped = pixels.filter((color) =>
            color.some((value, channel) => [0, 255].includes(level(channel, value)) && level(channel, value) !== value),
          );
          expect(clipped.length / pixels.length).toBeLessThanOrEqual(0.001);
          for (let at = 1; at < 768; at++)
            if (at % 256) expect(curves[at]).toBeGreaterThanOrEqual(curves[at - 1] as number);
        },
      ),
      { seed: 6, numRuns: deepOr(400, 60) },
    ));

  it('leaves an image of one color within 2 levels, and ignores transparent pixels', async () => {
    for (const level of [0, 128, 240, 255]) {
      const flat = spoiled(grays(), () => level);
      const { data } = await adjust(flat, { auto: true });
      expect(Math.abs((data[0] as number) - level)).toBeLessThanOrEqual(2);
    }
    const hidden = grays();
    for (let at = 3; at < 1024; at += 4) hidden.data[at] = 0;
    expect(countLevels(hidden).some(Boolean)).toBe(false);
    expect(autoCurves(countLevels(hidden)).map((curve) => curve(51))).toEqual([0.2, 0.2, 0.2]);
  });

  it('corrects all frames of an animation alike', async () => {
    const frames = [50, 200].map((level) => ({
      width: 8,
      height: 4,
      color: (x: number) => [level + x, level + x, level + x, 255] as const,
    }));
    const file = fileFromBytes('a.png', await apng({ width: 8, height: 4, loop: 0, frames }));
    const sink = memorySink();
    const steps = parseRecipe({ operation: 'adjust-color', params: { auto: true } });
    await writeAnimationOf(file, steps, { format: 'webp' }, { platform: inlinePlatform, sink });
    const shown = await bySharp(sink.bytes());
    const [first, last] = shown.frames.map((frame) => frame[0] as number) as [number, number];
    expect(first).toBeLessThan(10);
    expect(last).toBeGreaterThan(230);
  });

  describe.skipIf(!samplesFolder)('on photos (needs ../shared/samples)', () => {
    const photo = async (name: string): Promise<Raster> => {
      const { data, info } = await sharp(samplePath(name)).rotate().resize(800).ensureAlpha().raw().toBuffer({ resolveWithObject: true }); // biome-ignore format: a row
      return wrapRaster(info.width, info.height, new Uint8Array(data));
    };

    it.each([
      'exif-orientation-1.jpg',
      'grayscale-tower.jpg',
      'photo-10mp-nikon-d80.jpg',
      'photo-12mp-pixel8-ultrahdr.jpg',
      'photo-london-1020x768.jpg',
      'progressive-tower.jpg',
      'screenshot-text.png',
    ])('leaves the good image %s within 5 levels', async (name) => {
      const good = await photo(`images/${name}`);
      expect(farthest((await adjust(good, { auto: true })).data, good.data)).toBeLessThanOrEqual(5);
    });

    it.each([
      ['underexposed', (value: number) => value * 0.35],
      ['flat', (value: number) => 60 + value * 0.5],
      ['reddish', (value: number, channel: number) => value * ([1, 0.9, 0.8][channel] as number)],
    ] as const)('restores an image that is %s', async (_, level) => {
      const good = await photo('images/photo-london-1020x768.jpg');
      const bad = spoiled(good, level);
      expect(meanDistance(await adjust(bad, { auto: true }), good)).toBeLessThan(meanDistance(bad, good) / 5);
    });
  });
});
