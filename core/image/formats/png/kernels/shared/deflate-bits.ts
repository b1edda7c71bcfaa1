// Writes bits and stored blocks of deflate data.

import { BIT_COUNT, BITS, OUTPUT } from './deflate-state.ts';

export function writeBits(state: usize, bits: u64, length: u32): void {
  const pending = load<u32>(state + BIT_COUNT);
  const joined = load<u64>(state + BITS) | (bits << pending);
  const total = pending + length;
  let output: usize = load<u32>(state + OUTPUT);
  store<u64>(output, joined);
  output += total >> 3;
  store<u32>(state + OUTPUT, <u32>output);
  store<u64>(state + BITS, joined >> (total & ~7));
  store<u32>(state + BIT_COUNT, total & 7);
}

/** Pads the last byte of deflate data with zero bits. */
export function alignOutput(state: usize): void {
  const pending = load<u32>(state + BIT_COUNT);
  if (pending > 0) writeBits(state, 0, 8 - pending);
}

/** Writes bytes as stored deflate blocks (RFC 1951, 3.2.4); without bytes, writes one empty block. */
export function writeStored(state: usize, start: usize, end: usize, isLast: bool): void {
  do {
    const length = min<usize>(end - start, 65_535);
    writeBits(state, isLast && start + length === end ? 1 : 0, 3);
    alignOutput(state);
    writeBits(state, length | ((length ^ 0xffff) << 16), 32);
    const output: usize = load<u32>(state + OUTPUT);
    memory.copy(output, start, length);
    store<u32>(state + OUTPUT, <u32>(output + length));
    start += length;
  } while (start < end);
}
