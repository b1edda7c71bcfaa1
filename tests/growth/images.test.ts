import { constants, deflateRawSync, deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { riffChunk, uint16 } from '#core/base/bytes.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { MAX_FONT_BYTES, MAX_PROFILE_BYTES } from '#core/base/limits.ts';
import { readOwnFont } from '#core/fonts/own.ts';
import { unpackedSize } from '#core/fonts/sfnt.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { decodeBmp } from '#core/image/formats/bmp/decode-bmp.ts';
import { gifFrames } from '#core/image/formats/gif/decode-gif.ts';
import { checkJpeg } from '#core/image/formats/jpeg/check-jpeg.ts';
import { unsupportedJpeg, withoutOrientation } from '#core/image/formats/jpeg/jpeg-segments.ts';
import { decodePng } from '#core/image/formats/png/decode-png.ts';
import { pngChunk } from '#core/image/formats/png/png-chunks.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { svgFonts } from '#core/image/formats/svg/draw.ts';
import { embeddedPixels } from '#core/image/formats/svg/images.ts';
import { prepareSvg } from '#core/image/formats/svg/prepare.ts';
import { sizedSvg } from '#core/image/formats/svg/svg.ts';
import { bmpFile } from '../core/bmps.ts';
import { packCodes, subBlocks } from '../core/gifs.ts';
import { nestedEntities, nestedUses, svg } from '../core/svg.contract.ts';
import { platform } from '../inline-platform.ts';
import { big32, filled, isoBox, joined, little32, repeated } from './hostile.ts';
import { childForAll, inChild } from './in-child.ts';
import { expectLinearTime } from './measure.ts';

const inOneChild = childForAll();
const decode = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await decodeImage(fileFromBytes('a', bytes), { platform })).raster;

const PNG = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
const chunk = (type: string, ...content: readonly (Uint8Array | readonly number[] | string)[]) =>
  pngChunk(type, joined(...content));
const ihdr = (width: number, height: number, colorType = 6) =>
  chunk('IHDR', big32(width), big32(height), [8, colorType, 0, 0, 0]);
const png = (...chunks: readonly Uint8Array[]) => joined(PNG, ...chunks);

const little16 = (value: number) => [value & 255, value >> 8];
const little24 = (value: number) => [...little16(value & 0xffff), value >> 16];
const webp = (...chunks: readonly Uint8Array[]) =>
  joined('RIFF', little32(4 + joined(...chunks).length), 'WEBP', ...chunks);
const vp8x = (width: number, height: number, flags = 0) =>
  riffChunk('VP8X', joined([flags, 0, 0, 0], little24(width - 1), little24(height - 1)));
const vp8l = (width: number, height: number) =>
  riffChunk('VP8L', joined([0x2f], little32((width - 1) | ((height - 1) << 14)), [0, 0, 0]));
const anmf = (width: number, height: number, frame: Uint8Array, x = 0) =>
  riffChunk('ANMF', joined(little24(x), little24(0), little24(width - 1), little24(height - 1), [0, 0, 0, 0], frame));

