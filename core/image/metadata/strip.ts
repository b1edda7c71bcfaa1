import { ascii, type Chunk, joinBytes, letters, uint16, uint32 } from '../../base/bytes.ts';
import type { ImageFormat } from '../codecs/formats.ts';
import { crc32, pngChunks } from '../codecs/png.ts';
import { riffChunks } from '../codecs/webp.ts';
import { headerSegments } from '../jpeg/jpeg-segments.ts';
import { APP0, APP1, APP2, APP14, COM, EOI, isApplication } from '../jpeg/markers.ts';
import { stripAvif } from './strip-avif.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Metadata of a JPEG that affects how pixels look. If this object is passed, the ICC profile is preserved too. */
interface PreservedMetadata {
  readonly orientation: number;
}

/** Removes metadata and all bytes after the image without decoding; `undefined` for unsupported structures. */
export function stripMetadata(bytes: Bytes, format: ImageFormat, kept?: PreservedMetadata): Bytes | undefined {
  switch (format) {
    case 'jpg':
      return stripJpeg(bytes, kept);
    case 'png':
      return stripPng(bytes);
    case 'webp':
      return stripWebp(bytes);
    case 'avif':
      return stripAvif(bytes);
  }
}

/** True for metadata, but not for Adobe's APP14 segment, because decoders need the color transform that it states. */
const isMetadata = (marker: number) => marker === COM || (isApplication(marker) && marker !== APP0 && marker !== APP14);

/** Removes from a JPEG the application segments, the comments, and all bytes after the image, such as a gain map. */
function stripJpeg(bytes: Bytes, kept: PreservedMetadata | undefined): Bytes | undefined {
  const end = endOfImage(bytes);
  if (end === undefined) return undefined;
  const jfif: Uint8Array[] = [];
  const others: Uint8Array[] = [];
  let last = 2;
  for (const { marker, start, end: segmentEnd } of headerSegments(bytes)) {
    const isProfile = marker === APP2 && ascii(bytes, start, PROFILE.length) === PROFILE;
    if (!isMetadata(marker) || (kept && isProfile))
      (marker === APP0 ? jfif : others).push(bytes.subarray(start - 4, segmentEnd));
    last = segmentEnd;
  }
  const exif = kept && kept.orientation !== 1 ? [orientationSegment(kept.orientation)] : [];
  return joinBytes(bytes.subarray(0, 2), ...jfif, ...exif, ...others, bytes.subarray(last, end));
}

const PROFILE = 'ICC_PROFILE\0';

/** Returns Exif metadata whose only tag is the orientation, a 16-bit number (Exif 2.32, 4.6.2 and 4.6.4). */
function orientationSegment(orientation: number): Uint8Array {
  const entry = [...uint16(0x0112), ...uint16(3), ...uint32(1), ...uint16(orientation), 0, 0];
  const tiff = [...letters('MM'), 0, 42, ...uint32(8), ...uint16(1), ...entry, ...uint32(0)];
  const content = [...letters('Exif\0\0'), ...tiff];
  return joinBytes([0xff, APP1], uint16(2 + content.length), content);
}

function endOfImage(bytes: Uint8Array): number | undefined {
  let at = 2;
  for (const { end } of headerSegments(bytes)) at = end;
  for (at = bytes.indexOf(0xff, at); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] as number;
    if (marker === EOI) return at + 2;
    const isData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at += 1;
    else if (isData) at += 2;
    // Skips a segment between the scans of a progressive JPEG.
    else at += 2 + (((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number));
  }
  return undefined;
}

const PIXEL_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** Copies only the chunks of a PNG on which the pixels depend. An animation becomes a still image. */
function stripPng(bytes: Bytes): Bytes {
  const kept = [...pngChunks(bytes)].filter(({ type }) => PIXEL_CHUNKS.includes(type));
  return joinBytes(
    bytes.subarray(0, 8),
    ...kept.map(({ type, start, end }) => {
      const content = bytes.subarray(start, end);
      const named = joinBytes(letters(type), content);
      return joinBytes(uint32(content.length), named, uint32(crc32(named)));
    }),
  );
}

const ALPHA_FLAG = 0x10;

/** Copies the chunks of a still WebP (RFC 9649, 2.7); `undefined` for animations, whose pixels are in other chunks. */
function stripWebp(bytes: Bytes): Bytes | undefined {
  const chunks = [...riffChunks(bytes)];
  const pixels = chunks.filter(({ type }) => type === 'ALPH' || type === 'VP8 ' || type === 'VP8L');
  if (pixels.length === 0) return undefined;
  const extended = pixels.length > 1 ? chunks.find(({ type }) => type === 'VP8X') : undefined;
  const copy = ({ start, end }: Chunk) => bytes.slice(start - 8, end + ((end - start) % 2));
  const header = extended && copy(extended);
  // In a WebP's `VP8X` chunk, the flags follow the chunk's type and length (RFC 9649, 2.7).
  if (header) header[8] = (header[8] as number) & ALPHA_FLAG;
  const content = joinBytes(...(header ? [header] : []), ...pixels.map(copy));
  return joinBytes(letters('RIFF'), littleEndian(content.length + 4), letters('WEBP'), content);
}

const littleEndian = (value: number) => uint32(value).reverse();
