import { describe, expect, it } from 'vitest';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Platform } from '#core/platform/platform.ts';
import { type BmpOptions, bmpFile, runLengths } from './bmps.ts';
import { BLUE, FOUR_COLORS, GREEN, gifFile, gifImage, literalCodes, RED, subBlocks, WHITE } from './gifs.ts';
import { sampleImage } from './test-images.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file, and the pixels that Chromium decodes from it. */
export interface KnownImage {
  readonly type: 'image/gif' | 'image/bmp';
  readonly bytes: Bytes;
  readonly raster: Raster;
  /** Codes of the expected warnings. */
  readonly warnings?: readonly string[];
}

const CLEAR = [0, 0, 0, 0];
const BLACK = [0, 0, 0, 255];
const opaque = (color: readonly number[]) => [...color, 255];

/** Colors by letter. Expected images are written as rows of letters, one letter per pixel. */
const COLORS: Readonly<Record<string, readonly number[]>> = {
  R: opaque(RED),
  G: opaque(GREEN),
  B: opaque(BLUE),
  W: opaque(WHITE),
  K: BLACK,
  '.': CLEAR,
};
const drawn = (...rows: readonly string[]): Raster =>
  sampleImage(rows[0]?.length ?? 0, rows.length, (x, y) => COLORS[rows[y]?.[x] ?? '.'] ?? CLEAR);

const indices = (count: number, colors = 4) => Array.from({ length: count }, (_, at) => at % colors);
const screen = { width: 4, height: 4 };
const whole = { ...screen, indices: indices(16) };
const FULL = drawn('RGBW', 'RGBW', 'RGBW', 'RGBW');

const gif = (bytes: Bytes, raster: Raster): KnownImage => ({ type: 'image/gif', bytes, raster });
const plainText = [0x21, 0x01, 12, ...Array(12).fill(1), 1, 65, 0];

const gifs: Readonly<Record<string, KnownImage>> = {
  'GIF: one frame': gif(gifFile(screen, gifImage(whole)), FULL),
  'GIF: a frame smaller than the screen, and a background color': gif(
    gifFile({ ...screen, background: 2 }, gifImage({ left: 1, top: 1, width: 2, height: 2, indices: indices(4) })),
    drawn('....', '.RG.', '.BW.', '....'),
  ),
  'GIF: a first frame that ends outside the screen': {
    ...gif(
      gifFile(screen, gifImage({ ...whole, left: 2, top: 1 })),
      drawn('......', '..RGBW', '..RGBW', '..RGBW', '..RGBW'),
    ),
    warnings: ['imageIrregular'],
  },
  'GIF: a screen without a size': {
    ...gif(gifFile({ width: 0, height: 0 }, gifImage(whole)), FULL),
    warnings: ['imageIrregular'],
  },
  'GIF: no color table': {
    ...gif(gifFile({ ...screen, colors: [] }, gifImage(whole)), drawn('KKKK', 'KKKK', 'KKKK', 'KKKK')),
    warnings: ['imageDamaged'],
  },
  'GIF: a color table of the frame': gif(
    gifFile(screen, gifImage({ ...whole, colors: [WHITE, BLUE, GREEN, RED] })),
    drawn('WBGR', 'WBGR', 'WBGR', 'WBGR'),
  ),
  'GIF: indices outside the color table': gif(
    gifFile({ width: 8, height: 1 }, gifImage({ width: 8, height: 1, literalBits: 3, indices: indices(8, 8) })),
    drawn('RGBWKKKK'),
  ),
  'GIF: a transparent color': gif(
    gifFile(screen, gifImage({ ...whole, transparentIndex: 1 })),
    drawn('R.BW', 'R.BW', 'R.BW', 'R.BW'),
  ),
  'GIF: interlaced': gif(
    gifFile(
      { width: 1, height: 11 },
      gifImage({ width: 1, height: 11, isInterlaced: true, indices: [0, 0, 1, 2, 2, 2, 3, 3, 3, 3, 3] }),
    ),
    drawn(...'RWBWGWBWRWB'),
  ),
  'GIF: more pixels than the frame has': gif(gifFile(screen, gifImage({ ...whole, indices: indices(40) })), FULL),
  'GIF: sub-blocks of one byte': gif(
    gifFile(screen, gifImage({ ...whole, data: subBlocks(literalCodes(2, indices(16)), 1) })),
    FULL,
  ),
  'GIF: a text between the control and its frame': gif(
    gifFile(screen, plainText, gifImage({ ...whole, transparentIndex: 0 })),
    drawn('.GBW', '.GBW', '.GBW', '.GBW'),
  ),
  'GIF: no trailer': { ...gif(gifFile(screen, gifImage(whole)).slice(0, -1), FULL), warnings: ['imageIrregular'] },
  'GIF: junk instead of a trailer': {
    ...gif(gifFile(screen, gifImage(whole), [0x55, 1, 2, 3]), FULL),
    warnings: ['imageIrregular'],
  },
  'GIF: two frames': gif(
    gifFile(screen, gifImage(whole), gifImage({ ...whole, colors: [WHITE, BLUE, GREEN, RED] })),
    FULL,
  ),
};

