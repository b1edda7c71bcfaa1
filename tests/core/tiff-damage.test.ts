import sharp, { type TiffOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FailOn } from '#core/base/damage.ts';
import type { WarningCode } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { MAX_TIFF_SEGMENTS } from '#core/base/limits.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { foreignImageFormat } from '#core/image/codecs/foreign-formats.ts';
import { tags } from '#core/image/formats/tiff/tiff-directory.ts';
import { platform } from '../inline-platform.ts';
import { fieldFolder, readField } from '../samples.ts';
import { grayTags, makeTiff, readTiff, type TiffOptions as Written } from './tiffs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [WIDTH, HEIGHT] = [60, 40];
const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => 1 + ((at * at * 7 + (at >> 5)) % 255));
const write = async (options: TiffOptions): Promise<Bytes> =>
  Uint8Array.from(
    await sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .tiff(options)
      .toBuffer(),
  );

async function open(bytes: Uint8Array, failOn?: FailOn) {
  const warnings: WarningCode[] = [];
  const onWarning = ({ code }: { readonly code: WarningCode }) => warnings.push(code);
  const file = fileFromBytes('a.tif', Uint8Array.from(bytes));
  const { raster } = await decodeImage(file, { platform, failOn, onWarning });
  return { raster, warnings };
}

const damaged = { code: 'imageLoad', data: { reason: 'damaged' } };
const truncated = { code: 'imageLoad', data: { reason: 'truncated' } };
const unsupported = (detail: string) => ({ code: 'imageFormat', data: { format: `TIFF (${detail})` } });

/** Returns a gray TIFF whose single strip has these bytes, with other tags in place of the usual ones. */
const stripOf = (bytes: readonly number[], more: Record<number, number[]> = {}, options?: Written) =>
  makeTiff([{ tags: { ...grayTags(8, 4), ...more }, strips: [Uint8Array.from(bytes)] }], options);

const sixteen = Array.from({ length: 16 }, (_, at) => at + 1);

describe('a truncated TIFF', () => {
  const kinds: Readonly<Record<string, TiffOptions>> = {
    none: { compression: 'none' },
    packbits: { compression: 'packbits' },
    lzw: { compression: 'lzw' },
    deflate: { compression: 'deflate' },
    jpeg: { compression: 'jpeg' },
    tiles: { compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 },
  };

  it.each(Object.keys(kinds))('is refused wherever it ends: %s', async (kind) => {
    const bytes = await write(kinds[kind] as TiffOptions);
    for (const part of [0.01, 0.3, 0.7, 0.99])
      await expect(open(bytes.subarray(0, Math.floor(bytes.length * part)))).rejects.toMatchObject({
        code: 'imageLoad',
      });
    await expect(open(bytes.subarray(0, Math.floor(bytes.length / 2)))).rejects.toMatchObject(truncated);
  });

  it('opens with black rows and a warning if failOn is none', async () => {
    const bytes = stripOf(sixteen);
    await expect(open(bytes)).rejects.toMatchObject(truncated);
    const { raster, warnings } = await open(bytes, 'none');
    expect(warnings).toEqual(['imageTruncated']);
    const levels = [...raster.data].filter((_, at) => at % 4 === 0);
    expect(levels).toEqual([...sixteen, ...Array(16).fill(0)]);
    expect([...raster.data].filter((_, at) => at % 4 === 3)).toEqual(Array(32).fill(255));
  });

  it.each([
    ['LZW without an end', 5, [0x80, 0x00, 0x20]],
    ['LZW with a code that is not defined yet', 5, [0x80, 0x3f, 0xff, 0xff]],
    ['PackBits that ends inside a run', 32773, [0xf1, 7, 0xf1]],
    ['Deflate with an invalid block', 8, [0x78, 0x9c, 0xff, 0xff]],
    ['a JPEG without a frame', 7, [0xff, 0xd8, 0xff, 0xd9]],
    ['an empty strip', 5, []],
  ])('is refused: %s', async (_, compression, bytes) => {
    const own = stripOf(bytes, { [tags.compression]: [compression] });
    await expect(open(own)).rejects.toMatchObject(truncated);
    expect((await open(own, 'none')).warnings).toEqual(['imageTruncated']);
  });

  it.each(['fax3-1d', 'fax3-2d', 'fax4-reversed', 'fax4-wide'])(
    'is refused if a fax code is invalid: %s',
    async (name) => {
      const bytes = readTiff(name);
      bytes.fill(0, 40, 140);
      await expect(open(bytes)).rejects.toMatchObject(truncated);
      expect((await open(bytes, 'none')).warnings).toEqual(['imageTruncated']);
    },
  );
});

