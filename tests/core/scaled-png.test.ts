import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { letters, uint32 } from '#core/base/bytes.ts';
import { type FailOn, failOnLevels } from '#core/base/damage.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { isOpaque, type Raster } from '#core/base/raster.ts';
import { type CutOf, decodeImage } from '#core/image/codecs/decode.ts';
import { resample } from '#core/image/resample/resample.ts';
import { scaleFile } from '#core/image/scale-file.ts';
import type { Warning } from '#core/platform/context.ts';
import { deepOr } from '../deep.ts';
import { Random } from '../fuzz/random.ts';
import { platform } from '../inline-platform.ts';
import { readSample, samplesFolder } from '../samples.ts';
import { changed, chunk, fromRows, isLast, palette, plainPng, randomPng, randomRows, rgba, withAlpha } from './pngs.ts';
import { opaquePhoto } from './test-images.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Size = readonly [width: number, height: number];

/** A platform that records the names of its tasks. */
function recordingPlatform() {
  const tasks: string[] = [];
  const run = ((name: string, ...rest: unknown[]) => {
    tasks.push(name);
    return (platform.workers.run as (...all: unknown[]) => unknown)(name, ...rest);
  }) as typeof platform.workers.run;
  return { tasks, platform: { ...platform, workers: { ...platform.workers, run } } };
}

type Settings = { readonly size: Size; readonly cut?: CutOf | undefined; readonly failOn?: FailOn };

async function outcomeOf(work: (onWarning: (warning: Warning) => void) => Promise<Raster>) {
  const warnings: Warning[] = [];
  try {
    return { raster: await work((warning) => void warnings.push(warning)), warnings };
  } catch (error) {
    if (!(error instanceof FudebakoError)) throw error;
    return { error: { code: error.code, data: error.data }, warnings };
  }
}

/** Scales a file as the command does. */
async function fromFile(bytes: Bytes, settings: Settings) {
  const { size, cut, failOn } = settings;
  const { tasks, platform } = recordingPlatform();
  const outcome = await outcomeOf(async (onWarning) => {
    const params = { width: size[0], height: size[1], keepAspect: false };
    const context = { platform, onWarning, ...(failOn && { failOn }) };
    return (await scaleFile(fileFromBytes('a.png', bytes), params, context, cut, () => {})).raster;
  });
  return { ...outcome, tasks };
}

/** Decodes all pixels of a file, crops, and then resamples. */
async function fromPixels(bytes: Bytes, settings: Settings) {
  const { size, cut, failOn } = settings;
  return outcomeOf(async (onWarning) => {
    const context = { platform, onWarning, ...(failOn && { failOn }) };
    const { raster } = await decodeImage(fileFromBytes('a.png', bytes), context, cut);
    return resample(raster, ...size, context);
  });
}

async function expectEqual(bytes: Bytes, settings: Settings): Promise<readonly string[]> {
  const { tasks, ...ours } = await fromFile(bytes, settings);
  const expected = await fromPixels(bytes, settings);
  expect({ ...ours, raster: undefined }).toEqual({ ...expected, raster: undefined });
  expect([ours.raster?.width, ours.raster?.height]).toEqual([expected.raster?.width, expected.raster?.height]);
  expect(Buffer.from(ours.raster?.data ?? []).equals(Buffer.from(expected.raster?.data ?? []))).toBe(true);
  return tasks;
}

/** Sizes to which an image is scaled: down, up, in one direction, and by more than the limit of integer weights. */
const targets = ([width, height]: Size): readonly Size[] =>
  (
    [
      [Math.ceil(width * 0.37), Math.ceil(height * 0.41)],
      [width * 2 + 1, height + 3],
      [Math.ceil(width / 2), height],
      [width, Math.ceil(height / 3)],
      [1, 1],
      [2, height * 2],
    ] as const
  ).filter(([x, y]) => x !== width || y !== height);

/** A part without the image's first and last rows and columns. */
const inner: CutOf = ({ width, height }) => {
  const inset = (side: number) => Math.floor((side - 1) / 4);
  return { topX: inset(width), topY: inset(height), bottomX: width - inset(width), bottomY: height - inset(height) };
};

const whole: CutOf = ({ width, height }) => ({ topX: 0, topY: 0, bottomX: width, bottomY: height });

const SIZES: readonly Size[] = [
  [67, 41],
  [2, 90],
  [3, 1],
  [1, 1],
];

const opaqueExceptLast = (size: Size) => (x: number, y: number) => (isLast(size, x, y) ? 40 : 255);

