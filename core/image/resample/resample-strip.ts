import { MemoryLayout } from '../../wasm/layout.ts';
import { lanczosTaps, type Taps } from './lanczos.ts';
import type { ResampleKernels } from './resample-kernels.ts';
import { endOfTaps, floatWeightsAcross, tapsDown, wholeWeightsAcross, wholeWeightsDown } from './resample-weights.ts';

/** A strip of rows of the resampled image, with the source rows on which the strip depends. */
export interface ResampleStrip {
  /** Source rows from row `firstRow` on, as RGBA with straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly firstRow: number;
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  readonly width: number;
  readonly height: number;
  /** First row of the resampled image in the strip; `bottom` is exclusive. */
  readonly top: number;
  readonly bottom: number;
  /**
   * True if the whole source image is opaque. The kernels are chosen by this value, so that all strips use the same
   * kernels.
   */
  readonly opaque: boolean;
}

/** Maximum scale-down factor for integer weights, whose results differ from exact results by up to 1 level. */
const MAX_WHOLE_FACTOR = 16;

/** Returns the source rows `[first, end)` on which the rows `[top, bottom)` of the resampled image depend. */
export function sourceRows(sourceHeight: number, height: number, top: number, bottom: number) {
  return {
    first: lanczosTaps(sourceHeight, height, top).start,
    end: endOfTaps(lanczosTaps(sourceHeight, height, bottom - 1)),
  };
}

/** Writes the pixels of a strip to the start of `result`. The bytes don't depend on the heights of strips. */
export function resampleStrip(
  kernels: ResampleKernels,
  strip: ResampleStrip,
  result: Uint8ClampedArray<ArrayBuffer>,
): void {
  const factor = Math.max(strip.sourceWidth / strip.width, strip.sourceHeight / strip.height);
  if (strip.opaque && factor <= MAX_WHOLE_FACTOR) resampleWhole(kernels, strip, result);
  else resampleFloat(kernels, strip, result);
}

/** Resamples a strip in integers. Each source row is resampled horizontally once and reused for all result rows. */
function resampleWhole(kernels: ResampleKernels, strip: ResampleStrip, result: Uint8ClampedArray): void {
  const { sourceWidth, sourceHeight, width, height, top, bottom } = strip;
  const across = wholeWeightsAcross(sourceWidth, width);
  const down = wholeWeightsDown(sourceHeight, height, top, bottom);

  const rowNumbers = Math.ceil(width / 4) * 16;
  const layout = new MemoryLayout();
  const source = layout.add((sourceWidth + across.count) * 4);
  const starts = layout.add(across.starts.byteLength);
  const acrossWeights = layout.add(across.weights.byteLength);
  const downWeights = layout.add(down.weights.byteLength);
  const pointers = layout.add(down.count * 4);
  const cacheAt = layout.add(down.count * rowNumbers * 2);
  const target = layout.add(rowNumbers);
  const memory = kernels.memory(layout.size);
  const bytes = new Uint8ClampedArray(memory);

  new Int32Array(memory, starts).set(across.starts);
  new Int16Array(memory, acrossWeights).set(across.weights);
  new Int16Array(memory, downWeights).set(down.weights);
  const rows = new Int32Array(memory, pointers, down.count);
  const cachedRowAt = (row: number) => cacheAt + (row % down.count) * rowNumbers * 2;

  let next = strip.firstRow;
  for (const [index, taps] of down.taps.entries()) {
    const last = endOfTaps(taps) - 1;
    for (; next <= last; next++) {
      bytes.set(sourceRow(strip, next), source);
      kernels.wholeRow(source, cachedRowAt(next), starts, acrossWeights, across.count, width, across.shift);
    }
    // Taps beyond the end of the filter have the weight 0, so these taps may use any row.
    for (let tap = 0; tap < down.count; tap++) rows[tap] = cachedRowAt(Math.min(last, taps.start + tap));
    kernels.wholeColumn(pointers, downWeights + index * down.count * 2, down.count, target, rowNumbers, down.shift);
    result.set(bytes.subarray(target, target + width * 4), index * width * 4);
  }
}

/**
 * Resamples a strip in premultiplied floats. Each source row is added to all result rows that depend on the source row.
 */
function resampleFloat(kernels: ResampleKernels, strip: ResampleStrip, result: Uint8ClampedArray): void {
  const { sourceWidth, sourceHeight, width, height, top, bottom } = strip;
  const across = floatWeightsAcross(sourceWidth, width);
  const down = tapsDown(sourceHeight, height, top, bottom);
  const openRows = mostOpenRows(down);

  const rowBytes = width * 16;
  const layout = new MemoryLayout();
  const source = layout.add(sourceWidth * 4);
  const premultiplied = layout.add((sourceWidth + across.count) * 16);
  const starts = layout.add(across.starts.byteLength);
  const acrossWeights = layout.add(across.weights.byteLength);
  const row = layout.add(rowBytes);
  const open = layout.add(openRows * rowBytes);
  const target = layout.add(width * 4);
  const memory = kernels.memory(layout.size);
  const bytes = new Uint8ClampedArray(memory);

  new Int32Array(memory, starts).set(across.starts);
  new Float32Array(memory, acrossWeights).set(across.weights);
  // Clears the floats after the end of a row, because taps multiply these floats by 0, and 0 × NaN would be NaN.
  bytes.fill(0, premultiplied, premultiplied + (sourceWidth + across.count) * 16);
  bytes.fill(0, open, open + openRows * rowBytes);
  const openAt = (index: number) => open + (index % openRows) * rowBytes;

  let firstOpen = 0;
  for (let next = strip.firstRow; firstOpen < down.length; next++) {
    bytes.set(sourceRow(strip, next), source);
    kernels.premultiply(source, premultiplied, sourceWidth);
    kernels.floatRow(premultiplied, row, starts, acrossWeights, across.count, width);
    for (let index = firstOpen; index < down.length; index++) {
      const taps = down[index] as Taps;
      if (taps.start > next) break;
      kernels.floatAdd(row, openAt(index), taps.weights[next - taps.start] as number, width);
      if (next + 1 < endOfTaps(taps)) continue;
      kernels.unpremultiply(openAt(index), target, width);
      result.set(bytes.subarray(target, target + width * 4), index * width * 4);
      bytes.fill(0, openAt(index), openAt(index) + rowBytes);
      firstOpen = index + 1;
    }
  }
}

/** Returns the maximum number of result rows that depend on one source row. */
function mostOpenRows(taps: readonly Taps[]): number {
  let most = 0;
  let first = 0;
  for (const [index, { start }] of taps.entries()) {
    while (endOfTaps(taps[first] as Taps) <= start) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function sourceRow({ data, firstRow, sourceWidth }: ResampleStrip, row: number): Uint8ClampedArray {
  const start = (row - firstRow) * sourceWidth * 4;
  return data.subarray(start, start + sourceWidth * 4);
}
