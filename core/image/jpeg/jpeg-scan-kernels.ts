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
 * Inner loops that check a JPEG's scans (`core/wasm/kernels/jpeg-scan.ts`) by decoding Huffman codes without making
 * pixels; all return a `ScanOutcome`. `interval` is the number of MCUs per restart interval, or 0. `state` has 32
 * bytes, cleared before each scan: offsets of the next byte and of the end, 16 bytes of the bit reader, the number of
 * the next restart marker, and 1 if bytes were left over before a restart marker.
 */
export interface JpegScanKernels extends KernelMemory {
  /** Checks a sequential or first DC scan. `blockTables`: 32-bit offset of DC and AC tables per block of an MCU. */
  passUnits(
    state: number,
    blockTables: number,
    blocks: number,
    units: number,
    interval: number,
    isDcOnly: boolean,
  ): number;

  /** Checks a refinement scan of DC coefficients: one bit per block. */
  passDcBits(state: number, blocks: number, units: number, interval: number): number;

  /**
   * Checks the first scan of AC coefficients `[first, last]`. `masks`: per block 64 bits in zigzag order, 1 if
   * nonzero.
   */
  passAcBand(
    state: number,
    table: number,
    masks: number,
    blocks: number,
    interval: number,
    first: number,
    last: number,
  ): number;

  /** Checks a refinement scan of AC coefficients; see `passAcBand`. */
  refineAcBand(
    state: number,
    table: number,
    masks: number,
    blocks: number,
    interval: number,
    first: number,
    last: number,
  ): number;
}

let loaded: Promise<JpegScanKernels | undefined> | undefined;

export function loadJpegScanKernels(): Promise<JpegScanKernels | undefined> {
  loaded ??= instantiateKernels<JpegScanKernels>(jpegScanWasm);
  return loaded;
}
