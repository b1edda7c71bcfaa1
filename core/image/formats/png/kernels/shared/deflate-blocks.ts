// Splits tokens into deflate blocks and writes the blocks (RFC 1951, 3.2.3).

import { writeBits, writeStored } from './deflate-bits.ts';
import {
  BIT_COUNT,
  BITS,
  DISTANCE_CODES,
  DISTANCE_COUNTS,
  ENDS,
  LENGTH_CODES,
  LENGTH_COUNTS,
  LENGTH_ORDER,
  LENGTHS,
  LITERAL_CODES,
  LITERAL_COUNTS,
  OUTPUT,
  RUNS,
  TOKEN_COUNT,
  TOKENS,
} from './deflate-state.ts';
import { buildCodes, codesOfLengths } from './huffman.ts';

const LITERAL_SYMBOLS = 288;
const DISTANCE_SYMBOLS: usize = 30;
const END_OF_BLOCK = 256;

/** Returns the deflate symbol of a match length, with the number of extra bits in bits 16–23 (RFC 1951, 3.2.5). */
export function lengthSymbol(length: u32): u32 {
  if (length === 258) return 285;
  const offset = length - 3;
  if (offset < 8) return 257 + offset;
  const extra = 29 - clz(offset);
  return (257 + (extra << 2) + (offset >> extra)) | (extra << 16);
}

/** Returns the deflate symbol of a distance minus 1, with the number of extra bits in bits 16–23 (RFC 1951, 3.2.5). */
export function distanceSymbol(offset: u32): u32 {
  if (offset < 4) return offset;
  const extra = 30 - clz(offset);
  return (((extra + 1) << 1) + ((offset >> extra) & 1)) | (extra << 16);
}

