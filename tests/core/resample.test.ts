import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import { type Raster, wrapRaster } from '#core/base/raster.ts';
import { resample, resampleRows } from '#core/image/resample/resample.ts';
import { createResampleKernels, type ResampleKernels } from '#core/image/resample/resample-kernels.ts';
import { resampleStrip, sourceRows } from '#core/image/resample/resample-strip.ts';
import { resampleWasm } from '#core/wasm/generated/resample.ts';
import { instantiateKernels } from '#core/wasm/webassembly.ts';
import { deepOr } from '../deep.ts';
import { samplePath, samplesFolder } from '../samples.ts';
import { describeResampleParity } from './resample.parity.ts';
import { resampleExactly } from './resample.reference.ts';
import { farthest, noise, sampleImage } from './test-images.ts';
import { watchedWorkers } from './watched-workers.ts';

const { platform } = watchedWorkers();
const noWorkers = { platform };

const side = fc.integer({ min: 1, max: 40 });
const sizes = fc.record({ fromWidth: side, fromHeight: side, width: side, height: side });
const runs = { seed: 20, numRuns: deepOr(150, 50) };

/** Compares for equal bytes, because `toEqual` takes seconds for millions of bytes. */
const sameBytes = (a: Uint8ClampedArray<ArrayBuffer>, b: Uint8ClampedArray<ArrayBuffer>) =>
  Buffer.from(a.buffer).equals(Buffer.from(b.buffer));

function mirrored({ width, height, data }: Raster): Raster {
  return sampleImage(width, height, (x, y) => {
    const at = (y * width + (width - 1 - x)) * 4;
    return [...data.subarray(at, at + 4)];
  });
}

// Tolerance in levels: 0.5 for the final rounding, the rest for 16-bit weights and rounding between the passes.
const TOLERANCE = 0.6;

describe('resampling is close to a reference in double precision', () => {
  test.each([
    [64, 48, 31, 17],
    [64, 48, 63, 47],
    [31, 17, 64, 48],
    [40, 30, 160, 120],
    [101, 67, 10, 7],
    [320, 200, 21, 13],
    [1, 9, 7, 3],
    [9, 1, 3, 7],
    [1, 1, 5, 4],
    [50, 50, 1, 1],
    [100, 3, 100, 8],
    [3, 100, 8, 100],
  ])('for opaque pixels from %i × %i to %i × %i', async (fromWidth, fromHeight, width, height) => {
    const image = noise(fromWidth, fromHeight);
    const result = await resample(image, width, height, noWorkers);
    expect(result).toMatchObject({ width, height });
    expect(farthest(result.data, resampleExactly(image, width, height))).toBeLessThan(TOLERANCE);
  });

  test('for opaque pixels and any size', () =>
    fc.assert(
      fc.asyncProperty(sizes, async ({ fromWidth, fromHeight, width, height }) => {
        const image = noise(fromWidth, fromHeight, { seed: fromWidth * 64 + height });
        fc.pre(fromWidth !== width || fromHeight !== height);
        const result = await resample(image, width, height, noWorkers);
        expect(farthest(result.data, resampleExactly(image, width, height))).toBeLessThan(TOLERANCE);
      }),
      runs,
    ));

  test('for translucent pixels and any size', () =>
    fc.assert(
      fc.asyncProperty(sizes, async ({ fromWidth, fromHeight, width, height }) => {
        const image = noise(fromWidth, fromHeight, { seed: fromWidth * 64 + height, opaque: false });
        fc.pre(fromWidth !== width || fromHeight !== height);
        const result = await resample(image, width, height, noWorkers);
        expect(farthest(result.data, resampleExactly(image, width, height))).toBeLessThan(0.51);
      }),
      runs,
    ));

  test('beyond the factor that integer arithmetic supports', async () => {
    const image = noise(2500, 40);
    const result = await resample(image, 3, 2, noWorkers);
    expect(farthest(result.data, resampleExactly(image, 3, 2))).toBeLessThan(0.51);
  });
});

