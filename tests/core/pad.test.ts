import sharp, { type ResizeOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { positions } from '#core/geometry/positions.ts';
import { findOperation, type OperationId } from '#core/operations/index.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { refitRecipe, sizeAfter } from '#core/recipes/refit.ts';
import { platform } from '../inline-platform.ts';
import { noise, opaquePhoto } from './test-images.ts';

async function run(id: OperationId, image: Raster, params: object): Promise<Raster> {
  const operation = findOperation(id);
  if (!operation) throw new Error(`There is no ${id}`);
  const parsed = parseOperationParameters(operation, params as never);
  return (await operation.run({ image }, parsed, { platform })) as Raster;
}

const sharpOf = ({ data, width, height }: Raster) =>
  sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } });

/** Returns sharp's result as bytes. Fudebako's `pad` corresponds to sharp's `contain`. */
const resized = (image: Raster, width: number, height: number, options: ResizeOptions): Promise<Buffer> =>
  sharpOf(image).resize(width, height, options).raw().toBuffer();

const psnr = (one: Uint8ClampedArray, other: Uint8Array): number => {
  const error = one.reduce((sum, value, index) => sum + (value - (other[index] as number)) ** 2, 0) / one.length;
  return 10 * Math.log10(255 ** 2 / error);
};

describe('pad', () => {
  it.each(positions)('places the image at %s and changes no pixel of it', async (anchor) => {
    const image = noise(31, 20, { opaque: false });
    const { data, width } = await run('pad', image, { width: 64, height: 45, anchor, background: '#123456' });
    const left = /left/.test(anchor) ? 0 : /right/.test(anchor) ? 33 : 16;
    const top = /^top/.test(anchor) ? 0 : /^bottom/.test(anchor) ? 25 : 12;
    const expected = Buffer.alloc(64 * 45 * 4);
    for (let at = 0; at < expected.length; at += 4) expected.set([0x12, 0x34, 0x56, 255], at);
    for (let row = 0; row < 20; row++)
      expected.set(image.data.subarray(row * 124, row * 124 + 124), ((top + row) * width + left) * 4);
    expect(Buffer.from(data).equals(expected)).toBe(true);
  });

  it.each([
    [{ ratio: '1:1' }, 300, 300],
    [{ ratio: '16:9' }, 356, 200],
    [{ ratio: '4:5' }, 300, 375],
    [{ width: 500 }, 500, 200],
    [{ height: 100 }, 300, 200],
    [{ width: 320, height: 100 }, 320, 200],
  ])('extends an image of 300 × 200 by %j to the expected size and position', async (params, width, height) => {
    const size = { width: 300, height: 200 };
    const result = await run('pad', noise(300, 200), params);
    expect([result.width, result.height]).toEqual([width, height]);
    expect(sizeAfter([{ operation: 'pad', params }], size)).toEqual({ width, height });
  });

  it('fills the background with a blurred copy that has the colors of the image and no detail', async () => {
    const image = opaquePhoto(200, 100);
    const { data } = await run('pad', image, { ratio: '1:1', background: 'blur' });
    for (const channel of [0, 1, 2]) {
      const valueAt = (x: number, y: number) => data[(y * 200 + x) * 4 + channel] as number;
      let [sum, own, step] = [0, 0, 0];
      // Checks the bands above and below the image, which a blurred copy of the image fills.
      for (const y of [...Array(50).keys()].flatMap((row) => [row, row + 150]))
        for (let x = 0; x < 199; x++) {
          sum += valueAt(x, y);
          step = Math.max(step, Math.abs(valueAt(x, y) - valueAt(x + 1, y)));
        }
      for (let at = channel; at < image.data.length; at += 4) own += image.data[at] as number;
      expect(Math.abs(sum / 19_900 - own / 20_000)).toBeLessThan(30);
      expect(step).toBeLessThan(12);
    }
  });

  it.each([
    [{}, 'parameterOneOf', 'width'],
    [{ ratio: 'wide' }, 'parameterRatio', 'ratio'],
    [{ ratio: '1:1', background: '#12' }, 'parameterColor', 'background'],
    [{ ratio: '1:1', background: 'sky' }, 'parameterChoice', 'background'],
  ])('refuses %j', (params, code, path) => {
    const operation = findOperation('pad');
    expect(() => operation && parseOperationParameters(operation, params as never)).toThrow(
      expect.objectContaining({ code, path }),
    );
  });
});

describe('scale with a fit mode', () => {
  const image = opaquePhoto(300, 200);

  it('crops in the mode cover, as sharp does', async () => {
    const { data, width, height } = await run('scale', image, { width: 120, height: 120, fit: 'cover' });
    expect([width, height]).toEqual([120, 120]);
    expect(psnr(data, await resized(image, 120, 120, { fit: 'cover' }))).toBeGreaterThan(40);
  });

  it('adds a background in the mode pad, as sharp does', async () => {
    const options = { fit: 'contain', background: '#ff8000', position: 'left top' } as const;
    const params = { width: 120, height: 120, fit: 'pad', background: '#ff8000', anchor: 'top-left' };
    const { data } = await run('scale', image, params);
    expect(psnr(data, await resized(image, 120, 120, options))).toBeGreaterThan(40);
  });

  it('stretches in the mode fill, and keeps the aspect ratio in the mode inside', async () => {
    const box = { width: 120, height: 120 };
    const sizes = await Promise.all(
      ['fill', 'contain', 'cover', 'pad'].map(async (fit) => {
        const { width, height } = await run('scale', image, { ...box, fit });
        expect(sizeAfter([{ operation: 'scale', params: { ...box, fit } }], image)).toEqual({ width, height });
        return [width, height];
      }),
    );
    expect(sizes).toEqual([
      [120, 120],
      [120, 80],
      [120, 120],
      [120, 120],
    ]);
  });

  it('does not enlarge the image within a padded box if withoutEnlargement is set', async () => {
    const params = { width: 400, height: 400, fit: 'pad', withoutEnlargement: true, background: '#000000' };
    const { data, width } = await run('scale', image, params);
    const at = (100 * width + 50) * 4;
    expect([...data.subarray(at, at + 4)]).toEqual([...image.data.subarray(0, 4)]);
  });

  it('keeps the requested size when a recipe is applied to an image of another size', () => {
    const step = { operation: 'scale', params: { width: 120, height: 80, fit: 'cover' } } as const;
    expect(refitRecipe([step], image, { width: 50, height: 90 })).toEqual([step]);
  });
});
