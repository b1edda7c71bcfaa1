import { ascii, type Chunk, viewOf } from './bytes.ts';
import { readOrientationTag } from './exif.ts';
import type { ImageHeader } from './header.ts';

/** RIFF's chunks, as far as the file goes; odd ones are padded to even. */
export function* riffChunks(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const length = view.getUint32(offset + 4, true);
    yield { type: ascii(bytes, offset, 4), start: offset + 8, end: offset + 8 + length };
    offset += 8 + length + (length % 2);
  }
}

const uint24 = (view: DataView, offset: number) => view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);

/** RFC 9649, 2.5 (VP8), 2.6 (VP8L) and 2.7 (VP8X). */
export function readWebpHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = viewOf(bytes);
  let header: ImageHeader | undefined;
  for (const { type, start, end } of riffChunks(bytes)) {
    const known = {
      format: 'webp' as const,
      bitDepth: 8,
      orientation: 1 as const,
      hasProfile: false,
      animated: false,
    };
    if (type === 'VP8X' && !header) {
      const flags = view.getUint8(start);
      const mayHaveAlpha = (flags & 0x10) !== 0;
      header = {
        ...known,
        width: uint24(view, start + 4) + 1,
        height: uint24(view, start + 7) + 1,
        channels: mayHaveAlpha ? 4 : 3,
        mayHaveAlpha,
        hasProfile: (flags & 0x20) !== 0,
        animated: (flags & 0x02) !== 0,
      };
    } else if (type === 'VP8 ' && !header) {
      header = {
        ...known,
        width: view.getUint16(start + 6, true) & 0x3fff,
        height: view.getUint16(start + 8, true) & 0x3fff,
        channels: 3,
        mayHaveAlpha: false,
      };
    } else if (type === 'VP8L' && !header) {
      const bits = view.getUint32(start + 1, true);
      const mayHaveAlpha = ((bits >>> 28) & 1) === 1;
      header = {
        ...known,
        width: (bits & 0x3fff) + 1,
        height: ((bits >>> 14) & 0x3fff) + 1,
        channels: mayHaveAlpha ? 4 : 3,
        mayHaveAlpha,
      };
    } else if (type === 'EXIF' && header) {
      const tag = readOrientationTag(bytes.subarray(tiffStart(bytes, start), end));
      if (tag) header = { ...header, orientation: tag.orientation };
    }
  }
  return header;
}

/** Some writers keep JPEG's prefix before the TIFF header. */
const tiffStart = (bytes: Uint8Array, start: number) => (ascii(bytes, start, 6) === 'Exif\0\0' ? start + 6 : start);

/** The same WebP with its Exif orientation set to 1, so that no decoder turns it; the bytes given if it has none. */
export function withoutWebpOrientation(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (const { type, start, end } of riffChunks(bytes)) {
    if (type !== 'EXIF') continue;
    const tiff = tiffStart(bytes, start);
    const tag = readOrientationTag(bytes.subarray(tiff, end));
    if (!tag || tag.orientation === 1) continue;
    const copy = bytes.slice();
    viewOf(copy).setUint16(tiff + tag.offset, 1, tag.littleEndian);
    return copy;
  }
  return bytes;
}
