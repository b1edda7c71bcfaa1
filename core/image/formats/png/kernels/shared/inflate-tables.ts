// Huffman tables for decoding deflate data (RFC 1951, 3.2.2).

// Offsets in a deflate Huffman table: entries by the next 10 bits, counts of codes by length, symbols in code order.
const FAST_BITS: i32 = 10;
const COUNTS: usize = 4096;
const SYMBOLS: usize = 4160;

// Table entry: code length in bits 0–3, number of extra bits in 4–7, kind in 8–9, literal or base in 16–31.
const KIND_LENGTH: u32 = 1 << 8;
export const KIND_END: u32 = 2 << 8;
export const KIND_INVALID: u32 = 3 << 8;

function literalEntry(symbol: i32): u32 {
  if (symbol < 256) return symbol << 16;
  if (symbol === 256) return KIND_END;
  if (symbol < 265) return ((symbol - 254) << 16) | KIND_LENGTH;
  if (symbol < 285) {
    const extra = (symbol - 261) >> 2;
    return ((((4 + ((symbol - 261) & 3)) << extra) + 3) << 16) | (extra << 4) | KIND_LENGTH;
  }
  return symbol === 285 ? (258 << 16) | KIND_LENGTH : KIND_INVALID;
}

function distanceEntry(symbol: i32): u32 {
  if (symbol < 4) return (symbol + 1) << 16;
  if (symbol > 29) return KIND_INVALID;
  const extra = (symbol >> 1) - 1;
  return ((((2 + (symbol & 1)) << extra) + 1) << 16) | (extra << 4);
}

function entryOf(symbol: i32, isDistance: bool): u32 {
  return isDistance ? distanceEntry(symbol) : literalEntry(symbol);
}

/** Builds a Huffman table of deflate from code lengths. Returns false for lengths that zlib refuses. */
export function build(table: usize, lengths: usize, count: i32, isDistance: bool, isComplete: bool): bool {
  memory.fill(table, 0, SYMBOLS);
  for (let symbol = 0; symbol < count; symbol++) {
    const at = table + COUNTS + ((<usize>load<u8>(lengths + symbol)) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  store<i32>(table + COUNTS, 0);
  let left: i32 = 1;
  let longest: i32 = 0;
  for (let length = 1; length < 16; length++) {
    const codes = load<i32>(table + COUNTS + ((<usize>length) << 2));
    left = (left << 1) - codes;
    if (left < 0) return false;
    if (codes > 0) longest = length;
  }
  if (left > 0 && (isComplete || longest > 1)) return false;
  let code: i32 = 0;
  let index: usize = 0;
  for (let length = 1; length <= longest; length++) {
    for (let symbol = 0; symbol < count; symbol++) {
      if (load<u8>(lengths + symbol) !== length) continue;
      store<u16>(table + SYMBOLS + (index << 1), <u16>symbol);
      index++;
      if (length <= FAST_BITS) {
        const entry = entryOf(symbol, isDistance) | length;
        let reversed: i32 = 0;
        for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
        for (; reversed < 1 << FAST_BITS; reversed += 1 << length) store<u32>(table + ((<usize>reversed) << 2), entry);
      }
      code++;
    }
    code <<= 1;
  }
  return true;
}

/** Decodes a Huffman code bit by bit and returns the code's table entry; 0 for an invalid code. */
export function slowEntry(table: usize, bits: u64, isDistance: bool): u32 {
  let code: i32 = 0;
  let first: i32 = 0;
  let index: i32 = 0;
  for (let length = 1; length < 16; length++) {
    code |= <i32>(bits & 1);
    bits >>= 1;
    const codes = load<i32>(table + COUNTS + ((<usize>length) << 2));
    if (code - codes < first)
      return entryOf(load<u16>(table + SYMBOLS + ((<usize>(index + code - first)) << 1)), isDistance) | length;
    index += codes;
    first = (first + codes) << 1;
    code <<= 1;
  }
  return 0;
}