describe('a fax page with bad lines', () => {
  /** Returns the numbers of the rows that differ from libtiff's, which sharp uses. */
  async function rowsUnlikeLibtiff(bytes: Uint8Array) {
    const { raster, warnings } = await open(bytes);
    const { data: expected, info } = await sharp(bytes, { failOn: 'none' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const rows = new Set<number>();
    for (const [at, level] of expected.entries()) {
      // Rows of 204 × 98 dpi are repeated.
      const [x, y] = [at % info.width, Math.floor(at / info.width)];
      const shownY = Math.floor(((y + 0.5) * raster.height) / info.height);
      if (raster.data[(shownY * info.width + x) * 4] !== level) rows.add(y);
    }
    return { rows: [...rows], warnings };
  }
  const isDamagedAlike = { rows: [], warnings: ['imageDamaged'] };

  it.skipIf(!fieldFolder)('continues at the next end of line, as libtiff does (needs ../shared/field)', async () => {
    const page = readField('t-g3-badline.tif');
    expect(await rowsUnlikeLibtiff(page)).toEqual(isDamagedAlike);
    for (let at = 40; at < 500; at += 20) {
      const bytes = page.slice();
      bytes[at] = (bytes[at] as number) ^ 0x5a;
      expect([at, await rowsUnlikeLibtiff(bytes)]).toEqual([at, isDamagedAlike]);
    }
  });

  // Up to three rows after a bad row refer to that row (ITU-T T.4, 4.2.1), and a damaged end of line hides a row.
  it.each([
    ['fax3-1d', 2],
    ['fax3-2d-fill', 4],
    ['fax3-wide', 4],
  ] as const)('keeps all other rows: %s', async (name, lost) => {
    const rowsOf = ({ width, data: levels }: { readonly width: number; readonly data: Uint8ClampedArray }) =>
      Array.from({ length: levels.length / width / 4 }, (_, y) =>
        Buffer.from(levels.subarray(y * width * 4, (y + 1) * width * 4)).toString('latin1'),
      );
    const whole = readTiff(name);
    const known = new Set(rowsOf((await open(whole)).raster));
    for (let at = 24; at < 124; at += 7) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] as number) ^ 0x5a;
      const { raster, warnings } = await open(bytes);
      const other = rowsOf(raster).filter((row) => !known.has(row));
      expect([at, warnings, other.length <= lost]).toEqual([at, ['imageDamaged'], true]);
    }
  });

  it.skipIf(!fieldFolder)('is refused as truncated if its data ends early (needs ../shared/field)', async () => {
    const page = readField('t-g3-badline.tif');
    const entry = Buffer.from(page).indexOf(Buffer.from([279 & 255, 279 >> 8, 4, 0]));
    page.set([0, 1, 0, 0], entry + 8);
    await expect(open(page)).rejects.toMatchObject(truncated);
  });
});

