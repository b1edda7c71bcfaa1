import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { createRaster, isOpaque, pixelWords, type Raster, wrapRaster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { deepOr, isDeep } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { readSample, samplesFolder } from '../samples.ts';
import { noiseRaster, sameBytes } from './noise.ts';
import { everyAlpha, noise, opaquePhoto, sampleImage } from './test-images.ts';

const encode = (raster: Raster, compression?: number) =>
  encodeImage(raster, { format: 'png', ...(compression !== undefined && { compression }) }, { platform });

const [GRAY, RGB, PALETTE, GRAY_ALPHA, RGBA] = [0, 2, 3, 4, 6];

const colorTypeOf = (bytes: Uint8Array) => bytes[25];
const depthOf = (bytes: Uint8Array) => bytes[24];

/** Decodes a PNG with libpng. */
async function decodeBySharp(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return wrapRaster(info.width, info.height, new Uint8Array(data));
}

/** Decodes a file with libpng and with Fudebako's decoder, which verifies all checksums. Returns the file. */
async function expectExact(raster: Raster, compression?: number): Promise<Uint8Array> {
  const bytes = await encode(raster, compression);
  const reference = await decodeBySharp(bytes);
  expect([reference.width, reference.height]).toEqual([raster.width, raster.height]);
  expect(sameBytes(reference.data, raster.data)).toBe(true);
  const warnings: string[] = [];
  const onWarning = ({ code }: { readonly code: string }) => void warnings.push(code);
  const decoded = await decodeImage(fileFromBytes('a.png', bytes), { platform, onWarning });
  expect(warnings).toEqual([]);
  expect(sameBytes(decoded.raster.data, raster.data)).toBe(true);
  return bytes;
}

/** Returns an image with the given colors in random order. */
function fromColors(colors: readonly (readonly number[])[], width = 61, height = 47): Raster {
  const order = noise(width, height).data;
  return sampleImage(width, height, (x, y) => {
    const index = (y * width + x) % (2 * colors.length);
    const random = order[(y * width + x) * 4] as number;
    return colors[index < colors.length ? index : random % colors.length] as readonly number[];
  });
}

const grays = (count: number, step: number) =>
  Array.from({ length: count }, (_, at) => [at * step, at * step, at * step, 255]);

describe('the layout of a written PNG is the smallest that represents every pixel exactly', () => {
  const grayOf = ({ width, height, data }: Raster, alpha: (at: number) => number) =>
    sampleImage(width, height, (x, y) => {
      const value = data[(y * width + x) * 4] as number;
      return [value, value, value, alpha(y * width + x)];
    });
  it.each([
    ['RGB', opaquePhoto(61, 47), RGB, 8],
    ['RGBA', noiseRaster(61, 47), RGBA, 8],
    ['RGBA with every alpha', everyAlpha(), RGBA, 8],
    ['gray', grayOf(noise(61, 47), () => 255), GRAY, 8],
    ['gray and alpha', grayOf(noise(61, 47), (at) => (at * 7) % 256), GRAY_ALPHA, 8],
    ['gray of 1 bit', fromColors(grays(2, 255)), GRAY, 1],
    ['gray of 2 bits', fromColors(grays(4, 85)), GRAY, 2],
    ['gray of 4 bits', fromColors(grays(16, 17)), GRAY, 4],
    ['two grays that gray of 1 bit lacks', fromColors(grays(2, 100)), PALETTE, 1],
    ['200 grays', fromColors(grays(200, 1)), GRAY, 8],
    [
      '2 colors',
      fromColors([
        [1, 2, 3, 255],
        [4, 5, 6, 255],
      ]),
      PALETTE,
      1,
    ],
    [
      '4 colors',
      fromColors([
        [1, 2, 3, 255],
        [4, 5, 6, 255],
        [7, 8, 9, 255],
        [0, 0, 9, 255],
      ]),
      PALETTE,
      2,
    ],
    ['16 colors', fromColors(Array.from({ length: 16 }, (_, at) => [at, 3, 200 - at, 255])), PALETTE, 4],
    ['256 colors', fromColors(Array.from({ length: 256 }, (_, at) => [at, 3, 255 - at, 255])), PALETTE, 8],
    ['257 colors', fromColors(Array.from({ length: 257 }, (_, at) => [at & 255, at >> 8, 9, 255])), RGB, 8],
    [
      'a palette with alpha',
      fromColors(Array.from({ length: 40 }, (_, at) => [at, 3, 9, (at * 50) % 256])),
      PALETTE,
      8,
    ],
    [
      'colors of transparent pixels',
      fromColors([
        [1, 2, 3, 0],
        [4, 5, 6, 0],
        [0, 0, 0, 0],
      ]),
      PALETTE,
      2,
    ],
    ['too few pixels for a palette to save bytes', noise(3, 3), RGB, 8],
  ] as const)('%s', async (_, raster, colorType, depth) => {
    const bytes = await expectExact(raster);
    expect([colorTypeOf(bytes), depthOf(bytes)]).toEqual([colorType, depth]);
  });

  it('with an alpha entry only for the translucent colors of a palette', async () => {
    const bytes = await encode(
      fromColors([
        [9, 9, 9, 255],
        [1, 2, 3, 0],
        [4, 5, 6, 255],
        [7, 8, 9, 128],
      ]),
    );
    const alphas = [...pngChunks(bytes)].find(({ type }) => type === 'tRNS');
    expect([...bytes.subarray(alphas?.start, alphas?.end)]).toEqual([0, 128]);
  });
});

describe('a written PNG is exact for every size and every content', () => {
  it.each([
    [1, 1],
    [1, 9000],
    [9000, 1],
    [2, 3],
    [5, 4000],
    [4000, 5],
  ])('%i × %i', async (width, height) => {
    await expectExact(noise(width, height));
    await expectExact(noiseRaster(width, height));
    await expectExact(createRaster(width, height));
    await expectExact(
      fromColors(
        [
          [1, 2, 3, 255],
          [4, 5, 6, 99],
          [7, 8, 9, 255],
        ],
        width,
        height,
      ),
    );
  });

  it('in random images', async () => {
    const images = fc
      .record({
        width: fc.integer({ min: 1, max: 70 }),
        height: fc.integer({ min: 1, max: 70 }),
        colors: fc.array(fc.nat(0xffffffff), { minLength: 1, maxLength: 300 }),
        // Uses both short and long runs, because these lead to different types of deflate blocks.
        run: fc.integer({ min: 1, max: 900 }),
        compression: fc.integer({ min: 0, max: 9 }),
        seed: fc.nat(1000),
      })
      .map(({ width, height, colors, run, seed, compression }) => {
        const raster = createRaster(width, height);
        const random = noise(width, height, { seed }).data;
        const words = pixelWords(raster);
        for (let at = 0; at < words.length; at++)
          words[at] = colors[(random[4 * (at - (at % run))] as number) % colors.length] as number;
        return { raster, compression };
      });
    const property = fc.asyncProperty(images, async ({ raster, compression }) => {
      await expectExact(raster, compression);
    });
    await fc.assert(property, { seed: 41, numRuns: deepOr(150, 50) });
  });

  it('in strips of a large image, whose bytes do not depend on the number of workers', async () => {
    const parallel = createNodePlatform({ threads: 2 });
    try {
      for (const raster of [opaquePhoto(900, 700), fromColors(grays(16, 17), 1000, 620)]) {
        const bytes = await expectExact(raster);
        expect([...pngChunks(bytes)].filter(({ type }) => type === 'IDAT').length).toBe(3);
        const same = await encodeImage(raster, { format: 'png' }, { platform: parallel });
        expect(Buffer.compare(bytes, same)).toBe(0);
      }
    } finally {
      parallel.close();
    }
  });
});

describe('PNG compression', () => {
  it('has levels from uncompressed to smallest, all of which are lossless', async () => {
    const photo = opaquePhoto(400, 300);
    const sizes: number[] = [];
    for (let level = 0; level <= 9; level++) sizes.push((await expectExact(photo, level)).length);
    const some = [0, 1, 3, 6, 9].map((level) => sizes[level] as number);
    expect(some).toEqual(some.toSorted((a, b) => b - a));
    expect(sizes[0]).toBeGreaterThan(400 * 300 * 3);
    expect((await encode(photo)).length).toBe(sizes[3]);
  });
});

/** Returns the size of the smallest file that sharp writes: level 9 with adaptive filters, in the same channels. */
async function sharpBytes({ width, height, data }: Raster, isGray: boolean): Promise<number> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  const opaque = isOpaque({ width, height, data }) ? image.removeAlpha() : image;
  const channels = isGray ? opaque.toColourspace('b-w') : opaque;
  return (await channels.png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer()).length;
}

