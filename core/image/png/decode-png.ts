import { viewOf } from '../../base/bytes.ts';
import { type Damage, worseDamage } from '../../base/damage.ts';
import { createRaster, pixelWords } from '../../base/raster.ts';
import { MemoryLayout } from '../../wasm/layout.ts';
import type { DecodedPixels } from '../codecs/decoded-pixels.ts';
import { isSoundTransparency, MAX_PALETTE_BYTES, pngChunks } from '../codecs/png.ts';
import {
  CRC_TABLES_BYTES,
  INFLATE_STATE_BYTES,
  inflateResults,
  inflateState,
  LEAST_ROOM,
  loadPngKernels,
  type PngKernels,
} from './png-kernels.ts';

/**
 * Decodes a PNG's still image, and finds its damage. Runs in a worker: it keeps the thread busy.
 *
 * @throws where the image is of no kind that PNG has, or there is no WebAssembly
 */
export async function decodePng(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedPixels> {
  const kernels = await loadPngKernels();
  if (!kernels) throw new Error('PNG is decoded in WebAssembly');
  const form = readForm(bytes);
  const memory = arrange(kernels, form, bytes);
  const chunks = readChunks(kernels, memory, bytes, form);
  const image = decodeRows(kernels, memory, form, chunks);
  return { ...image, damage: worseDamage(chunks.damage, image.damage) };
}

const GRAY = 0;
const COLOR = 2;
const PALETTE = 3;

/** PNG 3, 11.2.1: channels and bit depths of each color type. */
const COLOR_TYPES: Readonly<Record<number, { readonly channels: number; readonly depths: readonly number[] }>> = {
  [GRAY]: { channels: 1, depths: [1, 2, 4, 8, 16] },
  [COLOR]: { channels: 3, depths: [8, 16] },
  [PALETTE]: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

/** What IHDR says. */
interface Form {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly channels: number;
  readonly passes: readonly Pass[];
  /** Bytes of the longest row, without its filter. */
  readonly rowBytes: number;
}

/** Every nth column and row from a first one on. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];

/** PNG 3, 8.2. */
const ADAM7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

/** Where the header's content is: it is the first chunk. */
const HEADER_AT = 16;

function readForm(bytes: Uint8Array): Form {
  const view = viewOf(bytes);
  const [width, height] = [view.getUint32(HEADER_AT), view.getUint32(HEADER_AT + 4)];
  const [depth, colorType, compression, filter, interlace] = bytes.subarray(HEADER_AT + 8, HEADER_AT + 13);
  const type = COLOR_TYPES[colorType as number];
  if (!type?.depths.includes(depth as number)) throw new Error(`No color type ${colorType} of ${depth} bits`);
  if (compression !== 0 || filter !== 0 || (interlace as number) > 1) throw new Error('An unknown method');
  return {
    width,
    height,
    depth: depth as number,
    colorType: colorType as number,
    channels: type.channels,
    passes: interlace === 1 ? ADAM7 : WHOLE,
    rowBytes: Math.ceil((width * type.channels * (depth as number)) / 8),
  };
}

/** How far back a match refers at most (RFC 1951, 2). */
const WINDOW_BYTES = 32_768;
const OUTPUT_BYTES = 2 ** 18;

/** A block of the kernels' memory, and what lies where. */
function arrange(kernels: PngKernels, { width, rowBytes }: Form, bytes: Uint8Array) {
  const layout = new MemoryLayout();
  const places = {
    state: layout.add(INFLATE_STATE_BYTES),
    crcTables: layout.add(CRC_TABLES_BYTES),
    /** 256 RGBA colors. */
    colors: layout.add(256 * 4),
    /** A stored pixel of up to six bytes. */
    key: layout.add(8),
    rows: [layout.add(rowBytes), layout.add(rowBytes)] as const,
    pixels: layout.add(width * 4),
    output: layout.add(WINDOW_BYTES + rowBytes + 1 + OUTPUT_BYTES + LEAST_ROOM),
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
  /** Bytes of zlib data, which is moved together at the start of the input. */
  readonly packedBytes: number;
  /** The file ends before its end chunk. */
  readonly isCut: boolean;
  readonly palette: Uint8Array | undefined;
  readonly transparency: Uint8Array | undefined;
  readonly damage: Damage | undefined;
}

/** PNG 3, 5.4: a chunk's type is four letters; bit 5 of the first one says that decoders may pass over the chunk. */
const LETTERS = /^[A-Za-z]{4}$/;
const isCritical = (type: string) => (type.charCodeAt(0) & 32) === 0;

/**
 * Chunks that are ignored where their checksum is wrong, and that change colors or orientation. What others say, such as texts
 * and times, has no part in the picture: libpng and browsers pass over it in silence.
 */
const CHANGES_LOOK: readonly string[] = ['iCCP', 'eXIf'];

/** Checks every chunk's checksum and gathers what the pixels are made of. */
function readChunks(kernels: PngKernels, { input, crcTables, block }: Memory, bytes: Uint8Array, form: Form): Chunks {
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
    const isSound =
      isWhole && kernels.crc32(crcTables, input + start - 4, end - start + 4) >>> 0 === view.getUint32(end);
    const content = bytes.subarray(start, end);
    if (type === 'IDAT') {
      if (isWhole && !isSound) note('error');
      if (packedBytes > 0 && previous !== 'IDAT') note('warning');
      block.copyWithin(input + packedBytes, input + start, input + start + content.length);
      packedBytes += content.length;
    } else if (type === 'IEND') {
      isCut = false;
      if (!isSound) note('warning');
      break;
    } else if (type === 'PLTE') {
      if (!isSound || palette) note('error');
      palette ??= packedBytes === 0 ? content : undefined;
    } else if (type === 'tRNS') {
      if (!isSound) note('error');
      else if (packedBytes > 0 || transparency || !isSoundTransparency(bytes, chunk, (palette?.length ?? 0) / 3))
        note('warning');
      else transparency = content;
    } else if (type !== 'IHDR' || !isSound) {
      if (isCritical(type)) note('error');
      else if (!LETTERS.test(type) || (!isSound && CHANGES_LOOK.includes(type))) note('warning');
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

/** RFC 1951, 3.2.7. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** RFC 1950, 2.2: a header of two bytes, then deflate data and a checksum of four bytes. */
const ZLIB_HEADER_BYTES = 2;
const CHECKSUM_BYTES = 4;

function decodeRows(kernels: PngKernels, memory: Memory, form: Form, chunks: Chunks): DecodedPixels {
  const { width, height, depth, channels, passes } = form;
  const { block } = memory;
  const raster = createRaster(width, height);
  const words = pixelWords(raster);
  const stream = openStream(kernels, memory, chunks);
  const expand = expander(kernels, memory, form, chunks);
  const step = Math.max(1, (channels * depth) / 8);
  const rgba = new Uint8Array(memory.buffer, memory.pixels, width * 4);
  const pixels = new Uint32Array(memory.buffer, memory.pixels, width);
  for (const { x, y: top, stepX, stepY } of passes) {
    const columns = Math.ceil((width - x) / stepX);
    if (columns < 1) continue;
    const rowBytes = Math.ceil((columns * channels * depth) / 8);
    let [current, above] = memory.rows;
    block.fill(0, above, above + rowBytes);
    for (let y = top; y < height; y += stepY) {
      const at = stream.next(rowBytes + 1);
      const filter = at === undefined ? undefined : (block[at] as number);
      if (at === undefined || filter === undefined || filter > 4) {
        // Where no pixel can be transparent, missing pixels are black.
        if (channels % 2 === 1 && !chunks.transparency)
          for (let index = 0; index < words.length; index++) words[index] ||= 0xff_00_00_00;
        return { ...raster, damage: 'truncated' };
      }
      kernels.unfilter(filter, at + 1, current, above, rowBytes, step);
      expand(current, columns);
      if (stepX === 1) raster.data.set(rgba, y * width * 4);
      else
        for (let column = 0, to = y * width + x; column < columns; column++, to += stepX)
          words[to] = pixels[column] as number;
      [current, above] = [above, current];
    }
  }
  return { ...raster, damage: stream.damageAtEnd() };
}

/** The zlib data as a stream of whole rows. */
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
    // What a match may refer to, and what is not read yet, moves to the start.
    const kept = Math.min(read, Math.max(output, position() - WINDOW_BYTES));
    block.copyWithin(output, kept, position());
    read -= kept - output;
    set(inflateState.output, position() - (kept - output));
    const from = position();
    result = kernels.inflate(state);
    checksum = kernels.adler32(from, position() - from, checksum) >>> 0;
  };
  return {
    /** Where the next `count` bytes are; `undefined` where the data ends before. */
    next(count: number): number | undefined {
      while (position() - read < count) {
        if (result !== inflateResults.full) return undefined;
        inflateMore();
      }
      read += count;
      return read - count;
    },

    /** What is wrong behind the last row. */
    damageAtEnd(): Damage | undefined {
      while (result === inflateResults.full && position() === read) inflateMore();
      const at = words[inflateState.input / 4] as number;
      const ends = result === inflateResults.done && at + CHECKSUM_BYTES <= packedEnd;
      if (!ends && chunks.isCut && position() === read) return 'truncated';
      if (!ends || checksum !== viewOf(block).getUint32(at)) return 'error';
      // Some writers pad the chunk: the checksum says that bytes behind it are not needed.
      return position() > read ? 'warning' : undefined;
    },
  };
}

/** RFC 1950, 2.2: the method is deflate, there is no dictionary, and the header is a multiple of 31. */
function isZlib(block: Uint8Array, at: number): boolean {
  const [method, flags] = [block[at] as number, block[at + 1] as number];
  return (method & 15) === 8 && method >> 4 < 8 && (flags & 32) === 0 && ((method << 8) | flags) % 31 === 0;
}

/** Writes a row of stored pixels as RGBA to `memory.pixels`. */
function expander(
  kernels: PngKernels,
  { colors, key, pixels, block, buffer }: Memory,
  { depth, colorType, channels }: Form,
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
  // A sample of 8 bits is the lower byte of the 16 that the chunk has for it.
  if (transparency)
    block.set(
      transparency.filter((_, index) => bytes === 2 || index % 2 === 1),
      key,
    );
  return (row, columns) => kernels.expandRow(row, pixels, columns, channels, bytes, transparency ? key : 0);
}
