// Decodes deflate data (RFC 1951) piece by piece.

import { build, KIND_END, KIND_INVALID, slowEntry } from './inflate-tables.ts';

// Byte offsets of the fields in the state of the deflate decoder.
const INPUT: usize = 0;
const INPUT_END: usize = 4;
const OUTPUT: usize = 8;
const OUTPUT_START: usize = 12;
const OUTPUT_END: usize = 16;
const PHASE: usize = 20;
const IS_LAST: usize = 24;
const STORED_LEFT: usize = 28;
const BITS: usize = 32;
const BIT_COUNT: usize = 40;
const LENGTH_ORDER: usize = 48;
const LENGTHS: usize = 72;
const LITERALS: usize = 400;
const DISTANCES: usize = 5136;

// Phases of the deflate decoder.
const HEADER: i32 = 0;
const STORED: i32 = 1;
const CODES: i32 = 2;

// Status codes that decoding deflate data returns.
const FULL: i32 = 0;
const DONE: i32 = 1;
const EXHAUSTED: i32 = 2;
const INVALID: i32 = 3;

const MAX_MATCH: usize = 258;
/** Copying eight bytes at a time writes up to seven bytes past the end of a match. */
const SLACK: usize = 8;

function refill(state: usize): void {
  let input: usize = load<u32>(state + INPUT);
  const inputEnd: usize = load<u32>(state + INPUT_END);
  let bits = load<u64>(state + BITS);
  let count = load<i32>(state + BIT_COUNT);
  while (count <= 48 && input < inputEnd) {
    bits |= (<u64>load<u8>(input)) << count;
    input++;
    count += 8;
  }
  store<u32>(state + INPUT, <u32>input);
  store<u64>(state + BITS, bits);
  store<i32>(state + BIT_COUNT, count);
}

function readBits(state: usize, count: i32): i32 {
  const bits = load<u64>(state + BITS);
  store<u64>(state + BITS, bits >> count);
  store<i32>(state + BIT_COUNT, load<i32>(state + BIT_COUNT) - count);
  return <i32>(bits & (((<u64>1) << count) - 1));
}

/** Gives complete bytes of the bit buffer back to the input, and drops the remaining bits of the current byte. */
function alignToByte(state: usize): void {
  const count = load<i32>(state + BIT_COUNT);
  store<u32>(state + INPUT, load<u32>(state + INPUT) - (count >> 3));
  store<u64>(state + BITS, 0);
  store<i32>(state + BIT_COUNT, 0);
}

function readHeader(state: usize): i32 {
  refill(state);
  if (load<i32>(state + BIT_COUNT) < 3) return EXHAUSTED;
  store<i32>(state + IS_LAST, readBits(state, 1));
  const type = readBits(state, 2);
  if (type === 3) return INVALID;
  if (type === 0) {
    alignToByte(state);
    const input: usize = load<u32>(state + INPUT);
    if (input + 4 > <usize>load<u32>(state + INPUT_END)) return EXHAUSTED;
    const length = load<u16>(input);
    if (length !== (load<u16>(input + 2) ^ 0xffff)) return INVALID;
    store<u32>(state + INPUT, <u32>(input + 4));
    store<i32>(state + STORED_LEFT, length);
    store<i32>(state + PHASE, STORED);
    return FULL;
  }
  store<i32>(state + PHASE, CODES);
  const lengths = state + LENGTHS;
  if (type === 1) {
    memory.fill(lengths, 8, 144);
    memory.fill(lengths + 144, 9, 112);
    memory.fill(lengths + 256, 7, 24);
    memory.fill(lengths + 280, 8, 8);
    build(state + LITERALS, lengths, 288, false, true);
    memory.fill(lengths, 5, 32);
    build(state + DISTANCES, lengths, 32, true, true);
    return FULL;
  }
  return readCodes(state, lengths);
}

function readCodes(state: usize, lengths: usize): i32 {
  refill(state);
  if (load<i32>(state + BIT_COUNT) < 14) return EXHAUSTED;
  const literals = readBits(state, 5) + 257;
  const distances = readBits(state, 5) + 1;
  const count = readBits(state, 4) + 4;
  if (literals > 286 || distances > 30) return INVALID;
  memory.fill(lengths, 0, 19);
  for (let index = 0; index < count; index++) {
    refill(state);
    if (load<i32>(state + BIT_COUNT) < 3) return EXHAUSTED;
    store<u8>(lengths + load<u8>(state + LENGTH_ORDER + index), <u8>readBits(state, 3));
  }
  const table = state + LITERALS;
  if (!build(table, lengths, 19, false, true)) return INVALID;
  const total = literals + distances;
  for (let index = 0; index < total; ) {
    refill(state);
    const entry = load<u32>(table + ((<usize>load<u64>(state + BITS) & 1023) << 2));
    const length = entry & 15;
    const symbol = entry >> 16;
    const extra: u32 = symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
    if (load<i32>(state + BIT_COUNT) < <i32>(length + extra)) return EXHAUSTED;
    readBits(state, length);
    if (symbol < 16) {
      store<u8>(lengths + index, <u8>symbol);
      index++;
      continue;
    }
    let repeated: u8 = 0;
    let times: i32 = 0;
    if (symbol === 16) {
      if (index === 0) return INVALID;
      repeated = load<u8>(lengths + index - 1);
      times = 3 + readBits(state, 2);
    } else times = symbol === 17 ? 3 + readBits(state, 3) : 11 + readBits(state, 7);
    if (index + times > total) return INVALID;
    memory.fill(lengths + index, repeated, times);
    index += times;
  }
  if (load<u8>(lengths + 256) === 0) return INVALID;
  if (!build(table, lengths, literals, false, false)) return INVALID;
  return build(state + DISTANCES, lengths + literals, distances, true, false) ? FULL : INVALID;
}

