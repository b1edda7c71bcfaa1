import { constants } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { letters, uint32 } from '#core/base/bytes.ts';
import type { FailOn } from '#core/base/damage.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { pngChunk, pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { deepOr, firstOf } from '../deep.ts';
import { Random } from '../fuzz/random.ts';
import { joined } from '../growth/hostile.ts';
import { platform } from '../inline-platform.ts';
import { changed, chunk, fromRows, randomRows } from './pngs.ts';
import { noise, opaquePhoto } from './test-images.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns the pixels and warnings of a file, or the reason of its refusal. */
async function open(bytes: Uint8Array, failOn?: FailOn) {
  const warnings: string[] = [];
  const onWarning = ({ code }: { readonly code: string }) => warnings.push(code);
  return decodeImage(fileFromBytes('a.png', Uint8Array.from(bytes)), { platform, failOn, onWarning }).then(
    ({ raster }) => ({ data: Buffer.from(raster.data), warnings, refused: undefined }),
    (error: { readonly data: { readonly reason: string } }) => ({
      data: undefined,
      warnings,
      refused: error.data.reason,
    }),
  );
}

/** Decodes a PNG with libpng and returns its pixels. */
const reference = (bytes: Uint8Array) => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();

const raw = (width: number, height: number, channels: 3 | 4) => {
  const { data } = channels === 3 ? opaquePhoto(width, height) : noise(width, height, { opaque: false });
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return channels === 3 ? image.removeAlpha() : image;
};

