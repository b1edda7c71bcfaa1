import { joinBytes, uint16 } from '../../base/bytes.ts';
import { lumaBlocks } from './jpeg-bands.ts';
import { bestTable, writeCodes } from './jpeg-tables.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'write-progressive-jpeg': typeof writeProgressiveScans;
  }
}

export interface ProgressiveInput {
  /** Tokens of the whole image in the format of `JpegKernels`, MCU by MCU. */
  readonly tokens: Uint16Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly chromaSubsampled: boolean;
}

const SIDE = 8;
const LAST = 63;

/** Spectral bands of the AC scans of a progressive JPEG, in scan order: coarse luma, then chroma, then fine luma. */
const AC_SCANS = [
  { component: 0, from: 1, to: 5 },
  { component: 1, from: 1, to: LAST },
  { component: 2, from: 1, to: LAST },
  { component: 0, from: 6, to: LAST },
] as const;

/** Codes all scans of a progressive JPEG by spectral selection (T.81, G.1), with their Huffman tables. */
export async function writeProgressiveScans(input: ProgressiveInput): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = findBlocks(input);
  return joinBytes(
    writeScan(
      [0, 1, 2].map((component) => ({ component, table: component === 0 ? 0x00 : 0x01 })),
      { from: 0, to: 0 },
      (emit) => emitDc(input.tokens, blocks.inOrder, lumaBlocks(input.chromaSubsampled), emit),
    ),
    ...AC_SCANS.map(({ component, from, to }) =>
      writeScan([{ component, table: component === 0 ? 0x10 : 0x11 }], { from, to }, (emit) =>
        emitAc(input.tokens, blocks.byComponent[component] as Uint32Array, { from, to }, (symbol, bits, size) =>
          emit(component === 0 ? 0x10 : 0x11, symbol, bits, size),
        ),
      ),
    ),
  );
}

/** Writes the Huffman code of a symbol, followed by `size` extra bits. */
type Emit = (table: number, symbol: number, bits: number, size: number) => void;

interface Blocks {
  /** Offset of the tokens of each block, in the order of MCUs. */
  readonly inOrder: Uint32Array;
  /** Offset of the tokens of each block, by component and row by row, without blocks outside the image. */
  readonly byComponent: readonly Uint32Array[];
}

function findBlocks({ tokens, width, height, chromaSubsampled }: ProgressiveInput): Blocks {
  const across = chromaSubsampled ? 2 : 1;
  const [columns, rows] = [Math.ceil(width / (SIDE * across)), Math.ceil(height / (SIDE * across))];
  const [lumaColumns, lumaRows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)];
  const inMcu = across * across;
  const inOrder = new Uint32Array(columns * rows * (inMcu + 2));
  const luma = new Uint32Array(lumaColumns * lumaRows);
  const [blue, red] = [new Uint32Array(columns * rows), new Uint32Array(columns * rows)];
  let at = 0;
  let index = 0;
  const next = () => {
    const start = at;
    inOrder[index++] = start;
    at = blockEnd(tokens, start);
    return start;
  };
  for (let mcu = 0; mcu < columns * rows; mcu++) {
    const [top, left] = [Math.floor(mcu / columns) * across, (mcu % columns) * across];
    for (let block = 0; block < inMcu; block++) {
      const [y, x] = [top + Math.floor(block / across), left + (block % across)];
      const start = next();
      if (y < lumaRows && x < lumaColumns) luma[y * lumaColumns + x] = start;
    }
    blue[mcu] = next();
    red[mcu] = next();
  }
  return { inOrder, byComponent: [luma, blue, red] };
}

export function blockEnd(tokens: Uint16Array, start: number): number {
  let at = start + 2;
  for (let place = 1; place <= LAST; ) {
    const symbol = (tokens[at] as number) >> 8;
    at += (symbol & 15) > 8 ? 2 : 1;
    place += symbol === 0 ? LAST + 1 : (symbol >> 4) + 1;
  }
  return at;
}

function emitDc(tokens: Uint16Array, blocks: Uint32Array, lumaInMcu: number, emit: Emit): void {
  const inMcu = lumaInMcu + 2;
  for (let index = 0; index < blocks.length; index++) {
    const at = blocks[index] as number;
    const size = (tokens[at] as number) >> 8;
    emit(index % inMcu < lumaInMcu ? 0x00 : 0x01, size, tokens[at + 1] as number, size);
  }
}

/** Symbol ZRL of 16 zeros (T.81, F.1.2.2.1), and maximum length of a run of empty blocks (G.1.2.2). */
const ZEROS = 0xf0;
const MAX_EMPTY = 0x7fff;