function copyStored(state: usize): i32 {
  const input: usize = load<u32>(state + INPUT);
  const output: usize = load<u32>(state + OUTPUT);
  const left: usize = load<u32>(state + STORED_LEFT);
  const inputLeft = <usize>load<u32>(state + INPUT_END) - input;
  const room = <usize>load<u32>(state + OUTPUT_END) - output;
  const count = min(left, min(inputLeft, room));
  memory.copy(output, input, count);
  store<u32>(state + INPUT, <u32>(input + count));
  store<u32>(state + OUTPUT, <u32>(output + count));
  store<u32>(state + STORED_LEFT, <u32>(left - count));
  if (count === left) {
    store<i32>(state + PHASE, HEADER);
    return DONE;
  }
  return count === room ? FULL : EXHAUSTED;
}

/** Decodes symbols up to the end of the block (`DONE`), of the output (`FULL`) or of the input (`EXHAUSTED`). */
function copyCodes(state: usize): i32 {
  let input: usize = load<u32>(state + INPUT);
  const inputEnd: usize = load<u32>(state + INPUT_END);
  let output: usize = load<u32>(state + OUTPUT);
  const outputStart: usize = load<u32>(state + OUTPUT_START);
  const outputEnd = <usize>load<u32>(state + OUTPUT_END) - MAX_MATCH - SLACK;
  let bits = load<u64>(state + BITS);
  let count = load<i32>(state + BIT_COUNT);
  const literals = state + LITERALS;
  const distances = state + DISTANCES;
  let result = FULL;
  while (output <= outputEnd) {
    if (input + 8 <= inputEnd) {
      bits |= load<u64>(input) << count;
      input += (63 - count) >> 3;
      count |= 56;
    } else {
      while (count <= 48 && input < inputEnd) {
        bits |= (<u64>load<u8>(input)) << count;
        input++;
        count += 8;
      }
    }
    let entry = load<u32>(literals + ((<usize>bits & 1023) << 2));
    if (entry === 0) entry = slowEntry(literals, bits, false);
    let length = <i32>(entry & 15);
    // Stops decoding if the next Huffman code may need bits that the input does not have yet.
    if (count < (length === 0 ? 15 : length)) {
      result = EXHAUSTED;
      break;
    }
    const kind = entry & KIND_INVALID;
    if (length === 0 || kind === KIND_INVALID) {
      result = INVALID;
      break;
    }
    bits >>= length;
    count -= length;
    if (kind === 0) {
      store<u8>(output, <u8>(entry >> 16));
      output++;
      // Decodes up to three more literals with short codes without checking the space in output and input again.
      for (let more = 0; more < 3; more++) {
        entry = load<u32>(literals + ((<usize>bits & 1023) << 2));
        length = <i32>(entry & 15);
        if (entry === 0 || (entry & KIND_INVALID) !== 0 || count < length) break;
        bits >>= length;
        count -= length;
        store<u8>(output, <u8>(entry >> 16));
        output++;
      }
      continue;
    }
    if (kind === KIND_END) {
      store<i32>(state + PHASE, HEADER);
      result = DONE;
      break;
    }
    let extra = <i32>((entry >> 4) & 15);
    const matched: usize = (entry >> 16) + (<u32>bits & ((1 << extra) - 1));
    bits >>= extra;
    count -= extra;
    entry = load<u32>(distances + ((<usize>bits & 1023) << 2));
    if (entry === 0) entry = slowEntry(distances, bits, true);
    length = <i32>(entry & 15);
    extra = <i32>((entry >> 4) & 15);
    if (count < (length === 0 ? 15 : length + extra)) {
      result = EXHAUSTED;
      break;
    }
    if (length === 0 || (entry & KIND_INVALID) === KIND_INVALID) {
      result = INVALID;
      break;
    }
    bits >>= length;
    const distance: usize = (entry >> 16) + (<u32>bits & ((1 << extra) - 1));
    bits >>= extra;
    count -= length + extra;
    if (distance > output - outputStart) {
      result = INVALID;
      break;
    }
    const end = output + matched;
    let from = output - distance;
    if (distance >= 8) {
      while (output < end) {
        store<u64>(output, load<u64>(from));
        output += 8;
        from += 8;
      }
      output = end;
    } else if (distance === 1) {
      memory.fill(output, load<u8>(from), matched);
      output = end;
    } else {
      while (output < end) {
        store<u8>(output, load<u8>(from));
        output++;
        from++;
      }
    }
  }
  store<u32>(state + INPUT, <u32>input);
  store<u32>(state + OUTPUT, <u32>output);
  // Clears the bits above `count` in the bit buffer, because the next call reads the bytes of these bits again.
  store<u64>(state + BITS, bits & (((<u64>1) << count) - 1));
  store<i32>(state + BIT_COUNT, count);
  return result;
}

export function inflate(state: usize): i32 {
  while (true) {
    const phase = load<i32>(state + PHASE);
    let result: i32;
    if (phase === HEADER) {
      if (load<i32>(state + IS_LAST) !== 0) {
        alignToByte(state);
        return DONE;
      }
      result = readHeader(state);
      if (result !== FULL) return result;
      continue;
    }
    result = phase === STORED ? copyStored(state) : copyCodes(state);
    if (result !== DONE) return result;
  }
}
