import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { parseRecipe, runSteps } from '#core/recipes/recipe.ts';
import { firstOf } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { noiseRaster } from './noise.ts';
import { everyAlpha, sampleImage } from './test-images.ts';

const [WIDTH, HEIGHT] = [48, 40];

/** Hides a disc, with a soft edge outside of the disc. */
const mask = sampleImage(WIDTH, HEIGHT, (x, y) => {
  const level = Math.round(Math.min(255, Math.max(0, (Math.hypot(x - 24, y - 20) - 12) * 40)));
  return [level, level, level, 255];
});

/** Two images that differ only where the mask hides them. */
const [one, other] = [3, 4].map((seed): Raster => {
  const hidden = noiseRaster(WIDTH, HEIGHT, { seed, opaque: true });
  const seen = noiseRaster(WIDTH, HEIGHT, { seed: 9, opaque: true });
  return sampleImage(WIDTH, HEIGHT, (x, y) => {
    const at = (y * WIDTH + x) * 4;
    return (mask.data[at] === 0 ? hidden : seen).data.subarray(at, at + 4);
  });
}) as [Raster, Raster];

const files: Readonly<Record<string, Raster>> = {
  mask,
  clear: sampleImage(WIDTH + 10, HEIGHT + 6, () => [0, 0, 0, 0]),
};

async function encodedAfter(image: Raster, steps: readonly object[], encoding: ImageEncoding) {
  const made = await runSteps(image, parseRecipe(steps), { platform }, async (name) => files[name] as Raster);
  return Buffer.from(await encodeImage(made, encoding, { platform }));
}

const hide = { operation: 'layer', inputs: { mask: 'mask' } };
const laterSteps: Readonly<Record<string, readonly object[]>> = {
  nothing: [],
  scale: [{ operation: 'scale', params: { factor: 0.6 } }],
  enlarge: [{ operation: 'scale', params: { factor: 1.7 } }],
  turn: [{ operation: 'rotate', params: { turn: 90, flip: 'horizontal' } }],
  straighten: [{ operation: 'rotate', params: { angle: 7, keepCorners: true, background: '#00000000' } }],
  crop: [{ operation: 'crop', params: { topX: 5, topY: 6, bottomX: 40, bottomY: 33 } }],
  pad: [{ operation: 'pad', params: { width: 70, height: 60, background: 'transparent' } }],
  'pad with a blurred copy': [{ operation: 'pad', params: { width: 70, height: 60, background: 'blur' } }],
  'adjust colors': [{ operation: 'adjust-color', params: { brightness: 0.3 } }],
  blur: [{ operation: 'blur-sharpen', params: { sharpness: -0.4 } }],
  sharpen: [{ operation: 'blur-sharpen', params: { sharpness: 0.4 } }],
  redact: [{ operation: 'redact', params: { areas: [{ shape: 'rect', left: 2, top: 2, right: 30, bottom: 30 }] } }],
  mask: [{ operation: 'make-mask', params: {} }],
};
const encodings: readonly ImageEncoding[] = [
  { format: 'png' },
  { format: 'png', colors: 16 },
  { format: 'webp', quality: 0.6 },
  { format: 'webp', lossless: true },
  { format: 'avif', quality: 0.6, effort: 0 },
  { format: 'avif', lossless: true, effort: 0 },
  { format: 'jpg' },
  { format: 'gif' },
];

describe('a file with pixels that a mask hides', () => {
  it.each(Object.keys(laterSteps))('doesn’t depend on the hidden colors, after: %s', async (name) => {
    for (const encoding of name === 'nothing' ? encodings : firstOf(encodings, 3)) {
      const steps = [hide, ...(laterSteps[name] ?? [])];
      const [made, expected] = [await encodedAfter(one, steps, encoding), await encodedAfter(other, steps, encoding)];
      expect(made.equals(expected), JSON.stringify(encoding)).toBe(true);
    }
  });

  it.each([
    ['over a transparent image', {}],
    ['reduced and rotated over a transparent image', { scale: 0.7, rotation: 12 }],
    ['enlarged and translucent over a transparent image', { scale: 1.5, opacity: 0.4 }],
    ['with another blend mode', { blendMode: 'luminosity', opacity: 0.01 }],
  ])('doesn’t depend on the hidden colors %s', async (_, params) => {
    const steps = [{ operation: 'layer', inputs: { bottom: 'clear', mask: 'mask' }, params }];
    const [made, expected] = [
      await encodedAfter(one, steps, { format: 'png' }),
      await encodedAfter(other, steps, { format: 'png' }),
    ];
    expect(made.equals(expected)).toBe(true);
  });

  it('is transparent black wherever alpha rounds to 0', async () => {
    const faint = sampleImage(WIDTH, HEIGHT, (x, y) => [x * 5, y * 6, 200, 100]);
    const dark = sampleImage(1, 1, () => [1, 1, 1, 255]);
    for (const inputs of [{ mask: 'dark' }, { mask: 'dark', bottom: 'clear' }]) {
      const resolve = async (name: string) => (name === 'dark' ? dark : (files[name] as Raster));
      const made = await runSteps(faint, parseRecipe({ operation: 'layer', inputs }), { platform }, resolve);
      expect(made.data.every((byte) => byte === 0)).toBe(true);
    }
  });

  it('keeps the colors of its own transparent pixels where nothing was hidden', async () => {
    const image = everyAlpha();
    const bytes = await encodeImage(image, { format: 'png' }, { platform });
    expect(new Uint8ClampedArray(await sharp(bytes).raw().toBuffer())).toEqual(image.data);
  });
});
