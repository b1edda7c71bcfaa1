// Bit reader for the entropy-coded data of a JPEG.

// Byte offsets of the fields in the bit reader's state.
/** Pointer to the next byte of the entropy-coded data. */
export const AT = 0;
export const END = 4;
/** The last 64 bits that were read from the data. */
export const BITS = 8;
/** Number of bits in `BITS` that are not decoded yet: the lowest bits. */
export const COUNT = 16;
/** Number of zero bits that were appended at a marker or the end of the data. */
export const APPENDED = 20;

/** Maximum bits of a Huffman code that one look-up decodes. */
export const LOOK = 10;

/** Size in bytes of a Huffman table, whose layout the comment of `longCode` describes. */
export const TABLE_BYTES: usize = 2496;

/** Appends 32 bits to the buffer of the bit reader, or zeros at and after a marker. */
export function refill(state: usize): void {
  let at = <usize>load<u32>(state, AT);
  const end = <usize>load<u32>(state, END);
  let bits = load<u64>(state, BITS);
  let count = load<i32>(state, COUNT);
  const word = bswap(load<u32>(at));
  // A word contains no byte 0xFF if the complement of the word contains no zero byte.
  if (at + 4 <= end && ((~word - 0x01010101) & word & 0x80808080) === 0) {
    bits = (bits << 32) | word;
    count += 32;
    at += 4;
  } else {
    for (let byte = 0; byte < 4; byte++) {
      let next: u32 = 0;
      const isMarker = at >= end || (load<u8>(at) === 255 && (at + 1 >= end || load<u8>(at, 1) !== 0));
      if (isMarker) store<i32>(state, load<i32>(state, APPENDED) + 8, APPENDED);
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
 * Decodes a Huffman code longer than `LOOK` bits (T.81, F.2.2.3). Returns length and symbol, or 0 for an invalid code.
 * The table in memory starts with look-up entries, then the largest code of each length from 0 to 16 (−1 without
 * codes). Next, for each length, is the index of a symbol minus the symbol's code. The symbols are last.
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

/** Decodes a Huffman code to length × 256 + symbol; 0 if invalid. `bits` has `count` unread bits, at least 16. */
export function nextCode(table: usize, bits: u64, count: i32): u32 {
  const entry: u32 = load<u16>(table + ((<usize>((bits >> (count - LOOK)) & ((1 << LOOK) - 1))) << 1));
  return entry === 0 ? longCode(table, <u32>(bits >> (count - 16)) & 0xffff) : entry;
}

/** Returns the signed number that `size` (1 to 15) extra bits encode: procedure EXTEND (T.81, F.2.2.1). */
export function extend(bits: i32, size: i32): i32 {
  return bits - (((bits >> (size - 1)) - 1) & ((1 << size) - 1));
}

/** True if the unread bits before a marker are padding: fewer than 8 bits, all 1 (T.81, F.1.2.3) or all 0. */
export function isPadding(state: usize): bool {
  const appended = load<i32>(state, APPENDED);
  const unused = load<i32>(state, COUNT) - appended;
  if (unused < 0 || unused > 7) return false;
  const ones = (1 << unused) - 1;
  const bits = <i32>(load<u64>(state, BITS) >> appended) & ones;
  return bits === ones || bits === 0;
}
