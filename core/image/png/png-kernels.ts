import { pngWasm } from '../../wasm/generated/png.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * The inner loops of decoding PNG (`core/wasm/kernels/png.ts`). They work on one block of memory, and pointers are byte
 * offsets into it.
 */
export interface PngKernels extends KernelMemory {
  /**
   * Decodes deflate data (RFC 1951) until the output is full, or to its end.
   *
   * @param state `INFLATE_STATE_BYTES`, described by `inflateState`
   * @returns one of `inflateResults`
   */
  inflate(state: number): number;

  /** Continues a checksum (RFC 1950, 9) that starts at 1. */
  adler32(at: number, count: number, checksum: number): number;

  /** Fills `CRC_TABLES_BYTES` for `crc32`. */
  crcTables(tables: number): void;

  /** PNG 3, 5.5 and annex D. */
  crc32(tables: number, at: number, count: number): number;

  /**
   * Reconstructs a row of `count` bytes (PNG 3, 9).
   *
   * @param filter 0 to 4
   * @param above the reconstructed row above
   * @param step bytes of a whole pixel, at least 1
   */
  unfilter(filter: number, source: number, target: number, above: number, count: number, step: number): void;

  /** Writes `count` RGBA pixels: the colors at the indexes that a row holds, `depth` bits each. */
  lookUpRow(source: number, target: number, count: number, depth: number, colors: number): void;

  /**
   * Writes `count` RGBA pixels of samples of 1 or 2 `bytes`, of which the higher counts.
   *
   * @param key the stored pixel that is transparent, or 0
   */
  expandRow(source: number, target: number, count: number, channels: number, bytes: number, key: number): void;
}

/** Offsets in the state of `inflate`: 32-bit words, except the last, which is 19 bytes. */
export const inflateState = {
  /** The next byte of input, and the end of the input. */
  input: 0,
  inputEnd: 4,
  /** The next byte of output, the first byte that a match may refer to, and the end of the room. */
  output: 8,
  outputStart: 12,
  outputEnd: 16,
  /** The order of code lengths (RFC 1951, 3.2.7). */
  lengthOrder: 48,
} as const;

export const INFLATE_STATE_BYTES = 9872;

export const inflateResults = {
  /** There is no room for another match, which is up to `LEAST_ROOM` bytes. */
  full: 0,
  /** The input is at the byte behind the deflate data. */
  done: 1,
  /** The input ended before the data did. */
  exhausted: 2,
  invalid: 3,
} as const;

export const LEAST_ROOM = 266;

export const CRC_TABLES_BYTES = 8192;

let loaded: Promise<PngKernels | undefined> | undefined;

/** The kernels, once for each thread; `undefined` without WebAssembly. */
export function loadPngKernels(): Promise<PngKernels | undefined> {
  loaded ??= instantiateKernels<PngKernels>(pngWasm);
  return loaded;
}
