import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { pngChunk } from '#core/image/formats/png/png-chunks.ts';
import type { Platform } from '#core/platform/platform.ts';
import { big32, joined, type Part } from '../growth/hostile.ts';

/** Images with intact pixels and unusual other parts, which other decoders open. */

type Bytes = Uint8Array<ArrayBuffer>;

const big16 = (value: number) => [value >> 8, value & 255];

const chunk = (type: string, ...content: readonly Part[]) => pngChunk(type, joined(...content));
const damaged = (bytes: Bytes) => joined(bytes.subarray(0, -1), [(bytes.at(-1) as number) ^ 1]);
const repeated = (count: number, part: Part) => joined(...Array.from({ length: count }, () => part));

const SIDE = 16;

/** Returns an image with every alpha, over colors that a canvas would not preserve. */
export const translucent = (): Raster => {
  const raster = createRaster(SIDE, SIDE);
  for (let index = 0; index < SIDE * SIDE; index++)
    raster.data.set([index, 255 - index, (index * 7) & 255, index], index * 4);
  return raster;
};

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
const ihdr = (colorType: number) => chunk('IHDR', big32(SIDE), big32(SIDE), [8, colorType, 0, 0, 0]);
const END = chunk('IEND');

/** Returns the unfiltered rows of a PNG. */
function rows(bytesPerPixel: number, pixel: (index: number) => readonly number[]): Bytes {
  const row = (y: number) => [0, ...Array.from({ length: SIDE }, (_, x) => pixel(y * SIDE + x)).flat()];
  const data = joined(...Array.from({ length: SIDE }, (_, y) => row(y)));
  if (data.length !== SIDE * (1 + SIDE * bytesPerPixel)) throw new Error('Pixels of another size');
  return data;
}

const { data: straight } = translucent();
const packed = zlibSync(rows(4, (index) => [...straight.subarray(index * 4, index * 4 + 4)]));
const HALF = packed.length >> 1;
const inTwo = [chunk('IDAT', packed.subarray(0, HALF)), chunk('IDAT', packed.subarray(HALF))] as const;

interface PngParts {
  readonly before?: Part;
  readonly between?: Part;
  readonly behindData?: Part;
  readonly behindEnd?: Part;
}

const png = ({ before = [], between = [], behindData = [], behindEnd = [] }: PngParts): Bytes =>
  joined(SIGNATURE, ihdr(6), before, inTwo[0], between, inTwo[1], behindData, END, behindEnd);

/** Compressed text that inflates to 64 MB. */
const bomb = zlibSync(new Uint8Array(2 ** 26));

