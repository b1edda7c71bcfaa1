import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes, letters, uint16, uint32 } from '#core/base/bytes.ts';
import type { FailOn } from '#core/base/damage.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { stripAvif } from '#core/image/formats/avif/strip-avif.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import type { Warning } from '#core/platform/context.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import { deepOr } from '../deep.ts';
import { idle, platform } from '../inline-platform.ts';
import { random } from '../random.ts';
import { fieldFolder, readField } from '../samples.ts';
import {
  type AvifItem,
  type AvifProperty,
  alphaType,
  clap,
  icc,
  imir,
  irot,
  isoBox,
  ispe,
  itemsOf,
  makeAvif,
  nclx,
  typeOf,
  withPrimaries,
  withProperties,
  withSequenceSize,
} from './avifs.ts';
import { memorySink } from './memory-sink.ts';
import { farthest as apart } from './test-images.ts';

async function decode(bytes: Uint8Array<ArrayBuffer>, failOn?: FailOn) {
  const warnings: Warning['code'][] = [];
  const onWarning = ({ code }: Warning) => void warnings.push(code);
  const { raster, header } = await decodeImage(fileFromBytes('a.avif', bytes.slice()), { platform, failOn, onWarning });
  return { raster, header, warnings };
}

const decodeIdle = (bytes: Uint8Array<ArrayBuffer>) =>
  decodeImage(fileFromBytes('a.avif', bytes.slice()), { platform: idle });

