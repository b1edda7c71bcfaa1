import { Unzlib } from 'fflate';
import { joinBytes } from './bytes.ts';

/** Compressed bytes per decompression step. Deflate expands a byte to at most 1,032 bytes, which limits the output. */
const PUSHED_BYTES = 1024;

/** Decompresses zlib data (RFC 1950). Throws for damaged data, and for output above `maxBytes`. */
export function inflateWithin(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const stream = new Unzlib((part, final) => {
    length += part.length;
    if (length > maxBytes) throw new RangeError('The decompressed data is too large');
    parts.push(part);
    isWhole = final;
  });
  for (let at = 0; at < packed.length; at += PUSHED_BYTES)
    stream.push(packed.subarray(at, at + PUSHED_BYTES), at + PUSHED_BYTES >= packed.length);
  if (!isWhole) throw new RangeError('The compressed data is cut off');
  return joinBytes(...parts);
}