/** PNGs with unusual chunks, all with the pixels of `translucent`. */
export const oddPngs: readonly (readonly [string, () => Bytes])[] = [
  ['nothing unusual', () => png({})],
  // The case of letters in a chunk's type: the second letter means public or private, the fourth safe to copy or not.
  ['an unknown public chunk, unsafe to copy', () => png({ before: chunk('quUX', 'abc') })],
  ['an unknown public chunk, safe to copy', () => png({ before: chunk('quUx', 'abc') })],
  ['an unknown private chunk, unsafe to copy', () => png({ before: chunk('prVX', 'abc') })],
  ['an unknown private chunk, safe to copy', () => png({ behindData: chunk('prVx', repeated(700, [255])) })],
  [
    'color chunks after the pixels',
    () => png({ behindData: joined(chunk('gAMA', big32(45_455)), chunk('sRGB', [0])) }),
  ],
  ['a profile after the pixels', () => png({ behindData: chunk('iCCP', 'p', [0, 0], packed) })],
  [
    'a background and a histogram without a palette',
    () => png({ before: joined(chunk('hIST', [0, 1]), chunk('bKGD', [1])) }),
  ],
  [
    'duplicate ancillary chunks',
    () => png({ before: repeated(2, joined(chunk('pHYs', big32(1), big32(1), [1]), chunk('sRGB', [0]))) }),
  ],
  ['a chunk between the pixel data chunks', () => png({ between: chunk('tEXt', 'a', [0], 'b') })],
  ['an empty pixel data chunk', () => png({ between: chunk('IDAT') })],
  [
    'ancillary chunks of length 0',
    () =>
      png({
        before: joined(
          ...['gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'tIME', 'tEXt', 'eXIf', 'tRNS'].map((type) =>
            chunk(type),
          ),
        ),
      }),
  ],
  ['a time of three bytes', () => png({ before: chunk('tIME', [7, 234, 1]) })],
  ['a month of 99', () => png({ before: chunk('tIME', [7, 234, 99, 99, 99, 99, 99]) })],
  ['a gamma of 0', () => png({ before: chunk('gAMA', big32(0)) })],
  ['a gamma of 4 billion', () => png({ before: chunk('gAMA', big32(0xffff_ffff)) })],
  ['invalid chromaticities', () => png({ before: chunk('cHRM', repeated(8, big32(0xffff_ffff))) })],
  ['an invalid rendering intent', () => png({ before: chunk('sRGB', [200]) })],
  ['invalid significant bits', () => png({ before: chunk('sBIT', [0, 99, 0, 99]) })],
  ['a transparent color beside an alpha channel', () => png({ before: chunk('tRNS', [0, 1, 0, 254, 0, 7]) })],
  ['an ancillary chunk with a wrong checksum', () => png({ before: damaged(chunk('tIME', [7, 234, 1, 1, 1, 1, 1])) })],
  ['an unknown chunk with a wrong checksum', () => png({ behindData: damaged(chunk('prVx', 'abc')) })],
  ['a text that inflates to 64 MB', () => png({ before: chunk('zTXt', 'Comment', [0, 0], bomb) })],
  [
    'an international text that inflates to 64 MB',
    () => png({ before: chunk('iTXt', 'Comment', [0, 1, 0, 0, 0], bomb) }),
  ],
  [
    'chunks after its end',
    () => png({ behindEnd: joined(chunk('tEXt', 'a', [0], 'b'), chunk('IDAT', [1, 2, 3]), ihdr(2)) }),
  ],
  ['no end chunk', () => joined(SIGNATURE, ihdr(6), ...inTwo)],
  ['junk after its end', () => png({ behindEnd: repeated(999, 'junk') })],
];

/** Palette PNGs whose tRNS chunk is unusual, each with the alphas that decoders must give the two colors. */
export const oddTransparencies: readonly (readonly [string, () => Bytes, readonly number[]])[] = [
  ['a palette with fewer alphas than colors', () => paletted(chunk('tRNS', [7])), [7, 255]],
  ['a palette with more alphas than colors', () => paletted(chunk('tRNS', [7, 8, 9])), [255, 255]],
  ['a palette whose alphas have a wrong checksum', () => paletted(damaged(chunk('tRNS', [7]))), [255, 255]],
];

const paletted = (transparency: Bytes) =>
  joined(
    SIGNATURE,
    ihdr(3),
    chunk('PLTE', [10, 20, 30, 40, 50, 60]),
    transparency,
    chunk('IDAT', zlibSync(rows(1, (index) => [index & 1]))),
    END,
  );

const segment = (marker: number, ...content: readonly Part[]): Bytes => {
  const body = joined(...content);
  return joined([0xff, marker], big16(body.length + 2), body);
};

const ICC = joined('ICC_PROFILE', [0]);

