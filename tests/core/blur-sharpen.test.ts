import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { loadBlurSharpenKernels, PlainKernels } from '#core/image/blur/blur-sharpen-kernels.ts';
import { blurBand, sharpenBand } from '#core/image/blur/blur-sharpen-rows.ts';
import { gaussianWeights } from '#core/image/blur/gaussian.ts';
import { blurSharpen, blurSigma, sharpenAmount } from '#core/image/blur-sharpen.ts';
import { deepOr } from '../deep.ts';
import { noiseRaster, sameBytes } from './noise.ts';
import { everyAlpha } from './test-images.ts';
import { watchedWorkers } from './watched-workers.ts';

const context = () => ({ platform: watchedWorkers({ size: 2 }).platform });

/** Convolves with the sampled Gaussian up to ten standard deviations, in double precision, with clamped edges. */
function blurExactly({ width, height, data }: Raster, sigma: number): Float64Array {
  const reach = Math.ceil(10 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma ** 2)),
  );
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
  let from = Float64Array.from(data, (byte, index) =>
    index % 4 === 3 ? byte : (byte * (data[index - (index % 4) + 3] as number)) / 255,
  );
  for (const [stepX, stepY] of [
    [1, 0],
    [0, 1],
  ] as const) {
    const to = new Float64Array(from.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let channel = 0; channel < 4; channel++) {
          let sum = 0;
          for (const [index, weight] of kernel.entries()) {
            const step = index - reach;
            sum +=
              weight *
              (from[
                (clamp(y + step * stepY, height) * width + clamp(x + step * stepX, width)) * 4 + channel
              ] as number);
          }
          to[(y * width + x) * 4 + channel] = sum / total;
        }
    from = to;
  }
  return from.map((value, index) =>
    index % 4 === 3 ? value : (255 * value) / (from[index - (index % 4) + 3] as number),
  );
}

function expectClose(result: Raster, expected: Float64Array, tolerance: number): void {
  let most = 0;
  const compare = (at: number) => {
    most = Math.max(most, Math.abs((result.data[at] as number) - (expected[at] as number)));
  };
  for (let at = 0; at < expected.length; at += 4) {
    compare(at + 3);
    if (result.data[at + 3] !== 0) for (let channel = 0; channel < 3; channel++) compare(at + channel);
  }
  expect(most).toBeLessThan(tolerance);
}

describe('blurring', () => {
  it.each([-0.01, -0.05, -0.1, -0.23, -0.5, -0.77, -1])(
    'with the value %f differs from a Gaussian of infinite width by at most one 8-bit level',
    async (sharpness) => {
      const opaque = noiseRaster(47, 31, { opaque: true });
      expectClose(await blurSharpen(opaque, { sharpness }, context()), blurExactly(opaque, 5 * -sharpness), 1);
      const translucent = noiseRaster(31, 47);
      expectClose(
        await blurSharpen(translucent, { sharpness }, context()),
        blurExactly(translucent, 5 * -sharpness),
        1,
      );
    },
  );

  it('renders hard black and white edges like an exact blur, within one 8-bit level', async () => {
    const image = createRaster(64, 4);
    for (let x = 0; x < 64; x++)
      for (let y = 0; y < 4; y++) image.data.set(x < 32 ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * 64 + x) * 4);
    expectClose(await blurSharpen(image, { sharpness: -1 }, context()), blurExactly(image, 5), 0.75);
  });

  it('cuts the Gaussian kernel at 3.5 standard deviations, and keeps its sum at 1', () => {
    for (let hundredth = 1; hundredth <= 100; hundredth++) {
      const sigma = hundredth / 20;
      const weights = gaussianWeights(sigma);
      const sum = weights.reduce((total, weight) => total + 2 * weight, -(weights[0] as number));
      expect(sum).toBeCloseTo(1, 12);
      expect(weights.length - 1).toBeLessThanOrEqual(Math.ceil(3.5 * sigma));
    }
  });

  it('adds no color of transparent pixels to their neighbors', async () => {
    const image = createRaster(40, 9);
    for (let index = 0; index < 360; index++)
      image.data.set(index % 40 < 20 ? [200, 30, 90, 255] : [0, 255, 0, 0], index * 4);
    const { data } = await blurSharpen(image, { sharpness: -0.6 }, context());
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] !== 0) expect([...data.subarray(at, at + 3)]).toEqual([200, 30, 90]);
  });

  it('preserves a uniform color, up to the edges', async () => {
    const image = createRaster(33, 21);
    for (let at = 0; at < image.data.length; at += 4) image.data.set([17, 130, 251, 93], at);
    expect(sameBytes((await blurSharpen(image, { sharpness: -1 }, context())).data, image.data)).toBe(true);
  });

  it('scales its radius with the preview', () => {
    expect(blurSigma(-1)).toBe(5);
    expect(blurSigma(-0.5, 0.2)).toBeCloseTo(0.5, 12);
    expect(blurSigma(0.5)).toBe(0);
  });

  it('accepts images smaller than its radius', async () => {
    for (const [width, height] of [
      [1, 1],
      [1, 7],
      [7, 1],
      [2, 3],
    ] as const) {
      const image = noiseRaster(width, height, { opaque: true });
      expectClose(await blurSharpen(image, { sharpness: -1 }, context()), blurExactly(image, 5), 1);
    }
  });
});

