import { joinBytes, letters } from '../../base/bytes.ts';
import { riffChunk } from '../../base/riff.ts';
import { riffChunks } from '../codecs/webp.ts';
import { stripAvif } from '../formats/avif/strip-avif.ts';
import type { ImageFormat } from '../formats/output-formats.ts';
import { isValidTransparency, MAX_PALETTE_BYTES, pngChunk, pngChunks } from '../formats/png/png-chunks.ts';
import { type PreservedMetadata, stripJpeg } from './strip-jpeg.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Rebuilds an image file from the parts that its pixels depend on, without decoding pixels. Everything else is omitted:
 * metadata, unknown segments and chunks, unused tables, second images, bytes between and after these parts.
 * @returns `undefined` for unsupported structures
 */
export function stripMetadata(bytes: Bytes, format: ImageFormat, kept?: PreservedMetadata): Bytes | undefined {
  switch (format) {
    case 'jpg':
      return stripJpeg(bytes, kept);
    case 'png':
      return stripPng(bytes, 0);
    case 'webp':
      return stripWebp(bytes, []);
    case 'avif':
      return stripAvif(bytes);
  }
}

/** Bytes that `shortenedCopies` cuts off: more than encoders add as padding, less than a word of a text. */
const CUT_BYTES = 8;

/**
 * Returns copies from which the last bytes of compressed pixel data are cut off. If such a copy has the same pixels, the
 * data has excess bytes, which may be a text. JPEG and AVIF need no such copies: the JPEG decoder reports excess bytes,
 * and the length of AV1 data is stated.
 */
export function shortenedCopies(bytes: Bytes, format: ImageFormat): Bytes[] {
  if (format === 'png') return [stripPng(bytes, CUT_BYTES)];
  if (format !== 'webp') return [];
  const cuts = [[CUT_BYTES], [0, CUT_BYTES]].slice(0, pixelChunks(bytes).length);
  return cuts.flatMap((each) => stripWebp(bytes, each) ?? []);
}

const PALETTE_COLOR = 3;
const COLOR_TYPE_AT = 25;

/** Copies the chunks of a PNG on which the pixels depend, with one IDAT. An animation becomes a still image. */
function stripPng(bytes: Bytes, cut: number): Bytes {
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

const ALPHA_FLAG = 0x10;
/** Bytes of a WebP's `VP8X` chunk: flags, and width and height of the canvas in three bytes each (RFC 9649, 2.7). */
const [FLAGS_BYTES, EXTENDED_BYTES] = [4, 10];

/** Returns the chunks that a still WebP is decoded from: an image, and an alpha plane before a `VP8 ` image. */
function pixelChunks(bytes: Bytes) {
  const chunks = [...riffChunks(bytes)];
  const image = chunks.find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const alpha =
    image?.type === 'VP8 ' ? chunks.slice(0, chunks.indexOf(image)).find(({ type }) => type === 'ALPH') : undefined;
  return [alpha, image].flatMap((each) => each ?? []);
}

/**
 * Rebuilds a still WebP (RFC 9649, 2.7); `undefined` for animations, whose pixels are in other chunks.
 * @param cuts number of bytes to cut off each pixel chunk
 */
function stripWebp(bytes: Bytes, cuts: readonly number[]): Bytes | undefined {
  const pixels = pixelChunks(bytes);
  if (pixels.length === 0) return undefined;
  const extended = pixels.length > 1 ? [...riffChunks(bytes)].find(({ type }) => type === 'VP8X') : undefined;
  const canvas = extended && bytes.subarray(extended.start + FLAGS_BYTES, extended.start + EXTENDED_BYTES);
  return riffChunk(
    'RIFF',
    letters('WEBP'),
    ...(canvas ? [riffChunk('VP8X', [ALPHA_FLAG, 0, 0, 0], canvas)] : []),
    ...pixels.map(({ type, start, end }, index) =>
      riffChunk(type, bytes.subarray(start, Math.max(start, end - (cuts[index] ?? 0)))),
    ),
  );
}
