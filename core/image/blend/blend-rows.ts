import { MemoryLayout } from '../../wasm/layout.ts';
import type { BandResult } from '../bands.ts';
import { LUMINANCE_FULL, luminanceTimesAlpha } from '../mask/luminance.ts';
import { type BlendKernels, loadBlendKernels } from './blend-kernels.ts';
import { type BlendMode, type BlendModeId, blendMode, type ChannelMode } from './blend-modes.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'blend-rows': typeof blendRows;
    'mask-rows': typeof maskRows;
  }
}

export interface BlendRowsInput {
  /** RGBA rows of the bottom layer, which the worker task may overwrite. */
  readonly bottom: Uint8ClampedArray<ArrayBuffer>;
  readonly bottomWidth: number;
  readonly top: Uint8ClampedArray<ArrayBuffer>;
  readonly topWidth: number;
  /** RGBA rows of the mask, which has the size of the top layer. */
  readonly mask: Uint8ClampedArray<ArrayBuffer> | undefined;
  /** Column of the bottom layer at which the top layer starts; may be outside the bottom layer. */
  readonly left: number;
  /** Row of the bottom layer at which the top layer starts. */
  readonly firstRow: number;
  readonly mode: BlendModeId;
  readonly opacity?: number;
}

export interface MaskRowsInput {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly mask: Uint8ClampedArray<ArrayBuffer>;
}

export async function blendRows(input: BlendRowsInput): Promise<BandResult> {
  return { rows: blendBand(await loadBlendKernels(), input), recycled: input.top };
}

/**
 * Multiplies the alpha of an image's rows by the luminance of the mask. Hidden pixels become transparent black, so that
 * no file contains the hidden color. Pixels that the mask shows fully stay unchanged.
 */
export async function maskRows({ data, mask }: MaskRowsInput): Promise<BandResult> {
  for (let at = 0; at < data.length; at += 4) {
    const shown = luminanceTimesAlpha(mask, at);
    if (shown === LUMINANCE_FULL) continue;
    data[at + 3] = ((data[at + 3] as number) * shown) / LUMINANCE_FULL;
    if (data[at + 3] === 0) data.fill(0, at, at + 3);
  }
  return { rows: data, recycled: mask };
}

/** Blends rows of the top layer over rows of the bottom layer in place, and returns the rows of the bottom layer. */
export function blendBand(kernels: BlendKernels, input: BlendRowsInput): Uint8ClampedArray<ArrayBuffer> {
  const { bottom, bottomWidth, top, topWidth, mask, left, firstRow, opacity = 1 } = input;
  const start = Math.max(0, left);
  const count = Math.min(bottomWidth, left + topWidth) - start;
  if (count <= 0) return bottom;
  if (opacity < 1) for (let at = 3; at < top.length; at += 4) top[at] = (top[at] as number) * opacity;

  const layout = new MemoryLayout();
  const bytesAt = layout.add(PAIRS);
  const levelsAt = layout.add(PAIRS * 4);
  const [bottomAt, topAt, maskAt] = [layout.add(count * 4), layout.add(count * 4), layout.add(count * 4)];
  const memory = kernels.memory(layout.size);
  const block = new Uint8ClampedArray(memory);
  const mode: BlendMode = blendMode(input.mode);
  if ('channel' in mode) {
    const { levels, bytes } = channelTable(mode);
    new Float32Array(memory, levelsAt, PAIRS).set(levels);
    block.set(bytes, bytesAt);
  }
  const kernel = 'color' in mode ? mode.kernel : 0;
  const evenCount = Math.ceil(count / 4) * 4;

  for (let row = 0; row < top.length / (topWidth * 4); row++) {
    const from = (row * topWidth + start - left) * 4;
    const to = ((firstRow + row) * bottomWidth + start) * 4;
    block.set(bottom.subarray(to, to + count * 4), bottomAt);
    block.set(top.subarray(from, from + count * 4), topAt);
    if (mask) block.set(mask.subarray(from, from + count * 4), maskAt);
    kernels.blendRow(bottomAt, topAt, mask ? maskAt : 0, bytesAt, levelsAt, evenCount, kernel);
    bottom.set(block.subarray(bottomAt, bottomAt + count * 4), to);
  }
  return bottom;
}

const PAIRS = 256 * 256;

/** Lookup table with the result of a blend mode for each pair of bytes, at index source × 256 + backdrop. */
interface ChannelTable {
  /** Blend results from 0 to 255, not rounded. */
  readonly levels: Float32Array;
  readonly bytes: Uint8ClampedArray;
}

/** The last computed blend table, cached because all bands of an image have the same blend mode. */
let last: { readonly id: string; readonly table: ChannelTable } | undefined;

function channelTable({ id, channel }: ChannelMode): ChannelTable {
  if (last?.id === id) return last.table;
  const levels = new Float32Array(PAIRS);
  for (let s = 0; s < 256; s++)
    for (let b = 0; b < 256; b++) levels[(s << 8) | b] = 255 * Math.min(1, Math.max(0, channel(b / 255, s / 255)));
  const table = { levels, bytes: Uint8ClampedArray.from(levels) };
  last = { id, table };
  return table;
}
