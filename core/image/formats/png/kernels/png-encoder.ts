// Implements core/image/formats/png/png-encoder-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

import { adler32, crc32, crcTables } from './shared/checksums.ts';
import { alignOutput, writeStored } from './shared/deflate-bits.ts';
import { BIT_COUNT, BITS, OUTPUT } from './shared/deflate-state.ts';
import { filterBest } from './shared/filters.ts';
import { clearMatches, compress, insertAll } from './shared/matches.ts';
import { compressOptimally } from './shared/optimal.ts';

export { adler32, crc32, crcTables };

export function packRgb(source: usize, target: usize, count: i32): void {
  const end = source + ((<usize>count) << 2);
  for (; source < end; source += 16, target += 12)
    v128.store(target, i8x16.swizzle(v128.load(source), i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
}

export function packRgba(source: usize, target: usize, count: i32): void {
  memory.copy(target, source, (<usize>count) << 2);
}

export function packGray(source: usize, target: usize, count: i32): void {
  const end = target + count;
  for (; target < end; source += 4, target++) store<u8>(target, load<u8>(source));
}

export function packGrayAlpha(source: usize, target: usize, count: i32): void {
  const end = source + ((<usize>count) << 2);
  for (; source < end; source += 4, target += 2) {
    store<u8>(target, load<u8>(source));
    store<u8>(target, load<u8>(source, 3), 1);
  }
}

export function packIndexes(source: usize, target: usize, count: i32, depth: i32, colors: usize): void {
  const end = source + ((<usize>count) << 2);
  let byte: u32 = 0;
  let bits = 0;
  let last = ~load<u32>(source);
  let index: u32 = 0;
  for (; source < end; source += 4) {
    const color = load<u32>(source);
    if (color !== last) {
      last = color;
      let slot: usize = (color * 0x9e3779b1) >> 22;
      while (load<u32>(colors + (slot << 3)) !== color || load<u32>(colors + (slot << 3), 4) === 0)
        slot = (slot + 1) & 1023;
      index = load<u32>(colors + (slot << 3), 4) - 1;
    }
    byte = (byte << depth) | index;
    bits += depth;
    if (bits === 8) {
      store<u8>(target, <u8>byte);
      target++;
      byte = 0;
      bits = 0;
    }
  }
  if (bits > 0) store<u8>(target, <u8>(byte << (8 - bits)));
}

export function filter(
  strategy: i32,
  row: usize,
  above: usize,
  target: usize,
  bytes: i32,
  step: i32,
  scratch: usize,
): void {
  filterBest(strategy, row, above, target, bytes, step, scratch);
}

export function deflate(
  state: usize,
  dictionary: usize,
  start: usize,
  end: usize,
  target: usize,
  depth: i32,
  nice: i32,
  rounds: i32,
  isLast: bool,
): usize {
  store<u32>(state + OUTPUT, <u32>target);
  store<u64>(state + BITS, 0);
  store<u32>(state + BIT_COUNT, 0);
  if (depth === 0) writeStored(state, start, end, isLast);
  else {
    clearMatches(state);
    insertAll(state, dictionary, start);
    if (rounds === 0) compress(state, start, end, depth, nice, isLast);
    else compressOptimally(state, start, end, depth, nice, rounds, isLast);
    // Writes an empty stored block, which pads the deflate data to whole bytes (RFC 1951, 3.2.4).
    if (!isLast) writeStored(state, end, end, false);
    else alignOutput(state);
  }
  return load<u32>(state + OUTPUT);
}
