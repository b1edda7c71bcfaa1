import { joinBytes, letters, uint32 } from '../../base/bytes.ts';
import { crc32 } from '../codecs/png.ts';

export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns a PNG chunk with length and checksum (PNG 3, 5.3). */
export function pngChunk(type: string, content: Uint8Array | readonly number[]): Uint8Array<ArrayBuffer> {
  const named = joinBytes(letters(type), content);
  return joinBytes(uint32(content.length), named, uint32(crc32(named)));
}
