// The bits of a JPEG's entropy-coded data, for kernels that decode Huffman codes.

// The bit reader's state: the next byte and the end of the bytes, 64 bits that were read and how many of them are unused, how
// many of the bits read are made up because a marker or the end stands there.
export const AT = 0;
export const END = 4;
export const BITS = 8;
export const COUNT = 16;
export const MADE_UP = 20;

/** Bits of a code that are looked up at once. */
export const LOOK = 10;

/** The size of a Huffman table as `longCode` describes it. */
export const TABLE_BYTES: usize = 2496;

/** Appends 32 bits: zeros from a marker on. */
export function refill(state: usize): void {
  let at = <usize>load<u32>(state, AT);
  const end = <usize>load<u32>(state, END);
  let bits = load<u64>(state, BITS);
  let count = load<i32>(state, COUNT);
  const word = bswap(load<u32>(at));
  // No byte is 255: no byte of the complement is 0.
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
 * Returns the length and the symbol of a code that is longer than `LOOK` bits (T.81, F.2.2.3); 0 if there is none. A table
 * holds, after the lookup, the largest code of each length from 0 to 16 (−1 without codes), the difference between a code and
 * its symbol's index, and the symbols.
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
