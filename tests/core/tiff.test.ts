import sharp, { type Sharp, type TiffOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { WarningCode } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { findExif } from '#core/image/codecs/metadata.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { tags } from '#core/image/formats/tiff/tiff-directory.ts';
import { readAllowedExif } from '#core/image/metadata/exif-read.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { firstOf } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { farthest } from './test-images.ts';
import { decodeByFfmpeg, tiffByFfmpeg } from './tiff-reference.ts';
import { grayTags, makeTiff, readTiff } from './tiffs.ts';

const [WIDTH, HEIGHT] = [77, 53];

/** Straight RGBA of gradients and noise; the right half is opaque. */
const drawing = Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, at) => {
  const [x, y] = [(at >> 2) % WIDTH, Math.floor((at >> 2) / WIDTH)];
  return [x * 3, y * 4, (x + y + ((x * 7 + y * 13) % 16)) & 255, x > WIDTH / 2 ? 255 : x * 6][at & 3] as number;
});
const color = () => sharp(drawing, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
const opaque = () => color().removeAlpha();
const gray = () => opaque().grayscale().toColourspace('b-w');

async function open(bytes: Uint8Array) {
  const warnings: WarningCode[] = [];
  const onWarning = ({ code }: { readonly code: WarningCode }) => warnings.push(code);
  const { raster, header } = await decodeImage(fileFromBytes('a.tif', Uint8Array.from(bytes)), { platform, onWarning });
  return { raster, header, warnings };
}

const pixelsOf = async (bytes: Uint8Array) => (await open(bytes)).raster.data;

/** Returns the image as straight RGBA, decoded by libtiff in sharp. */
const bySharp = async (image: Sharp) =>
  new Uint8ClampedArray(await image.toColourspace('srgb').ensureAlpha().raw().toBuffer());

const opaqueDrawing = drawing.map((value, at) => (at % 4 === 3 ? 255 : value));

describe('the pixels of a TIFF', () => {
  const compressions = ['none', 'lzw', 'deflate', 'packbits'] as const;
  const layouts: readonly TiffOptions[] = [
    { predictor: 'none' },
    { predictor: 'horizontal' },
    { predictor: 'horizontal', tile: true, tileWidth: 32, tileHeight: 16 },
  ];
  const all = compressions.flatMap((compression) => layouts.map((layout) => ({ compression, ...layout })));

  it.each(all)('are those that sharp wrote with %j', async (options) => {
    const [plain, alpha] = [opaque().tiff(options), color().tiff(options)];
    expect(farthest(await pixelsOf(await plain.toBuffer()), opaqueDrawing)).toBe(0);
    expect(farthest(await pixelsOf(await alpha.toBuffer()), drawing)).toBe(0);
    const levels = new Uint8Array(await gray().raw().toBuffer());
    const expected = Uint8Array.from(drawing, (_, at) => (at % 4 === 3 ? 255 : (levels[at >> 2] as number)));
    expect(farthest(await pixelsOf(await gray().tiff(options).toBuffer()), expected)).toBe(0);
  });

  it.each(all)('of 16 bits are the high bytes, with %j', async (options) => {
    const deep = Uint16Array.from(opaqueDrawing, (level, at) => level * 256 + ((at * 37) & 255));
    const image = sharp(deep, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } }).removeAlpha();
    const bytes = await image.toColourspace('rgb16').tiff(options).toBuffer();
    const { raster, header } = await open(bytes);
    expect(header.bitDepth).toBe(16);
    expect(farthest(raster.data, opaqueDrawing)).toBe(0);
  });

  it.each([1, 2, 4] as const)('of %i bits are scaled to 0 to 255', async (bitdepth) => {
    const bytes = await gray().tiff({ bitdepth, compression: 'none' }).toBuffer();
    expect(await pixelsOf(bytes)).toEqual(await bySharp(sharp(bytes)));
  });

  it.each([
    [80, false],
    [80, true],
    [95, false],
  ])('of JPEG strips or tiles equal those of libjpeg-turbo: quality %i, tiles %s', async (quality, tile) => {
    const options = { compression: 'jpeg', quality, tile, tileWidth: 32, tileHeight: 32 } as const;
    for (const image of [opaque(), gray()]) {
      const bytes = await image.tiff(options).toBuffer();
      expect(await pixelsOf(bytes)).toEqual(await bySharp(sharp(bytes)));
    }
  });

  it.each([
    'fax3-1d',
    'fax3-2d',
    'fax3-2d-fill',
    'fax3-wide',
    'fax4-wide',
    'fax4-reversed',
    'fax4-big-endian',
    'planar',
    'jpeg-ycbcr',
    'jpeg-rgb',
    'lzw-reversed',
    'packbits-big-endian',
  ])('of %s, which tiffcp wrote, equal those of libtiff', async (name) => {
    const bytes = readTiff(name);
    const { raster, warnings } = await open(bytes);
    expect(farthest(raster.data, await bySharp(sharp(bytes)))).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('of fax group 4 compression equal those of FFmpeg', async () => {
    const bytes = await gray().tiff({ bitdepth: 1, compression: 'ccittfax4' }).toBuffer();
    expect(farthest(await pixelsOf(bytes), decodeByFfmpeg(bytes))).toBe(0);
  });

  it('of modified Huffman codes equal those of FFmpeg', async () => {
    // Run lengths of the three rows, alternately white and black (tables of ITU-T T.4): 2 3 3, 0 8, and 8.
    const strips = [
      Uint8Array.from(
        ['01111010', '00000000', '00110101', '00010100', '10011000'].map((bits) => Number.parseInt(bits, 2)),
      ),
    ];
    const own = { ...grayTags(8, 3), [tags.bits]: [1], [tags.compression]: [2], [tags.photometric]: [0] };
    const bytes = makeTiff([{ tags: own, strips }]);
    const levels = [...(await pixelsOf(bytes))]
      .filter((_, at) => at % 4 === 0)
      .map((level) => (level === 0 ? '#' : '.'));
    expect(levels.join('')).toBe('..###...########........');
    expect(farthest(await pixelsOf(bytes), decodeByFfmpeg(bytes))).toBe(0);
  });

  it.each(['pal8', 'monow', 'monob', 'ya8', 'rgba64le', 'gray16le'])(
    'that FFmpeg wrote as %s equal the pixels that FFmpeg reads',
    async (layout) => {
      const png = await color().png().toBuffer();
      for (const compression of firstOf(['lzw', 'raw', 'deflate', 'packbits'])) {
        const convert = layout === 'pal8' ? ['-vf', 'format=rgb8,format=pal8'] : ['-pix_fmt', layout];
        const bytes = tiffByFfmpeg(png, ...convert, '-compression_algo', compression);
        expect(farthest(await pixelsOf(bytes), await bySharp(sharp(bytes)))).toBe(0);
      }
    },
  );

  it('of planar tiles equal those of the same image in strips', async () => {
    expect(await pixelsOf(readTiff('planar-tiles'))).toEqual(await pixelsOf(readTiff('packbits-big-endian')));
  });

  // The results differ because libtiff rounds the conversion's factors to 1/32,768 and clamps chroma.
  it.each(['yuv420p', 'yuv422p', 'yuv410p', 'yuv411p'])(
    'of YCbCr in %s differ from libtiff by at most 3 of 255',
    async (layout) => {
      const png = await opaque().png().toBuffer();
      const bytes = tiffByFfmpeg(png, '-pix_fmt', layout, '-compression_algo', 'lzw');
      expect(farthest(await pixelsOf(bytes), await bySharp(sharp(bytes)))).toBeLessThanOrEqual(3);
    },
  );

  // libvips doesn't convert YCbCr without subsampling, so the pixels are compared with those before encoding.
  it('of YCbCr in yuv444p differ from the drawing by at most 3 of 255', async () => {
    const png = await opaque().png().toBuffer();
    const bytes = tiffByFfmpeg(png, '-pix_fmt', 'yuv444p');
    expect(farthest(await pixelsOf(bytes), opaqueDrawing)).toBeLessThanOrEqual(3);
  });
});

describe('the colors of a TIFF', () => {
  it('are divided by associated alpha', async () => {
    const bytes = makeTiff([
      {
        tags: { ...grayTags(3, 1), [tags.bits]: [8, 8], [tags.samples]: [2], [tags.extraSamples]: [1] },
        strips: [Uint8Array.of(64, 128, 0, 0, 200, 255)],
      },
    ]);
    expect([...(await pixelsOf(bytes))]).toEqual([128, 128, 128, 128, 0, 0, 0, 0, 200, 200, 200, 255]);
  });

  it('are not changed by extra samples of unspecified meaning', async () => {
    const bytes = makeTiff([
      {
        tags: { ...grayTags(2, 1), [tags.bits]: [8, 8], [tags.samples]: [2], [tags.extraSamples]: [0] },
        strips: [Uint8Array.of(64, 0, 200, 9)],
      },
    ]);
    const { raster, header } = await open(bytes);
    expect([...raster.data]).toEqual([64, 64, 64, 255, 200, 200, 200, 255]);
    expect(header.mayHaveAlpha).toBe(false);
  });

  it('are inverted if zero is white', async () => {
    for (const [bits, bytes] of [
      [8, [0, 255]],
      [4, [0x0f]],
      [1, [0x40]],
    ] as const) {
      const own = { ...grayTags(2, 1), [tags.bits]: [bits], [tags.photometric]: [0] };
      const pixels = await pixelsOf(makeTiff([{ tags: own, strips: [Uint8Array.from(bytes)] }]));
      expect([...pixels]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
    }
  });

  it.each([
    ['16 bits', 257],
    ['8 bits, as some programs write', 1],
  ])('come from a palette of %s', async (_, scale) => {
    const map = Array.from({ length: 3 * 16 }, (_, at) => ((at * 5) % 256) * scale);
    const own = { ...grayTags(2, 1), [tags.bits]: [4], [tags.photometric]: [3], [tags.colorMap]: map };
    const pixels = await pixelsOf(makeTiff([{ tags: own, strips: [Uint8Array.of(0x2f)] }]));
    const level = (at: number) => (at * 5) % 256;
    expect([...pixels]).toEqual(
      [2, 18, 34, 255].map((at) => (at === 255 ? 255 : level(at))).concat([15, 31, 47].map(level), 255),
    );
  });

  it('of CMYK are the inverse of each ink, multiplied by the inverse of black', async () => {
    const bytes = await opaque().toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer();
    const inks = await sharp(bytes).pipelineColourspace('cmyk').toColourspace('cmyk').raw().toBuffer();
    const expected = Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, at) => {
      if (at % 4 === 3) return 255;
      return Math.round(((255 - (inks[at] as number)) * (255 - (inks[at | 3] as number))) / 255);
    });
    expect(farthest(await pixelsOf(bytes), expected)).toBe(0);
  });

  it('are converted from the ICC profile to sRGB', async () => {
    const bytes = await opaque().withIccProfile('p3').tiff({ compression: 'lzw' }).toBuffer();
    const { raster, header } = await open(bytes);
    expect(header.hasProfile).toBe(true);
    const expected = await bySharp(sharp(bytes));
    expect(farthest(raster.data, expected)).toBeLessThanOrEqual(2);
    const unconverted = await pixelsOf(await opaque().tiff({ compression: 'lzw' }).toBuffer());
    expect(farthest(unconverted, expected)).toBeLessThanOrEqual(6);
  });
});

