import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import { createRaster, type Raster, wrapRaster } from '#core/base/raster.ts';
import { loadBlendKernels, PlainKernels } from '#core/image/blend/blend-kernels.ts';
import { type BlendModeId, blendGroups, blendModes } from '#core/image/blend/blend-modes.ts';
import { blendBand } from '#core/image/blend/blend-rows.ts';
import { composeLayers, type LayerParameters, type Layers, topPlace } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { composeExactly, referenceModes } from './blend.reference.ts';
import { noiseRaster, sameBytes } from './noise.ts';
import { everyAlpha } from './test-images.ts';
import { watchedWorkers } from './watched-workers.ts';

const modes = blendModes.map(({ id }) => id);
const defaults: LayerParameters = { blendMode: 'normal', view: 'combined', offsetX: 0, offsetY: 0 };
const compose = (layers: Layers, params: Partial<LayerParameters> = {}) =>
  composeLayers(layers, { ...defaults, ...params }, { platform: watchedWorkers({ size: 2 }).platform });

const pixelsOf = ({ data }: Raster) =>
  Array.from({ length: data.length / 4 }, (_, index) => [...data.subarray(index * 4, index * 4 + 4)]);
const pixelAt = ({ data }: Raster, at: number) =>
  [data[at], data[at + 1], data[at + 2], data[at + 3]] as [number, number, number, number];
const flat = (width: number, height: number, pixel: readonly number[]) =>
  wrapRaster(
    width,
    height,
    Uint8ClampedArray.from({ length: width * height * 4 }, (_, index) => pixel[index % 4] as number),
  );

/** Returns a bottom and a top layer that combine every pair of 13 color levels with every pair of the given alphas. */
function grid(alphas: readonly number[]): { bottom: Raster; top: Raster } {
  const bytes = [0, 1, 2, 63, 64, 65, 127, 128, 191, 200, 253, 254, 255];
  const pixels: [number[], number[]][] = [];
  for (const alphaB of alphas)
    for (const alphaS of alphas)
      for (const [i, b] of bytes.entries())
        for (const [j, s] of bytes.entries()) {
          const other = (index: number) => bytes[index % bytes.length] as number;
          pixels.push([
            [b, other(i + 3 * j + 1), other(2 * i + j + 5), alphaB],
            [s, other(j + 2 * i + 7), other(5 * j + 3 * i + 2), alphaS],
          ]);
        }
  const raster = (index: 0 | 1) =>
    wrapRaster(pixels.length, 1, Uint8ClampedArray.from(pixels.flatMap((pair) => pair[index])));
  return { bottom: raster(0), top: raster(1) };
}

/** Returns the largest difference between the result and the reference, ignoring colors where alpha is 0. */
function worst(
  result: Raster,
  mode: string,
  bottom: Raster,
  top: Raster,
  shownAt: (index: number) => number = () => 1,
): number {
  let most = 0;
  for (let at = 0; at < result.data.length; at += 4) {
    const expected = composeExactly(mode, pixelAt(bottom, at), pixelAt(top, at), shownAt(at / 4));
    const alpha = result.data[at + 3] as number;
    most = Math.max(most, Math.abs(alpha - expected[3]));
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      most = Math.max(most, Math.abs((result.data[at + channel] as number) - (expected[channel] as number)));
  }
  return most;
}

describe('the blend mode table', () => {
  it('has the 26 modes, each in a group and with GLSL', () => {
    expect(modes.toSorted()).toEqual(referenceModes.toSorted());
    expect(modes).toHaveLength(26);
    expect(new Set(modes).size).toBe(26);
    for (const { group, glsl } of blendModes) {
      expect(blendGroups).toContain(group);
      expect(glsl).not.toBe('');
    }
  });

  it('lists the modes of each group together, in the order of the groups', () => {
    const runs = blendModes.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1]);
    expect(runs).toEqual([...blendGroups]);
  });
});

// Tolerance in levels: 0.5 for rounding to bytes, the rest for 32-bit arithmetic.
const TOLERANCE = 0.502;

