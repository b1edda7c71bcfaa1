import { type Damage, worseDamage } from '../../../base/damage.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { createRaster, pixelWords, type Raster } from '../../../base/raster.ts';
import type { DecodedPixels } from '../image-format.ts';
import { type BmpLayout, readBmpLayout } from './bmp-layout.ts';

const OPAQUE_BLACK = 0xff000000;

/**
 * Decodes a BMP. As in Chromium, missing colors and pixels skipped by RLE are black, and an alpha channel of zeros is
 * ignored. Contradictory headers are damage of the kind `warning`.
 * @throws FudebakoError `imageLoad`, `imageFormat`
 */
export function decodeBmp(bytes: Uint8Array): DecodedPixels {
  const layout = readBmpLayout(bytes);
  if (!layout) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const { width, height, compression } = layout;
  if (compression === 'JPEG' || compression === 'PNG' || compression === 'Huffman')
    throw new FudebakoError('imageFormat', { format: `BMP (${compression})` });
  const raster = createRaster(width, height);
  const irregular = layout.isConsistent ? undefined : 'warning';
  if (compression === 'none') return { ...raster, damage: worseDamage(readRows(bytes, layout, raster), irregular) };
  const damage = readRuns(bytes, layout, raster);
  if (damage !== 'truncated') makeOpaque(pixelWords(raster));
  return { ...raster, damage: worseDamage(damage, irregular) };
}

const rowStart = ({ width, height, isTopDown }: BmpLayout, row: number) => (isTopDown ? row : height - 1 - row) * width;

function readRows(bytes: Uint8Array, layout: BmpLayout, raster: Raster): Damage | undefined {
  const { width, height, bitsPerPixel, masks, dataStart } = layout;
  const words = pixelWords(raster);
  const readRow = rowReader(layout, bytes, words);
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  let damage: Damage | undefined;
  for (let row = 0; row < height && !damage; row++) {
    const from = dataStart + row * rowBytes;
    const pixels = Math.min(width, Math.max(0, Math.floor(((bytes.length - from) * 8) / bitsPerPixel)));
    if (pixels < width) damage = 'truncated';
    readRow(from, rowStart(layout, row), pixels);
  }
  if (masks[3] !== 0 && words.every((word) => word >>> 24 === 0)) makeOpaque(words);
  return damage;
}

function makeOpaque(words: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at] = (words[at] as number) | OPAQUE_BLACK;
}

type RowReader = (from: number, to: number, pixels: number) => void;

function rowReader(layout: BmpLayout, bytes: Uint8Array, words: Uint32Array): RowReader {
  const { bitsPerPixel } = layout;
  if (bitsPerPixel < 16) {
    const palette = colorWords(layout);
    const perByte = 8 / bitsPerPixel;
    const mask = (1 << bitsPerPixel) - 1;
    return (from, to, pixels) => {
      for (let x = 0; x < pixels; x++) {
        const shift = 8 - bitsPerPixel * ((x % perByte) + 1);
        words[to + x] = palette[((bytes[from + ((x / perByte) | 0)] as number) >> shift) & mask] as number;
      }
    };
  }
  if (bitsPerPixel === 24)
    return (from, to, pixels) => {
      for (const end = to + pixels; to < end; to++, from += 3)
        words[to] =
          OPAQUE_BLACK |
          ((bytes[from] as number) << 16) |
          ((bytes[from + 1] as number) << 8) |
          (bytes[from + 2] as number);
    };
  const [red, green, blue, alpha] = layout.masks;
  const [toRed, toGreen, toBlue, toAlpha] = layout.masks.map(channelTable) as [Channel, Channel, Channel, Channel];
  const size = bitsPerPixel / 8;
  return (from, to, pixels) => {
    for (const end = to + pixels; to < end; to++, from += size) {
      let pixel = (bytes[from] as number) | ((bytes[from + 1] as number) << 8);
      if (size === 4) pixel |= ((bytes[from + 2] as number) << 16) | ((bytes[from + 3] as number) << 24);
      words[to] =
        (toRed.values[(pixel & red) >>> toRed.shift] as number) |
        ((toGreen.values[(pixel & green) >>> toGreen.shift] as number) << 8) |
        ((toBlue.values[(pixel & blue) >>> toBlue.shift] as number) << 16) |
        ((toAlpha.values[(pixel & alpha) >>> toAlpha.shift] as number) << 24);
    }
  };
}

