import { BLOCK, type CheckedComponent, type CheckedFrame } from './check-frame.ts';
import type { DeclaredTables } from './declared-tables.ts';
import { TABLE_BYTES } from './jpeg-reader-kernels.ts';
import { type JpegScanKernels, SCAN_STATE_BYTES } from './jpeg-scan-kernels.ts';
import { coefficientLimits } from './jpeg-tables.ts';

export interface Scan {
  readonly components: readonly (CheckedComponent & { readonly dc: number; readonly ac: number })[];
  readonly first: number;
  readonly last: number;
  readonly highBit: number;
  readonly lowBit: number;
}

export interface ScanResult {
  /** A `ScanOutcome`. */
  readonly outcome: number;
  /** Offset in the JPEG of the next byte after the scan. */
  readonly end: number;
  readonly unreadBits: number;
  /** True if bytes other than padding came before a restart marker. */
  readonly hasLeftover: boolean;
  /** True if a coefficient exceeded its maximum magnitude. */
  readonly hasExcess: boolean;
}

/** Checks the entropy-coded data of a scan. `interval`: MCUs per restart interval, or 0. Blocks its thread. */
export function checkScan(
  kernels: JpegScanKernels,
  frame: CheckedFrame,
  scan: Scan,
  tables: DeclaredTables,
  interval: number,
  scanStart: number,
): ScanResult {
  const outcome = passScan(kernels, frame, scan, tables, interval, scanStart);
  const words = new Int32Array(frame.memory, frame.layout.state, SCAN_STATE_BYTES / 4);
  const [at = 0, , , , count = 0, appended = 0, , leftover, excess] = words;
  const end = at - frame.layout.source;
  return { outcome, end, unreadBits: count - appended, hasLeftover: leftover === 1, hasExcess: excess === 1 };
}

function passScan(
  kernels: JpegScanKernels,
  frame: CheckedFrame,
  { components, first, last, highBit, lowBit }: Scan,
  tables: DeclaredTables,
  interval: number,
  scanStart: number,
): number {
  const { memory, layout, isProgressive } = frame;
  const isRefining = isProgressive && highBit > 0;
  const words = new Uint32Array(memory);
  words.fill(0, layout.state >> 2, (layout.state + SCAN_STATE_BYTES) >> 2);
  words[layout.state >> 2] = layout.source + scanStart;
  words[(layout.state >> 2) + 1] = layout.source + tables.bytes.length;
  const block = new Uint8Array(memory);
  const load = (name: number, index: number) => {
    const at = layout.tables + index * TABLE_BYTES;
    block.set(tables.lookup(name, isProgressive), at);
    return at;
  };
  for (const { quantization, limits, predictor } of components) {
    const steps = tables.quantizations.get(quantization) ?? [];
    new Uint16Array(memory, limits, 64).set(coefficientLimits(steps, lowBit));
    words[predictor >> 2] = 0;
  }
  const [alone] = components;
  if (isProgressive && first > 0 && alone) {
    const { ac, limits, masks } = alone;
    const table = load(ac, 0);
    const blocks = alone.columns * alone.rows;
    return isRefining
      ? kernels.refineAcBand(layout.state, table, limits, masks, blocks, interval, first, last)
      : kernels.passAcBand(layout.state, table, limits, masks, blocks, interval, first, last);
  }
  // A scan of a single component has MCUs of one block (T.81, A.2.2).
  const isInterleaved = components.length > 1;
  const [columns, rows] = isInterleaved
    ? [Math.ceil(frame.width / (frame.across * BLOCK)), Math.ceil(frame.height / (frame.down * BLOCK))]
    : [alone?.columns ?? 0, alone?.rows ?? 0];
  const records = components.flatMap(({ dc, ac, across, down, limits, predictor }, index) => {
    const places = isRefining ? 0 : load(dc, 2 * index);
    if (!isProgressive) load(ac, 2 * index + 1);
    return Array.from({ length: isInterleaved ? across * down : 1 }, () => [places, limits, predictor]);
  });
  words.set(records.flat(), layout.records >> 2);
  const { length } = records;
  if (isRefining) return kernels.passDcBits(layout.state, layout.records, length, columns * rows, interval);
  return kernels.passUnits(layout.state, layout.records, length, columns * rows, interval, isProgressive);
}