/** Returns the pixels of a file by libheif, which sharp uses. */
async function byLibheif(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

type Samples = { readonly data: ArrayLike<number> };
const farthest = (one: Samples, other: Samples) => apart(one.data, other.data);

const sizeOf = ({ width, height }: { width: number; height: number }) => [width, height];

/** Returns an image whose pixels all differ. */
function gradient(width: number, height: number, channels: 3 | 4 = 3) {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(
        [x * 4, y * 6, (x * 37 + y * 11) & 255, 128 + ((x + y) & 127)].slice(0, channels),
        (y * width + x) * channels,
      );
  return sharp(data, { raw: { width, height, channels } });
}

type Options = Parameters<ReturnType<typeof sharp>['avif']>[0];

async function stillOf(image: ReturnType<typeof sharp>, options: Options = { lossless: true }): Promise<AvifItem> {
  const [item] = itemsOf(new Uint8Array(await image.avif(options).toBuffer()));
  if (!item) throw new RangeError('sharp wrote no item');
  return item;
}

const [exact, lossy, square] = await Promise.all([
  stillOf(gradient(60, 40)),
  stillOf(gradient(60, 40), { quality: 95 }),
  stillOf(gradient(64, 64)),
]);

describe('the AVIF decoder (transformations)', () => {
  const still = exact;
  const file = (...properties: readonly AvifProperty[]) => makeAvif([withProperties(still, ...properties)]);

  it.each([0, 1, 2, 3].flatMap((angle) => [[angle, undefined] as const, [angle, 0] as const, [angle, 1] as const]))(
    'rotates by irot %i and mirrors by imir %s as libheif does',
    async (angle, axis) => {
      const bytes = file(irot(angle), ...(axis === undefined ? [] : [imir(axis)]));
      const [{ raster }, expected] = await Promise.all([decode(bytes), byLibheif(bytes)]);
      expect(sizeOf(raster)).toEqual(angle % 2 === 0 ? [60, 40] : [40, 60]);
      expect(sizeOf(raster)).toEqual(sizeOf(expected));
      expect(farthest(raster, expected)).toBe(0);
      expect(await inspectFile(fileFromBytes('a.avif', bytes))).toMatchObject({
        width: raster.width,
        height: raster.height,
      });
    },
  );

  it('applies clap first, then irot, then imir', async () => {
    // A crop of 21 × 11 px. Its center is 1.5 px left of and 2.5 px below the image's center.
    const bytes = file(clap(21, 1, 11, 1, -3, 2, 5, 2), irot(1), imir(0));
    const { raster, warnings } = await decode(bytes);
    expect(sizeOf(raster)).toEqual([11, 21]);
    expect(farthest(raster, await byLibheif(bytes))).toBe(0);
    const cropped = await gradient(60, 40).extract({ left: 18, top: 17, width: 21, height: 11 }).png().toBuffer();
    const turned = await sharp(await sharp(cropped).rotate(270).png().toBuffer())
      .flip()
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(farthest(raster, { data: turned })).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('crops at an odd position in an image with chroma subsampling', async () => {
    const subsampled = await stillOf(gradient(60, 40), { quality: 90, chromaSubsampling: '4:2:0' });
    const { raster } = await decode(makeAvif([withProperties(subsampled, clap(21, 1, 11, 1, -3, 2, 5, 2))]));
    const whole = (await decode(makeAvif([subsampled]))).raster;
    const expected = await sharp(whole.data, { raw: { width: 60, height: 40, channels: 4 } })
      .extract({ left: 18, top: 17, width: 21, height: 11 })
      .raw()
      .toBuffer();
    expect(farthest(raster, { data: expected })).toBe(0);
  });

  it.each([
    ['reaches past the image', clap(61, 1, 40, 1, 0, 1, 0, 1)],
    ['has a fraction of a pixel', clap(41, 2, 20, 1, 0, 1, 0, 1)],
    ['is divided by zero', clap(40, 0, 20, 1, 0, 1, 0, 1)],
    ['is cut off', { box: isoBox('clap', new Uint8Array(31)), isEssential: true }],
  ])('refuses a clean aperture that %s', async (_, property) => {
    await expect(decode(file(property))).rejects.toMatchObject({ data: { reason: 'damaged' } });
  });

  it('applies transformations in the order of MIAF if the file lists another order, and warns', async () => {
    const [listed, expected] = await Promise.all([decode(file(imir(1), irot(1))), decode(file(irot(1), imir(1)))]);
    expect(farthest(listed.raster, expected.raster)).toBe(0);
    expect([listed.warnings, expected.warnings]).toEqual([['imageIrregular'], []]);
  });

  it('ignores the pixel aspect ratio and the Exif orientation, as libheif does', async () => {
    const tiff = [...letters('II*\0'), 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0];
    const exif = { type: 'Exif', payload: joinBytes(uint32(0), tiff), properties: [] };
    const pixelShape = { box: isoBox('pasp', uint32(2), uint32(1)) };
    const bytes = makeAvif([withProperties(still, pixelShape), exif], [['cdsc', 2, 1]]);
    const [{ raster }, expected] = await Promise.all([decode(bytes), byLibheif(bytes)]);
    expect([sizeOf(raster), sizeOf(expected)]).toEqual([[60, 40], [60, 40]]); // biome-ignore format: sizes
    expect(farthest(raster, expected)).toBe(0);
  });

  it('ignores properties that belong to other items than the primary item', async () => {
    const thumbnail = withProperties(await stillOf(gradient(90, 80)), irot(1));
    const bytes = makeAvif([still, thumbnail], [['thmb', 2, 1]]);
    expect(readImageHeader(bytes)).toMatchObject({ width: 60, height: 40, orientation: 1 });
    const { raster } = await decode(bytes);
    expect(farthest(raster, await byLibheif(bytes))).toBe(0);
  });

  it('refuses an essential property of an unknown type', async () => {
    const bytes = file({ box: isoBox('zzzz', [0]), isEssential: true });
    await expect(decode(bytes)).rejects.toMatchObject({ data: { reason: 'damaged' } });
  });

  it('applies a transformation that is not marked essential, as libheif does', async () => {
    const bytes = file({ ...irot(1), isEssential: false });
    expect(farthest((await decode(bytes)).raster, await byLibheif(bytes))).toBe(0);
  });
});

/** Three patches of 32 × 32 pixels, whose colors after conversion are known from Chromium. */
const patches = await stillOf(
  sharp(Uint8Array.from([109, 0, 0, 182, 0, 170, 73, 255, 255]), { raw: { width: 3, height: 1, channels: 3 } }).resize(
    96,
    32,
    { fit: 'fill', kernel: 'nearest' },
  ),
);
const ramp = await stillOf(
  sharp(
    Uint8Array.from({ length: 256 * 64 * 3 }, (_, index) => Math.floor(index / 3) % 256),
    { raw: { width: 256, height: 64, channels: 3 } },
  ),
);
/** Returns a gray image, encoded as sharp encodes an alpha plane. */
const grayOf = async (image: ReturnType<typeof sharp>, bitdepth: 8 | 10 | 12): Promise<AvifItem> => {
  const item = itemsOf(new Uint8Array(await image.avif({ lossless: true, bitdepth }).toBuffer()))[1];
  if (!item) throw new RangeError('sharp wrote no alpha');
  return { ...item, properties: item.properties.filter((property) => typeOf(property) !== 'auxC') };
};
const [gray, narrowGray, wide] = await Promise.all([
  grayOf(gradient(64, 64, 4), 8),
  grayOf(gradient(32, 64, 4), 8),
  stillOf(gradient(128, 64)),
]);

describe('the AVIF decoder (color)', () => {
  it.each(
    [1, 2, 4, 5, 6, 7, 8, 9, 12]
      .flatMap((matrix) => [[matrix, true] as const, [matrix, false] as const])
      .filter(([matrix, isFullRange]) => matrix !== 8 || isFullRange),
  )('converts from matrix coefficients %i, full range %s, as libheif does', async (matrix, isFullRange) => {
    const bytes = makeAvif([withProperties(lossy, nclx(1, 13, matrix, isFullRange))]);
    const [{ raster }, expected] = await Promise.all([decode(bytes), byLibheif(bytes)]);
    expect(farthest(raster, expected)).toBeLessThanOrEqual(2);
  });

  it('reads the identity matrix as RGB, bit for bit', async () => {
    const { raster } = await decode(makeAvif([exact]));
    expect(farthest(raster, { data: await gradient(60, 40).ensureAlpha().raw().toBuffer() })).toBe(0);
  });

  it.each([
    [3, true],
    [8, false],
    [10, true],
    [11, true],
    [14, true],
    [255, true],
  ] as const)('refuses matrix coefficients %i, full range %s, which libavif does not know', async (matrix, isFull) => {
    const bytes = makeAvif([withProperties(lossy, nclx(1, 13, matrix, isFull))]);
    await expect(decodeIdle(bytes)).rejects.toMatchObject({ code: 'imageFormat' });
  });

  it('refuses the identity matrix with chroma subsampling', async () => {
    const subsampled = await stillOf(gradient(60, 40), { quality: 90, chromaSubsampling: '4:2:0' });
    const bytes = makeAvif([withProperties(subsampled, nclx(1, 13, 0, true))]);
    await expect(decodeIdle(bytes)).rejects.toMatchObject({ code: 'imageFormat' });
  });

  /** The colors of the three patches in Chromium 156 by `createImageBitmap`, on an sRGB screen. */
  const chromium = {
    'BT.709 and sRGB': [1, 13, [109, 0, 0], [182, 0, 170], [73, 255, 255]],
    'BT.470 BG': [5, 13, [111, 0, 0], [186, 0, 169], [44, 255, 255]],
    'BT.601': [6, 13, [106, 9, 0], [178, 33, 170], [98, 253, 255]],
    'BT.2020': [9, 13, [138, 0, 0], [224, 0, 177], [0, 255, 255]],
    'DCI-P3': [11, 13, [117, 0, 0], [194, 0, 176], [0, 255, 255]],
    'Display P3': [12, 13, [120, 0, 0], [199, 0, 176], [0, 255, 255]],
    'BT.709’s transfer function': [1, 1, [109, 0, 0], [182, 0, 170], [73, 255, 255]],
    'an unspecified transfer function': [1, 2, [109, 0, 0], [182, 0, 170], [73, 255, 255]],
    'gamma 2.2': [1, 4, [109, 0, 0], [183, 0, 171], [71, 255, 255]],
    'gamma 2.8': [1, 5, [86, 0, 0], [168, 0, 154], [48, 255, 255]],
    'BT.601’s transfer function': [1, 6, [109, 0, 0], [182, 0, 170], [73, 255, 255]],
    'SMPTE 240M': [1, 7, [124, 0, 0], [190, 0, 179], [90, 255, 255]],
    'a linear transfer function': [1, 8, [175, 0, 0], [220, 0, 213], [146, 255, 255]],
    'BT.2020’s transfer functions': [1, 14, [109, 0, 0], [182, 0, 170], [73, 255, 255]],
    'BT.709 and PQ': [1, 16, [92, 0, 0], [255, 0, 228], [3, 255, 255]],
    'SMPTE 428': [1, 17, [97, 0, 0], [180, 0, 166], [58, 255, 255]],
    'BT.709 and HLG': [1, 18, [71, 0, 0], [151, 0, 136], [46, 255, 255]],
    'BT.2020 and PQ': [9, 16, [117, 0, 0], [255, 0, 209], [0, 255, 255]],
    'BT.2020 and HLG': [9, 18, [93, 0, 0], [189, 0, 143], [0, 255, 255]],
  } as const;

  it.each(Object.entries(chromium))(
    'converts %s to sRGB as Chromium does',
    async (_, [primaries, transfer, ...colors]) => {
      const { raster, warnings } = await decode(
        makeAvif([withProperties(patches, nclx(primaries, transfer, 0, true))]),
      );
      for (const [index, color] of colors.entries()) {
        const at = (16 * 96 + 16 + 32 * index) * 4;
        expect(farthest({ data: raster.data.subarray(at, at + 3) }, { data: color })).toBeLessThanOrEqual(1);
        expect(raster.data[at + 3]).toBe(255);
      }
      expect(warnings).toEqual([]);
    },
  );

  /** PQ and HLG grays in Chromium 156, which shows 203 cd/m² at half of the range, and up to 1,000 cd/m² above. */
  it.each([
    [
      'PQ',
      16,
      [
        [32, 5],
        [64, 30],
        [109, 92],
        [148, 187],
        [160, 213],
        [170, 229],
        [182, 244],
        [192, 255],
        [240, 255],
      ],
    ],
    [
      'HLG',
      18,
      [
        [32, 14],
        [64, 43],
        [109, 83],
        [148, 120],
        [170, 150],
        [192, 189],
        [200, 202],
        [224, 228],
        [240, 243],
        [255, 255],
      ],
    ],
  ] as const)('maps the high dynamic range of %s to sRGB', async (_, transfer, grays) => {
    // biome-ignore format: pairs
    const { raster } = await decode(makeAvif([withProperties(ramp, nclx(9, transfer, 0, true))]));
    const at = (gray: number) => raster.data[(32 * 256 + gray) * 4] as number;
    for (const [gray, expected] of grays) expect(Math.abs(at(gray) - expected)).toBeLessThanOrEqual(1);
  });

  it('takes the color from the sequence header if no box states one', async () => {
    const inHeader = { ...lossy, payload: withPrimaries(lossy.payload, 12) };
    const inBox = withProperties(lossy, nclx(12, 13, 6, true));
    const [one, other] = await Promise.all([decode(makeAvif([inHeader])), decode(makeAvif([inBox]))]);
    expect(farthest(one.raster, other.raster)).toBe(0);
    expect(farthest(one.raster, (await decode(makeAvif([lossy]))).raster)).toBeGreaterThan(20);
  });

  it.each([
    ['primaries', nclx(3, 13, 0, true)],
    ['a transfer function', nclx(1, 9, 0, true)],
    ['color information', { box: isoBox('colr', letters('ncly'), uint16(1)) }],
  ])('warns of %s of an unknown type', async (_, property) => {
    const { warnings } = await decode(makeAvif([withProperties(exact, property)]));
    expect(warnings).toEqual(['imageIrregular']);
  });

  it('converts by an ICC profile, which has precedence over the nclx codes', async () => {
    const { icc: profile } = await sharp(await gradient(60, 40).withIccProfile('p3').png().toBuffer()).metadata();
    const tagged = icc(profile as Buffer);
    for (const properties of [
      [...exact.properties, tagged],
      [tagged, nclx(9, 16, 0, true)],
    ]) {
      const own = exact.properties.filter(({ box }) => typeOf({ box }) !== 'colr');
      const bytes = makeAvif([{ ...exact, properties: [...own, ...properties] }]);
      const { raster, header } = await decode(bytes);
      expect(header.hasProfile).toBe(true);
      expect(farthest(raster, await byLibheif(bytes))).toBeLessThanOrEqual(2);
      expect(farthest(raster, (await decode(makeAvif([exact]))).raster)).toBeGreaterThan(20);
    }
  });
});

const grid128: AvifItem = {
  type: 'grid',
  payload: joinBytes([0, 0, 0, 1], uint16(128), uint16(64)),
  properties: [ispe(128, 64), ...square.properties.filter((each) => ['pixi', 'colr'].includes(typeOf(each)))],
};

describe('an AVIF file', () => {
  const still = square;
  const alphaOf = (item: AvifItem): AvifItem => ({ ...item, properties: [...item.properties, alphaType] });
  const auxl = [['auxl', 2, 1]] as const;
  const large = withSequenceSize(still.payload, 12_000, 12_000);
  const config = (item: AvifItem) => item.properties.find((property) => typeOf(property) === 'av1C')?.box as Uint8Array;
  /** Returns the `av1C` property of `still`, but with the sequence header of this payload. */
  const withHeader = (payload: Uint8Array): AvifProperty => ({
    box: isoBox('av1C', config(still).subarray(8), payload.subarray(2, 4 + (payload[3] as number))),
    isEssential: true,
  });
  const grid = (columns: number, rows: number, width: number, height: number): AvifItem => ({
    type: 'grid',
    payload: Uint8Array.from([0, 0, rows - 1, columns - 1, ...uint16(width), ...uint16(height)]),
    properties: [ispe(width, height), { box: isoBox('pixi', uint32(0), [3, 8, 8, 8]) }],
    isInMeta: true,
  });
  const dimg = (...to: number[]) => ['dimg', 1, ...to] as const;

  it.each([
    ['the image', [{ ...still, payload: large }], []],
    ['the image with its box', [withProperties({ ...still, payload: large }, ispe(12_000, 12_000))], []],
    ['the image in extents of the meta box', [{ ...still, payload: large, isInMeta: true }], []],
    ['the configuration', [withProperties(still, withHeader(large))], []],
    ['alpha', [still, alphaOf({ ...gray, payload: withSequenceSize(gray.payload, 12_000, 12_000) })], auxl],
    ['a tile', [grid(2, 1, 128, 64), still, { ...still, payload: large }], [dimg(2, 3)]],
    ['a tile’s alpha', [grid(1, 1, 64, 64), still, alphaOf({ ...still, payload: large })], [dimg(2), ['auxl', 3, 2]]],
    ['a later sequence header', [{ ...still, payload: joinBytes(still.payload, large) }], []],
  ] as const)('is refused before decoding if %s has 144 megapixels', async (_, items, references) => {
    await expect(decodeIdle(makeAvif(items, references))).rejects.toMatchObject({
      code: 'imageTooLarge',
      data: { width: 12_000, height: 12_000 },
    });
  });

  it.each([
    [
      'an image with a size different from its box',
      [{ ...still, payload: withSequenceSize(still.payload, 80, 64) }],
      [],
    ],
    ['a box with a size different from the image', [withProperties(still, ispe(64, 60))], []],
    ['an alpha image of a different size', [still, alphaOf(narrowGray)], auxl],
    ['an auxiliary image without a type', [still, gray], auxl],
    ['no sequence header', [{ ...still, payload: still.payload.subarray(4 + (still.payload[3] as number)) }], []],
    ['an OBU that reaches past its item', [{ ...still, payload: still.payload.subarray(0, -1) }], []],
    [
      'too many OBUs',
      [
        {
          ...still,
          payload: joinBytes(
            new Uint8Array(12_000).map((_, at) => (at % 2 ? 0 : 0x12)),
            still.payload,
          ),
        },
      ],
      [],
    ],
    ['fewer tiles than the grid', [grid(2, 1, 128, 64), still], [dimg(2)]],
    ['more tiles than the grid', [grid(1, 1, 64, 64), still, still], [dimg(2, 3)]],
    ['tiles that do not cover the grid', [grid(1, 1, 65, 64), still], [dimg(2)]],
    ['tiles outside the grid', [grid(2, 1, 64, 64), still, still], [dimg(2, 3)]],
    ['tiles of different sizes', [grid(2, 1, 128, 64), still, wide], [dimg(2, 3)]],
  ] as const)('is refused as damaged before decoding: %s', async (_, items, references) => {
    // biome-ignore format: rows
    await expect(decodeIdle(makeAvif(items as readonly AvifItem[], references))).rejects.toMatchObject({ data: { reason: 'damaged' } });
  });

  it('is accepted with a warning if the configuration states another chroma subsampling than the sequence header', async () => {
    const box = config(still).map((byte, at) => (at === 10 ? byte | 0x0c : byte));
    const { raster, warnings } = await decode(makeAvif([withProperties(still, { box, isEssential: true })]));
    expect(warnings).toEqual(['imageIrregular']);
    expect(farthest(raster, { data: await gradient(64, 64).ensureAlpha().raw().toBuffer() })).toBe(0);
  });

  it('is refused if the tiles of a grid together exceed the pixel limit', async () => {
    const tile = withProperties({ ...still, payload: withSequenceSize(still.payload, 8000, 8000) }, ispe(8000, 8000));
    const bytes = makeAvif([grid(2, 1, 9000, 100), tile, tile], [dimg(2, 3)]);
    await expect(decodeIdle(bytes)).rejects.toMatchObject({
      code: 'imageTooLarge',
      data: { width: 16_000, height: 8000 },
    });
  });

  it.each([
    [
      'a grid of grids',
      [grid(1, 1, 64, 64), { ...grid(1, 1, 64, 64), isInMeta: false }, still],
      [dimg(2), ['dimg', 2, 3]],
      'AVIF (grid)',
    ],
    [
      'a grid whose tiles are in a different order',
      [grid(2, 1, 128, 64), still, { ...still }],
      [dimg(3, 2)],
      'AVIF (grid)',
    ],
    ['an overlay', [{ ...grid(1, 1, 64, 64), type: 'iovl' }, still], [dimg(2)], 'AVIF (iovl)'],
  ] as const)(
    'is refused with an error that names the unsupported feature: %s',
    async (_, items, references, format) => {
      // biome-ignore format: rows
      await expect(decodeIdle(makeAvif(items, references))).rejects.toMatchObject({ code: 'imageFormat', data: { format } });
    },
  );

  it('is refused as truncated if an extent is outside the file', async () => {
    const bytes = makeAvif([still], [], { extentShift: 1 });
    await expect(decodeIdle(bytes)).rejects.toMatchObject({ data: { reason: 'truncated' } });
  });

  it('opens if a grid of tiles is cropped at its edges, as in libheif', async () => {
    const tiles = await Promise.all(
      [0, 1, 2, 3].map((index) =>
        stillOf(
          gradient(128, 128).extract({
            left: (index % 2) * 64,
            top: Math.floor(index / 2) * 64,
            width: 64,
            height: 64,
          }),
        ),
      ),
    );
    const bytes = makeAvif([withProperties(grid(2, 2, 100, 90), irot(3)), ...tiles], [dimg(2, 3, 4, 5)]);
    const [{ raster, warnings }, expected] = await Promise.all([decode(bytes), byLibheif(bytes)]);
    expect(sizeOf(raster)).toEqual([90, 100]);
    expect(farthest(raster, expected)).toBe(0);
    expect(warnings).toEqual([]);
    // In the original, the grid item is in `idat`; in the copy without metadata, all items are in `mdat`.
    const copy = stripAvif(bytes) as Uint8Array<ArrayBuffer>;
    expect(farthest((await decode(copy)).raster, expected)).toBe(0);
    expect(farthest(await byLibheif(copy), expected)).toBe(0);
  });

  it('cannot be copied without its metadata if items share bytes or leave the file, or an essential property is unknown', () => {
    expect(stripAvif(makeAvif([still], [], { extentShift: 1 }))).toBeUndefined();
    expect(stripAvif(makeAvif([still], [], { extents: 60_000 }))).toBeUndefined();
    const essential = { box: isoBox('zzzz', uint32(0)), isEssential: true };
    expect(stripAvif(makeAvif([withProperties(still, essential)]))).toBeUndefined();
    expect(stripAvif(sequenceOf(still, 64, 64))).toBeUndefined();
    expect(stripAvif(makeAvif([withProperties(still, { ...essential, isEssential: false })]))).toBeDefined();
  });

  it.each<[string, readonly AvifItem[], Parameters<typeof makeAvif>[1]]>([
    ['of colors', [still], []],
    [
      'of colors and an alpha plane',
      [still, { ...still, properties: [...still.properties, alphaType] }],
      [['auxl', 2, 1]],
    ],
    ['of tiles', [grid128, still, still], [['dimg', 1, 2, 3]]],
  ])('opens without the boxes pixi and pitm: %s', async (_, items, references) => {
    const expected = await decode(makeAvif(items, references));
    const bare = items.map((item) => ({
      ...item,
      properties: item.properties.filter((each) => typeOf(each) !== 'pixi'),
    }));
    expect(bare).not.toEqual(items);
    // Chromium refuses a file without `pitm`, so this file opens with a warning.
    const files = [
      [{}, []],
      [{ isPrimaryStated: false }, ['imageIrregular']],
      [{ brand: 'miaf', brands: 'avifmif1' }, []],
    ] as const;
    for (const [options, expectedWarnings] of files) {
      const { raster, warnings } = await decode(makeAvif(bare, references, options));
      expect([...sizeOf(raster), warnings]).toEqual([...sizeOf(expected.raster), expectedWarnings]);
      expect(farthest(raster, expected.raster)).toBe(0);
    }
  });

  it('is refused if no box states which of two images is the primary one', async () => {
    await expect(decode(makeAvif([still, still], [], { isPrimaryStated: false }))).rejects.toMatchObject({
      data: { reason: 'damaged' },
    });
  });

  it.skipIf(!fieldFolder)('of an old version of libheif opens without pixi (needs ../shared/field)', async () => {
    const { raster, warnings } = await decode(readField('avif-nopixi.avif'));
    const pixelAt = (x: number, y: number) => raster.data.subarray((y * 128 + x) * 4, (y * 128 + x) * 4 + 4);
    // Pixels that Chromium 156 shows.
    const shown = [
      [0, 0, 134, 226, 2, 255],
      [64, 48, 204, 212, 113, 255],
      [127, 95, 225, 184, 218, 255],
      [100, 10, 29, 142, 112, 255],
    ] as const;
    for (const [x, y, ...pixel] of shown) expect(farthest({ data: pixelAt(x, y) }, { data: pixel })).toBeLessThan(3);
    expect(warnings).toEqual([]);
  });

  it('that is an image sequence of several frames reports that only the first is used', async () => {
    const bytes = sequenceOf(still, 64, 64);
    const reportedFor = async (format: 'webp' | 'png') => {
      const reported: unknown[] = [];
      const context = { platform, sink: memorySink(), onWarning: (each: unknown) => void reported.push(each) };
      await writeAnimationOf(fileFromBytes('a.avif', bytes.slice()), [], { format }, context);
      return reported;
    };
    expect(await reportedFor('webp')).toEqual([]);
    // The box stsz ends with the number of samples and the size of each.
    const count = Buffer.from(bytes).indexOf('stsz') + 12;
    bytes.set(uint32(3), count);
    for (const format of ['webp', 'png'] as const)
      expect(await reportedFor(format)).toEqual([{ code: 'animationFirstFrame', data: { name: 'a.avif', frames: 3 } }]);
  });

  it('that is an image sequence opens as its first frame', async () => {
    const bytes = sequenceOf(still, 64, 64);
    const { raster, header } = await decode(bytes);
    expect(header.animated).toBe(true);
    expect(farthest(raster, { data: await gradient(64, 64).ensureAlpha().raw().toBuffer() })).toBe(0);
  });

  it.each([
    ['has another size than its track', sequenceOf(still, 80, 64), { data: { reason: 'damaged' } }],
    ['has 144 megapixels', sequenceOf({ ...still, payload: large }, 64, 64), { code: 'imageTooLarge' }],
    ['is cut off', sequenceOf(still, 64, 64).slice(0, -10), { data: { reason: 'truncated' } }],
  ])('is refused if the first frame of its image sequence %s', async (_, bytes, error) => {
    await expect(decodeIdle(bytes)).rejects.toMatchObject(error);
  });
});

/** Returns an image sequence of one frame, without a primary item (AV1 Image File Format, 3). */
function sequenceOf(item: AvifItem, width: number, height: number): Uint8Array<ArrayBuffer> {
  const boxes = item.properties.filter(({ box }) => ['av1C', 'colr'].includes(typeOf({ box })));
  const zeros = (count: number) => new Uint8Array(count);
  const build = (offset: number) =>
    isoBox(
      'moov',
      isoBox('mvhd', uint32(0), zeros(8), uint32(1), uint32(1), zeros(80)),
      isoBox(
        'trak',
        isoBox('tkhd', uint32(1), zeros(8), uint32(1), zeros(4), uint32(1), zeros(52), uint16(width), zeros(2), uint16(height), zeros(2)),
        isoBox(
          'mdia',
          isoBox('mdhd', uint32(0), zeros(8), uint32(1), uint32(1), zeros(4)),
          isoBox('hdlr', uint32(0), uint32(0), letters('pict'), zeros(13)),
          isoBox(
            'minf',
            isoBox(
              'stbl',
              isoBox('stsd', uint32(0), uint32(1), isoBox('av01', zeros(24), uint16(width), uint16(height), zeros(50), ...boxes.map(({ box }) => box))),
              isoBox('stts', uint32(0), uint32(1), uint32(1), uint32(1)),
              isoBox('stsc', uint32(0), uint32(1), uint32(1), uint32(1), uint32(1)),
              isoBox('stsz', uint32(0), uint32(item.payload.length), uint32(1)),
              isoBox('stco', uint32(0), uint32(1), uint32(offset)),
            ),
          ),
        ),
      ),
    ); // biome-ignore format: boxes
  const head = isoBox('ftyp', letters('avis'), uint32(0), letters('avismsf1miaf'));
  return joinBytes(head, build(head.length + build(0).length + 8), isoBox('mdat', item.payload));
}

describe('the AVIF decoder (channels)', () => {
  it.each([
    [8, '4:4:4', 3],
    [10, '4:4:4', 3],
    [12, '4:4:4', 3],
    [8, '4:4:4', 4],
    [10, '4:4:4', 4],
    [12, '4:4:4', 4],
  ] as const)('decodes %i bits, %s, %i channels as libheif does', async (bitdepth, chromaSubsampling, channels) => {
    const image = gradient(60, 40, channels);
    for (const options of [{ lossless: true }, { quality: 80, chromaSubsampling }]) {
      const bytes = new Uint8Array(
        await image
          .clone()
          .avif({ ...options, bitdepth })
          .toBuffer(),
      );
      const { raster, header } = await decode(bytes);
      expect(header).toMatchObject({ bitDepth: bitdepth, channels, mayHaveAlpha: channels === 4 });
      expect(farthest(raster, await byLibheif(bytes))).toBeLessThanOrEqual(1);
    }
  });

  it.each([8, 10, 12] as const)('decodes monochrome images of %i bits', async (bitdepth) => {
    const bytes = makeAvif([await grayOf(gradient(60, 40, 4), bitdepth)]);
    expect(readImageHeader(bytes)).toMatchObject({ channels: 1, bitDepth: bitdepth });
    const { raster } = await decode(bytes);
    const alpha = await gradient(60, 40, 4).extractChannel(3).raw().toBuffer();
    const expected = Uint8Array.from(raster.data, (_, at) => (at % 4 === 3 ? 255 : (alpha[at >> 2] as number)));
    // Allows a difference of one level at 10 and 12 bits, because sharp widens 8-bit levels by appending zero bits.
    expect(farthest(raster, { data: expected })).toBeLessThanOrEqual(bitdepth === 8 ? 0 : 1);
  });

  it('divides color by alpha if the file states premultiplied alpha', async () => {
    const file = new Uint8Array(await gradient(60, 40, 4).avif({ lossless: true }).toBuffer());
    const [color, alpha] = itemsOf(file);
    const bytes = makeAvif([color as AvifItem, alpha as AvifItem], [['auxl', 2, 1], ['prem', 1, 2]]); // biome-ignore format: references
    const { raster } = await decode(bytes);
    const stored = await gradient(60, 40, 4).raw().toBuffer();
    const expected = Uint8ClampedArray.from(stored, (value, at) =>
      at % 4 === 3 ? value : (value * 255) / (stored[at | 3] as number),
    );
    expect(farthest(raster, { data: expected })).toBeLessThanOrEqual(1);
  });
});

describe('a damaged AVIF', () => {
  const noise = (channels: 3 | 4, options: Options) => {
    const data = new Uint8Array(32 * 24 * channels).map((_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 255);
    return sharp(data, { raw: { width: 32, height: 24, channels } })
      .avif(options)
      .toBuffer();
  };
  const kinds = [
    ['4:2:0', 3, { quality: 40, chromaSubsampling: '4:2:0' }],
    ['alpha', 4, { quality: 40 }],
    ['10 bits', 3, { quality: 60, bitdepth: 10 }],
  ] as const;

  it.each(kinds)(
    'is refused or warned of after single bit flips that sharp refuses: %s',
    async (_, channels, options) => {
      const whole = new Uint8Array(await noise(channels, options));
      const next = random(1);
      const missed: string[] = [];
      const flips = deepOr(600, 40);
      let noticed = 0;
      for (let count = 0; count < flips; count++) {
        const [at, bit] = [next(whole.length), next(8)];
        const flipped = whole.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte));
        const isNoticed = await decode(flipped).then(
          ({ warnings }) => warnings.length > 0,
          () => true,
        );
        if (isNoticed) noticed++;
        else
          await sharp(flipped, { failOn: 'warning' })
            .raw()
            .toBuffer()
            .catch(() => missed.push(`byte ${at}, bit ${bit}`));
      }
      expect(noticed).toBeGreaterThan(flips / 2);
      expect(missed).toEqual([]);
    },
  );

  it.each(kinds)('is refused at every truncation: %s', async (_, channels, options) => {
    const whole = new Uint8Array(await noise(channels, options));
    for (let percent = 20; percent <= 95; percent += 5)
      await expect(decodeIdle(whole.slice(0, (whole.length * percent) / 100))).rejects.toMatchObject({
        code: 'imageLoad',
      });
    await expect(decodeIdle(whole.slice(0, -1))).rejects.toMatchObject({ data: { reason: 'truncated' } });
  });
});