/** Lookup table of a channel: maps the channel's bits, shifted right by `shift`, to the channel's level. */
interface Channel {
  readonly shift: number;
  readonly values: Uint8Array;
}

/** Builds the lookup table of a BMP channel. Without a mask, colors are 0 and alpha is 255. */
function channelTable(mask: number, channel: number): Channel {
  if (mask === 0) return { shift: 0, values: Uint8Array.of(channel === 3 ? 255 : 0) };
  const lowest = 31 - Math.clz32(mask & -mask);
  const bits = 32 - Math.clz32(mask) - lowest;
  const used = Math.min(8, bits);
  const most = (1 << used) - 1;
  return {
    shift: lowest + bits - used,
    values: Uint8Array.from({ length: most + 1 }, (_, value) => Math.round((value * 255) / most)),
  };
}

function colorWords({ colors, colorBytes }: BmpLayout): Uint32Array {
  const words = new Uint32Array(256).fill(OPAQUE_BLACK);
  for (let index = 0; (index + 1) * colorBytes <= colors.length; index++) {
    const [blue, green, red] = colors.subarray(index * colorBytes) as unknown as [number, number, number];
    words[index] = OPAQUE_BLACK | (blue << 16) | (green << 8) | red;
  }
  return words;
}

/** Decodes the RLE data of a BMP: pairs of count and value, and escape codes after a count of 0. */
function readRuns(bytes: Uint8Array, layout: BmpLayout, raster: Raster): Damage | undefined {
  const { width, height, bitsPerPixel: bits } = layout;
  const words = pixelWords(raster);
  const palette = colorWords(layout);
  const isTrueColor = bits === 24;
  // The RLE data of ImageMagick includes each row's padding bytes, so runs may end beyond the width of the image.
  const paddedWidth = (Math.ceil((width * bits) / 32) * 32) / bits;
  const pixelAt = (at: number, index: number): number => {
    if (isTrueColor) {
      const [blue = 0, green = 0, red = 0] = bytes.subarray(at + index * 3, at + index * 3 + 3);
      return OPAQUE_BLACK | (blue << 16) | (green << 8) | red;
    }
    if (bits === 8) return palette[bytes[at + index] as number] as number;
    return palette[((bytes[at + (index >> 1)] as number) >> (index & 1 ? 0 : 4)) & 15] as number;
  };
  let [at, row, x] = [layout.dataStart, 0, 0];
  let damage: Damage | undefined;
  for (;;) {
    const [count, code] = [bytes[at], bytes[at + 1]];
    if (count === undefined || code === undefined) {
      const isComplete = row >= height || (row === height - 1 && x >= width);
      return isComplete ? (damage ?? 'warning') : 'truncated';
    }
    if (count === 0 && code === 1) return damage;
    if (row >= height) return 'error';
    at += 2;
    const to = rowStart(layout, row) + x;
    if (count > 0) {
      const value = at - 1;
      const run = Math.max(0, Math.min(count, width - x));
      if (x + count > paddedWidth) damage = 'error';
      if (isTrueColor) at += 2;
      if (at > bytes.length) return 'truncated';
      for (let index = 0; index < run; index++)
        words[to + index] = pixelAt(value, isTrueColor || bits === 8 ? 0 : index & 1);
      x += count;
    } else if (code === 0) {
      row++;
      x = 0;
    } else if (code === 2) {
      if (at + 2 > bytes.length) return 'truncated';
      x += bytes[at] as number;
      row += bytes[at + 1] as number;
      if (x > width || row >= height) return 'error';
      at += 2;
    } else {
      // After a count of 0, a code above 2 precedes literal pixels, padded to an even number of bytes.
      if (code > width - x) return 'error';
      const available = Math.min(code, Math.floor(((bytes.length - at) * 8) / bits));
      for (let index = 0; index < available; index++) words[to + index] = pixelAt(at, index);
      if (available < code) return 'truncated';
      x += code;
      at += Math.ceil((code * bits) / 16) * 2;
    }
  }
}
