import { joinBytes, uint16 } from '../../../base/bytes.ts';
import { lumaBlocks } from './jpeg-bands.ts';
import { bestTable, writeCodes } from './jpeg-tables.ts';
import { CHROMA, LUMA, ScanSymbols, TABLES } from './scan-symbols.ts';

declare module '../../../platform/workers.ts' {
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

interface ScanHeader {
  /** First and last coefficient in zigzag order. */
  readonly from: number;
  readonly to: number;
  /** Number of low bits of the coefficients that later scans add (T.81, G.1.2.1). */
  readonly low: number;
  /** True if the scan adds bit `low` to coefficients of an earlier scan. */
  readonly refines?: boolean;
}

interface AcScan extends ScanHeader {
  /** Index of the component: 0 for luma, 1 for Cb, 2 for Cr. */
  readonly component: number;
}

/** AC scans of a progressive JPEG: coarse luma, chroma, fine luma, and the low bits last, as in libjpeg. */
const AC_SCANS: readonly AcScan[] = [
  { component: 0, from: 1, to: 5, low: 2 },
  { component: 2, from: 1, to: LAST, low: 1 },
  { component: 1, from: 1, to: LAST, low: 1 },
  { component: 0, from: 6, to: LAST, low: 2 },
  { component: 0, from: 1, to: LAST, low: 1, refines: true },
  { component: 2, from: 1, to: LAST, low: 0, refines: true },
  { component: 1, from: 1, to: LAST, low: 0, refines: true },
  { component: 0, from: 1, to: LAST, low: 0, refines: true },
];

/** Codes all scans of a progressive JPEG (T.81, annex G), with their Huffman tables. */
export async function writeProgressiveScans(input: ProgressiveInput): Promise<Uint8Array<ArrayBuffer>> {
  const { tokens } = input;
  const blocks = findBlocks(input);
  const dc = new ScanSymbols();
  collectDc(tokens, blocks.inOrder, lumaBlocks(input.chromaSubsampled), dc);
  const scans = [writeScan([0, 1, 2], { from: 0, to: 0, low: 0 }, dc)];
  for (const scan of AC_SCANS) {
    const symbols = new ScanSymbols(scan.component === 0 ? LUMA : CHROMA);
    const source = { tokens, blocks: blocks.byComponent[scan.component] as Uint32Array };
    if (scan.refines) collectAcRefinement(source, scan, symbols);
    else collectAc(source, scan, symbols);
    scans.push(writeScan([scan.component], scan, symbols));
  }
  return joinBytes(...scans);
}

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

function collectDc(tokens: Uint16Array, blocks: Uint32Array, lumaInMcu: number, symbols: ScanSymbols): void {
  const inMcu = lumaInMcu + 2;
  for (let index = 0; index < blocks.length; index++) {
    const at = blocks[index] as number;
    const size = (tokens[at] as number) >> 8;
    symbols.table = index % inMcu < lumaInMcu ? LUMA : CHROMA;
    symbols.add(size, tokens[at + 1] as number, size);
  }
}

/** Symbol ZRL of 16 zeros (T.81, F.1.2.2.1), and maximum length of a run of empty blocks (G.1.2.2). */
const ZEROS = 0xf0;
const MAX_EMPTY = 0x7fff;

interface AcSource {
  readonly tokens: Uint16Array;
  /** Offset of the tokens of each block of the component. */
  readonly blocks: Uint32Array;
}

/** Nonzero coefficients of a block in zigzag order, without their low bits. */
class AcCoefficients {
  count = 0;
  readonly places = new Uint8Array(LAST);
  readonly values = new Int16Array(LAST);