describe('the header of a TIFF', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has orientation %i, which is applied', async (orientation) => {
    const bytes = await opaque().withMetadata({ orientation }).tiff({ compression: 'lzw' }).toBuffer();
    const { raster, header } = await open(bytes);
    const upright = await sharp(bytes).autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer();
    expect(header.orientation).toBe(orientation);
    expect(raster.width).toBe(orientation < 5 ? WIDTH : HEIGHT);
    expect(farthest(raster.data, upright)).toBe(0);
  });

  it('is shown by inspection', async () => {
    const bytes = await color().tiff({ compression: 'lzw' }).toBuffer();
    expect(await inspectFile(fileFromBytes('a.tif', Uint8Array.from(bytes)))).toMatchObject({
      format: 'tiff',
      width: WIDTH,
      height: HEIGHT,
      bitDepth: 8,
      channels: 4,
      alpha: true,
      animated: false,
      srgb: true,
    });
    expect(await inspectFile(fileFromBytes('a.tif', readTiff('fax3-1d')))).toMatchObject({ bitDepth: 1, channels: 1 });
  });

  it.each([
    // Sizes of a page of 16 × 49 pixels, by its resolution across and down.
    [204, 98, 16, 102],
    [200, 100, 16, 98],
    [204, 391, 31, 49],
    [204, 196, 16, 49],
    [0, 98, 16, 49],
    [60_000, 1, 16, 49],
  ])('has square pixels if a fax has %i × %i dpi', async (across, down, width, height) => {
    const page = {
      ...grayTags(16, 49),
      [tags.bits]: [1],
      [tags.xResolution]: [[across, 1]],
      [tags.yResolution]: [[down, 1]],
    } as const;
    // Row number `y` is `y` in binary.
    const strips = [Uint8Array.from({ length: 98 }, (_, at) => (at % 2 ? at >> 1 : 0))];
    const { raster, header, warnings } = await open(makeTiff([{ tags: page, strips }]));
    expect([header.width, header.height, raster.width, raster.height, warnings]).toEqual([
      width,
      height,
      width,
      height,
      [],
    ]);
    const levelOf = (x: number, y: number) => raster.data[(y * width + x) * 4];
    for (let y = 0; y < height; y++)
      for (let bit = 0; bit < 6; bit++) {
        const stored = Math.floor(((y + 0.5) * 49) / height);
        const x = Math.floor(((15 - bit + 0.5) * width) / 16);
        expect(levelOf(x, y)).toBe((stored >> bit) & 1 ? 255 : 0);
      }
    const isStretched = width * height > 16 * 49;
    const details = await inspectFile(fileFromBytes('a.tif', makeTiff([{ tags: page, strips }])));
    if (isStretched) expect(details).toMatchObject({ dpi: Math.max(across, down) });
  });

  it('has the stored size if only a color image has 204 × 98 dpi', async () => {
    const page = { ...grayTags(8, 4), [tags.xResolution]: [[204, 1]], [tags.yResolution]: [[98, 1]] } as const;
    const { raster } = await open(makeTiff([{ tags: page, strips: [new Uint8Array(32)] }]));
    expect([raster.width, raster.height]).toEqual([8, 4]);
  });

  it('states whether the file has Exif data, and where the photo was taken', async () => {
    const place = {
      1: 'N',
      2: [
        [35, 1],
        [0, 1],
        [36, 1],
      ],
      3: 'E',
      4: [
        [135, 1],
        [45, 1],
        [0, 1],
      ],
    } as const;
    const directories = { [tags.gps]: place, [tags.exif]: { 33434: [[1, 250]] } } as const;
    const own = { ...grayTags(1, 1), [tags.artist]: 'Sei Shonagon' };
    const bytes = makeTiff([{ tags: own, strips: [Uint8Array.of(9)], directories }]);
    expect(await inspectFile(fileFromBytes('a.tif', bytes))).toMatchObject({
      exif: true,
      gps: true,
      latitude: 35.01,
      longitude: 135.75,
    });
    const kept = readAllowedExif((await findExif(bytes)) as Uint8Array);
    expect(kept?.image).toEqual([{ tag: tags.artist, type: 2, values: [...Buffer.from('Sei Shonagon')] }]);
    expect(kept?.exposure).toEqual([{ tag: 33434, type: 5, values: [1, 250] }]);
    const plain = Uint8Array.from(await opaque().tiff().toBuffer());
    expect(await findExif(plain)).toBeUndefined();
    expect(await inspectFile(fileFromBytes('a.tif', plain))).toMatchObject({ exif: false, gps: false });
  });
});

