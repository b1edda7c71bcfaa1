import { MemoryLayout } from '../../../wasm/layout.ts';
import {
  COLOR_HASH,
  COLOR_SLOTS,
  DEFLATE_STATE_BYTES,
  deflateRoom,
  filterStrategies,
  lengthOrderAt,
  loadPngEncoderKernels,
  OPTIMAL_STATE_BYTES,
  type PngEncoderKernels,
  ROW_ROOM_BYTES,
} from './png-encoder-kernels.ts';
import { GRAY_ALPHA, RGB, RGBA } from './png-form.ts';
import { CRC_TABLES_BYTES, DEFLATE_WINDOW_BYTES, LENGTH_ORDER } from './png-kernels.ts';
import type { PngLayout } from './png-layout.ts';

declare module '../../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'encode-png-strip': typeof encodePngStrip;
    'choose-png-filters': typeof choosePngFilters;
  }
}

export interface DeflateEffort {
  /** Number of earlier positions that are compared per search; 0 stores bytes without compression. */
  readonly depth: number;
  /** Length of a match at which the search stops. */
  readonly nice: number;
  /** Number of computations of the cheapest path through a block; 0 for lazy matching without a path. */
  readonly rounds: number;
}

interface Rows {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly layout: PngLayout;
}

export interface PngStripInput extends Rows {
  readonly effort: DeflateEffort;
  /** PNG filter strategy, one of `filterStrategies`. */
  readonly strategy: number;
  /** Number of rows in `data` above the strip: none for the first strip, otherwise at least one. */
  readonly rowsAbove: number;
  readonly isLast: boolean;
}

export interface PngStrip {
  /** An IDAT chunk with the compressed strip. */
  readonly chunk: Uint8Array<ArrayBuffer>;
  /** Adler-32 checksum and length of the strip's filtered rows. */
  readonly checksum: number;
  readonly bytes: number;
  readonly recycled: Uint8ClampedArray<ArrayBuffer>;
}

export const packedBytes = (width: number, { channels, depth }: PngLayout): number =>
  Math.ceil((width * channels * depth) / 8);

/** Returns the number of rows above a strip on which the compressed strip depends. */
export const rowsAboveStrip = (width: number, layout: PngLayout): number =>
  Math.ceil(DEFLATE_WINDOW_BYTES / (packedBytes(width, layout) + 1)) + 1;

/** Number of bytes of length and type before the content of a PNG chunk (PNG 3, 5.3). */
const CHUNK_HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
const IDAT = 0x49444154;

/** Zlib header for deflate with a window of 32 kB at maximum compression (RFC 1950, 2.2). */
const ZLIB_HEADER = [0x78, 0xda];

/** Filters and compresses a strip. A row's filter depends on the row and the row above only. Runs in a worker. */
export async function encodePngStrip(input: PngStripInput): Promise<PngStrip> {
  const kernels = await requireKernels();
  const { data, width, layout, effort, strategy, rowsAbove, isLast } = input;
  const isFirst = rowsAbove === 0;
  const room = arrange(kernels, input, effort);
  const { block, view, filtered, output } = room;
  const end = filterRows(kernels, room, { data, width, layout }, { strategy, startsAtTop: isFirst, target: filtered });
  const stripRows = data.length / (width * 4) - rowsAbove;
  const start = end - stripRows * (packedBytes(width, layout) + 1);
  const content = output + CHUNK_HEAD_BYTES;
  let at = content;
  if (isFirst) {
    block.set(ZLIB_HEADER, at);
    at += ZLIB_HEADER.length;
  }
  at = kernels.deflate(
    room.state,
    Math.max(filtered, start - DEFLATE_WINDOW_BYTES),
    start,
    end,
    at,
    effort.depth,
    effort.nice,
    effort.rounds,
    isLast,
  );
  const checksum = kernels.adler32(start, end - start, 1) >>> 0;
  if (isFirst && isLast) {
    view.setUint32(at, checksum);
    at += CHECKSUM_BYTES;
  }
  view.setUint32(output, at - content);
  view.setUint32(output + 4, IDAT);
  view.setUint32(at, kernels.crc32(room.crcTables, output + 4, at - output - 4));
  return { chunk: block.slice(output, at + CHECKSUM_BYTES), checksum, bytes: end - start, recycled: data };
}

/** Sample parts of an image, each with the row above unless the part starts at the top. */
export interface PngSampleInput {
  readonly parts: readonly { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly startsAtTop: boolean }[];
  readonly width: number;
  readonly layout: PngLayout;
  readonly strategies: readonly number[];
}

/** Compression effort of trials that compare filter strategies. */
const TRIAL: DeflateEffort = { depth: 8, nice: 32, rounds: 0 };