  read(tokens: Uint16Array, start: number, { from, to, low }: AcScan): void {
    this.count = 0;
    let at = start + 2;
    for (let place = 1; place <= to; place++) {
      const token = tokens[at] as number;
      const symbol = token >> 8;
      if (symbol === 0) break;
      const size = symbol & 15;
      place += symbol >> 4;
      if (place > to) break;
      const bits = size > 8 ? (tokens[at + 1] as number) : token & 255;
      at += size > 8 ? 2 : 1;
      if (size === 0 || place < from) continue;
      // Negative coefficients have a leading zero bit (T.81, F.1.2.1). Their low bits are cut off toward zero.
      const value = bits >> (size - 1) === 0 ? -(((1 << size) - 1 - bits) >> low) : bits >> low;
      if (value === 0) continue;
      this.places[this.count] = place;
      this.values[this.count++] = value;
    }
  }
}

/** Collects the first scan of AC coefficients (T.81, G.1.2.2). */
function collectAc({ tokens, blocks }: AcSource, scan: AcScan, symbols: ScanSymbols): void {
  const coefficients = new AcCoefficients();
  const { places, values } = coefficients;
  let empty = 0;
  const endRun = () => {
    if (empty > 0) symbols.fillEmptyBlocks(symbols.reserve(), empty);
    empty = 0;
  };
  for (let index = 0; index < blocks.length; index++) {
    coefficients.read(tokens, blocks[index] as number, scan);
    if (coefficients.count > 0) endRun();
    let last = scan.from - 1;
    for (let each = 0; each < coefficients.count; each++) {
      const place = places[each] as number;
      const value = values[each] as number;
      let zeros = place - last - 1;
      for (; zeros > 15; zeros -= 16) symbols.add(ZEROS, 0, 0);
      const size = 32 - Math.clz32(Math.abs(value));
      symbols.add((zeros << 4) | size, value < 0 ? value + (1 << size) - 1 : value, size);
      last = place;
    }
    if (last < scan.to && ++empty === MAX_EMPTY) endRun();
  }
  endRun();
}

/** Collects a scan that adds the next bit to AC coefficients (T.81, G.1.2.3). */
function collectAcRefinement({ tokens, blocks }: AcSource, scan: AcScan, symbols: ScanSymbols): void {
  const coefficients = new AcCoefficients();
  const { places, values } = coefficients;
  let empty = 0;
  let startOfRun = 0;
  const endRun = () => {
    if (empty > 0) symbols.fillEmptyBlocks(startOfRun, empty);
    empty = 0;
  };
  for (let index = 0; index < blocks.length; index++) {
    coefficients.read(tokens, blocks[index] as number, scan);
    const { count } = coefficients;
    let newest = count - 1;
    while (newest >= 0 && Math.abs(values[newest] as number) > 1) newest--;
    if (newest >= 0) endRun();
    // The bits of known coefficients follow the symbol of the next new coefficient or of a run of blocks.
    let symbolAt = symbols.reserve();
    let zeros = 0;
    let hasBits = false;
    let last = scan.from - 1;
    for (let each = 0; each < count; each++) {
      const place = places[each] as number;
      const value = values[each] as number;
      zeros += place - last - 1;
      last = place;
      for (; zeros > 15 && each <= newest; zeros -= 16) {
        symbols.fill(symbolAt, ZEROS, 0, 0);
        symbolAt = symbols.reserve();
        hasBits = false;
      }
      if (value < -1 || value > 1) {
        symbols.addBit(value & 1);
        hasBits = true;
      } else {
        symbols.fill(symbolAt, (zeros << 4) | 1, value < 0 ? 0 : 1, 1);
        symbolAt = symbols.reserve();
        zeros = 0;
        hasBits = false;
      }
    }
    if (zeros === 0 && last === scan.to && !hasBits) continue;
    if (empty === 0) startOfRun = symbolAt;
    if (++empty === MAX_EMPTY) endRun();
  }
  endRun();
}

/** Writes a scan of a progressive JPEG: DHT, SOS and entropy-coded data (T.81, B.2.3 and B.2.4.2). */
function writeScan(
  components: readonly number[],
  { from, to, low, refines = false }: ScanHeader,
  symbols: ScanSymbols,
): Uint8Array {
  const isDc = from === 0;
  const codes = new Uint32Array(TABLES * 256);
  const tables: Uint8Array[] = [];
  for (const table of new Set(components.map((component) => (component === 0 ? LUMA : CHROMA)))) {
    const best = bestTable(symbols.counts.subarray(table * 256, (table + 1) * 256));
    writeCodes(best, codes.subarray(table * 256, (table + 1) * 256));
    tables.push(
      joinBytes(
        [0xff, 0xc4],
        uint16(19 + best.symbols.length),
        [(isDc ? 0x00 : 0x10) | table],
        best.lengths,
        best.symbols,
      ),
    );
  }
  return joinBytes(
    ...tables,
    [0xff, 0xda],
    uint16(6 + 2 * components.length),
    [components.length],
    components.flatMap((component) => {
      const table = component === 0 ? LUMA : CHROMA;
      return [component + 1, isDc ? table << 4 : table];
    }),
    // The last byte has the numbers of low bits that are missing before and after the scan (T.81, B.2.3).
    [from, to, ((refines ? low + 1 : 0) << 4) | low],
    symbols.write(codes),
  );
}
