import { jpegScanWasm } from '../../wasm/generated/jpeg-scan.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

export const ScanOutcome = {
  sound: 0,
  /** An invalid code, or a coefficient outside its spectral band. */
  invalid: 1,
  /** The data or a restart interval ends early: the reader is at the next marker. */
  short: 2,
} as const;

/**
 * The inner loops of checking a JPEG's scans (`core/wasm/kernels/jpeg-scan.ts`). They decode Huffman codes and make no pixels.
 * They work on one block of memory, and pointers are byte offsets into it. Each returns a `ScanOutcome`.
 *
 * `state` has `SCAN_STATE_BYTES`, cleared before each scan: the offsets of the next byte and of the end of the bytes, the bit
 * reader's 16 bytes, the number of the next restart marker, 1 once bytes were left over before a restart marker, and 1 once
 * a coefficient exceeded its limit. `limits` are 64 numbers of 16 bits in zigzag order. `interval` is the number of units
 * between restarts, or 0.
 */
export interface JpegScanKernels extends KernelMemory {
  /**
   * Passes a sequential scan, or the first DC scan of a progressive frame.
   *
   * @param records for each of a unit's `blocks`, three offsets of 32 bits: of its DC and AC tables of `TABLE_BYTES`, of its
   *   limits, and of its component's DC predictor of 32 bits
   */
  passUnits(state: number, records: number, blocks: number, units: number, interval: number, isDcOnly: boolean): number;

  /** Checks a refinement scan of DC coefficients, one bit per block, with records as for `passUnits`. */
  passDcBits(state: number, records: number, blocks: number, units: number, interval: number): number;

  /**
   * Checks the first scan of AC coefficients `[first, last]`. `masks`: per block 64 bits in zigzag order, 1 if
   * nonzero.
   */
  passAcBand(
    state: number,
    table: number,
    limits: number,
    masks: number,
    blocks: number,
    interval: number,
    first: number,
    last: number,
  ): number;

  /**
   * Checks a refinement scan, as `passAcBand`. Limits apply to coefficients that become nonzero. The bits of other coefficients
   * are not counted: they at most double a magnitude that the first scan kept within its limit.
   */
  refineAcBand(
    state: number,
    table: number,
    limits: number,
    masks: number,
    blocks: number,
    interval: number,
    first: number,
    last: number,
  ): number;
}

export const SCAN_STATE_BYTES = 36;
export const BLOCK_RECORD_WORDS = 3;

let loaded: Promise<JpegScanKernels | undefined> | undefined;

export function loadJpegScanKernels(): Promise<JpegScanKernels | undefined> {
  loaded ??= instantiateKernels<JpegScanKernels>(jpegScanWasm);
  return loaded;
}
