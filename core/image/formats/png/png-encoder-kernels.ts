import { pngEncoderWasm } from '../../../wasm/generated/png-encoder.ts';
import { type KernelMemory, loadKernels } from '../../../wasm/webassembly.ts';
import type { PngKernels } from './png-kernels.ts';

/**
 * Inner loops of PNG encoding. Pointers are byte offsets in one memory. `ROW_ROOM_BYTES` zero bytes precede a packed
 * row, and as many writable bytes follow the row.
 */
export interface PngEncoderKernels extends KernelMemory, Pick<PngKernels, 'adler32' | 'crcTables' | 'crc32'> {
  packRgb(source: number, target: number, count: number): void;

  packRgba(source: number, target: number, count: number): void;

  /** Converts `count` opaque gray RGBA pixels to gray. */
  packGray(source: number, target: number, count: number): void;

  /** Converts `count` gray RGBA pixels to gray and alpha. */
  packGrayAlpha(source: number, target: number, count: number): void;

  /** Converts `count` pixels to palette indexes of `depth` bits. `colors` is a hash table of `COLOR_SLOTS` slots. */
  packIndexes(source: number, target: number, count: number, depth: number, colors: number): void;

  /**
   * Writes filter type and filtered row to `target`, then up to 15 more bytes. `bytes` is the length of the packed row,
   * `step` the bytes per pixel, at least 1. `scratch`: 1,024 bytes and a row of a multiple of 16 bytes.
   */
  filter(
    strategy: number,
    row: number,
    above: number,
    target: number,
    bytes: number,
    step: number,
    scratch: number,
  ): void;

  /**
   * Compresses `start` to `end` as whole bytes of deflate data (RFC 1951), and returns the end offset of the
   * output, which takes at most `deflateRoom` bytes.
   * @param state scratch memory: `DEFLATE_STATE_BYTES`, or `OPTIMAL_STATE_BYTES` if `rounds` > 0; contains the table
   * `LENGTH_ORDER` at `lengthOrderAt`
   * @param dictionary start of the preceding bytes, which matches may copy
   * @param depth earlier positions compared per search; 0 stores the bytes
   * @param nice length of a match that ends a search
   * @param rounds how often the cheapest path through a block is computed; 0 chooses matches one by one
   */
  deflate(
    state: number,
    dictionary: number,
    start: number,
    end: number,
    target: number,
    depth: number,
    nice: number,
    rounds: number,
    isLast: boolean,
  ): number;
}

export const ROW_ROOM_BYTES = 16;

/** Strategies 0 to 4 use the filter type of this number for all rows; 5 and 6 choose a filter per row. */
export const filterStrategies = {
  none: 0,
  paeth: 4,
  /** Chooses the filter with the minimum sum of absolute differences. */
  leastSum: 5,
  leastEntropy: 6,
} as const;

/** Hash table slots from pixels to palette indexes: a pixel word, and the palette index plus 1 (0 in empty slots). */
export const COLOR_SLOTS = 1024;

/** Multiplier of the color hash; the upper bits of the product are the slot. */
export const COLOR_HASH = 0x9e3779b1;

/** Size in bytes of the deflate encoder's state: tables and up to 300,258 tokens. */
export const DEFLATE_STATE_BYTES = 534_528 + 300_258 * 4;

/** Bytes of the encoder's state for optimal parsing, which adds costs, a path, and a million matches of a block. */
export const OPTIMAL_STATE_BYTES = 2_537_888 + 4_000_000;

export const lengthOrderAt = 10_048;

/** Returns the maximum size in bytes of deflate data for `bytes` bytes, with a margin for writes of eight bytes. */
export const deflateRoom = (bytes: number): number => bytes + (bytes >> 8) + 1024;

export const loadPngEncoderKernels = () => loadKernels<PngEncoderKernels>(pngEncoderWasm);