const kinds: readonly (readonly [string, (width: number, height: number) => Promise<Buffer>])[] = [
  ['a palette', (w, h) => raw(w, h, 3).png({ palette: true }).toBuffer()],
  ['a palette of 4 bits', (w, h) => raw(w, h, 3).png({ palette: true, colors: 16 }).toBuffer()],
  ['a palette of 1 bit', (w, h) => raw(w, h, 3).png({ palette: true, colors: 2 }).toBuffer()],
  ['gray', (w, h) => raw(w, h, 3).toColourspace('b-w').png({ adaptiveFiltering: true }).toBuffer()],
  ['gray and alpha', (w, h) => raw(w, h, 4).toColourspace('b-w').png().toBuffer()],
  ['16-bit gray', (w, h) => raw(w, h, 3).toColourspace('grey16').png().toBuffer()],
  ['16-bit RGB', (w, h) => raw(w, h, 3).toColourspace('rgb16').png({ adaptiveFiltering: true }).toBuffer()],
  ['16-bit RGBA', (w, h) => raw(w, h, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer()],
  ['RGB', (w, h) => raw(w, h, 3).png({ adaptiveFiltering: true }).toBuffer()],
  ['RGBA', (w, h) => raw(w, h, 4).png().toBuffer()],
  ['interlaced RGB', (w, h) => raw(w, h, 3).png({ progressive: true, adaptiveFiltering: true }).toBuffer()],
  ['uncompressed RGB', (w, h) => raw(w, h, 3).png({ compressionLevel: 0 }).toBuffer()],
];

/** Returns the content of the last chunk of a type. */
const contentOf = (bytes: Uint8Array, type: string) => {
  const found = [...pngChunks(bytes)].findLast((one) => one.type === type);
  if (!found) throw new Error(`No ${type}`);
  return found;
};

describe('decoding PNG', () => {
  it.each(kinds)('gives the pixels of libpng: %s', async (_, make) => {
    const sizes = [
      [1, 1],
      [3, 2],
      [5, 9],
      [67, 41],
      [701, 523],
    ] as const;
    for (const [width, height] of firstOf(sizes, 4)) {
      const png = await make(width, height);
      const { data, warnings, refused } = await open(png);
      expect({ refused, warnings }).toEqual({ refused: undefined, warnings: [] });
      expect(data?.equals(await reference(png)), `${width} × ${height}`).toBe(true);
    }
  });

  it.each([
    ['gray of 1 bit', [1, 0], [], 1],
    ['gray of 2 bits', [2, 0], [], 2],
    ['gray of 4 bits', [4, 0], [], 4],
    ['gray of 4 bits with a transparent level', [4, 0], [0, 3], 4],
    ['gray of 8 bits with a transparent level', [8, 0], [0, 2], 8],
    ['gray of 16 bits with a transparent level', [16, 0], [2, 2], 16],
    ['RGB with a transparent color', [8, 2], [0, 1, 0, 1, 0, 1], 24],
    ['RGB of 16 bits with a transparent color', [16, 2], [1, 1, 1, 1, 1, 1], 48],
  ] as const)('reads rows of all filters in %s', async (_, [depth, type], transparency, bits) => {
    const [width, height] = [61, 40];
    const rowBytes = Math.ceil((width * bits) / 8);
    const rows = randomRows(rowBytes, height);
    // Puts the color that tRNS makes transparent into every fifth row. These rows are not filtered.
    for (let y = 0; y < height; y += 5) rows.fill(transparency[1] ?? 9, y * (rowBytes + 1) + 1, y * (rowBytes + 1) + 7);
    const before = transparency.length > 0 ? [chunk('tRNS', transparency)] : [];
    const png = fromRows([width, height, depth, type], rows, { before });
    const { data, warnings } = await open(png);
    expect(warnings).toEqual([]);
    expect(data?.equals(await reference(png))).toBe(true);
    expect(data?.filter((value, at) => at % 4 === 3 && value === 0).length).toBeGreaterThanOrEqual(
      transparency.length > 0 ? 1 : 0,
    );
  });

  it.each([
    ['no codes', { level: 0 }],
    ['fixed codes', { strategy: constants.Z_FIXED }],
    ['codes without matches', { strategy: constants.Z_HUFFMAN_ONLY }],
    ['runs', { strategy: constants.Z_RLE }],
    ['small blocks', { memLevel: 1 }],
    ['the smallest window', { windowBits: 9 }],
    ['the best compression', { level: 9 }],
  ] as const)('reads deflate data with %s', async (_, zlib) => {
    const rows = joined(randomRows(900, 400), new Uint8Array(901 * 50), randomRows(900, 200, 7));
    const png = fromRows([300, 650, 8, 2], rows, { zlib });
    const { data, warnings } = await open(png);
    expect(warnings).toEqual([]);
    expect(data?.equals(await reference(png))).toBe(true);
  });

  it.each([
    ['an unknown color type', [8, 5]],
    ['a palette of 16 bits', [16, 3]],
    ['RGB of 4 bits', [4, 2]],
    ['a missing palette', [8, 3]],
  ] as const)('refuses %s', async (_, [depth, type]) => {
    expect(await open(fromRows([4, 4, depth, type], new Uint8Array(200)), 'none')).toMatchObject({
      refused: 'damaged',
    });
  });

  it('refuses a palette without a color', async () => {
    const png = fromRows([4, 4, 8, 3], new Uint8Array(20), { before: [chunk('PLTE', [])] });
    expect(await open(png)).toMatchObject({ refused: 'damaged' });
  });
});

describe('a damaged PNG', () => {
  it('opens with a warning or is refused after a bit flip in its pixel data', async () => {
    const random = new Random(20);
    const flipped = ['a palette', 'gray', '16-bit RGB', 'RGBA', 'interlaced RGB', 'uncompressed RGB'];
    const counts = { refused: 0, warned: 0, silent: 0, wrong: 0 };
    const flips = deepOr(300, 40);
    for (const name of flipped) {
      const png = await kinds.find(([kind]) => kind === name)?.[1](64, 48);
      if (!png) throw new Error(`No ${name}`);
      const audio = await reference(png);
      const chunks = [...pngChunks(png)].filter(({ type }) => type === 'IDAT');
      for (let left = flips; left > 0; left--) {
        const { start, end } = random.from(chunks);
        const at = start + random.below(end - start);
        const repaired = left % 2 === 0;
        const flip = (bytes: Bytes) => {
          bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
        };
        const { data, warnings, refused } = await open(changed(png, flip, { repaired }));
        if (refused) counts.refused++;
        else if (warnings.length > 0) counts.warned++;
        // A few flips have no effect: they hit the compression level in the zlib header, which no decoder reads.
        else if (repaired && data?.equals(audio)) counts.silent++;
        else counts.wrong++;
      }
    }
    expect(counts.wrong).toBe(0);
    expect(counts.refused).toBeGreaterThan(flips);
    expect(counts.warned).toBeGreaterThan(flips);
    expect(counts.silent).toBeLessThan(10);
  });

  it.each(kinds)('is refused if it is cut off before its pixel data: %s', async (_, make) => {
    const png = await make(64, 48);
    const { end } = contentOf(png, 'IDAT');
    // Files that are cut before the end of PLTE's checksum are `damaged`, because they have no complete palette.
    const paletteEnd = ([...pngChunks(png)].find(({ type }) => type === 'PLTE')?.end ?? 0) + 4;
    for (let percent = 20; percent <= 95; percent += 5) {
      const length = Math.floor((png.length * percent) / 100);
      const { refused } = await open(png.subarray(0, length));
      // After a cut behind the pixel data, only the end chunk is missing.
      if (length >= end) expect(refused).toBeUndefined();
      else expect(refused, `${percent}%`).toBe(length >= paletteEnd ? 'truncated' : 'damaged');
    }
    expect(await open(png.subarray(0, end - 1))).toMatchObject({ refused: 'truncated' });
    expect(await open(png.subarray(0, end + 2))).toMatchObject({ refused: undefined, warnings: ['imageIrregular'] });
  });

  it('opens up to the damage with --fail-on none, and the rest is black or transparent', async () => {
    for (const [channels, rest] of [
      [3, 0xff],
      [4, 0],
    ] as const) {
      const png = await raw(64, 48, channels).png({ compressionLevel: 0 }).toBuffer();
      const audio = await reference(png);
      const { data, warnings } = await open(png.subarray(0, png.length * 0.75), 'none');
      expect(warnings).toEqual(['imageTruncated']);
      expect(data?.subarray(0, 64 * 4 * 30).equals(audio.subarray(0, 64 * 4 * 30))).toBe(true);
      expect([...(data?.subarray(-8) ?? [])]).toEqual([0, 0, 0, rest, 0, 0, 0, rest]);
    }
  });

  const gray = fromRows([8, 8, 8, 0], randomRows(8, 8));
  const packed = contentOf(gray, 'IDAT');
  const text = chunk('tEXt', letters('a\0b'));
  const withText = fromRows([8, 8, 8, 0], randomRows(8, 8), { before: [text] });
  const withProfile = fromRows([8, 8, 8, 0], randomRows(8, 8), { before: [chunk('iCCP', letters('a\0\0'))] });
  const flip = (at: number) => (bytes: Bytes) => {
    bytes[at] = (bytes[at] as number) ^ 1;
  };
  const withData = (data: Uint8Array): Bytes =>
    joined(gray.subarray(0, packed.start - 8), pngChunk('IDAT', data), gray.subarray(packed.end + 4));
  const zlibData = gray.slice(packed.start, packed.end);
  const inTwo = [zlibData.subarray(0, 9), zlibData.subarray(9)].map((part) => pngChunk('IDAT', part));
  const splitData = [
    joined(gray.subarray(0, packed.start - 8), inTwo[0] ?? []),
    joined(inTwo[1] ?? [], gray.subarray(packed.end + 4)),
  ] as const;

  it.each([
    ['error', 'a wrong checksum of a pixel data chunk', changed(gray, flip(packed.end))],
    ['error', 'a wrong zlib checksum', changed(gray, flip(packed.end - 1), { repaired: true })],
    ['error', 'a missing zlib checksum', withData(zlibData.slice(0, -4))],
    ['error', 'an unknown critical chunk', joined(gray.subarray(0, 33), chunk('ABCD', [1]), gray.subarray(33))],
    ['warning', 'one row too many', fromRows([8, 8, 8, 0], randomRows(8, 9))],
    ['warning', 'a wrong checksum of a color profile', changed(withProfile, flip(contentOf(withProfile, 'iCCP').end))],
    [
      'warning',
      'a chunk whose type is not four letters',
      joined(gray.subarray(0, 33), chunk('pHY ', [1]), gray.subarray(33)),
    ],
    ['warning', 'a missing IEND chunk', gray.subarray(0, -12)],
    ['warning', 'another chunk between pixel data chunks', joined(splitData[0], text, splitData[1])],
    ['truncated', 'an unknown compression method', changed(gray, flip(packed.start), { repaired: true })],
    ['truncated', 'an unknown row filter', fromRows([8, 8, 8, 0], new Uint8Array(72).fill(5))],
    ['truncated', 'too few rows', fromRows([8, 8, 8, 0], randomRows(8, 7))],
  ] as const)('opens with the damage level %s: %s', async (level, _, bytes) => {
    const code = { truncated: 'imageTruncated', error: 'imageDamaged', warning: 'imageIrregular' }[level];
    expect((await open(bytes, 'none')).warnings).toEqual([code]);
    expect((await open(bytes, level)).refused).toBe(level === 'truncated' ? 'truncated' : 'damaged');
  });

  it.each([
    ['bytes after the zlib data', withData(joined(zlibData, [1, 2, 3]))],
    [
      'a pixel data chunk after the zlib data',
      joined(gray.subarray(0, -12), chunk('IDAT', [1, 2]), gray.subarray(-12)),
    ],
    ['a text with a wrong checksum', changed(withText, flip(contentOf(withText, 'tEXt').end))],
    ['bytes after the end', joined(gray, letters('more'))],
  ])('opens without a warning, as with libpng: %s', async (_, bytes) => {
    const { data, warnings } = await open(bytes, 'warning');
    expect(warnings).toEqual([]);
    const strict = sharp(bytes, { failOn: 'warning' }).toColourspace('srgb').ensureAlpha().raw();
    expect(data?.equals(await strict.toBuffer())).toBe(true);
  });

  it('ignores an orientation in Exif data with a wrong checksum, or after the image data', async () => {
    const exif = [...letters('MM'), 0, 42, ...uint32(8), 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, ...uint32(0)];
    const png = fromRows([8, 4, 8, 0], randomRows(8, 4), { before: [chunk('eXIf', exif)] });
    const { end } = contentOf(png, 'eXIf');
    const size = async (bytes: Bytes) => {
      const { raster } = await decodeImage(fileFromBytes('a.png', bytes), { platform });
      return [raster.width, raster.height];
    };
    expect(await size(png)).toEqual([4, 8]);
    expect(await size(changed(png, flip(end)))).toEqual([8, 4]);
    const trailing = fromRows([8, 4, 8, 0], randomRows(8, 4), { behind: [chunk('eXIf', exif)] });
    expect(await size(trailing)).toEqual([8, 4]);
    const { info } = await sharp(trailing).rotate().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([8, 4]);
  });
});
