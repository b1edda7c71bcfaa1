import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import { pixelWords, type Raster } from '#core/base/raster.ts';
import { createResampleKernels, type ResampleKernels } from '#core/image/resample/resample-kernels.ts';
import { rotate } from '#core/image/rotate/rotate.ts';
import { type RotateParameters, rotatedSize } from '#core/image/rotate/rotated-size.ts';
import { type StraightenTileInput, straightenWith } from '#core/image/rotate/straighten-tile.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { sizeAfter } from '#core/recipes/refit.ts';
import { resampleWasm } from '#core/wasm/generated/resample.ts';
import { instantiateKernels } from '#core/wasm/webassembly.ts';
import { deepOr } from '../deep.ts';
import { straightenExactly } from './rotate.reference.ts';
import { farthest, noise, numberedRaster, opaquePhoto, sampleImage } from './test-images.ts';
import { watchedWorkers } from './watched-workers.ts';

const { platform } = watchedWorkers();
const context = { platform };
const STILL: RotateParameters = {
  turn: 0,
  flip: 'none',
  angle: 0,
  ratio: '',
  keepCorners: false,
  background: '#00000000',
};
const by = (image: Raster, params: Partial<RotateParameters>) => rotate(image, { ...STILL, ...params }, context);

/** Returns the peak signal-to-noise ratio of all four channels in decibels. */
function psnr(one: Raster, other: Raster): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  const squares = one.data.reduce((sum, byte, index) => sum + (byte - (other.data[index] as number)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / one.data.length));
}

const largest = (one: Raster, other: Raster) => farthest(one.data, other.data);

async function bySharp({ width, height, data }: Raster, turn: number, flip: RotateParameters['flip']) {
  const raw = (size: { width: number; height: number }) => ({ raw: { ...size, channels: 4 as const } });
  const turned = await sharp(data, raw({ width, height })).rotate(turn).raw().toBuffer({ resolveWithObject: true });
  const image = sharp(turned.data, raw(turned.info));
  if (flip === 'horizontal') image.flop();
  if (flip === 'vertical') image.flip();
  return image.raw().toBuffer({ resolveWithObject: true });
}

describe('turns and flips', () => {
  it.each(
    [0, 90, 180, 270].flatMap((turn) =>
      (['none', 'horizontal', 'vertical'] as const).map((flip) => [turn, flip] as const),
    ),
  )('%i° and flip %s move every pixel as sharp does', async (turn, flip) => {
    const image = numberedRaster(67, 130);
    const result = await by(image, { turn, flip });
    const { data, info } = await bySharp(image, turn, flip);
    expect([result.width, result.height]).toEqual([info.width, info.height]);
    expect(Buffer.from(result.data.buffer).equals(data)).toBe(true);
  });

  it('return the input image itself if nothing changes', async () => {
    const image = noise(5, 4);
    expect(await by(image, {})).toBe(image);
  });

  it('keep the color of transparent pixels', async () => {
    const image = sampleImage(3, 2, (x, y) => [x, y, 9, 0]);
    const turned = await by(image, { turn: 90 });
    const back = await by(turned, { turn: 270 });
    expect(pixelWords(back)).toEqual(pixelWords(image));
  });
});