/** A PNG's size at the default level and at level 6, divided by the smallest size that sharp writes. */
async function sizeRatios(raster: Raster, isGray: boolean): Promise<{ readonly fast: number; readonly small: number }> {
  const smallest = await sharpBytes(raster, isGray);
  return { fast: (await encode(raster)).length / smallest, small: (await encode(raster, 6)).length / smallest };
}

describe('beside the smallest PNG of sharp, at level 9 with adaptive filters, the default is at most 1.08 times as large, level 6 at most 1.02 times', () => {
  it('of a generated photo', async () => {
    const { fast, small } = await sizeRatios(opaquePhoto(640, 480), false);
    expect(fast).toBeLessThan(1.08);
    expect(small).toBeLessThan(1.02);
  });

  it
    .skipIf(!samplesFolder)
    .each([
      ['screenshot-text.png', true],
      ...(isDeep ? ([['photo-london-1020x768.jpg', false]] as const) : []),
      ['progressive-tower.jpg', false],
      ['grayscale-tower.jpg', true],
      ['alpha-lossy.webp', false],
      ['exif-orientation-1.jpg', false],
    ] as const)('of %s (needs ../shared/samples)', async (name, isGray) => {
    const { fast, small } = await sizeRatios(await decodeBySharp(readSample(`images/${name}`)), isGray);
    expect(fast).toBeLessThan(1.08);
    expect(small).toBeLessThan(1.02);
  });
});
