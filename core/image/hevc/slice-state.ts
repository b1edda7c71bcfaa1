import type { SliceSequence } from './parameter-sets.ts';
import { countBlocks } from './slice-header.ts';

/** State of an HEVC image while its slices are read; each slice reads and updates the state. */
export interface SliceState {
  /** Address of the next coding tree block that no slice has covered. */
  readonly next: number;
  /** Slice address of each coding tree block: the address of the first block of the slice; −1 for unread blocks. */
  readonly slices: Int32Array;
  /** For each block of 4 × 4 px: the depth in the coding quadtree, and the luma prediction mode `IntraPredModeY`. */
  readonly depths: Uint8Array;
  readonly modes: Uint8Array;
  /** For each block of 4 × 4 px: the luma quantization parameter `QpY`. */
  readonly qps: Int8Array;
  /** Maximum quantization parameter of chroma blocks with coefficients, before clipping (ITU-T H.265, 8.6.1). */
  readonly maxChromaQp: number;
  /** True if a chroma block of 32 × 32 px has coefficients. */
  readonly hasLargeChroma: boolean;
  /** CABAC states after the previous slice segment and after the previous row's second block (ITU-T H.265, 9.3.1). */
  readonly segmentStates: Uint8Array;
  readonly rowStates: Uint8Array;
}

/** Returns the state before the first slice. `contexts`: initial CABAC states. */
export function initialState(sequence: SliceSequence, contexts: Uint8Array): SliceState {
  const blocks = countBlocks(sequence);
  const cells = blocks << (2 * (sequence.codingTreeBlock - 2));
  return {
    next: 0,
    slices: new Int32Array(blocks).fill(-1),
    depths: new Uint8Array(cells),
    modes: new Uint8Array(cells),
    qps: new Int8Array(cells),
    maxChromaQp: 0,
    hasLargeChroma: false,
    segmentStates: contexts,
    rowStates: contexts,
  };
}