describe('a damaged TIFF', () => {
  it('opens with a warning if a checksum of Deflate is wrong', async () => {
    const bytes = await write({ compression: 'deflate', predictor: 'none' });
    const plain = (await open(bytes)).raster.data;
    // Changes the last byte of the only strip, which ends with the checksum.
    const view = new DataView(bytes.buffer);
    const directory = view.getUint32(4, true);
    const entry = Array.from({ length: view.getUint16(directory, true) }, (_, index) => directory + 2 + 12 * index);
    const firstOf = (tag: number) =>
      view.getUint32((entry.find((at) => view.getUint16(at, true) === tag) as number) + 8, true);
    const last = firstOf(tags.stripOffsets) + firstOf(tags.stripBytes) - 1;
    bytes[last] = (bytes[last] as number) ^ 1;
    const { raster, warnings } = await open(bytes);
    expect([warnings, raster.data]).toEqual([['imageDamaged'], plain]);
    await expect(open(bytes, 'error')).rejects.toMatchObject(damaged);
  });

  it.each([
    ['more offsets than strips', { [tags.stripOffsets]: [8, 8], [tags.stripBytes]: [32, 32] }],
    ['no lengths of strips', { [tags.stripBytes]: [] }],
  ])('opens with a warning if it has %s', async (_, more) => {
    const bytes = stripOf([...sixteen, ...sixteen], more);
    const { raster, warnings } = await open(bytes);
    expect([warnings, raster.data[4]]).toEqual([['imageIrregular'], 2]);
    await expect(open(bytes, 'warning')).rejects.toMatchObject(damaged);
  });

  it('opens with a warning if its orientation is not defined', async () => {
    expect((await open(stripOf([...sixteen, ...sixteen], { [tags.orientation]: [9] }))).warnings).toEqual([
      'imageIrregular',
    ]);
  });

  it.each([
    ['no strips', makeTiff([{ tags: grayTags(8, 4) }])],
    ['too few offsets', stripOf(sixteen, { [tags.rowsPerStrip]: [1] })],
    ['more colors than samples', stripOf(sixteen, { [tags.photometric]: [2] })],
    ['no palette', stripOf(sixteen, { [tags.photometric]: [3] })],
    ['a strip without rows', stripOf(sixteen, { [tags.rowsPerStrip]: [0] })],
    ['a sample format that is not defined', stripOf(sixteen, { [tags.sampleFormat]: [9] })],
    ['fax data of 8 bits', stripOf(sixteen, { [tags.compression]: [4] })],
    ['no width', stripOf(sixteen, { [tags.width]: [0] })],
    ['a directory that is cut off', stripOf(sixteen).slice(0, -20)],
  ])('is refused with %s', async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject(damaged);
  });
});

describe('a TIFF whose header states too much data', () => {
  it('is refused if the stated image size exceeds a limit', async () => {
    await expect(open(stripOf(sixteen, grayTags(20_000, 20_000)))).rejects.toMatchObject({ code: 'imageTooLarge' });
    await expect(open(stripOf(sixteen, grayTags(40_000, 1)))).rejects.toMatchObject({ code: 'imageTooLong' });
  });

  const million = Array.from({ length: 1_000_000 }, () => 8);
  it.each([
    ['a million strips', { [tags.stripOffsets]: million, [tags.stripBytes]: million }],
    [
      'more strips than the limit',
      { ...grayTags(MAX_TIFF_SEGMENTS + 1, 1), [tags.tileWidth]: [1], [tags.tileHeight]: [1] },
    ],
    ['tiles that are much larger than the image', { [tags.tileWidth]: [60_000], [tags.tileHeight]: [60_000] }],
    ['more samples than the limit', { [tags.samples]: [17], [tags.bits]: Array(17).fill(8) }],
  ])('is refused: %s', async (_, more) => {
    await expect(open(stripOf(sixteen, more))).rejects.toMatchObject({
      code: expect.stringMatching(/imageLoad|imageWork|TooLong/),
    });
  });

  it('is refused if its strips share the bytes of the file many times', async () => {
    const rows = 1000;
    const own = {
      ...grayTags(1, rows),
      [tags.rowsPerStrip]: [1],
      [tags.stripOffsets]: Array(rows).fill(8),
      [tags.stripBytes]: Array(rows).fill(9000),
    };
    await expect(open(makeTiff([{ tags: own, strips: [new Uint8Array(9000)] }]))).rejects.toMatchObject({
      code: 'imageWork',
    });
  });

  it('is refused if a strip exceeds the memory limit', async () => {
    const own = { ...grayTags(10_000, 10_000), [tags.samples]: [12], [tags.bits]: Array(12).fill(8) };
    await expect(open(makeTiff([{ tags: own, strips: [new Uint8Array(9)] }]))).rejects.toMatchObject({
      code: 'memoryLimit',
    });
  });

  it('is decompressed only up to its last pixel, whatever the length of the data', async () => {
    // Each of the million pairs of PackBits bytes expands to 128 bytes, so the strip would expand to 128 MB.
    const runs = Array.from({ length: 2_000_000 }, (_, at) => (at % 2 === 0 ? 0x81 : 7));
    const { raster, warnings } = await open(stripOf(runs, { [tags.compression]: [32773] }));
    expect([raster.data[0], warnings]).toEqual([7, ['imageDamaged']]);
  });
});