/** Returns a pseudorandom 32-bit number that depends only on the pixel's position. */
function randomWord(x: number, y: number): number {
  let state = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b);
  for (const shift of [15, 13, 16]) state = Math.imul(state ^ (state >>> shift), 0x2c1b3c6d);
  return state >>> 0;
}

/** Returns the bits of a word under a mask as a byte; if the mask has more than 8 bits, the highest 8. */
function maskedByte(word: number, mask: number): number {
  let [value, most] = [0, 0];
  for (let bit = 31; bit >= 0; bit--) {
    if (((mask >>> bit) & 1) === 0 || most === 255) continue;
    value = value * 2 + ((word >>> bit) & 1);
    most = most * 2 + 1;
  }
  return most === 0 ? 0 : Math.round((value * 255) / most);
}

const SIZE = { width: 13, height: 7 };

function masked(options: Omit<BmpOptions, 'width' | 'height'>, masks: readonly number[]): KnownImage {
  const pixel = (x: number, y: number) =>
    options.bits === 32 ? randomWord(x, y) : randomWord(x, y) % 2 ** options.bits;
  const raster = sampleImage(SIZE.width, SIZE.height, (x, y) => {
    const [red, green, blue] = masks.map((mask) => maskedByte(pixel(x, y), mask)) as [number, number, number];
    return [red, green, blue, masks[3] ? maskedByte(pixel(x, y), masks[3]) : 255];
  });
  return { type: 'image/bmp', bytes: bmpFile({ ...SIZE, pixel, ...options }), raster };
}

const palette = (count: number) =>
  Array.from({ length: count }, (_, index) => [randomWord(index, 1) & 255, randomWord(index, 2) & 255, index] as const);

function paletted(options: Omit<BmpOptions, 'width' | 'height'>, colors = 1 << options.bits): KnownImage {
  const pixel = (x: number, y: number) => randomWord(x >> 1, y) % (1 << options.bits);
  const raster = sampleImage(SIZE.width, SIZE.height, (x, y) => opaque(palette(colors)[pixel(x, y)] ?? [0, 0, 0]));
  const data =
    options.compression === 1 || options.compression === 2
      ? { data: runLengths(options.bits as 4 | 8, { ...SIZE, pixel }) }
      : {};
  return {
    type: 'image/bmp',
    bytes: bmpFile({ ...SIZE, pixel, colors: palette(colors), ...data, ...options }),
    raster,
  };
}

const BGR = [0xff0000, 0xff00, 0xff] as const;
const BGRA = [...BGR, 0xff000000] as const;
const B555 = [0x7c00, 0x3e0, 0x1f] as const;
const B565 = [0xf800, 0x7e0, 0x1f] as const;
const DEEP = [0x3ff00000, 0xffc00, 0x3ff] as const;
const FOUR = { colors: FOUR_COLORS, width: 6, height: 3 } as const;

const bmp = (bytes: Bytes, raster: Raster): KnownImage => ({ type: 'image/bmp', bytes, raster });

