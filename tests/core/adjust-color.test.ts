import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import { adjustColor, applyColorChange } from '#core/image/adjust-color.ts';
import { adjustmentMatrix, type ColorAdjustment, hueMatrix, saturationMatrix } from '#core/image/color/color-matrix.ts';
import { loadColorMatrixKernels, PlainKernels } from '#core/image/color/color-matrix-kernels.ts';
import { adjustColor as operation } from '#core/operations/adjust-color.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { deepOr } from '../deep.ts';
import { noiseRaster, sameBytes } from './noise.ts';
import { everyAlpha } from './test-images.ts';
import { watchedWorkers } from './watched-workers.ts';

const neutral: ColorAdjustment = { saturation: 0, brightness: 0, hue: 0, contrast: 0 };
const context = () => ({ platform: watchedWorkers({ size: 2 }).platform });

type Triple = [number, number, number];

/** Adjusts a color slider by slider in double precision, without core's matrices. */
function adjustExactly([red, green, blue]: Triple, { saturation, brightness, hue, contrast }: ColorAdjustment): Triple {
  const weights: Triple = [0.213, 0.715, 0.072];
  const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  let color: Triple = [red / 255, green / 255, blue / 255];
  const gray = dot(weights, color);
  color = color.map((level) => gray + (level - gray) * (1 + saturation)) as Triple;
  color = color.map((level) => level * (1 + brightness)) as Triple;
  // Returns the matrix of feColorMatrix type="hueRotate" (SVG 1.1, 15.10): a sum of three constant matrices.
  const cos = Math.cos(hue * Math.PI);
  const sin = Math.sin(hue * Math.PI);
  const part = (constant: Triple, byCos: Triple, bySin: Triple) =>
    dot(constant.map((value, index) => value + cos * (byCos[index] ?? 0) + sin * (bySin[index] ?? 0)) as Triple, color);
  color = [
    part(weights, [0.787, -0.715, -0.072], [-0.213, -0.715, 0.928]),
    part(weights, [-0.213, 0.285, -0.072], [0.143, 0.14, -0.283]),
    part(weights, [-0.213, -0.715, 0.928], [-0.787, 0.715, 0.072]),
  ];
  return color.map((level) => 255 * Math.min(1, Math.max(0, (level - 0.5) * (1 + contrast) + 0.5))) as Triple;
}

const hundredths = fc.integer({ min: -100, max: 100 }).map((value) => value / 100);
const adjustments = fc.record({
  saturation: hundredths,
  brightness: hundredths,
  hue: hundredths,
  contrast: hundredths,
});