const kinds: readonly (readonly [string, (size: Size) => Bytes])[] = [
  ...[1, 2, 4, 8, 16].map((depth) => [`gray of ${depth} bits`, (size: Size) => randomPng(size, [depth, 0])] as const),
  ['gray with a transparent level', (size) => randomPng(size, [8, 0], [chunk('tRNS', [0, 2])])],
  ['gray of 2 bits with a transparent level', (size) => randomPng(size, [2, 0], [chunk('tRNS', [0, 1])])],
  [
    'gray with an unused transparent level',
    (size) => plainPng(size, [8, 0], () => undefined, [chunk('tRNS', [0, 255])]),
  ],
  ['gray and alpha', (size) => randomPng(size, [8, 4])],
  ['gray and alpha of 16 bits', (size) => randomPng(size, [16, 4])],
  ['gray and opaque alpha', (size) => withAlpha(size, [8, 4], () => 255)],
  ['RGB', (size) => randomPng(size, [8, 2])],
  ['RGB of 16 bits', (size) => randomPng(size, [16, 2])],
  [
    'RGB with a transparent color in the last pixel',
    (size) =>
      plainPng(size, [8, 2], (x, y) => (isLast(size, x, y) ? 255 : undefined), [
        chunk('tRNS', [0, 255, 0, 255, 0, 255]),
      ]),
  ],
  ['RGBA', (size) => randomPng(size, [8, 6])],
  ['RGBA of 16 bits', (size) => randomPng(size, [16, 6])],
  ['opaque RGBA', (size) => withAlpha(size, [8, 6], () => 255)],
  ['opaque RGBA of 16 bits', (size) => withAlpha(size, [16, 6], () => 255)],
  ['RGBA with one translucent pixel, the last', (size) => rgba(size, opaqueExceptLast(size))],
  ['gray and alpha with one translucent pixel, the last', (size) => withAlpha(size, [8, 4], opaqueExceptLast(size))],
  ...[1, 2, 4, 8].flatMap((depth) => [
    [`a palette of ${depth} bits`, (size: Size) => randomPng(size, [depth, 3], [palette(depth)])] as const,
    [
      `a palette of ${depth} bits with alpha`,
      (size: Size) => randomPng(size, [depth, 3], [palette(depth), chunk('tRNS', [200, 0])]),
    ] as const,
  ]),
];

describe('scaling a PNG file row by row gives the bytes of resampling its decoded pixels', () => {
  it.each(kinds)('%s', async (_, make) => {
    for (const size of SIZES)
      for (const target of targets(size))
        for (const cut of [undefined, whole, inner]) {
          const tasks = await expectEqual(make(size), { size: target, cut });
          expect(tasks.filter((task) => task.endsWith('png') || task === 'decode-pixels')).toEqual(
            isReduced(size, target, cut) ? ['read-scaled-png'] : ['decode-pixels'],
          );
        }
  });

  /** True if the result has fewer pixels than the part of the image. */
  function isReduced([width, height]: Size, [x, y]: Size, cut: CutOf = whole): boolean {
    const { topX, topY, bottomX, bottomY } = cut({ width, height });
    return x * y < (bottomX - topX) * (bottomY - topY);
  }

  it.each([
    ['the image', undefined],
    ['a part', inner],
  ])('if one pixel is translucent, in any row: %s', async (_, cut) => {
    const [width, height] = [23, 30];
    const [x, size] = [11, [20, 9]] as const;
    const opaque = rgba([width, height], () => 255);
    const { topY, bottomY } = (cut ?? whole)({ width, height });
    for (let row = 0; row < height; row++) {
      const png = rgba([width, height], (...at) => (at[0] === x && at[1] === row ? 99 : 255));
      expect(await expectEqual(png, { size, cut })).toEqual(['read-scaled-png']);
      // A translucent pixel outside the part has no effect.
      const isInside = row >= topY && row < bottomY;
      const [ours, without] = [await fromFile(png, { size, cut }), await fromFile(opaque, { size, cut })];
      expect(isOpaque(ours.raster as Raster)).toBe(!isInside);
      if (!isInside) expect(ours.raster).toEqual(without.raster);
    }
  });

  const orientationExif = (value: number) =>
    chunk('eXIf', [
      ...letters('MM'),
      0,
      42,
      ...uint32(8),
      0,
      1,
      1,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      value,
      0,
      0,
      ...uint32(0),
    ]);
  const photo = () => {
    const { width, height, data } = opaquePhoto(97, 60);
    return sharp(data, { raw: { width, height, channels: 4 } });
  };

  it.each([
    ['interlaced', async () => photo().png({ progressive: true }).toBuffer()],
    ['with a foreign color profile', async () => photo().withIccProfile('p3').png().toBuffer()],
    ['turned by Exif', async () => randomPng([97, 60], [8, 6], [orientationExif(6)])],
    ['of several images', async () => randomPng([97, 60], [8, 2], [chunk('acTL', [...uint32(2), ...uint32(0)])])],
    ['not turned by Exif', async () => randomPng([97, 60], [8, 6], [orientationExif(1)])],
    ['with a profile like sRGB', async () => photo().withIccProfile('srgb').png().toBuffer()],
  ])('for a PNG %s', async (kind, make) => {
    const isRowByRow = !['interlaced', 'with a foreign color profile', 'turned by Exif'].includes(kind);
    for (const cut of [undefined, inner])
      for (const size of [
        [40, 31],
        [13, 90],
      ] as const) {
        const tasks = await expectEqual(new Uint8Array(await make()), { size, cut });
        expect(tasks.includes('decode-pixels')).toBe(!isRowByRow);
        expect(tasks.includes('read-scaled-png')).toBe(isRowByRow);
      }
  });
});