function count(counts: usize, symbol: u32): void {
  const at = counts + ((<usize>(symbol & 0xffff)) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

export function startCounts(state: usize): void {
  memory.fill(state + LITERAL_COUNTS, 0, DISTANCE_COUNTS + 128 - LITERAL_COUNTS);
}

export function startBlock(state: usize): void {
  store<u32>(state + TOKEN_COUNT, 0);
  memory.fill(state + ENDS, 0, 96);
  startCounts(state);
}

export function addToken(state: usize, token: u32): void {
  const tokens: usize = load<u32>(state + TOKEN_COUNT);
  store<u32>(state + TOKENS + (tokens << 2), token);
  store<u32>(state + TOKEN_COUNT, <u32>(tokens + 1));
  countToken(state, token);
}

/** Counts the symbols of a token: a literal, or a match: length × 65536 + distance − 1. */
export function countToken(state: usize, token: u32): void {
  if (token < 256) count(state + LITERAL_COUNTS, token);
  else {
    count(state + LITERAL_COUNTS, lengthSymbol(token >> 16));
    count(state + DISTANCE_COUNTS, distanceSymbol(token & 0xffff));
  }
}

/** Returns the total length in bits of all Huffman codes of a deflate block, without extra bits. */
function bitsOf(counts: usize, codes: usize, symbols: usize): u32 {
  let bits: u32 = 0;
  for (let symbol: usize = 0; symbol < symbols; symbol++)
    bits += load<u32>(counts + (symbol << 2)) * (load<u32>(codes + (symbol << 2)) & 31);
  return bits;
}

/** Returns the number of symbols up to the last symbol with a Huffman code, at least `least`. */
function usedSymbols(codes: usize, symbols: usize, least: usize): usize {
  while (symbols > least && load<u32>(codes + ((symbols - 1) << 2)) === 0) symbols--;
  return symbols;
}

/** Appends a run-length symbol of code lengths with its extra bits (RFC 1951, 3.2.7). */
function addRun(state: usize, at: usize, symbol: u32, extra: u32): usize {
  store<u16>(at, <u16>(symbol | (extra << 8)));
  count(state + LENGTH_COUNTS, symbol);
  return at + 2;
}

/** Converts code lengths to run-length symbols (RFC 1951, 3.2.7), and returns the end offset of the symbols. */
function packLengths(state: usize, total: usize): usize {
  memory.fill(state + LENGTH_COUNTS, 0, 19 << 2);
  let to = state + RUNS;
  for (let at: usize = 0; at < total; ) {
    const length = load<u8>(state + LENGTHS + at);
    let run: usize = 1;
    while (at + run < total && load<u8>(state + LENGTHS + at + run) === length) run++;
    at += run;
    if (length === 0) {
      for (; run >= 11; run -= min<usize>(run, 138)) to = addRun(state, to, 18, <u32>(min<usize>(run, 138) - 11));
      if (run >= 3) {
        to = addRun(state, to, 17, <u32>(run - 3));
        run = 0;
      }
    } else if (run >= 4) {
      to = addRun(state, to, length, 0);
      run--;
      for (; run >= 3; run -= min<usize>(run, 6)) to = addRun(state, to, 16, <u32>(min<usize>(run, 6) - 3));
    }
    for (; run > 0; run--) to = addRun(state, to, length, 0);
  }
  return to;
}

function runBits(symbol: u32): u32 {
  return symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
}

function writeCode(state: usize, codes: usize, symbol: u32): void {
  const code = load<u32>(codes + ((<usize>symbol) << 2));
  writeBits(state, code >> 5, code & 31);
}

function writeTokens(state: usize): void {
  const literals = state + LITERAL_CODES;
  const distances = state + DISTANCE_CODES;
  const end = state + TOKENS + ((<usize>load<u32>(state + TOKEN_COUNT)) << 2);
  let bits = load<u64>(state + BITS);
  let pending: u64 = load<u32>(state + BIT_COUNT);
  let output: usize = load<u32>(state + OUTPUT);
  for (let at = state + TOKENS; at < end; at += 4) {
    const token = load<u32>(at);
    if (token < 256) {
      const code = load<u32>(literals + ((<usize>token) << 2));
      bits |= (<u64>(code >> 5)) << pending;
      pending += code & 31;
    } else {
      const length = (token >> 16) & 511;
      const offset = token & 0x7fff;
      const symbol = lengthSymbol(length);
      const code = load<u32>(literals + ((<usize>(symbol & 0xffff)) << 2));
      bits |= (<u64>(code >> 5)) << pending;
      pending += code & 31;
      const extra = symbol >> 16;
      bits |= (<u64>((length - 3) & ((1 << extra) - 1))) << pending;
      pending += extra;
      // The bit buffer has at most 7 + 15 + 5 + 15 + 13 pending bits: a partial byte, two codes, and extra bits.
      const far = distanceSymbol(offset);
      const farCode = load<u32>(distances + ((<usize>(far & 0xffff)) << 2));
      bits |= (<u64>(farCode >> 5)) << pending;
      pending += farCode & 31;
      const farExtra = far >> 16;
      bits |= (<u64>(offset & ((1 << farExtra) - 1))) << pending;
      pending += farExtra;
    }
    store<u64>(output, bits);
    output += <usize>(pending >> 3);
    bits >>= pending & ~7;
    pending &= 7;
  }
  store<u64>(state + BITS, bits);
  store<u32>(state + BIT_COUNT, <u32>pending);
  store<u32>(state + OUTPUT, <u32>output);
  writeCode(state, literals, END_OF_BLOCK);
}

/** Writes a deflate block of tokens, or a stored block with the original bytes if the stored block is shorter. */
export function endBlock(state: usize, start: usize, end: usize, isLast: bool): void {
  const literals = state + LITERAL_CODES;
  const distances = state + DISTANCE_CODES;
  const lengths = state + LENGTH_CODES;
  count(state + LITERAL_COUNTS, END_OF_BLOCK);
  buildCodes(state, state + LITERAL_COUNTS, LITERAL_SYMBOLS, 15, literals);
  buildCodes(state, state + DISTANCE_COUNTS, <i32>DISTANCE_SYMBOLS, 15, distances);
  const literalCodes = usedSymbols(literals, 286, 257);
  const distanceCodes = usedSymbols(distances, DISTANCE_SYMBOLS, 1);
  for (let symbol: usize = 0; symbol < literalCodes; symbol++)
    store<u8>(state + LENGTHS + symbol, <u8>(load<u32>(literals + (symbol << 2)) & 31));
  for (let symbol: usize = 0; symbol < distanceCodes; symbol++)
    store<u8>(state + LENGTHS + literalCodes + symbol, <u8>(load<u32>(distances + (symbol << 2)) & 31));
  const runsEnd = packLengths(state, literalCodes + distanceCodes);
  buildCodes(state, state + LENGTH_COUNTS, 19, 7, lengths);
  let lengthCodes: usize = 19;
  while (lengthCodes > 4) {
    const symbol: usize = load<u8>(state + LENGTH_ORDER + lengthCodes - 1);
    if (load<u32>(lengths + (symbol << 2)) !== 0) break;
    lengthCodes--;
  }

  let extra: u32 = 0;
  for (let symbol: usize = 265; symbol < 285; symbol++)
    extra += load<u32>(state + LITERAL_COUNTS + (symbol << 2)) * (<u32>(symbol - 261) >> 2);
  for (let symbol: usize = 4; symbol < DISTANCE_SYMBOLS; symbol++)
    extra += load<u32>(state + DISTANCE_COUNTS + (symbol << 2)) * ((<u32>symbol >> 1) - 1);
  let dynamicBits: u32 = 14 + 3 * <u32>lengthCodes + bitsOf(state + LENGTH_COUNTS, lengths, 19);
  for (let symbol: u32 = 16; symbol < 19; symbol++)
    dynamicBits += load<u32>(state + LENGTH_COUNTS + ((<usize>symbol) << 2)) * runBits(symbol);
  dynamicBits += bitsOf(state + LITERAL_COUNTS, literals, 286) + bitsOf(state + DISTANCE_COUNTS, distances, 30) + extra;
  let staticBits = extra;
  for (let symbol: u32 = 0; symbol < 286; symbol++)
    staticBits += load<u32>(state + LITERAL_COUNTS + ((<usize>symbol) << 2)) * staticLength(symbol);
  for (let symbol: usize = 0; symbol < DISTANCE_SYMBOLS; symbol++)
    staticBits += load<u32>(state + DISTANCE_COUNTS + (symbol << 2)) * 5;
  const storedBits = <u32>(end - start) * 8 + 39 * (1 + <u32>(end - start) / 65_535);

  if (storedBits < dynamicBits && storedBits < staticBits) {
    writeStored(state, start, end, isLast);
    return;
  }
  const isDynamic = dynamicBits < staticBits;
  writeBits(state, (isLast ? 1 : 0) | (isDynamic ? 4 : 2), 3);
  if (isDynamic) {
    writeBits(state, (literalCodes - 257) | ((distanceCodes - 1) << 5) | ((lengthCodes - 4) << 10), 14);
    for (let index: usize = 0; index < lengthCodes; index++) {
      const symbol: usize = load<u8>(state + LENGTH_ORDER + index);
      writeBits(state, load<u32>(lengths + (symbol << 2)) & 31, 3);
    }
    for (let at = state + RUNS; at < runsEnd; at += 2) {
      const symbol: u32 = load<u8>(at);
      writeCode(state, lengths, symbol);
      writeBits(state, load<u8>(at, 1), runBits(symbol));
    }
  } else {
    // Fixed Huffman codes of deflate (RFC 1951, 3.2.6). Two symbols of each code are never used.
    for (let symbol: u32 = 0; symbol < 288; symbol++)
      store<u32>(state + LITERAL_CODES + ((<usize>symbol) << 2), staticLength(symbol));
    codesOfLengths(state, literals, 288, 9);
    for (let symbol: usize = 0; symbol < 32; symbol++) store<u32>(distances + (symbol << 2), 5);
    codesOfLengths(state, distances, 32, 5);
  }
  writeTokens(state);
}

function staticLength(symbol: u32): u32 {
  return symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
}