const SOI = [0xff, 0xd8];
const sof = (width: number, height: number) =>
  joined([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
const tiff = joined('II', [42, 0], little32(8), little16(65_535));

describe('reading image headers takes linear time', () => {
  const segments: readonly [string, (size: number) => Uint8Array][] = [
    ['JPEG: fill bytes', (size) => filled(size, [0xff])],
    ['JPEG: empty segments', (size) => filled(size, [0xff, 0xe1, 0, 2])],
    ['JPEG: segments of length 0', (size) => filled(size, [0xff, 0xe1, 0, 0])],
    ['JPEG: junk between segments', (size) => filled(size, [0xff, 0, 1])],
    ['JPEG: empty scan headers', (size) => joined(sof(8, 8), filled(size, [0xff, 0xda, 0, 2]), [0xff])],
    ['JPEG: empty frame headers', (size) => filled(size, [0xff, 0xc0, 0, 2, 0xff, 0xc1, 0, 2])],
    ['JPEG: empty Huffman tables', (size) => filled(size, [0xff, 0xc4, 0, 2])],
    ['JPEG: repeated Exif segments', (size) => repeated(size, () => joined([0xff, 0xe1, 0, 18], 'Exif\0\0', tiff))],
    [
      'JPEG: an Exif directory of 65,535 entries',
      (size) => joined([0xff, 0xe1, 0xff, 0xff], 'Exif\0\0', tiff, filled(size, [0])),
    ],
  ];
  it.each([
    ...segments.map(([name, make]) => [name, (size: number) => joined(SOI, make(size))] as const),
    ['PNG: empty chunks', (size: number) => png(ihdr(8, 8), filled(size, [...chunk('tEXt')]))],
    [
      'PNG: many palettes',
      (size: number) =>
        png(
          ihdr(8, 8),
          repeated(size, () => chunk('PLTE', filled(768, [1]))),
        ),
    ],
    ['PNG: one large palette', (size: number) => png(ihdr(8, 8), chunk('PLTE', filled(size, [1])))],
    [
      'PNG: many transparency chunks',
      (size: number) =>
        png(
          ihdr(8, 8, 2),
          repeated(size, () => chunk('tRNS', [0, 0, 0, 0, 0, 0])),
        ),
    ],
    [
      'PNG: pixel data in one-byte chunks',
      (size: number) =>
        png(
          ihdr(8, 8),
          repeated(size, () => chunk('IDAT', [1])),
          chunk('IEND'),
        ),
    ],
    [
      'PNG: pixel data chunks between other chunks',
      (size: number) =>
        png(
          ihdr(8, 8),
          repeated(size, () => joined(chunk('IDAT', [1]), chunk('tEXt'))),
        ),
    ],
    ['WebP: empty chunks', (size: number) => webp(vp8x(8, 8), filled(size, [...riffChunk('JUNK', new Uint8Array())]))],
    [
      'WebP: repeated Exif chunks',
      (size: number) =>
        webp(
          vp8x(8, 8),
          repeated(size, () => riffChunk('EXIF', tiff)),
        ),
    ],
    [
      'WebP: many frames',
      (size: number) =>
        webp(
          vp8x(8, 8, 2),
          repeated(size, () => anmf(8, 8, vp8l(8, 8))),
        ),
    ],
    [
      'GIF: many empty extensions',
      (size: number) => joined('GIF89a', little16(8), little16(8), [0, 0, 0], filled(size, [0x21, 0xfe, 0])),
    ],
    [
      'GIF: sub-blocks of one byte',
      (size: number) => joined('GIF89a', little16(8), little16(8), [0, 0, 0, 0x21, 0xfe], filled(size, [1])),
    ],
    [
      'AVIF: many image size properties',
      (size: number) => avif(repeated(size, () => isoBox('ispe', big32(0), big32(8), big32(8)))),
    ],
    ['AVIF: an auxiliary type without an end', (size: number) => avif(isoBox('auxC', filled(size, 'a')))],
    ['AVIF: many items', (size: number) => avifOf(isoBox('iinf', joined(big32(0), uint16(9)), repeated(size, item)))],
    [
      'AVIF: many item locations',
      (size: number) => avifOf(isoBox('iloc', joined(big32(0), [0x44, 0], uint16(4999)), filled(size, [0, 1]))),
    ],
    ['AVIF: many item references', (size: number) => avifOf(isoBox('iref', big32(0), repeated(size, reference)))],
    [
      'AVIF: one long item reference',
      (size: number) => avifOf(isoBox('iref', big32(0), isoBox('auxl', filled(size, [0, 255])))),
    ],
    [
      'AVIF: many tracks',
      (size: number) =>
        joined(
          isoBox('ftyp', joined('avis', big32(0))),
          isoBox(
            'moov',
            repeated(size, () => isoBox('trak')),
          ),
        ),
    ],
    ['HEIC: many brands', (size: number) => joined(isoBox('ftyp', joined('mif1', big32(0), filled(size, 'abcd'))))],
    ['TIFF: a long chain of directories', tiffChain],
    [
      'TIFF: a directory of many entries',
      (size: number) => joined('II*\0', little32(8), little16(4096), filled(size, [1])),
    ],
    ['SVG: white space', (size: number) => filled(size, ' ')],
    ['SVG: processing instructions', (size: number) => filled(size, '<?a?>')],
    ['SVG: comments', (size: number) => filled(size, '<!---->')],
    ['SVG: a comment without an end', (size: number) => joined('<!--', filled(size, '-'))],
    ['SVG: a DOCTYPE with many comments', (size: number) => joined('<!DOCTYPE a [', filled(size, '<!--"-->'))],
    ['SVG: a DOCTYPE with many quotes', (size: number) => joined('<!DOCTYPE a ', filled(size, '""'))],
    ['SVG: many attributes', (size: number) => joined('<svg ', filled(size, 'a="" '))],
    ['SVG: an attribute without a value', (size: number) => joined('<svg ', filled(size, 'a'))],
    ['SVG: a width with many digits', (size: number) => joined('<svg width="', filled(size, '1'), 'x" height="1"/>')],
    ['SVG: a view box with many numbers', (size: number) => joined('<svg viewBox="', filled(size, '1 '), '"/>')],
    [
      'SVG: text with many font families',
      (size: number) => joined('<svg><text>', filled(size, 'font-family=,'), '</text></svg>'),
    ],
    ['SVG: nested text elements', (size: number) => joined('<svg>', filled(size, '<text></a '), '</svg>')],
    ...(
      [
        ['open comments', '<!--'],
        ['open quotes', '<a b="'],
        ['open references', '<a b="url(#'],
        ['attributes without a value', '<a bbbbbbbb'],
        ['references to an entity', '&e;'],
        ['elements with a marker', '<a marker="url(#m)"/>'],
        ['white space in a data URL', '<a href="data:        "/>'],
        ['style sheets', '<style>url(#'],
      ] as const
    ).map(
      ([name, part]) =>
        [
          `SVG with images: ${name}`,
          (size: number) =>
            joined('<!DOCTYPE svg [<!ENTITY e "data">]><svg width="9" height="9">', filled(size, part), '</svg>'),
        ] as const,
    ),
    ...(
      [
        ['rules', '<style>', 'a,b{c:var(--d)}', '</style>'],
        ['nested rules', '<style>a{', 'b{c:d}', '}</style>'],
        ['blocks without an end', '<style>', 'a{', '</style>'],
        ['declarations', '<a style="', 'fill:var(--a,red);', '"/>'],
        ['custom properties', '<a style="', '--a:b;', '"/>'],
        ['variables in a value', '<a style="--b:c;fill:', 'var(--b)', '"/>'],
        ['elements', '', '<a fill="rgb(0 0 0)"/>', ''],
        ['copies', '<g id="b" fill="var(--c)"/>', '<use href="#b" style="--c:1"/>', ''],
        ['words in HTML', HTML_LABEL, 'ab - ', END_OF_LABEL],
        ['one word in HTML', HTML_LABEL, 'ab', END_OF_LABEL],
        ['elements in HTML', HTML_LABEL, '<b>a</b>', END_OF_LABEL],
        ['blocks in HTML', HTML_LABEL, '<p>a</p>', END_OF_LABEL],
        ['breaks in HTML', HTML_LABEL, '<br/>', END_OF_LABEL],
        ['list items in HTML', HTML_LABEL, '<li>a</li>', END_OF_LABEL],
        ['inline blocks in HTML', HTML_LABEL, '<i style="display:inline-block"/>', END_OF_LABEL],
      ] as const
    ).map(
      ([name, before, part, after]) =>
        [
          `SVG with styles: ${name}`,
          (size: number) =>
            joined(
              `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${before}`,
              filled(size, part),
              `${after}</svg>`,
            ),
        ] as const,
    ),
    ['SVG: many element names', (size: number) => joined('<svg>', filled(size, '<aaaaaaaa'), '<', filled(size, 'a'))],
  ] as const)('%s', async (_, make) => {
    await expectLinearTime(make, async (bytes) => {
      readImageHeader(bytes);
      if (bytes[0] === 0xff) await checkJpeg({ bytes: new Uint8Array(bytes), width: 8, height: 8 }).catch(isExpected);
      if (bytes[0] === 0xff) unsupportedJpeg(bytes);
      if (bytes[0] === 0xff) withoutOrientation(bytes);
      if (bytes[0] === 0x89) await decodePng(bytes);
      if (bytes[0] === 0x3c) embeddedPixels(bytes, readImageHeader);
      if (bytes[0] === 0x3c) prepare(bytes);
      if (bytes[0] === 0x3c) return drawnFonts(sizedSvg(bytes)?.text ?? '');
    });
  });
});

/** Returns a TIFF with a chain of directories. Each has one entry, and points to the next. */
function tiffChain(size: number): Uint8Array<ArrayBuffer> {
  const count = Math.floor(size / 18);
  const directory = (at: number) => joined(little16(1), filled(12, [0]), little32(8 + 18 * (at + 1)));
  return joined('II*\0', little32(8), ...Array.from({ length: count }, (_, at) => directory(at)));
}

const isExpected = (error: unknown) => {
  if (!(error instanceof FudebakoError)) throw error;
};

const gifFrame = (side: number, data: Uint8Array) =>
  joined([0x2c, 0, 0, 0, 0], little16(side), little16(side), [0, 8], data, [0]);
const gif = (...blocks: readonly Uint8Array[]) =>
  joined('GIF89a', little16(8), little16(8), [0x80, 0, 0, 0, 0, 0, 255, 255, 255], ...blocks);

const runLengths = (data: Uint8Array) =>
  joined(bmpFile({ width: 8, height: 8, bits: 8, compression: 1, data: [] }), data);

describe('decoding GIF and BMP takes linear time', () => {
  it.each([
    ['GIF: clear codes', (size) => gif(gifFrame(1000, filled(size, [2, 0, 1])))],
    ['GIF: data after the last pixel', (size) => gif(gifFrame(1, filled(size, [1, 0])))],
    ['GIF: many frames', (size) => gif(repeated(size, () => gifFrame(3, joined([3, 0, 1, 2]))))],
    ['GIF: frames without data', (size) => gif(repeated(size, () => gifFrame(1, joined([]))))],
    ['BMP: deltas of no distance', (size) => runLengths(filled(size, [0, 2, 0, 0]))],
    ['BMP: runs past the end of their row', (size) => runLengths(filled(size, [255, 1]))],
  ] as readonly [string, (size: number) => Uint8Array][])('%s', async (_, make) => {
    await expectLinearTime(make, (bytes) => {
      if (bytes[0] === 0x42) decodeBmp(bytes);
      else for (const _frame of gifFrames(bytes));
    });
  });

  it('and stops at the last pixel of a GIF frame, whatever its codes contain', () => {
    // A literal code, then LZW codes, each for the table entry that it adds: one pixel longer than the previous entry.
    const codes = Array.from({ length: 3000 }, (_, at): [number, number] => [at === 0 ? 1 : 257 + at, codeBits(at)]);
    const [frame] = gifFrames(gif(gifFrame(40, Uint8Array.from(subBlocks(packCodes(codes))).subarray(0, -1))));
    expect(frame?.count).toBe(1600);
    expect(frame?.damage).toBe('error');
  });
});

/** Returns the bit length of the code at a position: each code except the first adds an entry to the table. */
const codeBits = (at: number) => Math.min(12, Math.floor(Math.log2(Math.max(256, 257 + at))) + 1);

const HTML_LABEL = '<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">';
const END_OF_LABEL = '</div></foreignObject>';

/** Rewrites an SVG. Many of these files are damaged. */
function prepare(bytes: Uint8Array): void {
  const text = sizedSvg(bytes);
  try {
    if (text) prepareSvg(text);
  } catch (error) {
    isExpected(error);
  }
}

/** Returns the fonts that an SVG requests, without reading any. */
const drawnFonts = async (text: string) =>
  void (await svgFonts(text, '', { ...platform.fonts, read: async () => new Uint8Array() }));

const avif = (...properties: readonly Uint8Array[]) =>
  joined(
    isoBox('ftyp', joined('avif', big32(0))),
    avifMeta(
      isoBox(
        'iprp',
        isoBox('ipco', isoBox('ispe', big32(0), big32(8), big32(8)), ...properties),
        isoBox('ipma', big32(0), big32(1), uint16(1), [1, 1]),
      ),
    ),
  );

const item = (index: number) => isoBox('infe', [2, 0, 0, 0], uint16(index), uint16(0), joined('av01'));
const reference = () => isoBox('auxl', uint16(1), uint16(1), uint16(2));

const avifMeta = (...content: readonly Uint8Array[]) =>
  isoBox('meta', big32(0), isoBox('pitm', big32(0), uint16(1)), ...content);

/** Returns an AVIF whose items have no properties. */
const avifOf = (...content: readonly Uint8Array[]) =>
  joined(isoBox('ftyp', joined('avif', big32(0))), avifMeta(...content, isoBox('iprp', isoBox('ipco'))));

describe('the size from an image’s header is checked against its frames', () => {
  it.each([
    ['a canvas of 8 px around a frame of 16,383', webp(vp8x(8, 8), vp8l(16_383, 16_383)), undefined],
    ['a canvas and its frame', webp(vp8x(8, 9), vp8l(8, 9)), [8, 9]],
    [
      'an animation whose frame states 8 px and has 16,383',
      webp(vp8x(8, 8, 2), anmf(8, 8, vp8l(16_383, 16_383))),
      undefined,
    ],
    ['an animation whose frame reaches outside the canvas', webp(vp8x(8, 8, 2), anmf(8, 8, vp8l(8, 8), 1)), undefined],
    ['an animation whose frames fit', webp(vp8x(9, 8, 2), anmf(8, 8, vp8l(8, 8)), anmf(7, 8, vp8l(7, 8), 1)), [9, 8]],
    ['a PNG with a second header', png(ihdr(8, 8), ihdr(30_000, 30_000)), undefined],
    [
      'a GIF whose first frame is 65,535 px',
      joined('GIF89a', little16(8), little16(8), [0, 0, 0, 0x2c, 0, 0, 0, 0, 255, 255, 255, 255, 0]),
      [65_535, 65_535],
    ],
    [
      'a BMP in OS/2 format',
      joined('BM', new Uint8Array(12), little32(12), little16(7), little16(5), little16(1), little16(24)),
      [7, 5],
    ],
  ])('%s', (_, bytes, size) => {
    const header = readImageHeader(bytes);
    expect(header && [header.width, header.height]).toEqual(size);
  });

  it('a JPEG whose second frame has another size', async () => {
    const image = new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    );
    expect(await decode(image.slice())).toMatchObject({ width: 8, height: 8 });
    const second = joined(image.subarray(0, -2), sof(60_000, 60_000), [0xff, 0xd9]);
    await expect(decode(new Uint8Array(second))).rejects.toMatchObject({ data: { reason: 'damaged' } });
  });
});

it('scaling a PNG of 67 megapixels needs memory for its rows, not for 268 MB of pixels', async () => {
  const [width, height] = [4095, 2 ** 14];
  const pixels = chunk('IDAT', packedZeros((width + 1) * height));
  const { answer, megabytes } = await inChild('scale', png(ihdr(width, height, 0), pixels, chunk('IEND')));
  expect(answer).toEqual([200, 800]);
  expect(megabytes).toBeLessThan(64);
});

/** Returns `size` zeros packed like `deflateSync`, in a hundredth of its time. `size` must be whole mebibytes. */
function packedZeros(size: number): Uint8Array<ArrayBuffer> {
  const MEBIBYTE = 2 ** 20;
  const piece = deflateRawSync(new Uint8Array(MEBIBYTE), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Buffer.concat(Array.from({ length: size / MEBIBYTE }, () => piece));
  // The zlib format (RFC 1950): header, data, an empty last block, and Adler-32, whose lower sum is 1 for zeros.
  return joined([0x78, 0x9c], pieces, [3, 0], big32(((size % 65_521) << 16) | 1));
}

describe('decompression bombs stay within their memory limit', () => {
  it('an ICC profile that inflates to 512 MB', async () => {
    expect(inflateSync(packedZeros(2 ** 22)).equals(Buffer.alloc(2 ** 22))).toBe(true);
    const bomb = chunk('iCCP', 'p', [0, 0], packedZeros(2 ** 29));
    const { answer, megabytes } = await inChild('profile', png(ihdr(8, 8), bomb));
    expect(answer).toBe('none');
    expect(megabytes).toBeLessThan(64);
  });

  it('an ICC profile of the maximum size, which is accepted', async () => {
    // Uses one process for both profiles, because this test doesn't measure memory.
    const profile = (bytes: number) => {
      const content = new Uint8Array(bytes);
      content.set(Buffer.from('RGB '), 16);
      return inOneChild('profile', png(ihdr(8, 8), chunk('iCCP', 'p', [0, 0], deflateSync(content))));
    };
    expect((await profile(MAX_PROFILE_BYTES)).answer).toBe(MAX_PROFILE_BYTES);
    expect((await profile(MAX_PROFILE_BYTES + 1)).answer).toBe('none');
  });

  it('a PNG whose data inflates to a thousand times the image', async () => {
    const pixels = chunk('IDAT', packedZeros(2 ** 28));
    const { megabytes } = await inChild('decode', png(ihdr(8, 8), pixels, chunk('IEND')));
    expect(megabytes).toBeLessThan(128);
  });

  it.each([
    ['a billion nested use elements', svg(`<defs>${nestedUses(10)}</defs><use href="#u9"/>`), 'imageLoad'],
    ['a billion nested entities', svg('<text>&e9;</text>', undefined, nestedEntities(10, 'lol')), 'imageWork'],
  ])('an SVG with %s', async (_, bytes, error) => {
    const { answer, megabytes } = await inChild('decode', bytes);
    expect(answer).toEqual({ error });
    expect(megabytes).toBeLessThan(256);
  });

  it('a font whose header or tables state gigabytes of uncompressed data', async () => {
    const woff2 = (total: number, tableBytes: number) =>
      joined(
        'wOF2',
        big32(0x00010000),
        big32(60),
        [0, 1, 0, 0],
        big32(total),
        new Uint8Array(28),
        [0],
        number128(tableBytes),
        new Uint8Array(8),
      );
    expect(unpackedSize(woff2(1000, 2000))).toBe(2000);
    for (const bomb of [woff2(MAX_FONT_BYTES + 1, 10), woff2(10, 0xf000_0000)]) {
      const { answer, megabytes } = await inChild('font', bomb);
      expect(answer).toEqual({ error: 'fontLoad' });
      expect(megabytes).toBeLessThan(64);
    }
    const large = { ...fileFromBytes('a.ttf', new Uint8Array()), size: MAX_FONT_BYTES + 1 };
    await expect(readOwnFont(large)).rejects.toMatchObject({ code: 'fontTooLarge' });
  });
});

/** Encodes a number in WOFF2's format UIntBase128. */
const number128 = (value: number): number[] =>
  [4, 3, 2, 1, 0]
    .map((place) => (Math.floor(value / 128 ** place) & 127) | (place > 0 ? 128 : 0))
    .slice(value < 2 ** 28 ? 3 : 0);

describe('damage outside the pixels does not damage the image', () => {
  const pixels = Buffer.from(Array.from({ length: 256 }, (_, alpha) => [alpha, 255 - alpha, 7, alpha]).flat());
  const audio = async () => {
    const bytes = await sharp(pixels, { raw: { width: 16, height: 16, channels: 4 } })
      .png()
      .toBuffer();
    return new Uint8Array(bytes);
  };
  const damagedCrc = (bytes: Uint8Array) => joined(bytes.subarray(0, -1), [(bytes.at(-1) as number) ^ 1]);
  const HEADER_END = 33;

  it.each([
    ['a profile that is not zlib data', chunk('iCCP', 'p', [0, 0], 'not zlib')],
    ['a profile whose name has no end', chunk('iCCP', filled(200, 'p'))],
    ['an empty profile', chunk('iCCP')],
    ['two profiles', joined(chunk('iCCP', 'p', [0, 0, 1]), chunk('iCCP', 'p', [0, 0, 1]))],
    ['an empty gamma chunk', chunk('gAMA')],
    ['a chromaticity chunk that is too long', chunk('cHRM', filled(99, [1]))],
    ['a transparency chunk beside an alpha channel', chunk('tRNS', [1, 2])],
    ['an ancillary chunk with a wrong checksum', damagedCrc(chunk('tEXt', 'a\0b'))],
    ['an animation without frames', chunk('acTL', big32(0), big32(0))],
    ['a damaged Exif block', chunk('eXIf', tiff)],
    ['an empty physical size chunk', chunk('pHYs')],
    ['private chunks', joined(chunk('vpAg', [1]), chunk('teSt', filled(300, [255])))],
  ])('PNG: %s', async (_, odd) => {
    const bytes = await audio();
    const { data } = await decode(joined(bytes.subarray(0, HEADER_END), odd, bytes.subarray(HEADER_END)));
    expect([...data]).toEqual([...pixels]);
  });

  it('PNG: data after the end', async () => {
    expect([...(await decode(joined(await audio(), filled(5000, 'junk')))).data]).toEqual([...pixels]);
  });

  it('PNG: an empty gamma chunk before the transparency of a palette or a color', async () => {
    const transparent = png(
      ihdr(2, 1, 3),
      chunk('gAMA'),
      chunk('PLTE', [10, 20, 30, 40, 50, 60]),
      chunk('tRNS', [7]),
      chunk('IDAT', deflateSync(Uint8Array.of(0, 0, 1))),
      chunk('IEND'),
    );
    expect([...(await decode(transparent)).data]).toEqual([10, 20, 30, 7, 40, 50, 60, 255]);
    const one = png(
      ihdr(1, 1, 2),
      chunk('gAMA'),
      chunk('tRNS', [0, 1, 0, 2, 0, 3]),
      chunk('IDAT', deflateSync(Uint8Array.of(0, 1, 2, 3))),
      chunk('IEND'),
    );
    expect((await decode(one)).data[3]).toBe(0);
  });

  it.each([
    ['junk between segments', filled(50, 'junk')],
    ['an escaped byte between segments', joined([0xff, 0, 1, 2])],
    ['a segment that is longer than its length field', joined([0xff, 0xe5, 0, 4, 1, 2], 'and more')],
    ['an Exif segment that is cut off', joined([0xff, 0xe1, 0, 10], 'Exif\0\0', 'II', [0, 9])],
  ])('JPEG: %s', async (_, junk) => {
    const noise = sharp(pixels, { raw: { width: 16, height: 16, channels: 4 } }).flatten({ background: 'white' });
    const bytes = new Uint8Array(await noise.jpeg({ quality: 95 }).toBuffer());
    const firstEnd = 4 + new DataView(bytes.buffer).getUint16(4);
    const odd = joined(bytes.subarray(0, firstEnd), junk, bytes.subarray(firstEnd));
    expect(readImageHeader(odd)).toMatchObject({ width: 16, height: 16 });
    expect([...(await decode(odd)).data]).toEqual([...(await decode(bytes)).data]);
  });
});
