import { isOpaque, pixelWords, type Raster } from '../../../base/raster.ts';
import { GRAY, GRAY_ALPHA, PALETTE, RGB, RGBA } from './png-form.ts';

/** Pixel layout of a PNG: color type, bit depth and palette. */
export interface PngLayout {
  readonly colorType: number;
  readonly depth: number;
  readonly channels: number;
  /** RGBA pixel word for each stored sample value, in palettes and in gray below 8 bits. */
  readonly colors?: readonly number[];
}

const MAX_COLORS = 256;

/** Number of bytes of a palette entry, and of the chunk around the entries. */
const ENTRY_BYTES = 3;
const CHUNK_BYTES = 12;

const OPAQUE = 0xff_00_00_00;

const isGray = (word: number): boolean =>
  (word & 255) === ((word >>> 8) & 255) && (word & 255) === ((word >>> 16) & 255);

/** Chooses the smallest PNG pixel layout that represents every pixel exactly. */
export function choosePngLayout(raster: Raster): PngLayout {
  const colors = distinctColors(raster);
  if (colors) return layoutOfColors(colors, raster.width * raster.height);
  const gray = pixelWords(raster).every(isGray);
  if (isOpaque(raster)) return gray ? grayLayout(8) : { colorType: RGB, depth: 8, channels: 3 };
  return gray ? { colorType: GRAY_ALPHA, depth: 8, channels: 2 } : { colorType: RGBA, depth: 8, channels: 4 };
}

const grayLayout = (depth: number): PngLayout => ({
  colorType: GRAY,
  depth,
  channels: 1,
  ...(depth < 8 && { colors: Array.from({ length: 2 ** depth }, (_, level) => grayWord(level, depth)) }),
});

const grayWord = (level: number, depth: number): number =>
  (OPAQUE + ((level * 255) / (2 ** depth - 1)) * 0x01_01_01) >>> 0;

function layoutOfColors(colors: readonly number[], pixels: number): PngLayout {
  const opaque = colors.every((word) => word >>> 24 === 255);
  const gray = colors.every(isGray);
  const paletteDepth = [1, 2, 4, 8].find((depth) => colors.length <= 2 ** depth) as number;
  const paletteBytes = (pixels * paletteDepth) / 8 + CHUNK_BYTES + ENTRY_BYTES * colors.length;
  const samples = (gray ? 1 : 3) + (opaque ? 0 : 1);
  if (gray && opaque) {
    const depth = [1, 2, 4, 8].find((bits) =>
      colors.every((word) => (word & 255) % (255 / (2 ** bits - 1)) === 0),
    ) as number;
    if (depth <= paletteDepth || (pixels * depth) / 8 <= paletteBytes) return grayLayout(depth);
  } else if (pixels * samples <= paletteBytes)
    return { colorType: gray ? GRAY_ALPHA : opaque ? RGB : RGBA, depth: 8, channels: samples };
  return { colorType: PALETTE, depth: paletteDepth, channels: 1, colors: sortColors(colors) };
}

/** Sorts palette colors by alpha, then by luma, because the tRNS chunk ends after the last translucent color. */
function sortColors(colors: readonly number[]): readonly number[] {
  const luma = (word: number) => 2 * (word & 255) + 5 * ((word >>> 8) & 255) + ((word >>> 16) & 255);
  return colors.toSorted((a, b) => (a >>> 24) - (b >>> 24) || luma(a) - luma(b) || a - b);
}

/** Returns the colors of an image in the order of first occurrence; `undefined` for more than 256 colors. */
function distinctColors(raster: Raster): readonly number[] | undefined {
  const found = new Set<number>();
  let last: number | undefined;
  for (const word of pixelWords(raster)) {
    if (word === last) continue;
    last = word;
    found.add(word);
    if (found.size > MAX_COLORS) return undefined;
  }
  return [...found];
}
