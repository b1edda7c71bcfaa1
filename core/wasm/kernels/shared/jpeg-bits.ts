// The bits of a JPEG's entropy-coded data, for kernels that decode Huffman codes.

// Fields of the bit reader's state, as byte offsets.
/** The pointer to the next byte. */
export const AT = 0;
/** The pointer to the end of the bytes. */
export const END = 4;
/** The last 64 bits that were read. */
export const BITS = 8;
/** How many of `BITS`, counted from the lowest, are unused. */
export const COUNT = 16;
/** How many zero bits were appended because a marker, or the end of the bytes, came. */
export const MADE_UP = 20;

/** Bits of a code that one lookup covers. */
export const LOOK = 10;

/** The size of a Huffman table as `longCode` describes it. */
export const TABLE_BYTES: usize = 2496;

/** Appends 32 bits to `BITS`; zeros in place of a marker and of all that follows it. */
export function refill(state: usize): void {
  let at = <usize>load<u32>(state, AT);
  const end = <usize>load<u32>(state, END);
  let bits = load<u64>(state, BITS);
  let count = load<i32>(state, COUNT);
  const word = bswap(load<u32>(at));
  // Fast path for four bytes without a 255: the complement of the word then has no zero byte.
  if (at + 4 <= end && ((~word - 0x01010101) & word & 0x80808080) === 0) {
    bits = (bits << 32) | word;
    count += 32;
    at += 4;
  } else {
    for (let byte = 0; byte < 4; byte++) {
      let next: u32 = 0;
      const isMarker = at >= end || (load<u8>(at) === 255 && (at + 1 >= end || load<u8>(at, 1) !== 0));
      if (isMarker) store<i32>(state, load<i32>(state, MADE_UP) + 8, MADE_UP);
      else {
        next = load<u8>(at);
        at += next === 255 ? 2 : 1;
      }
      bits = (bits << 8) | next;
      count += 8;
    }
  }
  store<u32>(state, <u32>at, AT);
  store<u64>(state, bits, BITS);
  store<i32>(state, count, COUNT);
}

/**
 * Returns the length and the symbol of a code that is longer than `LOOK` bits (T.81, F.2.2.3); 0 if there is none.
 * After the lookup, a table has three parts. The first is the largest code of each length from 0 to 16 (−1 without codes).
 * The second is the difference between the codes of a length and their symbol indices. The third are the symbols.
 */
export function longCode(table: usize, sixteen: u32): u32 {
  const largest = table + (2 << LOOK);
  for (let length = LOOK + 1; length <= 16; length++) {
    const code = <i32>(sixteen >> (16 - length));
    const at = (<usize>length) << 2;
    if (code > load<i32>(largest + at)) continue;
    const symbol = load<u8>(largest + 136 + <usize>(code + load<i32>(largest + at, 68)));
    return (length << 8) | symbol;
  }
  return 0;
}

/** Returns the length (× 256) and the symbol of the next code; 0 if there is none. At least 16 of `bits` are unused. */
export function nextCode(table: usize, bits: u64, count: i32): u32 {
  const entry: u32 = load<u16>(table + ((<usize>((bits >> (count - LOOK)) & ((1 << LOOK) - 1))) << 1));
  return entry === 0 ? longCode(table, <u32>(bits >> (count - 16)) & 0xffff) : entry;
}

/** Returns the number that `size` bits, 1 to 15, stand for (T.81, F.2.2.1). */
export function extend(bits: i32, size: i32): i32 {
  return bits - (((bits >> (size - 1)) - 1) & ((1 << size) - 1));
}

/** True if the unused bits before a marker are padding: fewer than 8, all of them 1 (T.81, F.1.2.3) or, by some encoders, 0. */
export function isPadding(state: usize): bool {
  const madeUp = load<i32>(state, MADE_UP);
  const unused = load<i32>(state, COUNT) - madeUp;
  if (unused < 0 || unused > 7) return false;
  const ones = (1 << unused) - 1;
  const bits = <i32>(load<u64>(state, BITS) >> madeUp) & ones;
  return bits === ones || bits === 0;
}