/** Returns the PNG filter strategy with the smallest output for sample parts of an image. Runs in a worker. */
export async function choosePngFilters({ parts, width, layout, strategies }: PngSampleInput): Promise<number> {
  const kernels = await requireKernels();
  const pixels = parts.reduce((sum, { data }) => sum + data.length, 0);
  const room = arrange(kernels, { data: { length: pixels }, width, layout }, TRIAL);
  let [best, least] = [filterStrategies.none as number, Number.POSITIVE_INFINITY];
  for (const strategy of strategies) {
    let end = room.filtered;
    for (const { data, startsAtTop } of parts)
      end = filterRows(kernels, room, { data, width, layout }, { strategy, startsAtTop, target: end });
    const { state, filtered, output } = room;
    const size =
      kernels.deflate(state, filtered, filtered, end, output, TRIAL.depth, TRIAL.nice, TRIAL.rounds, true) - output;
    if (size >= least) continue;
    least = size;
    best = strategy;
  }
  return best;
}

async function requireKernels(): Promise<PngEncoderKernels> {
  const kernels = await loadPngEncoderKernels();
  if (!kernels) throw new Error('PNG is encoded in WebAssembly with SIMD');
  return kernels;
}

interface RowsSize {
  readonly data: { readonly length: number };
  readonly width: number;
  readonly layout: PngLayout;
}

function arrange(kernels: PngEncoderKernels, { data, width, layout }: RowsSize, { rounds }: DeflateEffort) {
  const rowBytes = packedBytes(width, layout);
  const bytes = (rowBytes + 1) * (data.length / (width * 4));
  const memory = new MemoryLayout();
  const addRow = () => memory.add(ROW_ROOM_BYTES + rowBytes + ROW_ROOM_BYTES) + ROW_ROOM_BYTES;
  const places = {
    state: memory.add(rounds === 0 ? DEFLATE_STATE_BYTES : OPTIMAL_STATE_BYTES),
    crcTables: memory.add(CRC_TABLES_BYTES),
    colors: memory.add(COLOR_SLOTS * 8),
    pixels: memory.add(width * 4 + ROW_ROOM_BYTES),
    rows: [addRow(), addRow()] as const,
    scratch: memory.add(1024 + rowBytes + ROW_ROOM_BYTES),
    filtered: memory.add(bytes + ROW_ROOM_BYTES),
    output: memory.add(deflateRoom(bytes)),
  };
  const buffer = kernels.memory(memory.size);
  const block = new Uint8Array(buffer);
  block.set(LENGTH_ORDER, places.state + lengthOrderAt);
  kernels.crcTables(places.crcTables);
  if (layout.colors) writeColors(new Uint32Array(buffer, places.colors, COLOR_SLOTS * 2), layout.colors);
  return { ...places, block, view: new DataView(buffer) };
}

type Room = ReturnType<typeof arrange>;

function writeColors(table: Uint32Array, colors: readonly number[]): void {
  table.fill(0);
  for (const [index, word] of colors.entries()) {
    let slot = Math.imul(word, COLOR_HASH) >>> (32 - Math.log2(COLOR_SLOTS));
    while (table[2 * slot + 1] !== 0) slot = (slot + 1) % COLOR_SLOTS;
    table[2 * slot] = word;
    table[2 * slot + 1] = index + 1;
  }
}

interface Filtering {
  readonly strategy: number;
  /** True if the first row belongs to the part; false if the first row is the row above the part. */
  readonly startsAtTop: boolean;
  readonly target: number;
}

/** Packs and filters rows of pixels, and returns the end offset of the filtered rows. */
function filterRows(
  kernels: PngEncoderKernels,
  { block, pixels, colors, rows, scratch }: Room,
  { data, width, layout }: Rows,
  { strategy, startsAtTop, target }: Filtering,
): number {
  const rowBytes = packedBytes(width, layout);
  const step = Math.max(1, (layout.channels * layout.depth) / 8);
  const height = data.length / (width * 4);
  let [current, above] = rows;
  for (const row of rows) block.fill(0, row - ROW_ROOM_BYTES, row + rowBytes);
  for (let y = 0; y < height; y++) {
    block.set(data.subarray(y * width * 4, (y + 1) * width * 4), pixels);
    packRow(kernels, layout, pixels, current, width, colors);
    if (y > 0 || startsAtTop) {
      kernels.filter(strategy, current, above, target, rowBytes, step, scratch);
      target += rowBytes + 1;
    }
    [current, above] = [above, current];
  }
  return target;
}

function packRow(
  kernels: PngEncoderKernels,
  { colorType, depth, colors }: PngLayout,
  source: number,
  target: number,
  count: number,
  table: number,
): void {
  if (colors) kernels.packIndexes(source, target, count, depth, table);
  else if (colorType === RGB) kernels.packRgb(source, target, count);
  else if (colorType === GRAY_ALPHA) kernels.packGrayAlpha(source, target, count);
  else if (colorType === RGBA) kernels.packRgba(source, target, count);
  else kernels.packGray(source, target, count);
}
