import sharp from 'sharp';
import { createRaster, type Raster, wrapRaster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import type { StillFormat } from '#core/image/formats/output-formats.ts';
import { type RedactParameters, redact } from '#core/image/redact/redact.ts';
import { findOperation, type OperationId } from '#core/operations/index.ts';
import type { OperationContext } from '#core/platform/context.ts';
import type { Platform } from '#core/platform/platform.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { references } from '../fixtures/references.ts';
import { randomRaster } from './image-makers.ts';
import { differenceFrom } from './image-oracle.ts';
import type { Random } from './random.ts';
import { WrongResult } from './wrong-result.ts';

/** Runs an operation. Tests of the fuzzer pass an operation with a fault. */
export type RunOperation = (
  operation: OperationId,
  inputs: Readonly<Record<string, Raster>>,
  params: object,
  platform: Platform,
) => Promise<Raster>;

export const runOperation: RunOperation = async (id, inputs, params, platform) => {
  const operation = findOperation(id);
  if (!operation) throw new Error(`There is no ${id}`);
  return (await operation.run(inputs, parseOperationParameters(operation, params), { platform })) as Raster;
};

interface OperationCase {
  readonly operation: OperationId;
  readonly params: object;
  readonly inputs: Readonly<Record<string, Raster>>;
  readonly expected: Raster | Promise<Raster>;
  /** Maximum difference in 8-bit levels: 0 for operations that only move pixels, 1 for operations that round floats. */
  readonly tolerance: number;
  readonly premultiplied?: boolean;
}

/** Runs an operation with random parameters on random images, and compares the result with a slow reference. */
export async function checkOperation(random: Random, platform: Platform, run: RunOperation = runOperation) {
  const make = random.from(Object.values(makers));
  const { operation, params, inputs, expected, tolerance, premultiplied = false } = await make(random);
  const raster = await run(operation, inputs, params, platform);
  const difference = differenceFrom(raster, { raster: await expected, tolerance, premultiplied });
  if (difference) throw new WrongResult('result differs', `${operation} ${JSON.stringify(params)}: ${difference}`);
}

const byReference = (name: string, inputs: Readonly<Record<string, Raster>>, params: object) => {
  const reference = references[name];
  if (!reference) throw new Error(`There is no reference ${name}`);
  return reference(inputs, params);
};

/** Returns −1 to 1 in steps of a hundredth. Half of the values or more are −1, 0 or 1. */
const slider = (random: Random) => random.from([0, -1, 1, (random.below(201) - 100) / 100]);

/** Redacts the image after a change of all hidden pixels, which must give the same result. */
async function redactedOther(image: Raster, params: RedactParameters): Promise<Raster> {
  const context = {} as OperationContext;
  const cover = await redact(image, { ...params, effect: 'solid', color: '#01020304' }, context);
  const other = { ...image, data: image.data.slice() };
  for (let at = 0; at < image.data.length; at += 4)
    if (cover.data.subarray(at, at + 4).join() === '1,2,3,4') other.data.set([at & 255, 9, 200, 255], at);
  return redact(other, params, context);
}

const makers: Readonly<Record<string, (random: Random) => OperationCase | Promise<OperationCase>>> = {
  crop(random) {
    const image = randomRaster(random);
    const [left, top] = [random.below(image.width), random.below(image.height)];
    const [width, height] = [random.between(1, image.width - left), random.between(1, image.height - top)];
    const params = { topX: left, topY: top, bottomX: left + width, bottomY: top + height };
    return {
      operation: 'crop',
      params,
      inputs: { image },
      expected: cut(image, left, top, width, height),
      tolerance: 0,
    };
  },
  scale(random) {
    const image = randomRaster(random, { most: 24 });
    const params = { width: random.between(1, 40), height: random.between(1, 40) };
    const expected = byReference('Lanczos 3 in double precision', { image }, params);
    return { operation: 'scale', params, inputs: { image }, expected, tolerance: 1 };
  },
  'adjust-color'(random) {
    const image = randomRaster(random);
    const params = { saturation: slider(random), brightness: slider(random), hue: slider(random), contrast: slider(random) }; // biome-ignore format: a row
    const expected = byReference('Filter Effects 1', { image }, params);
    return { operation: 'adjust-color', params, inputs: { image }, expected, tolerance: 1 };
  },
  redact(random) {
    const image = randomRaster(random);
    const place = (side: number) => random.below(2 * side) - Math.floor(side / 2);
    const [x, y] = [() => place(image.width), () => place(image.height)];
    // Every area covers the pixel at its start, so that no area is outside the image.
    const areas = Array.from({ length: random.between(1, 6) }, () => {
      const [left, top] = [random.below(image.width), random.below(image.height)];
      const shape = random.from(['rect', 'brush'] as const);
      return shape === 'rect'
        ? { shape, unit: 'px' as const, left, top, right: Math.max(left + 1, x()), bottom: Math.max(top + 1, y()), points: [] }
        : { shape, unit: 'px' as const, width: random.between(1, 9), points: [{ x: left + 0.5, y: top + 0.5 }, { x: x(), y: y() }] }; // biome-ignore format: a row
    });
    const params = { areas, effect: random.from(['blur', 'pixelate'] as const), color: '#000000' };
    return { operation: 'redact', params, inputs: { image }, expected: redactedOther(image, params), tolerance: 0 };
  },
  blur(random) {
    const image = randomRaster(random, { most: 20 });
    const params = { sharpness: -random.between(1, 60) / 100 };
    const expected = byReference('a Gaussian in double precision', { image }, params);
    return { operation: 'blur-sharpen', params, inputs: { image }, expected, tolerance: 1, premultiplied: true };
  },
  sharpen(random) {
    const image = randomRaster(random);
    const params = { sharpness: random.between(1, 100) / 100 };
    const expected = byReference('the four-neighbour formula', { image }, params);
    return { operation: 'blur-sharpen', params, inputs: { image }, expected, tolerance: 1 };
  },
  'make-mask'(random) {
    const image = randomRaster(random);
    const params = { invert: random.chance(2) };
    const expected = byReference('luminance times alpha', { image }, params);
    return { operation: 'make-mask', params, inputs: { image }, expected, tolerance: 1 };
  },
  layer(random) {
    const [top, bottom] = [randomRaster(random), randomRaster(random)];
    const blendMode = random.from(['normal', 'multiply', 'screen', 'overlay', 'darken', 'difference', 'hard-light']);
    const params = {
      blendMode,
      offsetX: random.below(21) - 10,
      offsetY: random.below(21) - 10,
      opacity: random.from([1, 0.5, random.below(101) / 100]),
    };
    const expected = byReference('Compositing and Blending 1', { top, bottom }, params);
    return { operation: 'layer', params, inputs: { top, bottom }, expected, tolerance: 1, premultiplied: true };
  },
};

function cut(image: Raster, left: number, top: number, width: number, height: number): Raster {
  const result = createRaster(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 4; channel++)
        result.data[(y * width + x) * 4 + channel] = image.data[
          ((top + y) * image.width + left + x) * 4 + channel
        ] as number;
  return result;
}

/** Encodes a raster. Tests of the fuzzer pass an encoder with a fault. */
export type Encode = typeof encodeImage;

/**
 * Encodes a random raster and decodes the file with sharp. PNG must be exact. A lossy format may have 1.5 times the error
 * of sharp's encoder at the same quality.
 */
export async function checkEncoder(random: Random, platform: Platform, encode: Encode = encodeImage): Promise<void> {
  const raster = randomRaster(random);
  const format = random.from<StillFormat>(['png', 'jpg', 'jpg', 'webp', 'avif']);
  const quality = random.between(30, 100) / 100;
  const file = await encode(raster, { format, quality }, { platform });
  const { data, info } = await sharp(file, { failOn: 'warning' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new WrongResult('result differs', `sharp refuses this ${format}: ${cause}`);
    });
  const decoded = wrapRaster(info.width, info.height, new Uint8Array(data));
  if (format === 'png') {
    const difference = differenceFrom(decoded, { raster, tolerance: 0 });
    if (difference) throw new WrongResult('result differs', `PNG: ${difference}`);
    return;
  }
  if (info.width !== raster.width || info.height !== raster.height)
    throw new WrongResult('result differs', `${format} has ${info.width} × ${info.height} px`);
  const source = format === 'jpg' ? onWhite(raster) : raster;
  const [ours, theirs] = [errorOf(source, decoded), errorOf(source, await encodedBySharp(source, format, quality))];
  if (ours > theirs * 1.5 + 1.5)
    throw new WrongResult(
      'result differs',
      `${format} of quality ${quality}: mean error ${ours.toFixed(2)}, by sharp ${theirs.toFixed(2)}`,
    );
}

function onWhite(raster: Raster): Raster {
  const result = createRaster(raster.width, raster.height);
  for (let at = 0; at < result.data.length; at += 4) {
    const alpha = raster.data[at + 3] as number;
    for (let channel = at; channel < at + 3; channel++)
      result.data[channel] = Math.round(((raster.data[channel] as number) * alpha + 255 * (255 - alpha)) / 255);
    result.data[at + 3] = 255;
  }
  return result;
}

async function encodedBySharp(raster: Raster, format: Exclude<StillFormat, 'png'>, quality: number): Promise<Raster> {
  const { width, height, data } = raster;
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  const options = { quality: Math.round(quality * 100), chromaSubsampling: '4:2:0' };
  const encoded =
    format === 'jpg'
      ? image.removeAlpha().jpeg(options)
      : format === 'webp'
        ? image.webp({ quality: options.quality, exact: true })
        : image.avif({ ...options, effort: 1 });
  const made = await sharp(await encoded.toBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer();
  return wrapRaster(width, height, new Uint8Array(made));
}

/**
 * Returns the mean difference of channels, with color weighted by alpha because transparent pixels have no visible
 * color.
 */
function errorOf(expected: Raster, actual: Raster): number {
  let sum = 0;
  for (let at = 0; at < expected.data.length; at += 4) {
    const alpha = expected.data[at + 3] as number;
    for (let channel = at; channel < at + 3; channel++)
      sum += (Math.abs((expected.data[channel] as number) - (actual.data[channel] as number)) * alpha) / 255;
    sum += Math.abs(alpha - (actual.data[at + 3] as number));
  }
  return sum / expected.data.length;
}
