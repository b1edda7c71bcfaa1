import { jpegReaderWasm } from '../../../wasm/generated/jpeg-reader.ts';
import { type KernelMemory, loadKernels } from '../../../wasm/webassembly.ts';

/** Inner loops of baseline JPEG decoding. Arguments are byte offsets in one memory. Rounding equals libjpeg-turbo's. */
export interface JpegReaderKernels extends KernelMemory {
  /**
   * Decodes a row of `units` MCUs into one plane of samples per component.
   * @param state 48 bytes: offset and end of the data, bit reader (16), MCUs to the next restart marker and its number,
   * three DC predictors
   * @param components `count` records of 32 bytes: blocks across and down, plane, bytes per plane row, offsets, side of
   * a painted block (8; 4 or 2 at reduced size). Offsets: 16-bit quantization steps in row order, two Huffman tables
   * (`TABLE_BYTES`) followed by `skipTable` at reduced size, 16-bit coefficient limits in zigzag order.
   * @param interval MCUs per restart interval, or 0
   * @param zigzag 64 bytes: the row-order index of each zigzag position
   * @param scratch 256 bytes, followed by 128 zero bytes
   * @param firstPainted MCUs `[firstPainted, endPainted)` are written to the planes
   * @returns false for an invalid code or a coefficient above its limit
   */
  readUnits(
    state: number,
    components: number,
    count: number,
    units: number,
    interval: number,
    zigzag: number,
    scratch: number,
    firstPainted: number,
    endPainted: number,
  ): number;

  /** Upsamples `count` (16 × n) chroma bytes vertically to 16 bits: 3 × `near` + `far`, the bytes of two rows. */
  mixRows(near: number, far: number, target: number, count: number): void;

  /** Widens `count` (a multiple of 16) bytes to 16 bits. */
  widenRow(source: number, target: number, count: number): void;

  /** Upsamples `count` (8 × n) chroma samples horizontally: (3 × sample + neighbor + `even` or `odd`) >> `shift`. */
  doubleColumns(source: number, target: number, count: number, even: number, odd: number, shift: number): void;

  /** Converts 8-bit Y and 16-bit Cb and Cr to `count` (a multiple of 8) RGBA pixels. */
  colorRow(luma: number, blue: number, red: number, target: number, count: number): void;

  /** Converts Y to `count` (a multiple of 4) gray RGBA pixels. */
  grayRow(luma: number, target: number, count: number): void;
}

export const loadJpegReaderKernels = () => loadKernels<JpegReaderKernels>(jpegReaderWasm);

export const TABLE_BYTES = 2496;
const LOOK_BITS = 10;
const LARGEST_AT = 2 << LOOK_BITS;
const OFFSETS_AT = LARGEST_AT + 17 * 4;
const SYMBOLS_AT = OFFSETS_AT + 17 * 4;

/** Builds a Huffman table that decodes up to ten bits by one look-up; `undefined` for invalid code lengths. */
export function lookupTable(lengths: Uint8Array, symbols: Uint8Array): Uint8Array | undefined {
  const table = new Uint8Array(TABLE_BYTES);
  const look = new Uint16Array(table.buffer, 0, 1 << LOOK_BITS);
  const largest = new Int32Array(table.buffer, LARGEST_AT, 17).fill(-1);
  const offsets = new Int32Array(table.buffer, OFFSETS_AT, 17);
  let [code, at] = [0, 0];
  for (const [index, count] of lengths.entries()) {
    const length = index + 1;
    // The code of all ones is reserved (T.81, annex C).
    if (count > 0 && code + count >= 1 << length) return undefined;
    offsets[length] = at - code;
    for (let left = count; left > 0; left--, code++, at++) {
      largest[length] = code;
      if (length > LOOK_BITS) continue;
      const first = code << (LOOK_BITS - length);
      look.fill((length << 8) | (symbols[at] as number), first, first + (1 << (LOOK_BITS - length)));
    }
    code <<= 1;
  }
  table.set(symbols.subarray(0, 256), SYMBOLS_AT);
  return table;
}

const SKIP_BITS = 12;
export const SKIP_BYTES = 2 << SKIP_BITS;

/** Last zigzag position of the coefficients that a block with sides of 4 or 2 samples needs. */
const LAST_NEEDED = { 4: 24, 2: 4 } as const;

/**
 * Builds a table that skips several AC coefficients by one look-up of 12 bits. An entry has the number of skipped bits
 * (4 bits), the number of skipped zigzag positions (7 bits), and 1 for the end of the block; or is 0.
 * @param table result of `lookupTable`
 * @param limits maximum magnitudes of coefficients, in zigzag order. Larger coefficients aren't skipped.
 * @param side side in samples of a painted block, which needs no coefficients after a zigzag position
 */
export function skipTable(table: Uint8Array, limits: Uint16Array, side: 4 | 2): Uint16Array {
  const look = new Uint16Array(table.buffer, table.byteOffset, 1 << LOOK_BITS);
  const lowest = Math.min(...limits.subarray(LAST_NEEDED[side] + 1));
  // The largest number of extra bits whose values never exceed a limit.
  const maxSize = 31 - Math.clz32(lowest + 1);
  return Uint16Array.from({ length: 1 << SKIP_BITS }, (_, bits) => skipEntry(look, bits, maxSize));
}

function skipEntry(look: Uint16Array, bits: number, maxSize: number): number {
  let [used, places] = [0, 0];
  for (;;) {
    const next = ((bits << used) & ((1 << SKIP_BITS) - 1)) >> (SKIP_BITS - LOOK_BITS);
    const entry = look[next] as number;
    const [run, size] = [(entry >> 4) & 15, entry & 15];
    const length = (entry >> 8) + size;
    if (entry === 0 || size > maxSize || used + length > SKIP_BITS || places + run + 1 > 63) break;
    used += length;
    if (size === 0 && run < 15) return used | (places << 4) | (1 << 11);
    places += run + 1;
  }
  return used | (places << 4);
}
