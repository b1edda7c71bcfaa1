import { jpegReaderWasm } from '../../wasm/generated/jpeg-reader.ts';
import { type KernelMemory, loadKernels } from '../../wasm/webassembly.ts';

/** Inner loops of baseline JPEG decoding. Arguments are byte offsets in one memory. Rounding equals libjpeg-turbo's. */
export interface JpegReaderKernels extends KernelMemory {
  /**
   * Decodes a row of `units` MCUs into one plane of samples per component.
   * @param state 48 bytes: offset and end of the data, bit reader (16), MCUs to the next restart marker and its number,
   * three DC predictors
   * @param components `count` records of 32 bytes: blocks across and down, plane, bytes per plane row, offsets, side of
   * a painted block (8; 4 or 2 at reduced size). Offsets: 16-bit quantization steps in row order, two Huffman tables
   * (`TABLE_BYTES`), 16-bit coefficient limits in zigzag order.
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
