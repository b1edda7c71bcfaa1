// Implements core/image/formats/jpeg/jpeg-scan-kernels.ts in AssemblyScript. `npm run kernels` compiles this file.

import {
  APPENDED,
  AT,
  BITS,
  COUNT,
  END,
  extend,
  isPadding,
  nextCode,
  refill,
  TABLE_BYTES,
} from './shared/jpeg-bits.ts';

// Byte offsets of fields in the state of a scan check. The fields of the bit reader come first.
/** Number of the next restart marker, 0 to 7. */
const RESTART = 24;
/** 1 if bytes other than padding came before a restart marker. */
const LEFTOVER = 28;
/** 1 if a coefficient exceeded its maximum magnitude. */
const EXCESS = 32;

// Byte offsets of fields in the record that describes a block of an MCU.
const TABLES = 0;
const LIMITS = 4;
const PREDICTOR = 8;
const BLOCK_RECORD_BYTES = 12;

const INTACT = 0;
const INVALID = 1;
const SHORT = 2;

/** Returns the number of unread bits of the file; negative after reading past the end of the data. */
function realBits(state: usize): i32 {
  return load<i32>(state, COUNT) - load<i32>(state, APPENDED);
}

/** Returns the error for a failed Huffman code: `SHORT` if the data ends within the code, otherwise `INVALID`. */
function failure(state: usize): i32 {
  return load<i32>(state, APPENDED) > 0 && realBits(state) < 16 ? SHORT : INVALID;
}

/** Returns the symbol of the next Huffman code; −1 for an invalid code. The bit reader must have at least 16 bits. */
function nextSymbol(state: usize, table: usize): i32 {
  if (load<i32>(state, COUNT) < 32) refill(state);
  const count = load<i32>(state, COUNT);
  const entry = nextCode(table, load<u64>(state, BITS), count);
  if (entry === 0) return -1;
  store<i32>(state, count - (entry >> 8), COUNT);
  return entry & 255;
}

function drop(state: usize, count: i32): void {
  store<i32>(state, load<i32>(state, COUNT) - count, COUNT);
}

/** Skips any number of bits, at most up to the end of the data. */
function skipBits(state: usize, count: i32): void {
  while (count > 0 && realBits(state) >= 0) {
    if (load<i32>(state, COUNT) < 32) refill(state);
    const part = min(count, 32);
    drop(state, part);
    count -= part;
  }
}

/** Returns the next `count` (0 to 15) bits, which must be in the buffer of the bit reader. */
function readBits(state: usize, count: i32): i32 {
  drop(state, count);
  return <i32>(load<u64>(state, BITS) >> load<i32>(state, COUNT)) & ((1 << count) - 1);
}

/** Skips bytes up to a restart marker (T.81, F.2.1.3.1); returns false at another marker or the end of the data. */
function restart(state: usize): bool {
  const end = <usize>load<u32>(state, END);
  let at = <usize>load<u32>(state, AT);
  let hasLeftover = !isPadding(state);
  for (;;) {
    for (; at < end && load<u8>(at) !== 255; at++) hasLeftover = true;
    while (at < end && load<u8>(at) === 255) at++;
    if (at >= end || load<u8>(at) !== 0) break;
    at++;
    hasLeftover = true;
  }
  const number = load<i32>(state, RESTART);
  if (at >= end || load<u8>(at) !== <u8>(0xd0 + number)) {
    store<u32>(state, <u32>(at >= end ? end : at - 1), AT);
    return false;
  }
  store<u32>(state, <u32>at + 1, AT);
  store<i32>(state, 0, COUNT);
  store<i32>(state, 0, APPENDED);
  store<i32>(state, (number + 1) & 7, RESTART);
  if (hasLeftover) store<i32>(state, 1, LEFTOVER);
  return true;
}

/** Sets the flag `EXCESS` if the coefficient exceeds the 16-bit limit at offset `limit`. */
function checkLimit(state: usize, coefficient: i32, limit: usize): void {
  if (abs(coefficient) > <i32>load<u16>(limit)) store<i32>(state, 1, EXCESS);
}

/** Reads a block's AC coefficients (T.81, F.2.2.2). Returns false for an invalid code or more than 63 coefficients. */
function passAc(state: usize, table: usize, limits: usize): bool {
  let place = 1;
  while (place < 64) {
    const symbol = nextSymbol(state, table);
    if (symbol < 0) return false;
    const size = symbol & 15;
    if (size === 0) {
      if (symbol !== 0xf0) return true;
      place += 16;
      if (place > 64) return false;
      continue;
    }
    place += symbol >> 4;
    if (place > 63) return false;
    checkLimit(state, extend(readBits(state, size), size), limits + ((<usize>place) << 1));
    place++;
  }
  return true;
}

