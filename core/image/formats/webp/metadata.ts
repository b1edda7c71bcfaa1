import { letters, littleEndian, riffChunk, viewOf } from '../../../base/bytes.ts';
import type { Size } from '../../../geometry/point.ts';
import { CUT_BYTES, type Embedded, pieceOf } from '../../metadata/embedded.ts';
import type { Coding } from '../image-format.ts';
import { riffChunks, tiffStart } from './webp.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns Exif of the chunk EXIF (RFC 9649, 2.7.1.5). */
export function findExif(bytes: Uint8Array): Uint8Array | undefined {
  for (const { type, start, end } of riffChunks(bytes))
    if (type === 'EXIF') return pieceOf(bytes, tiffStart(bytes, start), end);
  return undefined;
}

export function readCoding(bytes: Uint8Array): Partial<Coding> {
  const view = viewOf(bytes);
  let [frames, isLossy]: [number, boolean] = [0, false];
  let loop: number | undefined;
  for (const { type, start } of riffChunks(bytes)) {
    // Fields of `ANIM`: background color, loop count (RFC 9649, 2.7.1.1).
    if (type === 'ANIM') loop = view.getUint16(start + 4, true);
    if (type === 'ANMF') frames++;
    isLossy ||= type === 'VP8 ';
  }
  // VP8 images always have 4:2:0 chroma subsampling (RFC 6386, section 2).
  return { frames: Math.max(1, frames), loop, ...(isLossy && { chromaSubsampling: '4:2:0' }) };
}

const WEBP = { profile: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04 };

/** Writes a WebP in the extended format (RFC 9649, 2.7), whose VP8X chunk lists the features. */
export function embed(bytes: Bytes, { profile, exif, xmp }: Embedded, { width, height }: Size): Bytes {
  if (!profile && !exif && !xmp) return bytes;
  const pixels = [...riffChunks(bytes)].filter(({ type }) => ['ALPH', 'VP8 ', 'VP8L'].includes(type));
  const hasAlpha = pixels.some(
    ({ type, start }) => type === 'ALPH' || (type === 'VP8L' && hasLosslessAlpha(bytes, start)),
  );
  const flags =
    (profile ? WEBP.profile : 0) | (exif ? WEBP.exif : 0) | (xmp ? WEBP.xmp : 0) | (hasAlpha ? WEBP.alpha : 0);
  const header = [flags, 0, 0, 0, ...littleEndian(width - 1, 3), ...littleEndian(height - 1, 3)];
  return riffChunk(
    'RIFF',
    letters('WEBP'),
    riffChunk('VP8X', header),
    ...(profile ? [riffChunk('ICCP', profile)] : []),
    ...pixels.map(({ type, start, end }) => riffChunk(type, bytes.subarray(start, end))),
    ...(exif ? [riffChunk('EXIF', exif)] : []),
    ...(xmp ? [riffChunk('XMP ', xmp)] : []),
  );
}

/** Reads the alpha flag of a WebP's VP8L header, which follows 14 bits each of width and height (RFC 9649, 3.4). */
const hasLosslessAlpha = (bytes: Uint8Array, start: number) =>
  ((viewOf(bytes).getUint32(start + 1, true) >>> 28) & 1) === 1;

export const shortened = (bytes: Bytes): Bytes[] =>
  [[CUT_BYTES], [0, CUT_BYTES]]
    .slice(0, pixelChunks(bytes).length)
    .flatMap((cuts) => strip(bytes, undefined, cuts) ?? []);

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
export function strip(bytes: Bytes, _kept?: unknown, cuts: readonly number[] = []): Bytes | undefined {
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