describe.each(modes)('blend mode %s', (mode) => {
  it('equals the reference over a grid of colors and alphas', async () => {
    const { bottom, top } = grid([0, 1, 2, 77, 128, 254, 255]);
    expect(worst(await compose({ bottom, top }, { blendMode: mode }), mode, bottom, top)).toBeLessThan(TOLERANCE);
  });

  it('equals the reference for every pair of opaque bytes', async () => {
    const top = createRaster(256, 256);
    const bottom = createRaster(256, 256);
    for (let y = 0; y < 256; y++)
      for (let x = 0; x < 256; x++) {
        bottom.data.set([x, 255 - x, (x * 7) % 256, 255], (y * 256 + x) * 4);
        top.data.set([y, y, (y * 3) % 256, 255], (y * 256 + x) * 4);
      }
    expect(worst(await compose({ bottom, top }, { blendMode: mode }), mode, bottom, top)).toBeLessThan(TOLERANCE);
  });

  it('equals the reference through a mask with colors and alpha', async () => {
    const [bottom, top, mask] = [
      noiseRaster(50, 30),
      noiseRaster(50, 30, { seed: 2 }),
      noiseRaster(50, 30, { seed: 3 }),
    ];
    const shown = pixelsOf(mask).map(
      ([red = 0, green = 0, blue = 0, alpha = 0]) =>
        ((0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255) * (alpha / 255),
    );
    const result = await compose({ bottom, top, mask }, { blendMode: mode });
    expect(worst(result, mode, bottom, top, (index) => shown[index] as number)).toBeLessThan(TOLERANCE);
  });

  it('gives the same bytes in WebAssembly and in TypeScript, for all rows and for a single row', async () => {
    const kernels = await loadBlendKernels();
    expect(kernels).not.toBeInstanceOf(PlainKernels);
    const [width, height, topWidth] = [61, 9, 43];
    const [bottom, top, mask] = [
      noiseRaster(width, height),
      noiseRaster(topWidth, 5, { seed: 5 }),
      noiseRaster(topWidth, 5, { seed: 6 }),
    ];
    for (const withMask of [undefined, mask.data])
      for (const left of [-20, 0, 7, 40]) {
        const input = { bottomWidth: width, topWidth, left, mode };
        const whole = (set: typeof kernels) =>
          blendBand(set, { ...input, bottom: bottom.data.slice(), top: top.data, mask: withMask, firstRow: 2 });
        const expected = whole(kernels);
        expect(whole(new PlainKernels())).toEqual(expected);
        const row = blendBand(kernels, {
          ...input,
          bottom: bottom.data.slice(4 * width * 4, 5 * width * 4),
          top: top.data.slice(2 * topWidth * 4, 3 * topWidth * 4),
          mask: withMask?.slice(2 * topWidth * 4, 3 * topWidth * 4),
          firstRow: 0,
        });
        expect(row).toEqual(expected.subarray(4 * width * 4, 5 * width * 4));
      }
  });

  it('keeps the bottom layer bit for bit where the top layer is invisible', async () => {
    const bottom = everyAlpha();
    const top = flat(256, 8, [90, 200, 10, 0]);
    expect((await compose({ bottom, top }, { blendMode: mode })).data).toEqual(bottom.data);
    const hidden = await compose(
      { bottom, top: noiseRaster(256, 8), mask: flat(3, 3, [0, 0, 0, 255]) },
      { blendMode: mode },
    );
    expect(hidden.data).toEqual(bottom.data);
  });

  it('shows the top layer unchanged over a transparent bottom layer', async () => {
    const top = everyAlpha();
    const { data } = await compose({ bottom: createRaster(256, 8), top }, { blendMode: mode });
    const expected = top.data.slice();
    // Accepts any color where alpha is 0, because the color there is undefined.
    for (let at = 0; at < data.length; at += 4) if (top.data[at + 3] === 0) expected.set(data.subarray(at, at + 4), at);
    expect(data).toEqual(expected);
  });
});

describe('layers', () => {
  const top = flat(4, 4, [255, 0, 0, 255]);
  const bottom = flat(10, 8, [0, 0, 255, 255]);
  const mask = flat(2, 2, [128, 128, 128, 255]);

  it.each([
    [{ top, bottom, mask }, 'top', top],
    [{ top, bottom, mask }, 'bottom', bottom],
    [{ top, bottom, mask }, 'mask', mask],
    [{ bottom, mask }, 'top', bottom],
    [{ mask }, 'top', mask],
    [{ top, mask }, 'bottom', top],
    [{ mask }, 'bottom', mask],
    [{ top, bottom }, 'mask', top],
    [{ bottom }, 'mask', bottom],
    [{ top }, 'combined', top],
    [{ bottom }, 'combined', bottom],
    [{ mask }, 'combined', mask],
  ] as const)(
    'show the first available layer if the layer that the view selects is missing (case %#)',
    async (layers, view, expected) => {
      expect(await compose(layers, { view })).toBe(expected);
    },
  );

  it.each(['combined', 'top', 'bottom', 'mask'] as const)(
    'are refused if all are missing, in view %s',
    async (view) => {
      await expect(compose({}, { view })).rejects.toMatchObject({ code: 'imageRequired' });
    },
  );

  it.each([
    ['top', top],
    ['bottom', bottom],
  ] as const)('apply the mask to the %s if it is the only layer', async (name, image) => {
    const result = await compose({ [name]: image, mask });
    expect(result).toMatchObject({ width: image.width, height: image.height });
    expect(pixelsOf(result).every((pixel) => pixel[3] === 128)).toBe(true);
    expect([...result.data.subarray(0, 3)]).toEqual([...image.data.subarray(0, 3)]);
  });

  it('keep every byte of a single layer under a white mask of any size', async () => {
    const image = everyAlpha();
    for (const white of [flat(256, 8, [255, 255, 255, 255]), flat(1, 1, [255, 255, 255, 255])])
      expect((await compose({ bottom: image, mask: white })).data).toEqual(image.data);
  });

  it('use the luminance of the mask image times its alpha as the mask', async () => {
    const image = flat(1, 1, [9, 8, 7, 255]);
    const shown = async (pixel: number[]) => (await compose({ bottom: image, mask: flat(1, 1, pixel) })).data[3];
    expect(await shown([255, 0, 0, 255])).toBe(54);
    expect(await shown([0, 255, 0, 255])).toBe(182);
    expect(await shown([0, 0, 255, 255])).toBe(18);
    expect(await shown([255, 255, 255, 100])).toBe(100);
    expect(await shown([0, 0, 0, 255])).toBe(0);
  });

  it('are drawn with the top layer centered, moved by the offset, and cropped at the bottom layer’s edges', async () => {
    expect(topPlace(top, bottom, defaults)).toEqual({ left: 3, top: 2 });
    expect(topPlace({ width: 5, height: 11 }, bottom, { offsetX: 1, offsetY: -2 })).toEqual({ left: 3, top: -4 });
    const red = async (params: Partial<LayerParameters>, over = top) =>
      pixelsOf(await compose({ top: over, bottom }, params)).flatMap(([r], index) => (r === 255 ? [index] : []));
    expect(await red({})).toEqual([2, 3, 4, 5].flatMap((y) => [3, 4, 5, 6].map((x) => y * 10 + x)));
    expect(await red({ offsetX: -5, offsetY: -4 })).toEqual([0, 1, 10, 11]);
    expect(await red({ offsetX: 500 })).toEqual([]);
    expect(await red({ offsetY: -500 })).toEqual([]);
    expect(await red({}, flat(99, 77, [255, 0, 0, 255]))).toHaveLength(80);
  });

  it('may be images of a single pixel', async () => {
    const dot = flat(1, 1, [255, 255, 255, 128]);
    for (const layers of [
      { top: dot, bottom: dot, mask: dot },
      { top: dot, bottom },
      { top, bottom: dot },
      { top, mask: dot },
    ])
      expect((await compose(layers)).data.length).toBeGreaterThan(0);
  });

  it('are drawn with the mask stretched over the top layer', async () => {
    const halves = createRaster(2, 1);
    halves.data.set([0, 0, 0, 255, 255, 255, 255, 255]);
    const wide = flat(40, 4, [255, 0, 0, 255]);
    const row = pixelsOf(await compose({ top: wide, bottom: flat(60, 4, [0, 0, 255, 255]), mask: halves })).slice(
      0,
      60,
    );
    expect(row.slice(0, 15).every(([red]) => red === 0)).toBe(true);
    expect(row.slice(46, 50).every(([red]) => (red as number) > 250)).toBe(true);
    expect(row.slice(50).every(([red]) => red === 0)).toBe(true);
  });

  it('give the same bytes in bands as in one piece, report progress, and can be canceled', async () => {
    const [large, over] = [noiseRaster(2000, 2200), noiseRaster(1500, 2300, { seed: 8 })];
    const { platform, seen } = watchedWorkers({ size: 2 });
    const progress: number[] = [];
    const params = { ...defaults, blendMode: 'overlay', offsetX: 300, offsetY: 100 } as const;
    const result = await composeLayers({ top: over, bottom: large }, params, {
      platform,
      onProgress: (fraction) => progress.push(fraction),
    });
    expect(seen.started).toBe(3);
    expect(progress.at(-1)).toBe(1);
    const whole = blendBand(await loadBlendKernels(), {
      bottom: large.data.slice(),
      bottomWidth: 2000,
      top: over.data.slice(0, 1500 * 2150 * 4),
      topWidth: 1500,
      mask: undefined,
      left: 550,
      firstRow: 50,
      mode: 'overlay',
    });
    expect(sameBytes(result.data, whole)).toBe(true);

    const cancel = new AbortController();
    const context = { platform: watchedWorkers().platform, signal: cancel.signal, onProgress: () => cancel.abort() };
    await expect(composeLayers({ top: over, bottom: large }, params, context)).rejects.toBeInstanceOf(CancelledError);
  });

  it('accept every declared mode, view and offset', () => {
    const params = fc.record({
      blendMode: fc.constantFrom<BlendModeId>(...modes),
      view: fc.constantFrom('combined', 'top', 'bottom', 'mask'),
      offsetX: fc.integer({ min: -32_767, max: 32_767 }),
    });
    fc.assert(
      fc.property(params, (raw) => {
        expect(parseOperationParameters(layer, raw)).toEqual({
          anchor: 'center',
          margin: 0,
          offsetY: 0,
          scale: 1,
          rotation: 0,
          opacity: 1,
          ...raw,
        });
      }),
      { seed: 1 },
    );
    expect(() => parseOperationParameters(layer, { blendMode: 'plus' })).toThrow('parameterChoice');
  });
});
