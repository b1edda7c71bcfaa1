import { pngWasm } from '../../../wasm/generated/png.ts';
import { type KernelMemory, loadKernels } from '../../../wasm/webassembly.ts';

/** Inner loops of PNG decoding (`core/image/formats/png/kernels/png.ts`) on one memory. Pointers are byte offsets. */
export interface PngKernels extends KernelMemory {
  /** Decodes deflate data (RFC 1951) until the output is full or the data ends. Returns one of `inflateResults`. */
  inflate(state: number): number;

  /** Updates an Adler-32 checksum (RFC 1950, section 9); the initial checksum is 1. */
  adler32(at: number, count: number, checksum: number): number;

  /** Writes the lookup tables for CRC-32, which take `CRC_TABLES_BYTES`. */
  crcTables(tables: number): void;

  /** Updates a PNG chunk's CRC (PNG 3, 5.5 and annex D). */
  crc32(tables: number, at: number, count: number): number;

  /** Reverses PNG filter type 0 to 4 in a row of `count` bytes (PNG 3, section 9), with `step` bytes per pixel. */
  unfilter(filter: number, source: number, target: number, above: number, count: number, step: number): void;

  /** Writes `count` RGBA pixels from palette indexes of `depth` bits. */
  lookUpRow(source: number, target: number, count: number, depth: number, colors: number): void;

  /** Converts `count` pixels to RGBA by the high byte of each sample. `key`: offset of the transparent color, or 0. */
  expandRow(source: number, target: number, count: number, channels: number, bytes: number, key: number): void;
}

/** Byte offsets in the state of the deflate decoder: 32-bit words, then the order of code length codes in 19 bytes. */
export const inflateState = {
  /** State fields for the offset of the next input byte and of the end of the input. */
  input: 0,
  inputEnd: 4,
  /** State fields for the next output byte, the first byte that a match may copy, and the end of the output. */
  output: 8,
  outputStart: 12,
  outputEnd: 16,
  /** Order of code length codes (RFC 1951, 3.2.7). */
  lengthOrder: 48,
} as const;

export const INFLATE_STATE_BYTES = 9872;

export const inflateResults = {
  /** The remaining output is too small for the longest match. */
  full: 0,
  done: 1,
  /** The input ends inside the deflate data. */
  exhausted: 2,
  invalid: 3,
} as const;

export const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Maximum distance of a deflate match in bytes (RFC 1951, section 2). */
export const DEFLATE_WINDOW_BYTES = 32_768;

/** Zlib data is a two-byte header, deflate data, and a four-byte Adler-32 checksum (RFC 1950, 2.2). */
export const ZLIB_HEADER_BYTES = 2;
export const ZLIB_CHECKSUM_BYTES = 4;

/** Minimum free output memory of `inflate`, more than the longest match of 258 bytes (RFC 1951, 3.2.5). */
export const MIN_OUTPUT_ROOM_BYTES = 266;

export const CRC_TABLES_BYTES = 8192;

export const loadPngKernels = () => loadKernels<PngKernels>(pngWasm);
