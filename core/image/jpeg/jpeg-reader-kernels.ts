import { jpegReaderWasm } from '../../wasm/generated/jpeg-reader.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * Inner loops of baseline JPEG decoding (`core/wasm/kernels/jpeg-reader.ts`) on one block of memory. Pointers are
 * byte offsets. Rounding is that of libjpeg-turbo, so the pixels equal those of the decoders in Chromium and
 * @napi-rs/canvas.
 */
export interface JpegReaderKernels extends KernelMemory {
  /**
   * Reads a row of `units` into its components' planes.
   *
   * @param state 48 bytes: where the next byte is and where they end; 16 for the reader; units until a restart
   *   and its number; three DC predictors
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

  /** Upsamples `count` (a multiple of 16) bytes vertically: 3 × near + far, in 16 bits. */
  mixRows(near: number, far: number, target: number, count: number): void;

  /** Widens `count` (a multiple of 16) bytes to 16 bits. */
  widenRow(source: number, target: number, count: number): void;

  /**
   * Upsamples `count` (a multiple of 8) numbers horizontally: (3 × number + previous or next number + `even` or
   * `odd`) >> `shift`. Reads one number before the first and one after the last.
   */
  doubleColumns(source: number, target: number, count: number, even: number, odd: number, shift: number): void;

  /** Converts luma bytes and 16-bit chroma to `count` (a multiple of 8) RGBA pixels. */
  colorRow(luma: number, blue: number, red: number, target: number, count: number): void;

  /** Converts luma to `count` (a multiple of 4) gray RGBA pixels. */
  grayRow(luma: number, target: number, count: number): void;
}

let loaded: Promise<JpegReaderKernels | undefined> | undefined;

export function loadJpegReaderKernels(): Promise<JpegReaderKernels | undefined> {
  loaded ??= instantiateKernels<JpegReaderKernels>(jpegReaderWasm);
  return loaded;
}

export const TABLE_BYTES = 2496;
const LOOK_BITS = 10;
const LARGEST_AT = 2 << LOOK_BITS;
const OFFSETS_AT = LARGEST_AT + 17 * 4;
const SYMBOLS_AT = OFFSETS_AT + 17 * 4;

/** Builds a lookup table by the next ten bits, with data for longer codes; `undefined` for invalid code lengths. */
export function lookupTable(lengths: Uint8Array, symbols: Uint8Array): Uint8Array | undefined {
  const table = new Uint8Array(TABLE_BYTES);
  const look = new Uint16Array(table.buffer, 0, 1 << LOOK_BITS);
  const largest = new Int32Array(table.buffer, LARGEST_AT, 17).fill(-1);
  const offsets = new Int32Array(table.buffer, OFFSETS_AT, 17);
  let [code, at] = [0, 0];
  for (const [index, count] of lengths.entries()) {
    const length = index + 1;
    // The code of all ones is reserved (T.81, C).
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