const bmps: Readonly<Record<string, KnownImage>> = {
  ...Object.fromEntries([1, 4, 8].map((bits) => [`BMP: ${bits} bits, OS/2`, paletted({ bits, header: 12 })])),
  ...Object.fromEntries([1, 2, 4, 8].map((bits) => [`BMP: ${bits} bits`, paletted({ bits })])),
  'BMP: 8 bits, OS/2 2': paletted({ bits: 8, header: 64 }),
  'BMP: 8 bits, OS/2 2 in 16 bytes': paletted({ bits: 8, header: 16 }),
  'BMP: 8 bits, from top to bottom': paletted({ bits: 8, isTopDown: true }),
  'BMP: 8 bits, version 5': paletted({ bits: 8, header: 124 }),
  'BMP: indices outside the color table': paletted({ bits: 4 }, 9),
  'BMP: run lengths of 8 bits': paletted({ bits: 8, compression: 1 }),
  'BMP: run lengths of 4 bits': paletted({ bits: 4, compression: 2 }),
  'BMP: 16 bits': masked({ bits: 16 }, B555),
  'BMP: 16 bits, 5-6-5': masked({ bits: 16, compression: 3, masks: B565 }, B565),
  'BMP: 16 bits, 4-4-4-4': masked(
    { bits: 16, compression: 6, masks: [0xf00, 0xf0, 0xf, 0xf000] },
    [0xf00, 0xf0, 0xf, 0xf000],
  ),
  'BMP: 24 bits': masked({ bits: 24 }, BGR),
  'BMP: 24 bits, OS/2': masked({ bits: 24, header: 12 }, BGR),
  'BMP: 24 bits, from top to bottom': masked({ bits: 24, isTopDown: true }, BGR),
  'BMP: 32 bits, whose fourth byte is filler': masked({ bits: 32 }, BGR),
  'BMP: 32 bits, masks without alpha': masked({ bits: 32, compression: 3, masks: BGR }, BGR),
  'BMP: 32 bits, 10-10-10': masked({ bits: 32, compression: 3, masks: DEEP }, DEEP),
  'BMP: 32 bits, one and seven bits': masked(
    { bits: 32, compression: 3, masks: [0x80000000, 0x7f, 0x700] },
    [0x80000000, 0x7f, 0x700],
  ),
  'BMP: 32 bits, masks that overlap': masked(
    { bits: 32, compression: 3, masks: [0xff, 0xff, 0xff0] },
    [0xff, 0xff, 0xff0],
  ),
  'BMP: 32 bits, version 2': masked({ bits: 32, header: 52, compression: 3, masks: B565 }, B565),
  'BMP: 32 bits with alpha, version 3': masked({ bits: 32, header: 56, compression: 3, masks: BGRA }, BGRA),
  'BMP: 32 bits with alpha, version 4': masked({ bits: 32, header: 108, compression: 3, masks: BGRA }, BGRA),
  'BMP: 32 bits with alpha, version 5, no masks of colors': masked({ bits: 32, header: 124, masks: BGRA }, BGRA),
  'BMP: 32 bits with alpha, other masks': masked(
    { bits: 32, header: 124, compression: 3, masks: [0xff, 0xff00, 0xff0000, 0xff000000] },
    [0xff, 0xff00, 0xff0000, 0xff000000],
  ),
  'BMP: run lengths that skip pixels': bmp(
    // Data: a run of 2 pixels, a skip (1 right, 1 up), a run of 3, end of row, a run of 1, end of image.
    bmpFile({ ...FOUR, bits: 8, compression: 1, data: [2, 1, 0, 2, 1, 1, 3, 2, 0, 0, 1, 3, 0, 1] }),
    drawn('WKKKKK', 'KKKBBB', 'GGKKKK'),
  ),
  'BMP: run lengths of 4 bits that alternate': bmp(
    bmpFile({ ...FOUR, bits: 4, compression: 2, data: [5, 0x12, 0, 0, 0, 5, 0x01, 0x23, 0x10, 0, 0, 1] }),
    drawn('KKKKKK', 'RGBWGK', 'GBGBGK'),
  ),
  'BMP: run lengths that fill up rows to four bytes': bmp(
    bmpFile({ ...FOUR, bits: 8, compression: 1, data: [6, 1, 2, 0, 0, 0, 5, 2, 3, 3, 0, 0, 8, 3, 0, 1] }),
    drawn('WWWWWW', 'BBBBBW', 'GGGGGG'),
  ),
  'BMP: run lengths of 24 bits, OS/2': bmp(
    bmpFile({ width: 3, height: 1, bits: 24, header: 64, compression: 4, data: [2, 255, 0, 0, 1, 0, 0, 255, 0, 1] }),
    drawn('BBR'),
  ),
};

