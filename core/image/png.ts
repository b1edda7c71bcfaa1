import { ascii, type Chunk, viewOf } from './bytes.ts';
import { readOrientationTag } from './exif.ts';
import type { ImageHeader } from './header.ts';

/** PNG's chunks (PNG 3, 5.3), as far as the file goes. */
export function* pngChunks(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset);
    yield { type: ascii(bytes, offset + 4, 4), start: offset + 8, end: offset + 8 + length };
    offset += 12 + length;
  }
}

const COLOR_TYPE_CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };

export function readPngHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = viewOf(bytes);
  let header: ImageHeader | undefined;
  for (const { type, start, end } of pngChunks(bytes)) {
    // The codec does not look at checksums. Damaged pixels fail in zlib; a damaged size or palette would not.
    if ((type === 'IHDR' || type === 'PLTE') && crc32(bytes.subarray(start - 4, end)) !== view.getUint32(end))
      return undefined;
    if (type === 'IHDR') {
      const colorType = view.getUint8(start + 9);
      header = {
        format: 'png',
        width: view.getUint32(start),
        height: view.getUint32(start + 4),
        bitDepth: view.getUint8(start + 8),
        channels: COLOR_TYPE_CHANNELS[colorType] ?? 0,
        orientation: 1,
        mayHaveAlpha: colorType === 4 || colorType === 6,
        hasProfile: false,
        animated: false,
      };
      continue;
    }
    if (!header) return undefined;
    if (type === 'tRNS') header = { ...header, mayHaveAlpha: true };
    else if (type === 'iCCP') header = { ...header, hasProfile: true };
    else if (type === 'acTL') header = { ...header, animated: true };
    else if (type === 'eXIf') {
      const tag = readOrientationTag(bytes.subarray(start, end));
      if (tag) header = { ...header, orientation: tag.orientation };
    }
  }
  return header;
}

/** PNG 3, 5.5 and annex D; bit by bit, as only short chunks are held against it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
