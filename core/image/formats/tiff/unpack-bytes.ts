export interface Unpacked {
  /** Bytes that were decompressed before the data ended or became invalid. */
  readonly count: number;
  /** True if a checksum differs, or a run or string passes the last pixel. */
  readonly isWrong?: boolean;
}

/** Decompresses PackBits (TIFF 6.0, section 9) until `target` is full or `packed` ends. */
export function unpackBits(packed: Uint8Array, target: Uint8Array): Unpacked {
  let [at, count, isWrong] = [0, 0, false];
  while (count < target.length && at < packed.length) {
    const code = packed[at++] as number;
    if (code === 128) continue;
    const length = code < 128 ? code + 1 : 257 - code;
    const end = Math.min(target.length, count + length);
    isWrong = end < count + length;
    if (code < 128) {
      const literal = packed.subarray(at, at + end - count);
      target.set(literal, count);
      count += literal.length;
      at += length;
    } else {
      if (at === packed.length) break;
      target.fill(packed[at++] as number, count, end);
      count = end;
    }
  }
  return { count, isWrong };
}

/** Control codes of LZW (TIFF 6.0, section 13): 9 to 12 bits, most significant bit first. */
const [CLEAR, END] = [256, 257];
const MAX_CODES = 1 << 12;

/** True for LZW of early versions of libtiff, whose codes begin with the least significant bit. */
export const isOldLzw = (packed: Uint8Array): boolean => packed[0] === 0 && ((packed[1] ?? 0) & 1) === 1;

/** Decompresses LZW until `target` is full, the data ends, or a code is invalid. */
export function unpackLzw(packed: Uint8Array, target: Uint8Array): Unpacked {
  // Offset and length of each code's string in the decompressed bytes.
  const [starts, lengths] = [new Int32Array(MAX_CODES), new Int32Array(MAX_CODES)];
  let [count, next, codeBits] = [0, END + 1, 9];
  let [lastStart, lastLength] = [0, 0];
  let [at, bits, bitCount] = [0, 0, 0];
  let isWrong = false;
  while (count < target.length) {
    while (bitCount < codeBits) {
      if (at === packed.length) return { count };
      bits = ((bits << 8) | (packed[at++] as number)) & 0xff_ff_ff;
      bitCount += 8;
    }
    bitCount -= codeBits;
    const code = (bits >>> bitCount) & ((1 << codeBits) - 1);
    if (code === CLEAR) {
      [next, codeBits, lastLength] = [END + 1, 9, 0];
      continue;
    }
    if (code === END || code > (lastLength === 0 ? END : next)) return { count };
    // A new code's string is the previous string plus the first byte of the current string.
    if (lastLength > 0 && next < MAX_CODES) {
      starts[next] = lastStart;
      lengths[next] = lastLength + 1;
      next++;
      // TIFF's codes become longer one code earlier than those of GIF.
      if (next === (1 << codeBits) - 1 && codeBits < 12) codeBits++;
    }
    lastStart = count;
    if (code < CLEAR) {
      target[count++] = code;
      lastLength = 1;
      continue;
    }
    let from = starts[code] as number;
    lastLength = lengths[code] as number;
    const end = Math.min(target.length, count + lastLength);
    if (end < count + lastLength) isWrong = true;
    while (count < end) target[count++] = target[from++] as number;
  }
  return { count, isWrong };
}

/** Returns a copy whose bytes have their bits in reverse order, for FillOrder 2. */
export const reverseBits = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(bytes, (byte) => REVERSED[byte] as number);

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) if ((byte & (1 << bit)) !== 0) reversed |= 0x80 >> bit;
  return reversed;
});