/** Unusual bytes that tests insert after the first segment of a JPEG. */
export const oddSegments: readonly (readonly [string, Part])[] = [
  ['truncated Exif data', segment(0xe1, 'Exif', [0, 0], 'II', [42])],
  ['Exif data with an invalid byte order', segment(0xe1, 'Exif', [0, 0], 'XX', [42, 0, 8, 0, 0, 0])],
  ['Exif data with a directory outside the block', segment(0xe1, 'Exif', [0, 0], 'MM', [0, 42], big32(0x7fff_ffff))],
  [
    'Exif with an orientation of 77',
    segment(0xe1, 'Exif', [0, 0], 'MM', [0, 42], big32(8), [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 77, 0, 0], big32(0)),
  ],
  ['an invalid profile', segment(0xe2, ICC, [1, 1], repeated(40, 'not a profile'))],
  ['a profile with a missing part', segment(0xe2, ICC, [2, 3], repeated(40, [0]))],
  ['a profile that is part 0 of 0', segment(0xe2, ICC, [0, 0])],
  ['a profile without part numbers', segment(0xe2, ICC)],
  ['a comment of 60 kB', segment(0xfe, repeated(60_000, [0xfe]))],
  ['unknown segments', joined(segment(0xe5, repeated(300, 'x')), segment(0xeb, [0xff, 0xd9, 0xff, 0xda, 0xff, 0xc0]))],
  ['empty segments', joined(...Array.from({ length: 13 }, (_, index) => segment(0xe3 + (index % 11))))],
  ['a second JFIF segment of a wrong length', segment(0xe0, 'JFIF', [0])],
  ['fill bytes before a marker', joined(repeated(99, [0xff]), segment(0xfe, 'after'))],
  ['fill bytes before every following marker', repeated(500, [0xff])],
  ['junk between segments', repeated(50, 'junk')],
  ['junk with escaped bytes between segments', joined('a', [0xff, 0], 'b', [0xff, 0, 0, 0xff, 0])],
  ['a segment longer than stated', joined([0xff, 0xe5], big16(4), 'ab', 'and more')],
  ['a truncated Adobe segment', segment(0xee, 'Adobe', [0])],
  // An Adobe segment that states YCCK, which needs four components; this image has three.
  ['an Adobe segment that states YCCK', segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 2])],
  ['an Adobe segment that states 99', segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 99])],
];

/** Inserts bytes after the first segment of a JPEG, and appends bytes after its end. */
export function withOddities(jpeg: Uint8Array, odd: Part, behindEnd: Part = []): Bytes {
  const firstEnd = 4 + new DataView(jpeg.buffer, jpeg.byteOffset).getUint16(4);
  return joined(jpeg.subarray(0, firstEnd), odd, jpeg.subarray(firstEnd), behindEnd);
}

export const opaque = (): Raster => {
  const raster = createRaster(40, 24);
  for (let index = 0; index < raster.data.length / 4; index++)
    raster.data.set([(index % 40) * 6, Math.floor(index / 40) * 10, 128, 255], index * 4);
  return raster;
};

/** Tests that a platform decodes these images to the pixels of the plain image. */
export function describeUnusualImages(platform: () => Platform): void {
  const decode = async (bytes: Bytes) => decodeImage(fileFromBytes('a', bytes), { platform: platform() });

  describe('a PNG with intact pixels', () => {
    it.each(oddPngs)('opens with %s', async (_, make) => {
      const { raster, header } = await decode(make());
      expect(header).toMatchObject({ format: 'png', width: SIDE, height: SIDE, mayHaveAlpha: true });
      expect(raster.data).toEqual(straight);
    });

    it('is refused as truncated if a pixel data chunk is missing', async () => {
      await expect(decode(joined(SIGNATURE, ihdr(6), inTwo[0]))).rejects.toMatchObject({
        data: { reason: 'truncated' },
      });
    });

    it.each(oddTransparencies)('opens with unusual transparency: %s', async (_, make, alphas) => {
      const { data } = (await decode(make())).raster;
      expect([...data.subarray(0, 8)]).toEqual([10, 20, 30, alphas[0], 40, 50, 60, alphas[1]]);
    });
  });

  describe('a JPEG with intact pixels', () => {
    const plain = () => platform().images.encodeJpeg(opaque(), 0.95);

    it.each(oddSegments)('opens with %s', async (_, odd) => {
      const jpeg = await plain();
      const { raster, header } = await decode(withOddities(jpeg, odd));
      expect(header).toMatchObject({ format: 'jpg', width: 40, height: 24, orientation: 1 });
      expect(raster.data).toEqual((await decode(jpeg)).raster.data);
    });

    it('opens if junk and other images follow its end', async () => {
      const jpeg = await plain();
      const odd = withOddities(jpeg, [], joined(repeated(99, 'junk'), jpeg, [0xff, 0xd8, 0xff]));
      expect((await decode(odd)).raster.data).toEqual((await decode(jpeg)).raster.data);
    });

    it('is refused with extra bytes before the start of the image', async () => {
      await expect(decode(joined(' ', await plain()))).rejects.toMatchObject({ data: { reason: 'notAnImage' } });
    });
  });
}
