import { jpegReaderWasm } from '../../wasm/generated/jpeg-reader.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * The inner loops of reading baseline JPEG (`core/wasm/kernels/jpeg-reader.ts`). They work on one block of memory, and
 * pointers are byte offsets into it. Every number is rounded as libjpeg-turbo rounds it, so that the pixels are those of
 * the decoders that Chromium and @napi-rs/canvas have.
 */
export interface JpegReaderKernels extends KernelMemory {
  /**
   * Reads a row of `units` into its components' planes.
   *
   * @param state 48 bytes: where the next byte is and where they end; 16 for the reader; units until a restart
   *   and its number; three levels
   * @param components 32 bytes each of `count`: blocks across and down, plane, bytes of a row of it, steps by rows in
   *   16 bits, two Huffman tables of `TABLE_BYTES`, and limits of the coefficients' magnitudes in zigzag order in 16 bits
   * @param interval units between restarts, or 0
   * @param zigzag 64 bytes: which number comes at each place
   * @param scratch 256 bytes, and a block of 128 zeros behind them
   * @param firstPainted the units `[firstPainted, endPainted)` are painted, the others only passed
   * @returns false if a code is invalid or a coefficient exceeds its limit
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

  /** `count` (a multiple of 16) bytes: three times the near row and once the far one, in 16 bits. */
  mixRows(near: number, far: number, target: number, count: number): void;

  /** `count` (a multiple of 16) bytes in 16 bits. */
  widenRow(source: number, target: number, count: number): void;

  /**
   * Two numbers of each of `count` (a multiple of 8): three times itself and once the one before it, or the one behind it,
   * `even` or `odd` added, shifted down. Reads one number before the first and one behind the last.
   */
  doubleColumns(source: number, target: number, count: number, even: number, odd: number, shift: number): void;

  /** `count` (a multiple of 8) RGBA pixels of luma in bytes and colour differences in 16 bits. */
  colorRow(luma: number, blue: number, red: number, target: number, count: number): void;

  /** `count` (a multiple of 4) gray RGBA pixels. */
  grayRow(luma: number, target: number, count: number): void;
}

let loaded: Promise<JpegReaderKernels | undefined> | undefined;

/** As `loadJpegKernels`. */
export function loadJpegReaderKernels(): Promise<JpegReaderKernels | undefined> {
  loaded ??= instantiateKernels<JpegReaderKernels>(jpegReaderWasm);
  return loaded;
}

/** Of a table as the kernels look codes up in it. */
export const TABLE_BYTES = 2496;
const LOOK_BITS = 10;
const LARGEST_AT = 2 << LOOK_BITS;
const OFFSETS_AT = LARGEST_AT + 17 * 4;
const SYMBOLS_AT = OFFSETS_AT + 17 * 4;

/**
 * A Huffman table as the kernels look codes up in it: length and symbol by the next ten bits, then for longer codes the largest
 * of each length, what leads from a code to its symbol, and the symbols.
 *
 * @param lengths how many codes there are of 1 to 16 bits
 * @returns nothing where these are no codes
 */
export function lookupTable(lengths: Uint8Array, symbols: Uint8Array): Uint8Array | undefined {
  const table = new Uint8Array(TABLE_BYTES);
  const look = new Uint16Array(table.buffer, 0, 1 << LOOK_BITS);
  const largest = new Int32Array(table.buffer, LARGEST_AT, 17).fill(-1);
  const offsets = new Int32Array(table.buffer, OFFSETS_AT, 17);
  let [code, at] = [0, 0];
  for (const [index, count] of lengths.entries()) {
    const length = index + 1;
    // No code consists of ones alone (T.81, C).
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
