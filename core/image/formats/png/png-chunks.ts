import { ascii, type Chunk, joinBytes, letters, uint32, viewOf } from '../../../base/bytes.ts';
import { isExifDamaged, readOrientationTag } from '../../metadata/orientation-tag.ts';
import type { FoundHeader } from '../image-format.ts';

/** Yields the chunks of a PNG (PNG 3, 5.3). */
export function* pngChunks(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset);
    yield { type: ascii(bytes, offset + 4, 4), start: offset + 8, end: offset + 8 + length };
    offset += 12 + length;
  }
}

/** Types of chunks that state the colors of a PNG (PNG 3, 11.3.2). */
export const COLOR_CHUNKS = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'] as const;

const COLOR_TYPE_CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
export const MAX_PALETTE_BYTES = 256 * 3;

/** Reads the header of a PNG; returns `undefined` for a damaged critical chunk. Skips damaged ancillary chunks. */
export function readPngHeader(bytes: Uint8Array): FoundHeader | undefined {
  const view = viewOf(bytes);
  let header: FoundHeader | undefined;
  let paletteEntries = 0;
  let hasData = false;
  for (const chunk of pngChunks(bytes)) {
    const { type, start, end } = chunk;
    if (type === 'IEND') break;
    // Checks the CRC of the IHDR chunk, because the size in IHDR determines how much memory is allocated.
    if (type === 'IHDR') {
      if (header || end - start !== 13 || !hasValidChecksum(bytes, chunk)) return undefined;
      const colorType = view.getUint8(start + 9);
      header = {
        width: view.getUint32(start),
        height: view.getUint32(start + 4),
        bitDepth: view.getUint8(start + 8),
        channels: COLOR_TYPE_CHANNELS[colorType] ?? 0,
        mayHaveAlpha: colorType === 4 || colorType === 6,
      };
      continue;
    }
    if (!header) return undefined;
    if (type === 'PLTE') {
      if (end - start > MAX_PALETTE_BYTES || !hasValidChecksum(bytes, chunk)) return undefined;
      paletteEntries = (end - start) / 3;
    } else if (type === 'tRNS') {
      if (isValidTransparency(bytes, chunk, paletteEntries)) header = { ...header, mayHaveAlpha: true };
    } else if (type === 'iCCP') header = { ...header, hasProfile: true };
    else if (type === 'acTL') header = { ...header, animated: true };
    else if (type === 'IDAT') hasData = true;
    // Browsers and libvips ignore the orientation in an eXIf chunk that follows the image data.
    else if (type === 'eXIf' && !hasData && hasValidChecksum(bytes, chunk)) {
      const tiff = bytes.subarray(start, end);
      const tag = readOrientationTag(tiff);
      if (tag) header = { ...header, orientation: tag.orientation };
      if (isExifDamaged(tiff)) header = { ...header, hasDamagedExif: true };
    }
  }
  return header;
}

export function hasValidChecksum(bytes: Uint8Array, { start, end }: Chunk): boolean {
  return end + 4 <= bytes.length && crc32(bytes.subarray(start - 4, end)) === viewOf(bytes).getUint32(end);
}

const COLOR_TYPE_AT = 25;

/** True for a valid tRNS length (PNG 3, 11.3.1.1): one gray level, one color, or one alpha per palette entry. */
export function isValidTransparency(bytes: Uint8Array, chunk: Chunk, paletteEntries: number): boolean {
  const length = chunk.end - chunk.start;
  const colorType = bytes[COLOR_TYPE_AT];
  const fits =
    colorType === 0
      ? length === 2
      : colorType === 2
        ? length === 6
        : colorType === 3 && length > 0 && length <= paletteEntries;
  return fits && hasValidChecksum(bytes, chunk);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Returns the CRC of a PNG chunk (PNG 3, 5.5, annex D). Slow; for short chunks only. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 255] as number);
  return (crc ^ 0xffffffff) >>> 0;
}

export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns a PNG chunk with length and checksum (PNG 3, 5.3). */
export function pngChunk(type: string, content: Uint8Array | readonly number[]): Uint8Array<ArrayBuffer> {
  const named = joinBytes(letters(type), content);
  return joinBytes(uint32(content.length), named, uint32(crc32(named)));
}