describe('a kind of TIFF that is not decoded', () => {
  it.each([
    ['old-style JPEG', { [tags.compression]: [6] }],
    ['LZMA', { [tags.compression]: [34925] }],
    ['Zstandard', { [tags.compression]: [50000] }],
    ['compression 12345', { [tags.compression]: [12345] }],
    ['CIELab', { [tags.photometric]: [8], [tags.samples]: [3], [tags.bits]: [8, 8, 8] }],
    ['photometric interpretation 99', { [tags.photometric]: [99] }],
    ['floating point', { [tags.bits]: [32], [tags.sampleFormat]: [3] }],
    ['signed integers', { [tags.sampleFormat]: [2] }],
    ['32 bits', { [tags.bits]: [32] }],
    ['5, 6, 5 bits', { [tags.photometric]: [2], [tags.samples]: [3], [tags.bits]: [5, 6, 5] }],
    ['predictor 3', { [tags.compression]: [5], [tags.predictor]: [3] }],
    ['predictor and 4 bits', { [tags.compression]: [5], [tags.predictor]: [2], [tags.bits]: [4] }],
    [
      'JPEG of 4 components',
      { [tags.compression]: [7], [tags.photometric]: [5], [tags.samples]: [4], [tags.bits]: [8, 8, 8, 8] },
    ],
  ])('is refused with an error that names the format: %s', async (detail, more) => {
    await expect(open(stripOf([...sixteen, ...sixteen], more))).rejects.toMatchObject(unsupported(detail));
  });

  it('is refused with an error that names the format: LZW of early versions of libtiff', async () => {
    const old = stripOf([0, 1, 2, 3], { [tags.compression]: [5] });
    await expect(open(old)).rejects.toMatchObject(unsupported('old-style LZW'));
  });

  it('is refused with an error that names the format: a progressive JPEG', async () => {
    const jpeg = await sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg({ progressive: true })
      .toBuffer();
    const own = { ...grayTags(WIDTH, HEIGHT), [tags.compression]: [7], [tags.photometric]: [6] };
    const bytes = makeTiff([{ tags: { ...own, [tags.samples]: [3], [tags.bits]: [8, 8, 8] }, strips: [jpeg] }]);
    await expect(open(bytes)).rejects.toMatchObject(unsupported('JPEG'));
  });

  it('is refused with an error that names the format: BigTIFF', async () => {
    const bytes = await write({ bigtiff: true });
    expect(foreignImageFormat(bytes)).toBe('BigTIFF');
    await expect(open(bytes)).rejects.toMatchObject({ code: 'imageFormat', data: { format: 'BigTIFF' } });
  });
});