describe('straightening', () => {
  it.each([0.1, -2.5, 13.7, 45, -45])(
    'by %f° equals Lanczos 3 in double precision, within one 8-bit level',
    async (angle) => {
      const image = noise(90, 61);
      const result = await by(image, { angle });
      const exact = straightenExactly(image, angle, result.width, result.height);
      expect(largest(result, exact)).toBeLessThanOrEqual(1);
      expect(psnr(result, exact)).toBeGreaterThan(50);
    },
  );

  it('of translucent pixels is exact in premultiplied color', async () => {
    const image = noise(70, 50, { opaque: false });
    const result = await by(image, { angle: 21.3 });
    expect(psnr(result, straightenExactly(image, 21.3, result.width, result.height))).toBeGreaterThan(45);
  });

  it('is close to the affine transformation of libvips', async () => {
    const image = sampleImage(160, 120, (x, y) => [
      128 + 100 * Math.sin(x / 11),
      128 + 100 * Math.cos(y / 13),
      (x * 255) / 160,
      255,
    ]);
    const angle = 7.5;
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const result = await by(image, { angle, keepCorners: true });
    // libvips rotates about the upper left corner, so an offset aligns its pixels with those of core.
    const fraction = (value: number) => value - Math.floor(value);
    const odx = fraction(result.width / 2 - (cos * 80 - sin * 60));
    const ody = fraction(result.height / 2 - (sin * 80 + cos * 60));
    const { data, info } = await sharp(image.data, { raw: { width: 160, height: 120, channels: 4 } })
      .affine([cos, -sin, sin, cos], { interpolator: 'bicubic', background: '#00000000', odx, ody })
      .raw()
      .toBuffer({ resolveWithObject: true });
    let [squares, count] = [0, 0];
    for (let y = 40; y < 100; y++)
      for (let x = 40; x < 135; x++)
        for (let channel = 0; channel < 3; channel++) {
          const ours = result.data[(y * result.width + x) * 4 + channel] as number;
          squares += (ours - (data[(y * info.width + x) * 4 + channel] as number)) ** 2;
          count++;
        }
    expect(10 * Math.log10(255 ** 2 / (squares / count))).toBeGreaterThan(45);
  });

  it('keeps a uniform image uniform', async () => {
    const result = await by(
      sampleImage(50, 40, () => [17, 93, 201, 255]),
      { angle: -9.9 },
    );
    expect(new Set(pixelWords(result))).toEqual(new Set([0xff_c9_5d_11]));
  });

  it('of a mirrored image gives the mirrored result', async () => {
    const image = noise(80, 56);
    const mirrored = await by(image, { flip: 'horizontal' });
    const [one, other] = [await by(image, { angle: 12.3 }), await by(mirrored, { angle: -12.3 })];
    expect(largest(await by(one, { flip: 'horizontal' }), other)).toBeLessThanOrEqual(1);
  });

  it('has no seams between tiles', async () => {
    const image = opaquePhoto(700, 560);
    const result = await by(image, { angle: 3.3 });
    expect(result.width).toBeGreaterThan(512);
    expect(largest(result, straightenExactly(image, 3.3, result.width, result.height))).toBeLessThanOrEqual(1);
  });

  it('gives the same bytes with several workers', async () => {
    const image = opaquePhoto(700, 560);
    const several = { platform: watchedWorkers({ size: 3 }).platform };
    const params = { ...STILL, angle: -31.2, keepCorners: true, background: '#336699' };
    expect((await rotate(image, params, several)).data).toEqual((await rotate(image, params, context)).data);
  });

  it('gives the same bytes in WebAssembly and in TypeScript', async () => {
    const wasm = (await instantiateKernels<ResampleKernels>(resampleWasm)) as ResampleKernels;
    const tile = (kernels: ResampleKernels) => {
      const input: StraightenTileInput = {
        data: noise(40, 30, { opaque: false }).data,
        rows: new Uint8ClampedArray(21 * 13 * 4),
        ...{ blockWidth: 40, blockHeight: 30, width: 21, height: 13, x: 6.25, y: 11.7, cos: 0.96, sin: 0.28 },
        corners: { left: 8, top: 9, right: 25, bottom: 17.5, background: [1, 200, 30, 128] },
      };
      straightenWith(kernels, input);
      return input.rows;
    };
    expect(tile(wasm)).toEqual(tile(createResampleKernels()));
  });

  it('fills the corners, and nothing else, with the background', async () => {
    const result = await by(
      sampleImage(60, 40, () => [200, 10, 10, 255]),
      { angle: 30, keepCorners: true, background: '#0000ff80' },
    );
    const at = (x: number, y: number) => [...result.data.subarray((y * result.width + x) * 4).subarray(0, 4)];
    expect([result.width, result.height]).toEqual([72, 65]);
    for (const [x, y] of [
      [0, 0],
      [71, 0],
      [0, 64],
      [71, 64],
    ] as const)
      expect(at(x, y)).toEqual([0, 0, 255, 128]);
    expect(at(36, 32)).toEqual([200, 10, 10, 255]);
    const clear = await by(noise(60, 40), { angle: 30, keepCorners: true });
    expect([...clear.data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  });

  it('stops when it is canceled, and refuses a result over the limits', async () => {
    const signal = { aborted: true, addEventListener() {}, removeEventListener() {} };
    const image = noise(30, 20);
    await expect(rotate(image, { ...STILL, angle: 5 }, { platform, signal } as never)).rejects.toThrow(CancelledError);
    const limited = { platform, limits: { maxPixels: 1000 } };
    await expect(rotate(image, { ...STILL, angle: 45, keepCorners: true }, limited)).rejects.toMatchObject({
      code: 'imageTooLarge',
    });
  });
});

describe('the size of a straightened image', () => {
  const side = fc.integer({ min: 20, max: 4000 });
  const tenths = fc.integer({ min: 1, max: 450 });
  const runs = { seed: 7, numRuns: deepOr(300, 100) };
  /** True if an upright rectangle fits into the rotated image. */
  const fits = (width: number, height: number, angle: number, wide: number, high: number) => {
    const radians = (angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
    return wide * cos + high * sin <= width + 1e-3 && wide * sin + high * cos <= height + 1e-3;
  };

  it('is that of the largest rectangle without empty corners', () =>
    fc.assert(
      fc.property(side, side, tenths, (width, height, tenth) => {
        const angle = tenth / 10;
        const size = rotatedSize({ width, height }, { ...STILL, angle });
        expect(fits(width, height, angle, size.width, size.height)).toBe(true);
        // No rectangle of another width has a larger area, except by rounding down to whole pixels.
        const radians = (angle * Math.PI) / 180;
        const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
        for (let step = 1; step < 200; step++) {
          const wide = (step / 200) * width;
          const high = Math.min((width - wide * cos) / sin, (height - wide * sin) / cos);
          expect(wide * high).toBeLessThanOrEqual((size.width + 1) * (size.height + 1));
        }
      }),
      runs,
    ));

  it('has the requested ratio, and is as large as fits', () =>
    fc.assert(
      fc.property(side, side, tenths, fc.constantFrom('1:1', '4:5', '16:9'), (width, height, tenth, ratio) => {
        const angle = tenth / 10;
        const [across = 1, down = 1] = ratio.split(':').map(Number);
        const size = rotatedSize({ width, height }, { ...STILL, angle, ratio });
        expect(fits(width, height, angle, size.width, size.height)).toBe(true);
        expect(Math.abs(size.width - (size.height * across) / down)).toBeLessThan(across / down + 1);
        const larger = size.height + 2;
        expect(fits(width, height, angle, (larger * across) / down, larger)).toBe(false);
      }),
      runs,
    ));

  it('is the same for both directions, and a quarter turn swaps its sides', () => {
    const of = (params: Partial<RotateParameters>) => rotatedSize({ width: 300, height: 200 }, { ...STILL, ...params });
    expect(of({ angle: -8.2 })).toEqual(of({ angle: 8.2 }));
    expect(of({ turn: 90 })).toEqual({ width: 200, height: 300 });
    expect(of({ turn: 270, keepCorners: true, angle: 10 })).toEqual({ width: 250, height: 331 });
    expect(of({ ratio: '1:1' })).toEqual({ width: 200, height: 200 });
  });

  it('is known before the recipe runs', async () => {
    const image = noise(40, 30);
    for (const params of [{ turn: 90 }, { angle: 5 }, { angle: 5, keepCorners: true }, { ratio: '2:1' }, {}]) {
      const { width, height } = await by(image, params);
      expect(sizeAfter([{ operation: 'rotate', params }], image)).toEqual({ width, height });
    }
  });
});

describe('the parameters of rotate', () => {
  const step = (params: object) => () => parseRecipe({ operation: 'rotate', params });

  it('accept quarter turns and angles up to 45 degrees only', () => {
    expect(step({ turn: 45 })).toThrow('parameterChoice');
    expect(step({ angle: 45.1 })).toThrow('parameterRange');
    expect(step({ turn: 270, flip: 'vertical', angle: -45 })).not.toThrow();
  });

  it('accept a ratio only if the corners are cut off', () => {
    expect(step({ ratio: 'wide' })).toThrow('parameterRatio');
    expect(step({ ratio: '4:5', keepCorners: true, angle: 3 })).toThrow('parameterExclusive');
  });
});
