import { ascii } from '../../../base/bytes.ts';
import { inflateWithin } from '../../../base/inflate.ts';
import { MAX_PROFILE_BYTES } from '../../../base/limits.ts';
import { pngChunks } from './png-chunks.ts';

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
