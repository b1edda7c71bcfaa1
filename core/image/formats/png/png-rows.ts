import { viewOf } from '../../../base/bytes.ts';
import { type Damage, worseDamage } from '../../../base/damage.ts';
import { MemoryLayout } from '../../../wasm/layout.ts';
import { COLOR_CHUNKS, isValidTransparency, MAX_PALETTE_BYTES, pngChunks } from './png-chunks.ts';
import { PALETTE, type Pass, type PngForm, readPngForm } from './png-form.ts';
import {
  CRC_TABLES_BYTES,
  DEFLATE_WINDOW_BYTES,
  INFLATE_STATE_BYTES,
  inflateResults,
  inflateState,
  LENGTH_ORDER,
  MIN_OUTPUT_ROOM_BYTES,
  type PngKernels,
  ZLIB_CHECKSUM_BYTES,
  ZLIB_HEADER_BYTES,
} from './png-kernels.ts';

/** A PNG file in the memory of the kernels. `readRows` may be called several times. */
export interface PngFile {
  readonly form: PngForm;
  /** Damage of the chunks. `readRows` returns the damage of their contents. */
  readonly damage: Damage | undefined;
  /** False if the color type and the chunks show that every pixel is opaque. */
  readonly mayHaveAlpha: boolean;
  /**
   * Decodes rows from the first row on, and calls `receive` for each row in `[top, bottom)`. Other rows are only checked
   * for damage. Stops if `receive` returns false. Returns `truncated` if rows are missing.
   */
  readRows(receive: ReceiveRow, top?: number, bottom?: number): Damage | undefined;
}

/**
 * Receives the RGBA pixels of a row: `columns` pixels, at every `pass.stepX`-th column from `pass.x` on. The next row
 * overwrites `pixels`.
 */
export type ReceiveRow = (row: {
  readonly y: number;
  readonly pass: Pass;
  readonly columns: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}) => boolean;

/** Copies a PNG to the kernels' memory and checks its chunks. Throws for undefined pixel types. Only one PNG at a time. */
export function openPng(kernels: PngKernels, bytes: Uint8Array<ArrayBuffer>): PngFile {
  const form = readPngForm(bytes);
  const memory = arrange(kernels, form, bytes);
  const chunks = readChunks(kernels, memory, bytes, form);
  return {
    form,
    damage: chunks.damage,
    mayHaveAlpha: form.channels % 2 === 0 || chunks.transparency !== undefined,
    readRows: (receive, top = 0, bottom = form.height) =>
      decodeRows(kernels, memory, form, chunks, receive, top, bottom),
  };
}

const OUTPUT_BYTES = 2 ** 18;

function arrange(kernels: PngKernels, { width, rowBytes }: PngForm, bytes: Uint8Array) {
  const layout = new MemoryLayout();
  const places = {
    state: layout.add(INFLATE_STATE_BYTES),
    crcTables: layout.add(CRC_TABLES_BYTES),
    colors: layout.add(256 * 4),
    /** Transparent color of a PNG's tRNS chunk, as stored: up to six bytes (PNG 3, 11.3.1.1). */
    key: layout.add(8),
    rows: [layout.add(rowBytes), layout.add(rowBytes)] as const,
    pixels: layout.add(width * 4),
    output: layout.add(DEFLATE_WINDOW_BYTES + rowBytes + 1 + OUTPUT_BYTES + MIN_OUTPUT_ROOM_BYTES),
    input: layout.add(bytes.length + 8),
  };
  const buffer = kernels.memory(layout.size);
  const block = new Uint8Array(buffer);
  block.set(bytes, places.input);
  kernels.crcTables(places.crcTables);
  return { ...places, outputEnd: places.input, block, buffer };
}

type Memory = ReturnType<typeof arrange>;

interface Chunks {
  /** Length of the zlib data: the joined contents of all IDAT chunks. */
  readonly packedBytes: number;
  readonly isCut: boolean;
  readonly palette: Uint8Array | undefined;
  readonly transparency: Uint8Array | undefined;
  readonly damage: Damage | undefined;
}