describe('the pages of a TIFF', () => {
  const page = (level: number, more: Record<number, number[]> = {}) => ({
    tags: { ...more, ...grayTags(1, 1) },
    strips: [Uint8Array.of(level)],
  });
  const level = async (bytes: Uint8Array) => (await pixelsOf(bytes))[0];

  it('are counted, and the first is opened with a warning', async () => {
    const bytes = makeTiff([page(10), page(20), page(30)]);
    const { raster, warnings } = await open(bytes);
    expect([raster.data[0], warnings]).toEqual([10, ['imagePages']]);
    expect(await inspectFile(fileFromBytes('a.tif', bytes))).toMatchObject({ pages: 3, animated: false });
  });

  it('do not include thumbnails and masks', async () => {
    const bytes = makeTiff([page(10, { 254: [1] }), page(20), page(30, { 254: [4] })]);
    const { raster, warnings } = await open(bytes);
    expect([raster.data[0], warnings]).toEqual([20, []]);
    const pyramid = await opaque().tiff({ pyramid: true, tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer();
    expect((await open(pyramid)).warnings).toEqual([]);
  });

  it('end at a loop of directories', async () => {
    expect(readImageHeader(makeTiff([page(10), page(20)], { loopsTo: 0 }))?.pages).toBe(2);
    expect(await level(makeTiff([page(10, { 254: [1] })], { loopsTo: 0 }))).toBe(10);
  });
});
