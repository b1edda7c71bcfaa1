import { viewOf } from '../../../base/bytes.ts';
import type { Size } from '../../../geometry/point.ts';
import { MemoryLayout } from '../../../wasm/layout.ts';
import { damagedJpeg } from './declared-tables.ts';
import { TABLE_BYTES } from './jpeg-reader-kernels.ts';
import { BLOCK_RECORD_WORDS, type JpegScanKernels, SCAN_STATE_BYTES } from './jpeg-scan-kernels.ts';
import { SOF_PROGRESSIVE } from './markers.ts';

export const BLOCK = 8;
/** Maximum number of blocks in an interleaved MCU (T.81, B.2.3). */
export const MAX_UNIT_BLOCKS = 10;
export const MAX_COMPONENTS = 4;

export interface CheckedComponent {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly quantization: number;
  /** Columns and rows of blocks with pixels of the image, without blocks that complete an MCU (T.81, A.2.4). */
  readonly columns: number;
  readonly rows: number;
  /** Bit position `Al` (T.81, G.1.1.1) of the last scan of each coefficient; −1 before the coefficient's first scan. */
  readonly sentBits: Int8Array;
  /** Memory offset of the masks of nonzero coefficients: 64 bits per block. */
  readonly masks: number;
  /** Memory offset of the maximum magnitudes of 64 coefficients, 16 bits each. */
  readonly limits: number;
  /** Memory offset of the DC predictor, 32 bits. */
  readonly predictor: number;
}

export interface CheckedFrame {
  readonly width: number;
  readonly height: number;
  readonly isProgressive: boolean;
  readonly components: readonly CheckedComponent[];
  /** Maximum sampling factors of all components: the size in blocks of an interleaved MCU. */
  readonly across: number;
  readonly down: number;
  readonly memory: ArrayBuffer;
  readonly layout: {
    readonly state: number;
    readonly records: number;
    readonly tables: number;
    readonly source: number;
  };
}

interface FrameHeader extends Size {
  /** Number of components. */
  readonly count: number;
}

export function readFrameHeader(view: DataView, start: number): FrameHeader {
  return { height: view.getUint16(start + 1), width: view.getUint16(start + 3), count: view.getUint8(start + 5) };
}

/**
 * Reads a frame header, SOF (T.81, B.2.2), and lays out memory of the kernels for the scans. `size`: expected size.
 * Throws FudebakoError `imageLoad` for an invalid header.
 */
export function readFrame(
  bytes: Uint8Array,
  { marker, start, end }: { readonly marker: number; readonly start: number; readonly end: number },
  size: Size,
  kernels: JpegScanKernels,
): CheckedFrame {
  const view = viewOf(bytes);
  const { width, height, count } = readFrameHeader(view, start);
  const isExpected = marker <= SOF_PROGRESSIVE && width === size.width && height === size.height;
  if (!isExpected || count === 0 || count > MAX_COMPONENTS || end - start !== 6 + count * 3) throw damagedJpeg();
  const declared = Array.from({ length: count }, (_, index) => {
    const at = start + 6 + index * 3;
    const sampling = view.getUint8(at + 1);
    return {
      id: view.getUint8(at),
      across: sampling >> 4,
      down: sampling & 15,
      quantization: view.getUint8(at + 2),
    };
  });
  if (declared.some(({ across, down }) => Math.min(across, down) < 1 || Math.max(across, down) > 4))
    throw damagedJpeg();
  const [across, down] = [Math.max(...declared.map((c) => c.across)), Math.max(...declared.map((c) => c.down))];
  const isProgressive = marker === SOF_PROGRESSIVE;
  const layout = new MemoryLayout();
  const places = {
    state: layout.add(SCAN_STATE_BYTES),
    records: layout.add(4 * BLOCK_RECORD_WORDS * MAX_UNIT_BLOCKS),
    tables: layout.add(2 * TABLE_BYTES * MAX_COMPONENTS),
  };
  const components = declared.map((component) => {
    const columns = Math.ceil((width * component.across) / (across * BLOCK));
    const rows = Math.ceil((height * component.down) / (down * BLOCK));
    const masks = layout.add(isProgressive ? 8 * columns * rows : 0);
    const [limits, predictor] = [layout.add(2 * 64), layout.add(4)];
    return { ...component, columns, rows, masks, limits, predictor, sentBits: new Int8Array(64).fill(-1) };
  });
  const source = layout.add(bytes.length + 16);
  const memory = kernels.memory(layout.size);
  new Uint8Array(memory).fill(0, 0, source).set(bytes, source);
  return {
    width,
    height,
    isProgressive,
    components,
    across,
    down,
    memory,
    layout: { ...places, source },
  };
}