/** A PNG chunk type has four letters; bit 5 of the first letter marks an ancillary chunk (PNG 3, 5.4). */
const LETTERS = /^[A-Za-z]{4}$/;
const isCritical = (type: string) => (type.charCodeAt(0) & 32) === 0;

/** Ancillary PNG chunks whose damage is reported. libpng and browsers ignore damage in other ancillary chunks. */
const CHANGES_LOOK: readonly string[] = [...COLOR_CHUNKS, 'eXIf'];

function readChunks(
  kernels: PngKernels,
  { input, crcTables, block }: Memory,
  bytes: Uint8Array,
  form: PngForm,
): Chunks {
  const view = viewOf(bytes);
  let packedBytes = 0;
  let isCut = true;
  let previous = '';
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  let damage: Damage | undefined;
  const note = (found: Damage) => {
    damage = worseDamage(damage, found);
  };
  for (const chunk of pngChunks(bytes)) {
    const { type, start, end } = chunk;
    const isWhole = end + 4 <= bytes.length;
    const isValid =
      isWhole && kernels.crc32(crcTables, input + start - 4, end - start + 4) >>> 0 === view.getUint32(end);
    const content = bytes.subarray(start, end);
    if (type === 'IDAT') {
      if (isWhole && !isValid) note('error');
      if (packedBytes > 0 && previous !== 'IDAT') note('warning');
      block.copyWithin(input + packedBytes, input + start, input + start + content.length);
      packedBytes += content.length;
    } else if (type === 'IEND') {
      isCut = false;
      if (!isValid) note('warning');
      break;
    } else if (type === 'PLTE') {
      if (!isValid || palette) note('error');
      palette ??= packedBytes === 0 ? content : undefined;
    } else if (type === 'tRNS') {
      if (!isValid) note('error');
      else if (packedBytes > 0 || transparency || !isValidTransparency(bytes, chunk, (palette?.length ?? 0) / 3))
        note('warning');
      else transparency = content;
    } else if (type !== 'IHDR' || !isValid) {
      if (isCritical(type)) note('error');
      else if (!LETTERS.test(type) || (!isValid && CHANGES_LOOK.includes(type))) note('warning');
    }
    previous = type;
  }
  if (isCut) note('warning');
  if (
    form.colorType === PALETTE &&
    (!palette?.length || palette.length % 3 !== 0 || palette.length > MAX_PALETTE_BYTES)
  )
    throw new Error('No palette');
  return { packedBytes, isCut, palette, transparency, damage };
}

function decodeRows(
  kernels: PngKernels,
  memory: Memory,
  form: PngForm,
  chunks: Chunks,
  receive: ReceiveRow,
  top: number,
  bottom: number,
): Damage | undefined {
  const { width, height, depth, channels, passes } = form;
  const { block } = memory;
  const stream = openStream(kernels, memory, chunks);
  const expand = expander(kernels, memory, form, chunks);
  const step = Math.max(1, (channels * depth) / 8);
  const pixels = new Uint8ClampedArray(memory.buffer, memory.pixels, width * 4);
  for (const pass of passes) {
    const columns = Math.ceil((width - pass.x) / pass.stepX);
    if (columns < 1) continue;
    const rowBytes = Math.ceil((columns * channels * depth) / 8);
    let [current, above] = memory.rows;
    block.fill(0, above, above + rowBytes);
    for (let y = pass.y; y < height; y += pass.stepY) {
      const at = stream.next(rowBytes + 1);
      const filter = at === undefined ? undefined : (block[at] as number);
      if (at === undefined || filter === undefined || filter > 4) return 'truncated';
      if (y >= bottom) continue;
      kernels.unfilter(filter, at + 1, current, above, rowBytes, step);
      if (y >= top) {
        expand(current, columns);
        if (!receive({ y, pass, columns, pixels })) return undefined;
      }
      [current, above] = [above, current];
    }
  }
  return stream.damageAtEnd();
}

