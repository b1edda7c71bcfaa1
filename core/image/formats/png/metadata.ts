import { zlibSync } from 'fflate';
import { ascii, joinBytes, letters, uint32, viewOf } from '../../../base/bytes.ts';
import { inflateWithin } from '../../../base/inflate.ts';
import { MAX_PROFILE_BYTES } from '../../../base/limits.ts';
import { type Density, METERS_PER_INCH, perMeter } from '../../metadata/density.ts';
import { CUT_BYTES, type Embedded, pieceOf } from '../../metadata/embedded.ts';
import type { Coding } from '../image-format.ts';
import { isValidTransparency, MAX_PALETTE_BYTES, pngChunk, pngChunks } from './png-chunks.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns Exif of the chunk eXIf (PNG 3, 11.3.2.5). */
export function findExif(bytes: Uint8Array): Uint8Array | undefined {
  for (const { type, start, end } of pngChunks(bytes)) if (type === 'eXIf') return pieceOf(bytes, start, end);
  return undefined;
}

/** Returns the resolution of the chunk pHYs (PNG 3, 11.3.5.3). */
export function readDensity(bytes: Uint8Array, inExif: Density | undefined): Density | undefined {
  if (inExif) return inExif;
  const view = viewOf(bytes);
  for (const { type, start } of pngChunks(bytes))
    if (type === 'pHYs' && view.getUint8(start + 8) === 1)
      return { x: view.getUint32(start) * METERS_PER_INCH, y: view.getUint32(start + 4) * METERS_PER_INCH };
  return undefined;
}

export const textBlocks = (bytes: Uint8Array): Uint8Array[] =>
  [...pngTexts(bytes)].map((text) => rawProfile(text) ?? text.content);

const INTERLACE_AT = 28;

export function readCoding(bytes: Uint8Array): Partial<Coding> {
  const view = viewOf(bytes);
  const progressive = view.getUint8(INTERLACE_AT) === 1;
  for (const { type, start } of pngChunks(bytes)) {
    if (type === 'IDAT') break;
    // Fields of `acTL`: number of frames, loop count (PNG 3, 11.3.6.1).
    if (type === 'acTL') return { progressive, frames: view.getUint32(start), loop: view.getUint32(start + 4) };
  }
  return { progressive };
}

/** File offset of the end of the IHDR chunk, which is the first chunk of a PNG. */
const PNG_HEADER_END = 33;

export function embed(bytes: Bytes, { profile, exif, xmp, density }: Embedded): Bytes {
  if (!profile && !exif && !xmp) return bytes;
  return joinBytes(
    bytes.subarray(0, PNG_HEADER_END),
    // Content of iCCP: profile name, zero byte, compression method 0, compressed ICC profile (PNG 3, 11.3.2.3).
    ...(profile ? [pngChunk('iCCP', joinBytes(letters('sRGB\0\0'), zlibSync(profile)))] : []),
    ...(density ? [pngChunk('pHYs', joinBytes(uint32(perMeter(density.x)), uint32(perMeter(density.y)), [1]))] : []),
    ...(exif ? [pngChunk('eXIf', exif)] : []),
    // XMP is an uncompressed text without language (PNG 3, 11.3.3.4; XMP part 3, 1.1.5).
    ...(xmp ? [pngChunk('iTXt', joinBytes(letters('XML:com.adobe.xmp\0\0\0\0\0'), xmp))] : []),
    bytes.subarray(PNG_HEADER_END),
  );
}

export const shortened = (bytes: Bytes): Bytes[] => [strip(bytes, undefined, CUT_BYTES)];

const PALETTE_COLOR = 3;
const COLOR_TYPE_AT = 25;

