import { ascii, type Chunk, viewOf } from '../../base/bytes.ts';
import { readOrientationTag } from './exif.ts';
import type { ImageHeader } from './image-header.ts';

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
const MAX_PALETTE_BYTES = 256 * 3;

/**
 * The header, or `undefined` where what decides the pixels' meaning is damaged. Ancillary chunks
 * that are damaged are as if they were not there.
 */
export function readPngHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = viewOf(bytes);
  let header: ImageHeader | undefined;
  let paletteEntries = 0;
  for (const chunk of pngChunks(bytes)) {
    const { type, start, end } = chunk;
    if (type === 'IEND') break;
    // The codec does not look at checksums. Damaged pixels fail in zlib; a damaged size or palette would not.
    if (type === 'IHDR') {
      if (header || end - start !== 13 || !hasSoundChecksum(bytes, chunk)) return undefined;
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
    if (type === 'PLTE') {
      if (end - start > MAX_PALETTE_BYTES || !hasSoundChecksum(bytes, chunk)) return undefined;
      paletteEntries = (end - start) / 3;
    } else if (type === 'tRNS') {
      if (isSoundTransparency(bytes, chunk, paletteEntries)) header = { ...header, mayHaveAlpha: true };
    } else if (type === 'iCCP') header = { ...header, hasProfile: true };
    else if (type === 'acTL') header = { ...header, animated: true };
    else if (type === 'eXIf') {
      const tag = readOrientationTag(bytes.subarray(start, end));
      if (tag) header = { ...header, orientation: tag.orientation };
    }
  }
  return header;
}

function hasSoundChecksum(bytes: Uint8Array, { start, end }: Chunk): boolean {
  return end + 4 <= bytes.length && crc32(bytes.subarray(start - 4, end)) === viewOf(bytes).getUint32(end);
}

/** Where the colour type is kept: in the header, which is the first chunk. */
const COLOR_TYPE_AT = 25;

/** PNG 3, 11.3.1.1, and 5.3: a gray, a colour, or up to as many alphas as the palette before it has entries. */
function isSoundTransparency(bytes: Uint8Array, chunk: Chunk, paletteEntries: number): boolean {
  const length = chunk.end - chunk.start;
  const colorType = bytes[COLOR_TYPE_AT];
  const fits =
    colorType === 0
      ? length === 2
      : colorType === 2
        ? length === 6
        : colorType === 3 && length > 0 && length <= paletteEntries;
  return fits && hasSoundChecksum(bytes, chunk);
}

/**
 * The PNG with nothing but what its pixels are made of: the codec refuses pictures for chunks
 * beside that are damaged or in odd places, which other readers pass over (PNG 3, 5.4 and 13.1), and
 * for the last one where that is all that is missing.
 *
 * @returns the bytes given where there is nothing else in them, and nothing missing
 */
export function essentialPng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  let keptBytes = 8;
  let paletteEntries = 0;
  // Where a file ends with its pixels, the codec would wait for the chunk that says so.
  let lacksEnd = true;
  for (const chunk of pngChunks(bytes)) {
    const { type, start, end } = chunk;
    if (type === 'PLTE') paletteEntries = (end - start) / 3;
    if (type === 'IEND' || end + 4 > bytes.length) lacksEnd = false;
    const isNeeded = isCritical(type) || (type === 'tRNS' && isSoundTransparency(bytes, chunk, paletteEntries));
    if (!isNeeded) continue;
    const piece = bytes.subarray(start - 8, end + 4);
    const last = kept.at(-1) as Uint8Array;
    // Neighbours stay one piece: a picture's data is often thousands of chunks.
    if (last.byteOffset + last.length === piece.byteOffset)
      kept[kept.length - 1] = new Uint8Array(bytes.buffer, last.byteOffset, last.length + piece.length);
    else kept.push(piece);
    keptBytes += piece.length;
    if (type === 'IEND') break;
  }
  if (lacksEnd) {
    kept.push(END_CHUNK);
    keptBytes += END_CHUNK.length;
  }
  if (keptBytes === bytes.length) return bytes;
  const essential = new Uint8Array(keptBytes);
  let at = 0;
  for (const piece of kept) {
    essential.set(piece, at);
    at += piece.length;
  }
  return essential;
}

const END_CHUNK = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);

/** By the case of its first letter (PNG 3, 5.4). */
const isCritical = (type: string) => /^[A-Z]/.test(type);

/** PNG 3, 5.5 and annex D; bit by bit, as only short chunks are held against it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