function openStream(kernels: PngKernels, { state, input, output, outputEnd, block, buffer }: Memory, chunks: Chunks) {
  const words = new Uint32Array(buffer, state, 5);
  const set = (at: number, value: number) => {
    words[at / 4] = value;
  };
  const position = () => words[inflateState.output / 4] as number;
  const packedEnd = input + chunks.packedBytes;
  block.fill(0, state, state + INFLATE_STATE_BYTES);
  block.set(LENGTH_ORDER, state + inflateState.lengthOrder);
  set(inflateState.input, Math.min(input + ZLIB_HEADER_BYTES, packedEnd));
  set(inflateState.inputEnd, packedEnd);
  set(inflateState.output, output);
  set(inflateState.outputStart, output);
  set(inflateState.outputEnd, outputEnd);

  let result: number = isZlib(block, input) ? inflateResults.full : inflateResults.invalid;
  let checksum = 1;
  let read = output;
  const inflateMore = () => {
    // Moves the deflate window and the unread bytes to the start of the output memory.
    const windowStart = Math.min(read, Math.max(output, position() - DEFLATE_WINDOW_BYTES));
    block.copyWithin(output, windowStart, position());
    read -= windowStart - output;
    set(inflateState.output, position() - (windowStart - output));
    const from = position();
    result = kernels.inflate(state);
    checksum = kernels.adler32(from, position() - from, checksum) >>> 0;
  };
  return {
    /** Returns the offset of the next `count` decompressed bytes; `undefined` if the data ends first. */
    next(count: number): number | undefined {
      while (position() - read < count) {
        if (result !== inflateResults.full) return undefined;
        inflateMore();
      }
      read += count;
      return read - count;
    },

    damageAtEnd(): Damage | undefined {
      while (result === inflateResults.full && position() === read) inflateMore();
      const at = words[inflateState.input / 4] as number;
      const ends = result === inflateResults.done && at + ZLIB_CHECKSUM_BYTES <= packedEnd;
      if (!ends && chunks.isCut && position() === read) return 'truncated';
      if (!ends || checksum !== viewOf(block).getUint32(at)) return 'error';
      // Bytes after the last row are only a warning, because a valid Adler-32 shows that all pixels are correct.
      return position() > read ? 'warning' : undefined;
    },
  };
}

/** Checks a zlib header (RFC 1950, 2.2): method 8 (deflate), no preset dictionary, divisible by 31. */
function isZlib(block: Uint8Array, at: number): boolean {
  const [method, flags] = [block[at] as number, block[at + 1] as number];
  return (method & 15) === 8 && method >> 4 < 8 && (flags & 32) === 0 && ((method << 8) | flags) % 31 === 0;
}

/** Returns a function that converts a row of stored PNG pixels to RGBA. */
function expander(
  kernels: PngKernels,
  { colors, key, pixels, block, buffer }: Memory,
  { depth, colorType, channels }: PngForm,
  { palette, transparency }: Chunks,
): (row: number, columns: number) => void {
  if (depth <= 8 && channels === 1) {
    const table = new Uint32Array(buffer, colors, 256).fill(0xff_00_00_00);
    if (colorType === PALETTE && palette)
      for (let at = 0; at < palette.length; at += 3)
        table[at / 3] =
          (((transparency?.[at / 3] ?? 255) << 24) |
            ((palette[at + 2] as number) << 16) |
            ((palette[at + 1] as number) << 8) |
            (palette[at] as number)) >>>
          0;
    else {
      const most = 2 ** depth - 1;
      for (let level = 0; level <= most; level++) table[level] = 0xff_00_00_00 + ((level * 255) / most) * 0x01_01_01;
      if (transparency) {
        const level = (transparency[1] as number) & most;
        table[level] = (table[level] as number) & 0xff_ff_ff;
      }
    }
    return (row, columns) => kernels.lookUpRow(row, pixels, columns, depth, colors);
  }
  const bytes = depth / 8;
  // In a tRNS chunk, a sample has 16 bits; for 8-bit samples, the low byte counts (PNG 3, 11.3.1.1).
  if (transparency)
    block.set(
      transparency.filter((_, index) => bytes === 2 || index % 2 === 1),
      key,
    );
  return (row, columns) => kernels.expandRow(row, pixels, columns, channels, bytes, transparency ? key : 0);
}