export function passUnits(state: usize, records: usize, blocks: i32, units: i32, interval: i32, isDcOnly: bool): i32 {
  let left = interval;
  for (let unit = 0; unit < units; unit++) {
    if (interval > 0) {
      if (left === 0) {
        if (!restart(state)) return SHORT;
        left = interval;
        for (let block: usize = 0; block < <usize>blocks; block++)
          store<i32>(<usize>load<u32>(records + block * BLOCK_RECORD_BYTES, PREDICTOR), 0);
      }
      left--;
    }
    for (let block: usize = 0; block < <usize>blocks; block++) {
      const record = records + block * BLOCK_RECORD_BYTES;
      const tables = <usize>load<u32>(record, TABLES);
      const limits = <usize>load<u32>(record, LIMITS);
      const predictor = <usize>load<u32>(record, PREDICTOR);
      const size = nextSymbol(state, tables);
      if (size < 0) return failure(state);
      if (size > 0) {
        const dc = load<i32>(predictor) + extend(readBits(state, size), size);
        store<i32>(predictor, dc);
        checkLimit(state, dc, limits);
      }
      if (!isDcOnly && !passAc(state, tables + TABLE_BYTES, limits)) return failure(state);
    }
    if (realBits(state) < 0) return SHORT;
  }
  return INTACT;
}

export function passDcBits(state: usize, records: usize, blocks: i32, units: i32, interval: i32): i32 {
  let left = interval;
  for (let unit = 0; unit < units; unit++) {
    if (interval > 0) {
      if (left === 0) {
        if (!restart(state)) return SHORT;
        left = interval;
      }
      left--;
    }
    for (let block: usize = 0; block < <usize>blocks; block++) {
      if (load<i32>(state, COUNT) < 32) refill(state);
      checkLimit(state, readBits(state, 1), <usize>load<u32>(records + block * BLOCK_RECORD_BYTES, LIMITS));
    }
    if (realBits(state) < 0) return SHORT;
  }
  return INTACT;
}

function band(first: i32, last: i32): u64 {
  return (<u64>-1 >> (63 - last)) & ((<u64>-1) << first);
}

// An end-of-band run (T.81, G.1.2.2) must end before a restart marker and before the end of the scan.
export function passAcBand(
  state: usize,
  table: usize,
  limits: usize,
  masks: usize,
  blocks: i32,
  interval: i32,
  first: i32,
  last: i32,
): i32 {
  let left = interval > 0 ? interval : blocks;
  let run = 0;
  let block = 0;
  while (block < blocks) {
    if (left === 0) {
      if (run > 0) return INVALID;
      if (!restart(state)) return SHORT;
      left = interval;
    }
    if (run > 0) {
      const passed = min(run, min(left, blocks - block));
      run -= passed;
      left -= passed;
      block += passed;
      continue;
    }
    let mask: u64 = 0;
    let place = first;
    while (place <= last) {
      const symbol = nextSymbol(state, table);
      if (symbol < 0) return failure(state);
      const size = symbol & 15;
      const zeros = symbol >> 4;
      if (size === 0) {
        if (zeros === 15) {
          place += 16;
          if (place > last) return failure(state);
          continue;
        }
        run = (1 << zeros) - 1 + readBits(state, zeros);
        break;
      }
      place += zeros;
      if (place > last) return failure(state);
      mask |= (<u64>1) << place;
      checkLimit(state, extend(readBits(state, size), size), limits + ((<usize>place) << 1));
      place++;
    }
    if (realBits(state) < 0) return SHORT;
    const own = masks + ((<usize>block) << 3);
    store<u64>(own, load<u64>(own) | mask);
    block++;
    left--;
  }
  return run > 0 ? INVALID : INTACT;
}

export function refineAcBand(
  state: usize,
  table: usize,
  limits: usize,
  masks: usize,
  blocks: i32,
  interval: i32,
  first: i32,
  last: i32,
): i32 {
  let left = interval > 0 ? interval : blocks;
  let run = 0;
  for (let block = 0; block < blocks; block++) {
    if (left === 0) {
      if (run > 0) return INVALID;
      if (!restart(state)) return SHORT;
      left = interval;
    }
    left--;
    const own = masks + ((<usize>block) << 3);
    const known = load<u64>(own);
    let mask = known;
    let place = first;
    while (run === 0 && place <= last) {
      const symbol = nextSymbol(state, table);
      if (symbol < 0) return failure(state);
      const size = symbol & 15;
      let zeros = symbol >> 4;
      if (size === 0 && zeros < 15) {
        run = (1 << zeros) + readBits(state, zeros);
        break;
      }
      // In a refinement scan, a new coefficient has one bit; libjpeg warns of larger sizes (T.81, G.1.2.3).
      if (size > 1) return failure(state);
      drop(state, size);
      let free = ~known & band(place, last);
      for (; zeros > 0 && free !== 0; zeros--) free &= free - 1;
      const found = free === 0 ? last + 1 : <i32>ctz(free);
      if (found > place) skipBits(state, <i32>popcnt(known & band(place, found - 1)));
      if (found > last) return failure(state);
      if (size > 0) {
        mask |= (<u64>1) << found;
        checkLimit(state, 1, limits + ((<usize>found) << 1));
      }
      place = found + 1;
    }
    if (run > 0) {
      if (place <= last) skipBits(state, <i32>popcnt(known & band(place, last)));
      run--;
    }
    if (realBits(state) < 0) return SHORT;
    store<u64>(own, mask);
  }
  return run > 0 ? INVALID : INTACT;
}