describe('scaling a damaged PNG gives the pixels, warnings and errors of decoding', () => {
  const [width, height] = [61, 40];
  const text = chunk('tEXt', letters('a\0b'));
  const files: readonly (readonly [string, Bytes])[] = [
    ['RGB', randomPng([width, height], [8, 2], [text])],
    ['opaque RGBA', rgba([width, height], () => 255)],
    ['gray and alpha', randomPng([width, height], [16, 4])],
    ['a palette', randomPng([width, height], [4, 3], [palette(4), chunk('tRNS', [9, 200, 0])])],
  ];

  it.each(files)('with flipped bits: %s', async (_, png) => {
    const random = new Random(34);
    const counts = { refused: 0, warned: 0 };
    const flips = deepOr(160, 30);
    for (let left = flips; left > 0; left--) {
      // Half of the flips are near the chunk headers and the palette, and half anywhere.
      const at = 8 + random.below(left % 2 === 0 ? 120 : png.length - 8);
      const flip = (bytes: Bytes) => {
        bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
      };
      const bytes = changed(png, flip, { repaired: left % 4 === 1 });
      const settings = { size: [25, 17], cut: random.chance(2) ? inner : undefined } as const;
      for (const failOn of failOnLevels) await expectEqual(bytes, { ...settings, failOn });
      const { error, warnings } = await fromFile(bytes, { ...settings, failOn: 'truncated' });
      if (error) counts.refused++;
      else if (warnings.length > 0) counts.warned++;
    }
    expect(counts.refused).toBeGreaterThan(flips / 8);
    expect(counts.warned).toBeGreaterThan(flips / 8);
  });

  it.each(files)('cut off: %s', async (_, png) => {
    for (let length = 40; length < png.length; length += 173)
      for (const failOn of failOnLevels)
        for (const cut of [undefined, inner]) await expectEqual(png.slice(0, length), { size: [25, 17], failOn, cut });
  });

  it.each([
    ['with an unknown filter below the part', (rows: Uint8Array) => rows.fill(9, 33 * 62, 33 * 62 + 1)],
    ['with too few rows', (rows: Uint8Array) => rows.subarray(0, 62 * 38)],
    ['with too many rows', (rows: Uint8Array) => Buffer.concat([rows, rows])],
  ])('%s', async (_, change) => {
    const png = fromRows([61, 40, 8, 0], Uint8Array.from(change(randomRows(61, 40))));
    for (const failOn of failOnLevels)
      for (const cut of [undefined, inner]) {
        const tasks = await expectEqual(png, { size: [25, 17], failOn, cut });
        expect(tasks.slice(0, 2)).toEqual(['read-scaled-png', 'decode-pixels']);
      }
    expect((await fromFile(png, { size: [25, 17], failOn: 'none' })).warnings).toHaveLength(1);
  });
});

describe.skipIf(!samplesFolder)('scaling real PNG files (needs ../shared/samples)', () => {
  it.each([
    'apng-20-frames.png',
    'bars-100mp-10001x10001-palette.png',
    'png-16bit-rgba-interlaced.png',
    'png-1bit-gray.png',
    'png-palette-trns.png',
    'screenshot-text.png',
  ])('%s gives the bytes of resampling its decoded pixels', async (name) => {
    const bytes = readSample(`images/${name}`);
    for (const cut of [undefined, inner])
      for (const size of [
        [160, 113],
        [20, 301],
        [1203, 907],
      ] as const)
        await expectEqual(bytes, { size, cut });
  });
});