/** Chromium shows this image as transparent, since it no longer checks for an alpha channel of zeros. */
const invisible = {
  'BMP: an alpha channel of zeros': bmp(
    bmpFile({ width: 2, height: 2, bits: 32, header: 108, compression: 3, masks: BGRA, pixel: () => 0xff }),
    drawn('BB', 'BB'),
  ),
};

/** GIF and BMP files, each with the pixels that Chromium shows. */
export const knownImages: Readonly<Record<string, KnownImage>> = { ...gifs, ...bmps };

const gifData = (...data: readonly number[]) => gifFile(screen, gifImage({ ...whole, data: subBlocks(data) }));
const unknownBlock = gifFile(screen, [0x55], gifImage(whole));

/** Files that decoders refuse: damaged, truncated, without visible pixels, or with unsupported compression. */
export const refusedImages: Readonly<Record<string, readonly [bytes: Bytes, error: object]>> = {
  'a GIF without frames': [gifFile(screen), { reason: 'damaged' }],
  'a GIF whose only frame has no pixels': [gifFile(screen, gifImage({ width: 0, height: 0 })), { reason: 'damaged' }],
  'a GIF with an unknown block before its frame': [unknownBlock, { reason: 'damaged' }],
  'a GIF of 12-bit literals': [
    gifFile(screen, gifImage({ ...whole, literalBits: 12, data: [0] })),
    { reason: 'damaged' },
  ],
  'a GIF that ends before its data': [gifFile(screen, gifImage(whole)).slice(0, 43), { reason: 'truncated' }],
  'a GIF without data': [gifData(), { reason: 'truncated' }],
  'a BMP of a mask with a gap': [
    bmpFile({ ...SIZE, bits: 32, compression: 3, masks: [0xf0f, 0xff0000, 0xf0] }),
    { reason: 'damaged' },
  ],
  'a BMP of an unknown header': [bmpFile({ ...SIZE, bits: 24, header: 100 }), { reason: 'damaged' }],
  'a BMP of an unknown depth': [bmpFile({ ...SIZE, bits: 24, header: 12 }).with(24, 23), { reason: 'damaged' }],
  'a BMP of an unknown compression': [bmpFile({ ...SIZE, bits: 8, compression: 9 }), { reason: 'damaged' }],
  'a JPEG in a BMP': [bmpFile({ ...SIZE, bits: 0, compression: 4 }), { format: 'BMP (JPEG)' }],
  'a PNG in a BMP': [bmpFile({ ...SIZE, bits: 0, compression: 5 }), { format: 'BMP (PNG)' }],
  'a BMP of OS/2’s fax codes': [bmpFile({ ...SIZE, bits: 1, compression: 3, header: 64 }), { format: 'BMP (Huffman)' }],
};

/** Tests whether a platform decodes these files to the expected pixels. */
export function describeFrames(platform: () => Platform): void {
  const decode = async (bytes: Bytes) => {
    const warnings: string[] = [];
    const onWarning = ({ code }: Warning) => void warnings.push(code);
    const decoded = await decodeImage(fileFromBytes('a', bytes.slice()), { platform: platform(), onWarning });
    return { ...decoded, warnings };
  };

  describe('among GIF and BMP files', () => {
    it.each(Object.entries({ ...knownImages, ...invisible }))(
      '%s decodes to the expected pixels',
      async (_, { bytes, raster, warnings = [] }) => {
        const decoded = await decode(bytes);
        expect([decoded.raster.width, decoded.raster.height]).toEqual([raster.width, raster.height]);
        expect(decoded.raster.data).toEqual(raster.data);
        expect(decoded.warnings).toEqual(warnings);
      },
    );

    it.each(Object.entries(refusedImages))('%s is refused', async (_, [bytes, data]) => {
      const error = await decode(bytes).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(FudebakoError);
      expect(error).toMatchObject({ data });
    });
  });
}
