import { jpegScanWasm } from '../../../wasm/generated/jpeg-scan.ts';
import { type KernelMemory, loadKernels } from '../../../wasm/webassembly.ts';

export const ScanOutcome = {
  intact: 0,
  /** The scan has an invalid Huffman code, or a coefficient outside its spectral band. */
  invalid: 1,
  /** The data of the scan or of a restart interval is too short. The bit reader is at the next marker. */
  short: 2,
} as const;

/**
 * Inner loops that check JPEG scans and return a `ScanOutcome`. Arguments are byte offsets in one memory. `state` has
 * `SCAN_STATE_BYTES`, cleared before each scan: offset and end of the data, bit reader (16 bytes), next restart number.
 * Two flags follow: unexpected bytes before a restart marker, and a coefficient above its limit. `limits`: 64 16-bit
 * numbers in zigzag order. `interval`: MCUs per restart interval, or 0.
 */
export interface JpegScanKernels extends KernelMemory {
  /**
   * Checks a sequential scan, or the first DC scan of a progressive frame. `records` are three 32-bit offsets per block
   * of an MCU: DC table (followed by the AC table), coefficient limits, and DC predictor.
   */
  passUnits(state: number, records: number, blocks: number, units: number, interval: number, isDcOnly: boolean): number;

  /** Checks a DC refinement scan of a progressive JPEG, which has one bit per block. */
  passDcBits(state: number, records: number, blocks: number, units: number, interval: number): number;

  /** Checks the first scan of AC coefficients `[first, last]`, and marks nonzero coefficients in `masks`. */
  passAcBand: AcBandCheck;

  /** Checks an AC refinement scan. Limits apply to new coefficients; earlier ones only gain a lower bit. */
  refineAcBand: AcBandCheck;
}

type AcBandCheck = (
  state: number,
  table: number,
  limits: number,
  masks: number,
  blocks: number,
  interval: number,
  first: number,
  last: number,
) => number;

export const SCAN_STATE_BYTES = 36;
export const BLOCK_RECORD_WORDS = 3;

export const loadJpegScanKernels = () => loadKernels<JpegScanKernels>(jpegScanWasm);