describe('sharpening', () => {
  /** Reference: c + 10v·(c − mean of the four neighbors). A transparent neighbor counts as the pixel itself. */
  function sharpenExactly({ width, height, data }: Raster, v: number): number[] {
    const result = [...data];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * 4;
        if (data[at + 3] === 0) continue;
        for (let channel = 0; channel < 3; channel++) {
          const level = data[at + channel] as number;
          let sum = 0;
          for (const [dx, dy] of [
            [0, -1],
            [0, 1],
            [-1, 0],
            [1, 0],
          ] as const) {
            const neighbor =
              (Math.min(height - 1, Math.max(0, y + dy)) * width + Math.min(width - 1, Math.max(0, x + dx))) * 4;
            sum += data[neighbor + 3] === 0 ? level : (data[neighbor + channel] as number);
          }
          result[at + channel] = Math.min(255, Math.max(0, level + 10 * v * (level - sum / 4)));
        }
      }
    return result;
  }

  it('equals the four-neighbor kernel within half an 8-bit level, and keeps alpha', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 19 }),
        fc.integer({ min: 1, max: 19 }),
        fc.boolean(),
        async (hundredths, width, height, opaque) => {
          const image = noiseRaster(width, height, { seed: hundredths, opaque });
          const { data } = await blurSharpen(image, { sharpness: hundredths / 100 }, context());
          const exact = sharpenExactly(image, hundredths / 100);
          const apart = exact.map((expected, index) => Math.abs((data[index] as number) - expected));
          expect(Math.max(...apart)).toBeLessThan(0.501);
        },
      ),
      { seed: 5, numRuns: deepOr(120, 40) },
    ));

  it('scales with the square of the preview scale', () => {
    expect(sharpenAmount(1)).toBe(2.5);
    expect(sharpenAmount(0.4, 0.5)).toBeCloseTo(0.25, 12);
    expect(sharpenAmount(-1)).toBe(0);
  });
});

describe('blur-sharpen', () => {
  it('returns the input pixels if the sharpness is 0', async () => {
    const image = everyAlpha();
    expect(await blurSharpen(image, { sharpness: 0 }, context())).toBe(image);
  });

  const large = { true: noiseRaster(1100, 3000, { opaque: true }), false: noiseRaster(1100, 3000) };
  it.each([
    [-1, true],
    [-1, false],
    [-0.3, true],
    [-0.3, false],
    [0.5, false],
  ])(
    'with sharpness %f, opaque %s, gives the same bytes for any bands, in WebAssembly and in TypeScript',
    async (sharpness, opaque) => {
      const image = large[`${opaque}`];
      const { platform, seen } = watchedWorkers({ size: 2 });
      const progress: number[] = [];
      const onProgress = (fraction: number) => progress.push(fraction);
      const result = await blurSharpen(image, { sharpness }, { platform, onProgress });
      expect(seen.started).toBe(3);
      expect(progress.at(-1)).toBe(1);
      const kernels = await loadBlurSharpenKernels();
      expect(kernels).not.toBeInstanceOf(PlainKernels);
      const weights = gaussianWeights(blurSigma(sharpness));
      const band = (set: typeof kernels, first: number, count: number, { width, data } = image) => {
        const rows = new Uint8ClampedArray(count * width * 4);
        const cut = { data, width, first, count, rows };
        if (sharpness < 0) blurBand(set, { ...cut, weights, opaque });
        else sharpenBand(set, { ...cut, amount: sharpenAmount(sharpness) });
        return rows;
      };
      expect(sameBytes(result.data, band(kernels, 0, 3000))).toBe(true);
      for (const width of [1, 3, 230, 257, 515]) {
        const small = noiseRaster(width, 60, { opaque });
        const whole = band(kernels, 0, 60, small);
        expect(sameBytes(band(new PlainKernels(), 0, 60, small), whole)).toBe(true);
        expect(sameBytes(band(kernels, 20, 7, small), whole.subarray(20 * width * 4, 27 * width * 4))).toBe(true);
      }
    },
  );

  it('blurs an opaque image equally in integers and in floats', async () => {
    const kernels = await loadBlurSharpenKernels();
    const { data } = noiseRaster(300, 100, { opaque: true });
    for (const sigma of [0.4, 0.9, 2, 3.3, 5]) {
      const band = { data, width: 300, first: 0, count: 100, weights: gaussianWeights(sigma) };
      const [whole, float] = [new Uint8ClampedArray(data.length), new Uint8ClampedArray(data.length)];
      blurBand(kernels, { ...band, rows: whole, opaque: true });
      blurBand(kernels, { ...band, rows: float, opaque: false });
      expect(whole.every((byte, index) => Math.abs(byte - (float[index] as number)) <= 1)).toBe(true);
    }
  });

  it('stops when canceled', async () => {
    const { platform, seen } = watchedWorkers({ size: 1 });
    const cancel = new AbortController();
    const work = blurSharpen(
      noiseRaster(2500, 2000),
      { sharpness: -0.1 },
      { platform, signal: cancel.signal, onProgress: () => cancel.abort() },
    );
    await expect(work).rejects.toBeInstanceOf(CancelledError);
    expect(seen.started).toBeLessThan(4);
  });
});
