import { jpegScanWasm } from '../../wasm/generated/jpeg-scan.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

export const ScanOutcome = {
  sound: 0,
  /** An invalid code, or a coefficient outside its spectral band. */
  invalid: 1,
  /** The data or a restart interval ends early. The reader is at the next marker. */
  short: 2,
} as const;

/**
 * Inner loops that check JPEG scans (`core/image/jpeg/kernels/jpeg-scan.ts`) on one block of memory. Pointers are byte
 * offsets. Each returns a `ScanOutcome`.
 *
 * `state` has `SCAN_STATE_BYTES`, cleared before each scan: offset and end of the data, bit reader (16 bytes), next
 * restart number. Two flags follow: leftover bytes before a restart marker, and a coefficient above its limit. `limits`
 * are 64 16-bit numbers in zigzag order. `interval` is MCUs per restart interval, or 0.
 */
export interface JpegScanKernels extends KernelMemory {
  /**
   * Checks a sequential scan, or the first DC scan of a progressive frame.
   * @param records three 32-bit offsets for each of an MCU's `blocks`: DC table (the AC table follows at
   * `TABLE_BYTES`), limits and DC predictor
   */
  passUnits(state: number, records: number, blocks: number, units: number, interval: number, isDcOnly: boolean): number;

  /** Checks a DC refinement scan, one bit per block, with records as in `passUnits`. */
  passDcBits(state: number, records: number, blocks: number, units: number, interval: number): number;

  /** Checks the first scan of AC coefficients `[first, last]`. `masks`: 64 bits per block in zigzag order. */
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

  /** Checks an AC refinement scan. Limits apply to new coefficients only: refinement at most doubles the others. */
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