describe('adjust-color', () => {
  it('returns the input pixels when every slider is at 0, whatever their alpha', async () => {
    const image = everyAlpha();
    const before = image.data.slice();
    expect(await adjustColor(image, neutral, context())).toBe(image);
    expect(image.data).toEqual(before);
  });

  it('differs by at most half an 8-bit level from the separate adjustments in double precision', () =>
    fc.assert(
      fc.asyncProperty(adjustments, fc.integer({ min: 1, max: 1e6 }), async (adjustment, seed) => {
        fc.pre(Object.values(adjustment).some((value) => value !== 0));
        const image = noiseRaster(13, 7, { seed });
        const result = await adjustColor(image, adjustment, context());
        for (let at = 0; at < image.data.length; at += 4) {
          const [red, green, blue, alpha] = image.data.subarray(at, at + 4) as unknown as [
            number,
            number,
            number,
            number,
          ];
          const expected = adjustExactly([red, green, blue], adjustment);
          for (const channel of [0, 1, 2])
            expect(Math.abs((result.data[at + channel] as number) - (expected[channel] as number))).toBeLessThan(0.501);
          expect(result.data[at + 3]).toBe(alpha);
        }
      }),
      { seed: 7, numRuns: deepOr(150, 50) },
    ));

  it('does not change its input', async () => {
    const image = noiseRaster(9, 9);
    const before = image.data.slice();
    await adjustColor(image, { ...neutral, hue: 0.4 }, context());
    expect(image.data).toEqual(before);
  });

  it('uses the same matrices as the CSS filters', () => {
    // Published values of Filter Effects 1 for saturate(0), saturate(2) and hue-rotate(90deg).
    const rounded = (matrix: readonly number[]) =>
      [0, 1, 2].map((row) => matrix.slice(row * 5, row * 5 + 3).map((value) => Number(value.toFixed(6))));
    expect(rounded(saturationMatrix(0))).toEqual([
      [0.213, 0.715, 0.072],
      [0.213, 0.715, 0.072],
      [0.213, 0.715, 0.072],
    ]);
    expect(rounded(saturationMatrix(2))).toEqual([
      [1.787, -0.715, -0.072],
      [-0.213, 1.285, -0.072],
      [-0.213, -0.715, 1.928],
    ]);
    expect(rounded(hueMatrix(Math.PI / 2))).toEqual([
      [0, 0, 1],
      [0.356, 0.855, -0.211],
      [-0.574, 1.43, 0.144],
    ]);
  });

  it('turns brightness −1 into black, contrast −1 into gray, saturation −1 into luminance', async () => {
    const image = noiseRaster(8, 8, { opaque: true });
    const of = async (change: Partial<ColorAdjustment>) =>
      (await adjustColor(image, { ...neutral, ...change }, context())).data;
    const black = await of({ brightness: -1 });
    expect([...new Set(black)].toSorted()).toEqual([0, 255]);
    const gray = await of({ contrast: -1 });
    expect(gray.every((byte, index) => (index % 4 === 3 ? byte === 255 : byte === 128))).toBe(true);
    const bleak = await of({ saturation: -1 });
    for (let at = 0; at < bleak.length; at += 4) expect(new Set(bleak.subarray(at, at + 3)).size).toBe(1);
  });

  it('gives the same bytes with the WebAssembly and the TypeScript kernels', async () => {
    const wasm = await loadColorMatrixKernels();
    expect(wasm).not.toBeInstanceOf(PlainKernels);
    fc.assert(
      fc.property(adjustments, fc.integer({ min: 1, max: 20_000 }), (adjustment, pixels) => {
        const change = { matrix: adjustmentMatrix(adjustment), curves: undefined, vibrance: 0 };
        const { data } = noiseRaster(pixels, 1);
        const plain = applyColorChange(new PlainKernels(), { data: data.slice(), ...change });
        expect(sameBytes(applyColorChange(wasm, { data: data.slice(), ...change }), plain)).toBe(true);
      }),
      { seed: 3, numRuns: deepOr(60, 20) },
    );
  });

  it('splits a large image into bands, reports progress, and gives the same bytes as for the whole image', async () => {
    const image = noiseRaster(2500, 2000);
    const { platform, seen } = watchedWorkers({ size: 2 });
    const progress: number[] = [];
    const adjustment = { saturation: 0.3, brightness: -0.1, hue: 0.7, contrast: 0.2 };
    const result = await adjustColor(image, adjustment, {
      platform,
      onProgress: (fraction) => progress.push(fraction),
    });
    expect(seen.started).toBe(4);
    expect(progress).toEqual([0.25, 0.5, 0.75, 1]);
    const whole = applyColorChange(await loadColorMatrixKernels(), {
      data: image.data.slice(),
      matrix: adjustmentMatrix(adjustment),
      curves: undefined,
      vibrance: 0,
    });
    expect(sameBytes(result.data, whole)).toBe(true);
  });

  it('stops when canceled', async () => {
    const image = noiseRaster(2500, 2000);
    const { platform, seen } = watchedWorkers({ size: 1 });
    const cancel = new AbortController();
    const work = adjustColor(
      image,
      { ...neutral, hue: 1 },
      { platform, signal: cancel.signal, onProgress: () => cancel.abort() },
    );
    await expect(work).rejects.toBeInstanceOf(CancelledError);
    expect(seen.started).toBeLessThan(4);
  });

  it('accepts values in hundredths from −1 to 1', () => {
    expect(parseOperationParameters(operation, {})).toMatchObject({ ...neutral, gray: false, sepia: 0 });
    expect(() => parseOperationParameters(operation, { hue: 1.01 })).toThrow('parameterRange');
    expect(parseOperationParameters(operation, { contrast: 1 / 3 })).toMatchObject({ contrast: 0.33 });
  });
});