/** Copies the chunks of a PNG on which the pixels depend, with one IDAT. An animation becomes a still image. */
export function strip(bytes: Bytes, _kept?: unknown, cut = 0): Bytes {
  const chunks = [...pngChunks(bytes)];
  const end = chunks.findIndex(({ type }) => type === 'IEND');
  const before = chunks.slice(0, Math.max(0, end));
  const header = before.find(({ type }) => type === 'IHDR');
  // In other color types, a palette only suggests colors (PNG 3, 11.2.2).
  const palette = bytes[COLOR_TYPE_AT] === PALETTE_COLOR ? before.find(({ type }) => type === 'PLTE') : undefined;
  const colors = palette ? Math.min(palette.end - palette.start, MAX_PALETTE_BYTES) / 3 : 0;
  const alpha = before.find((chunk) => chunk.type === 'tRNS' && isValidTransparency(bytes, chunk, colors));
  const data = joinBytes(
    ...before.filter(({ type }) => type === 'IDAT').map(({ start, end: to }) => bytes.subarray(start, to)),
  );
  const copied = [header, palette, alpha].flatMap((each) =>
    each ? [pngChunk(each.type, bytes.subarray(each.start, each.end))] : [],
  );
  return joinBytes(
    bytes.subarray(0, 8),
    ...copied,
    pngChunk('IDAT', data.subarray(0, Math.max(0, data.length - cut))),
    pngChunk('IEND', []),
  );
}

export interface PngText {
  readonly keyword: string;
  readonly content: Uint8Array;
}

/** Yields the text chunks of a PNG (PNG 3, 11.3.3), except for chunks that can't be decompressed. */
export function* pngTexts(bytes: Uint8Array): Generator<PngText> {
  for (const { type, start, end } of pngChunks(bytes)) {
    if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') continue;
    const chunk = bytes.subarray(start, end);
    const keyword = chunk.indexOf(0);
    // After the keyword, `zTXt` has a compression method; `iTXt` a flag, a method and two texts (PNG 3, 11.3.3).
    let at = keyword + (type === 'tEXt' ? 1 : type === 'zTXt' ? 2 : 3);
    const isPacked = type === 'zTXt' || (type === 'iTXt' && chunk[keyword + 1] === 1);
    if (type === 'iTXt') for (let skipped = 0; skipped < 2; skipped++) at = chunk.indexOf(0, at) + 1;
    const content = isPacked ? tryInflate(chunk.subarray(at)) : chunk.subarray(at);
    if (content) yield { keyword: ascii(chunk, 0, Math.min(MAX_KEYWORD, Math.max(0, keyword))), content };
  }
}

const MAX_KEYWORD = 79;

function tryInflate(packed: Uint8Array): Uint8Array | undefined {
  try {
    return inflateWithin(packed, MAX_PROFILE_BYTES);
  } catch {
    return undefined;
  }
}

/** Start of the keywords under which ImageMagick and ExifTool store Exif, XMP and IPTC in text chunks. */
const RAW_PROFILE = /^raw profile type /i;

/** Maximum bytes of a raw profile: 128 kB as two hexadecimal digits per byte, and line breaks. */
const MAX_RAW_BYTES = 3 * 131_072;

/** Returns the bytes of a raw profile: after a name and a length in lines of their own, hexadecimal digits. */
export function rawProfile({ keyword, content }: PngText): Uint8Array | undefined {
  if (!RAW_PROFILE.test(keyword)) return undefined;
  let at = 0;
  while (content[at] === 0x0a) at++;
  for (let line = 0; line < 2; line++) {
    at = content.indexOf(0x0a, at) + 1;
    if (at === 0) return undefined;
  }
  const digits: number[] = [];
  for (const byte of content.subarray(at, at + MAX_RAW_BYTES)) {
    const digit = byte >= 0x61 ? byte - 0x57 : byte >= 0x41 ? byte - 0x37 : byte - 0x30;
    if (digit >= 0 && digit < 16) digits.push(digit);
  }
  return Uint8Array.from(
    { length: digits.length >> 1 },
    (_, index) => ((digits[2 * index] as number) << 4) | (digits[2 * index + 1] as number),
  );
}