describe('other filters', () => {
  test('area gives the mean of the covered pixels, and enlarges like Lanczos', async () => {
    const image = noise(12, 9);
    const { data } = await resample(image, 8, 3, noWorkers, 'area');
    const covered = (position: number, factor: number, pixel: number) =>
      Math.max(0, Math.min((position + 1) * factor, pixel + 1) - Math.max(position * factor, pixel)) / factor;
    for (let y = 0; y < 3; y++)
      for (let x = 0; x < 8; x++) {
        let mean = 0;
        for (let row = 0; row < 9; row++)
          for (let column = 0; column < 12; column++)
            mean += (image.data[(row * 12 + column) * 4] as number) * covered(x, 1.5, column) * covered(y, 3, row);
        expect(Math.abs((data[(y * 8 + x) * 4] as number) - mean)).toBeLessThan(TOLERANCE);
      }
    const [enlarged, byLanczos] = await Promise.all(
      (['area', 'lanczos'] as const).map((filter) => resample(image, 30, 20, noWorkers, filter)),
    );
    expect(enlarged?.data).toEqual(byLanczos?.data);
  });

  test.each([
    [24, 18],
    [4, 3],
    [5, 7],
  ])('nearest takes the pixel at each center at %i × %i', async (width, height) => {
    const image = noise(12, 9);
    const words = ({ data }: Raster) => new Uint32Array(data.buffer);
    const at = (position: number, from: number, to: number) => Math.floor(((position + 0.5) * from) / to);
    const expected = Array.from(
      { length: width * height },
      (_, pixel) => words(image)[at(Math.floor(pixel / width), 9, height) * 12 + at(pixel % width, 12, width)],
    );
    expect([...words(await resample(image, width, height, noWorkers, 'nearest'))]).toEqual(expected);
  });

  test.each(['area', 'nearest'] as const)('keep a uniform color in large images: %s', async (filter) => {
    const image = sampleImage(1200, 900, () => [200, 100, 50, 255]);
    const { data } = await resample(image, 700, 500, noWorkers, filter);
    expect(new Set(new Uint32Array(data.buffer))).toEqual(new Set(new Uint32Array(image.data.buffer)));
  });
});

test('resampling to the same size returns the input pixels', async () => {
  const image = noise(20, 10, { opaque: false });
  expect(await resample(image, 20, 10, noWorkers)).toBe(image);
});

test('resampling a uniform image keeps its color exactly', () =>
  fc.assert(
    fc.asyncProperty(
      sizes,
      fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.constantFrom(255, 254, 128, 3, 1)),
      async ({ fromWidth, fromHeight, width, height }, colour) => {
        const image = sampleImage(fromWidth, fromHeight, () => colour);
        const result = await resample(image, width, height, noWorkers);
        expect(result.data).toEqual(sampleImage(width, height, () => colour).data);
      },
    ),
    runs,
  ));

test('resampling adds no color of transparent pixels to their neighbors', () =>
  fc.assert(
    fc.asyncProperty(sizes, fc.nat(1000), async ({ fromWidth, fromHeight, width, height }, seed) => {
      const colour = [200, 100, 3];
      const alpha = noise(fromWidth, fromHeight, { seed, opaque: false }).data;
      const alphaAt = (x: number, y: number) => {
        const value = alpha[(y * fromWidth + x) * 4 + 3] as number;
        return value < 128 ? 0 : value;
      };
      const image = sampleImage(fromWidth, fromHeight, (x, y) =>
        alphaAt(x, y) === 0 ? [0, 255, 255, 0] : [...colour, alphaAt(x, y)],
      );
      const { data } = await resample(image, width, height, noWorkers);
      fc.pre(fromWidth !== width || fromHeight !== height);
      const expected = sampleImage(width, height, () => [...colour, 255]).data;
      for (let at = 3; at < data.length; at += 4)
        if (data[at] === 0) expected.fill(0, at - 3, at + 1);
        else expected[at] = data[at] as number;
      expect(data).toEqual(expected);
    }),
    runs,
  ));

test('resampling a mirrored image gives the mirrored result', async () => {
  for (const [width, height] of [
    [20, 30],
    [110, 12],
    [74, 60],
  ] as const) {
    const image = noise(73, 31);
    const result = await resample(image, width, height, noWorkers);
    const other = await resample(mirrored(image), width, height, noWorkers);
    expect(mirrored(other).data).toEqual(result.data);
  }
});

test.each([
  [200, 160],
  [30, 24],
  [7, 5],
])('resampling keeps the mean of an image at %i × %i', async (width, height) => {
  // Noise around middle gray, so that no value is clamped at black or white.
  const source = noise(100, 80);
  const image = sampleImage(100, 80, (x, y) => {
    const value = 96 + (source.data[(y * 100 + x) * 4] as number) / 4;
    const edge = x < 20 || y < 20 || x >= 80 || y >= 60;
    return edge ? [128, 128, 128, 255] : [value, value, value, 255];
  });
  const mean = ({ data }: Raster) =>
    data.reduce((sum, value, at) => (at % 4 === 0 ? sum + value : sum), 0) / (data.length / 4);
  expect(mean(await resample(image, width, height, noWorkers))).toBeCloseTo(mean(image), 0);
});

test('resampling clamps values only after both passes', async () => {
  // A black and white edge overshoots in both directions. Clamping between the passes would dull the corners.
  const image = sampleImage(24, 24, (x, y) => (x < 12 !== y < 12 ? [255, 0, 255, 255] : [0, 255, 0, 255]));
  const result = await resample(image, 61, 61, noWorkers);
  expect(farthest(result.data, resampleExactly(image, 61, 61))).toBeLessThan(0.6);
});

