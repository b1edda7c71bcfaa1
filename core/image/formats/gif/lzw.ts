import type { Damage } from '../../../base/damage.ts';

/** In the LZW data of a GIF, literals have at most 8 bits and codes at most 12 bits (GIF89a, appendix F). */
const MAX_LITERAL_BITS = 8;
const MAX_CODES = 1 << 12;

/** Minimum length of a string at which `copyWithin` is faster than a loop. */
const LONG_RUN = 48;

export interface LzwPixels {
  readonly indices: Uint8Array;
  readonly count: number;
  readonly damage: Damage | undefined;
}

export const isLiteralBits = (bits: number): boolean => bits >= 1 && bits <= MAX_LITERAL_BITS;

/** Decodes LZW data. A string that continues past the last pixel is an `error`; later codes are ignored. */
export function decodeLzw(data: Uint8Array, literalBits: number, pixels: number): LzwPixels {
  const clear = 1 << literalBits;
  // Offset and length, in the decoded indexes, of the string for each LZW code.
  const [starts, lengths] = [new Int32Array(MAX_CODES), new Int32Array(MAX_CODES)];
  const indices = new Uint8Array(pixels);
  let [count, next, codeBits] = [0, clear + 2, literalBits + 1];
  // Previous LZW string; the length is 0 after a clear code.
  let [lastStart, lastLength] = [0, 0];
  let [at, bits, bitCount] = [0, 0, 0];
  let damage: Damage | undefined;
  while (count < pixels) {
    while (bitCount < codeBits) {
      if (at === data.length) return { indices, count, damage: 'truncated' };
      bits |= (data[at++] as number) << bitCount;
      bitCount += 8;
    }
    const code = bits & ((1 << codeBits) - 1);
    bits >>>= codeBits;
    bitCount -= codeBits;
    if (code === clear) {
      [next, codeBits, lastLength] = [clear + 2, literalBits + 1, 0];
      continue;
    }
    if (code === clear + 1) return { indices, count, damage: 'truncated' };
    if (code > (lastLength === 0 ? clear : next)) return { indices, count, damage: 'error' };
    // The new string is the previous string plus the first index of the current string, which may be the new string.
    if (lastLength > 0 && next < MAX_CODES) {
      starts[next] = lastStart;
      lengths[next] = lastLength + 1;
      next++;
      if (next === 1 << codeBits && next < MAX_CODES) codeBits++;
    }
    lastStart = count;
    if (code < clear) {
      indices[count++] = code;
      lastLength = 1;
      continue;
    }
    let from = starts[code] as number;
    lastLength = lengths[code] as number;
    const end = Math.min(pixels, count + lastLength);
    if (end < count + lastLength) damage = 'error';
    if (lastLength >= LONG_RUN && from + lastLength <= count) {
      indices.copyWithin(count, from, from + end - count);
      count = end;
    } else while (count < end) indices[count++] = indices[from++] as number;
  }
  return { indices, count, damage };
}