function emitAc(
  tokens: Uint16Array,
  blocks: Uint32Array,
  { from, to }: { readonly from: number; readonly to: number },
  emit: (symbol: number, bits: number, size: number) => void,
): void {
  let empty = 0;
  const emitEmpty = () => {
    if (empty === 0) return;
    const size = 31 - Math.clz32(empty);
    emit(size << 4, empty - (1 << size), size);
    empty = 0;
  };
  for (let index = 0; index < blocks.length; index++) {
    let last = from - 1;
    let at = (blocks[index] as number) + 2;
    for (let place = 1; place <= to; place++) {
      const token = tokens[at] as number;
      const symbol = token >> 8;
      if (symbol === 0) break;
      const size = symbol & 15;
      place += symbol >> 4;
      if (place > to) break;
      if (size > 0 && place >= from) {
        emitEmpty();
        let zeros = place - last - 1;
        for (; zeros > 15; zeros -= 16) emit(ZEROS, 0, 0);
        emit((zeros << 4) | size, size > 8 ? (tokens[at + 1] as number) : token & 255, size);
        last = place;
      }
      at += size > 8 ? 2 : 1;
    }
    if (last < to && ++empty === MAX_EMPTY) emitEmpty();
  }
  emitEmpty();
}

interface ScanComponent {
  /** Index of the component: 0 for luma, 1 for Cb, 2 for Cr. */
  readonly component: number;
  /** Class and destination of the component's Huffman table, as in a DHT segment. */
  readonly table: number;
}

/** Writes a scan of a progressive JPEG: DHT, SOS and entropy-coded data (T.81, B.2.3 and B.2.4.2). */
function writeScan(
  components: readonly ScanComponent[],
  { from, to }: { readonly from: number; readonly to: number },
  walk: (emit: Emit) => void,
): Uint8Array {
  const counts = new Map(
    [...new Set(components.map(({ table }) => table))].map((table) => [table, new Uint32Array(256)]),
  );
  let bits = 0;
  walk((table, symbol, _, size) => {
    const count = counts.get(table) as Uint32Array;
    count[symbol] = (count[symbol] as number) + 1;
    bits += size;
  });
  const codes = new Map<number, Uint32Array>();
  const tables: Uint8Array[] = [];
  for (const [table, count] of counts) {
    const { lengths, symbols } = bestTable(count);
    const code = new Uint32Array(256);
    writeCodes({ lengths, symbols }, code);
    codes.set(table, code);
    for (const [symbol, times] of count.entries()) bits += times * ((code[symbol] as number) & 31);
    tables.push(joinBytes([0xff, 0xc4], uint16(19 + symbols.length), [table], lengths, symbols));
  }
  const writer = new BitWriter(Math.ceil(bits / 8) + 1);
  walk((table, symbol, extra, size) => {
    const code = (codes.get(table) as Uint32Array)[symbol] as number;
    writer.write(code >>> 5, code & 31);
    if (size > 0) writer.write(extra, size);
  });
  return joinBytes(
    ...tables,
    [0xff, 0xda],
    uint16(6 + 2 * components.length),
    [components.length],
    components.flatMap(({ component, table }) => [component + 1, table >> 4 === 0 ? table << 4 : table & 15]),
    [from, to, 0],
    writer.finish(),
  );
}

/** Writes entropy-coded bits, most significant first, with a zero byte after each 0xFF (T.81, B.1.1.5). */
class BitWriter {
  private bytes: Uint8Array;
  private length = 0;
  private pending = 0;
  private pendingBits = 0;

  constructor(bytes: number) {
    this.bytes = new Uint8Array(2 * bytes);
  }

  /** Writes the lowest `size` bits of a number, up to 16. */
  write(value: number, size: number): void {
    this.pending = (this.pending << size) | (value & ((1 << size) - 1));
    this.pendingBits += size;
    while (this.pendingBits >= 8) {
      this.pendingBits -= 8;
      this.push((this.pending >>> this.pendingBits) & 255);
    }
    this.pending &= (1 << this.pendingBits) - 1;
  }

  /** Pads the last byte of entropy-coded data with ones (T.81, F.1.2.3) and returns all bytes. */
  finish(): Uint8Array {
    if (this.pendingBits > 0) this.write(0xff, 8 - this.pendingBits);
    return this.bytes.subarray(0, this.length);
  }

  private push(byte: number): void {
    this.bytes[this.length++] = byte;
    if (byte === 0xff) this.bytes[this.length++] = 0;
  }
}