describe('strips of a resampled image', () => {
  const strips = async (image: Raster, width: number, height: number, opaque: boolean, edges: readonly number[]) => {
    const result = new Uint8ClampedArray(width * height * 4);
    for (const [index, top] of edges.slice(0, -1).entries()) {
      const bottom = edges[index + 1] as number;
      const { first, end } = sourceRows(image.height, height, top, bottom);
      const { rows } = await resampleRows({
        rows: new Uint8ClampedArray((bottom - top) * width * 4),
        data: image.data.slice(first * image.width * 4, end * image.width * 4),
        firstRow: first,
        sourceWidth: image.width,
        sourceHeight: image.height,
        width,
        height,
        top,
        bottom,
        opaque,
      });
      result.set(rows, top * width * 4);
    }
    return result;
  };

  test.each([true, false])('give the same bytes as the whole image (opaque: %s)', async (opaque) => {
    for (const [width, height] of [
      [40, 30],
      [33, 97],
      [200, 9],
    ] as const) {
      const image = noise(61, 83, { opaque });
      const whole = await resample(image, width, height, noWorkers);
      const every = Array.from({ length: height + 1 }, (_, row) => row);
      expect(await strips(image, width, height, opaque, [0, 1, height >> 1, height])).toEqual(whole.data);
      expect(await strips(image, width, height, opaque, every)).toEqual(whole.data);
    }
  });

  test('are sent to the workers, a few at a time, with progress', async () => {
    const { platform, seen } = watchedWorkers({ size: 2 });
    const image = noise(2600, 2000, { opaque: false });
    const fractions: number[] = [];
    const result = await resample(image, 1300, 1000, {
      platform,
      onProgress: (fraction) => fractions.push(fraction),
    });
    const whole = wrapRaster(1300, 1000, await strips(image, 1300, 1000, false, [0, 1000]));
    expect(sameBytes(result.data, whole.data)).toBe(true);
    expect(seen.started).toBeGreaterThan(1);
    expect(seen.mostAtOnce).toBe(2);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions).toHaveLength(seen.started);
    expect(fractions.at(-1)).toBe(1);
    // The workers received copies, so the image's own buffer is not detached.
    expect(image.data).toHaveLength(2600 * 2000 * 4);
  });

  test('stay small, even if many rows are enlarged from few', async () => {
    const { platform, seen } = watchedWorkers();
    await resample(noise(2, 2), 4000, 2000, { platform });
    expect(seen.started).toBeGreaterThan(2);
  });

  test('are no longer computed after a cancellation', async () => {
    const cancel = new AbortController();
    const { platform, seen } = watchedWorkers();
    const image = noise(2600, 2000);
    const work = resample(image, 5200, 4000, {
      platform,
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    });
    await expect(work).rejects.toBeInstanceOf(CancelledError);
    expect(seen.started).toBe(1);
    await expect(resample(image, 10, 10, { platform, signal: cancel.signal })).rejects.toBeInstanceOf(CancelledError);
    expect(seen.started).toBe(1);
  });
});

describeResampleParity('Node');

test('resampling gives the same bytes in WebAssembly and in TypeScript', async () => {
  const wasm = await instantiateKernels<ResampleKernels>(resampleWasm);
  if (!wasm) throw new Error('No WebAssembly with SIMD');
  const plain = createResampleKernels();
  const longSide = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(longSide, longSide, side, side, fc.boolean(), fc.boolean(), (a, b, c, d, enlarge, opaque) => {
      const [sourceWidth, sourceHeight, width, height] = enlarge ? [c, d, a, b] : [a, b, c, d];
      const { data } = noise(sourceWidth, sourceHeight, { seed: a, opaque });
      const strip = { data, firstRow: 0, sourceWidth, sourceHeight, width, height, top: 0, bottom: height, opaque };
      const [byWasm, byPlain] = [wasm, plain].map((kernels) => {
        const result = new Uint8ClampedArray(width * height * 4);
        resampleStrip(kernels, strip, result);
        return Buffer.from(result.buffer);
      });
      expect(byWasm?.equals(byPlain as Buffer)).toBe(true);
    }),
    runs,
  );
});

describe.skipIf(!samplesFolder)('a resampled photograph compared with libvips (needs ../shared/samples)', () => {
  // libvips shrinks by more than 2 with a box filter and then Lanczos 3, and it enlarges with a cubic filter.
  // The measured PSNRs for the test's three scale factors are 57.0, 56.6 and 55.7 dB.
  test.each([0.5, 0.6, 0.34])('by the factor %s matches libvips', async (ratio) => {
    const { data, info } = await sharp(samplePath('images/photo-london-1020x768.jpg'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [width, height] = [Math.round(info.width * ratio), Math.round(info.height * ratio)];
    const theirs = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
      .resize({ width, height, fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    const ours = await resample(wrapRaster(info.width, info.height, new Uint8Array(data)), width, height, noWorkers);
    const squares = ours.data.reduce((sum, value, at) => sum + (value - (theirs[at] as number)) ** 2, 0);
    // The mean excludes alpha, which is 255 in both images.
    const meanSquare = squares / (width * height * 3);
    expect(10 * Math.log10(255 ** 2 / meanSquare)).toBeGreaterThan(55);
  });
});
