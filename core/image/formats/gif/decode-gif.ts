import { type Damage, worseDamage } from '../../../base/damage.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { MAX_PIXELS } from '../../../base/limits.ts';
import { createRaster, pixelWords, type Raster } from '../../../base/raster.ts';
import type { DecodedPixels } from '../image-format.ts';
import { type GifImage, gifImages, joinSubBlocks, readGifSize, readScreenSize } from './gif-images.ts';

export interface GifFrame extends GifImage, LzwPixels {}

/** Yields the decoded frames of a GIF. Throws FudebakoError `imageLoad` for a frame without decodable pixels. */
export function* gifFrames(bytes: Uint8Array): Generator<GifFrame> {
  for (const image of gifImages(bytes)) {
    const pixels = image.width * image.height;
    const literalBits = bytes[image.dataStart];
    if (literalBits === undefined) throw new FudebakoError('imageLoad', { reason: 'truncated' });
    if (pixels > MAX_PIXELS || !isLiteralBits(literalBits)) throw new FudebakoError('imageLoad', { reason: 'damaged' });
    const { data, isWhole } = joinSubBlocks(bytes, image.dataStart + 1);
    const decoded = decodeLzw(data, literalBits, pixels);
    yield { ...image, ...decoded, damage: decoded.damage ?? (isWhole ? undefined : 'warning') };
  }
}

/** First row and row step of the four interlace passes of a GIF (GIF89a, appendix E). */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

const OPAQUE_BLACK = 0xff000000;

/** Draws a GIF frame on the logical screen. Skips transparent and missing pixels, and pixels outside the screen. */
export function drawGifFrame(frame: GifFrame, screen: Raster): void {
  const { left, top, width, height, indices, count } = frame;
  const words = pixelWords(screen);
  const palette = colorWords(frame);
  const columns = Math.min(width, screen.width - left);
  let from = 0;
  for (const y of rowOrder(height, frame.isInterlaced)) {
    if (top + y < screen.height) {
      let to = (top + y) * screen.width + left;
      const end = Math.min(count, from + columns);
      for (let at = from; at < end; at++, to++) {
        const word = palette[indices[at] as number] as number;
        if (word !== 0) words[to] = word;
      }
    }
    from += width;
    if (from >= count) return;
  }
}

function* rowOrder(height: number, isInterlaced: boolean): Generator<number> {
  for (const [first, step] of isInterlaced ? PASSES : [[0, 1]])
    for (let y = first as number; y < height; y += step as number) yield y;
}

/** Returns the color of each palette index: 0 for the transparent index, black outside the color table. */
function colorWords({ colors, transparentIndex }: GifImage): Uint32Array {
  const words = new Uint32Array(256).fill(OPAQUE_BLACK);
  for (let index = 0; index * 3 + 2 < colors.length; index++) {
    const [red, green, blue] = colors.subarray(index * 3);
    words[index] = OPAQUE_BLACK | ((blue as number) << 16) | ((green as number) << 8) | (red as number);
  }
  if (transparentIndex !== undefined) words[transparentIndex] = 0;
  return words;
}

/**
 * Decodes a GIF's first frame on the logical screen, which is transparent outside the frame, as in browsers. Damaged
 * blocks after the frame are a `warning`. Throws FudebakoError `imageLoad` if no frame can be decoded.
 */
export function decodeGif(bytes: Uint8Array): DecodedPixels {
  const stated = readScreenSize(bytes);
  const size = readGifSize(bytes);
  const [frame] = gifFrames(bytes);
  if (!size || !frame) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const screen = createRaster(size.width, size.height);
  drawGifFrame(frame, screen);
  const isInside = frame.left + frame.width <= stated.width && frame.top + frame.height <= stated.height;
  // Reports damage for a GIF frame without a color table, because decoders choose different colors.
  const colorDamage = frame.colors.length === 0 ? 'error' : undefined;
  const structureDamage = isInside && hasValidBlocks(bytes) ? undefined : 'warning';
  return { ...screen, damage: worseDamage(frame.damage, colorDamage ?? structureDamage) };
}

/** True if all blocks of a GIF up to the trailer are valid, and every frame has a valid LZW code size. */
function hasValidBlocks(bytes: Uint8Array): boolean {
  const images = gifImages(bytes);
  for (;;) {
    const { done, value } = images.next();
    if (done) return value === 'trailer';
    if (!isLiteralBits(bytes[value.dataStart] ?? 0)) return false;
  }
}

/** In the LZW data of a GIF, literals have at most 8 bits and codes at most 12 bits (GIF89a, appendix F). */
const MAX_LITERAL_BITS = 8;
const MAX_CODES = 1 << 12;

/** Minimum length of a string at which `copyWithin` is faster than a loop. */
const LONG_RUN = 48;

export interface LzwPixels {
  readonly indices: Uint8Array;
  readonly count: number;
  readonly damage: Damage | undefined;
}

export const isLiteralBits = (bits: number): boolean => bits >= 1 && bits <= MAX_LITERAL_BITS;

/** Decodes LZW data. A string that continues past the last pixel is an `error`; later codes are ignored. */
export function decodeLzw(data: Uint8Array, literalBits: number, pixels: number): LzwPixels {
  const clear = 1 << literalBits;
  // Offset and length, in the decoded indexes, of the string for each LZW code.
  const [starts, lengths] = [new Int32Array(MAX_CODES), new Int32Array(MAX_CODES)];
  const indices = new Uint8Array(pixels);
  let [count, next, codeBits] = [0, clear + 2, literalBits + 1];
  // Previous LZW string; the length is 0 after a clear code.
  let [lastStart, lastLength] = [0, 0];
  let [at, bits, bitCount] = [0, 0, 0];
  let damage: Damage | undefined;
  while (count < pixels) {
    while (bitCount < codeBits) {
      if (at === data.length) return { indices, count, damage: 'truncated' };
      bits |= (data[at++] as number) << bitCount;
      bitCount += 8;
    }
    const code = bits & ((1 << codeBits) - 1);
    bits >>>= codeBits;
    bitCount -= codeBits;
    if (code === clear) {
      [next, codeBits, lastLength] = [clear + 2, literalBits + 1, 0];
      continue;
    }
    if (code === clear + 1) return { indices, count, damage: 'truncated' };
    if (code > (lastLength === 0 ? clear : next)) return { indices, count, damage: 'error' };
    // The new string is the previous string plus the first index of the current string, which may be the new string.
    if (lastLength > 0 && next < MAX_CODES) {
      starts[next] = lastStart;
      lengths[next] = lastLength + 1;
      next++;
      if (next === 1 << codeBits && next < MAX_CODES) codeBits++;
    }
    lastStart = count;
    if (code < clear) {
      indices[count++] = code;
      lastLength = 1;
      continue;
    }
    let from = starts[code] as number;
    lastLength = lengths[code] as number;
    const end = Math.min(pixels, count + lastLength);
    if (end < count + lastLength) damage = 'error';
    if (lastLength >= LONG_RUN && from + lastLength <= count) {
      indices.copyWithin(count, from, from + end - count);
      count = end;
    } else while (count < end) indices[count++] = indices[from++] as number;
  }
  return { indices, count, damage };
}
