import { ascii, joinBytes, viewOf } from '../../base/bytes.ts';
import { type Damage, worseDamage } from '../../base/damage.ts';
import { FudebakoError } from '../../base/errors.ts';
import { MAX_JPEG_SCANS } from '../../base/limits.ts';
import type { Size } from '../../geometry/point.ts';
import { MemoryLayout } from '../../wasm/layout.ts';
import { lookupTable, TABLE_BYTES } from './jpeg-reader-kernels.ts';
import {
  BLOCK_RECORD_WORDS,
  type JpegScanKernels,
  loadJpegScanKernels,
  SCAN_STATE_BYTES,
  ScanOutcome,
} from './jpeg-scan-kernels.ts';
import { isFrame, isStandaloneMarker } from './jpeg-segments.ts';
import { coefficientLimits } from './jpeg-tables.ts';
import { type StoredTable, standardTable } from './standard-tables.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'check-jpeg': typeof checkJpeg;
  }
}

export interface CheckJpegInput extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CheckJpegOutput {
  /** Bytes of the checked JPEG. A missing EOI is added, after an incomplete or unexpected last segment is removed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly damage: Damage | undefined;
}

/**
 * Checks a Huffman-coded JPEG for damage without decoding pixels; blocks its thread. Also reports damage that
 * libjpeg-turbo conceals: coefficients outside their block, band or 8-bit range, components without a scan,
 * quantization steps of 0, unexpected bytes. Refuses the files that libjpeg-turbo refuses, so that platforms agree.
 * Throws FudebakoError `imageLoad`.
 */
export async function checkJpeg({ bytes, ...size }: CheckJpegInput): Promise<CheckJpegOutput> {
  const kernels = await loadJpegScanKernels();
  if (!kernels) return { bytes, damage: undefined };
  const check = new JpegCheck(bytes, size, kernels);
  const damage = check.run();
  // Adds a missing EOI: without EOI, some platforms decode no pixels, and others leave pixels transparent.
  return { bytes: check.hasEnd ? bytes : joinBytes(bytes.subarray(0, check.intactEnd), [0xff, EOI]), damage };
}

const SOF_PROGRESSIVE = 0xc2;
const DHT = 0xc4;
const DAC = 0xcc;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DNL = 0xdc;
const DRI = 0xdd;
const APP0 = 0xe0;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

const BLOCK = 8;
/** Maximum number of blocks in an interleaved MCU (T.81, B.2.3). */
const MAX_UNIT_BLOCKS = 10;
const MAX_COMPONENTS = 4;
const MAX_LOW_BIT = 13;

interface Component {
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

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
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

interface Scan {
  readonly components: readonly (Component & { readonly dc: number; readonly ac: number })[];
  readonly first: number;
  readonly last: number;
  readonly highBit: number;
  readonly lowBit: number;
}

interface FoundMarker {
  readonly marker: number;
  readonly end: number;
  /** True if unexpected bytes, which belong to no segment, precede the JPEG marker. */
  readonly hasExtraneous: boolean;
}

/** Returns the next marker of a JPEG from offset `at` on, by libjpeg's rules; `undefined` at the end of the data. */
function nextMarker(bytes: Uint8Array, at: number): FoundMarker | undefined {
  let hasExtraneous = false;
  for (let offset = at; ; ) {
    const found = bytes.indexOf(0xff, offset);
    if (found < 0) return undefined;
    hasExtraneous ||= found > offset;
    offset = found;
    while (bytes[offset] === 0xff) offset++;
    const marker = bytes[offset++];
    if (marker === undefined) return undefined;
    if (marker !== 0) return { marker, end: offset, hasExtraneous };
    hasExtraneous = true;
  }
}

const refusal = () => new FudebakoError('imageLoad', { reason: 'damaged' });

class JpegCheck {
  readonly #view: DataView;
  #damage: Damage | undefined;
  #frame: Frame | undefined;
  /** Quantization tables by destination number, with steps in zigzag order (T.81, B.2.4.1). */
  readonly #quantizations = new Map<number, Uint16Array>();
  #hasZeroStep = false;
  readonly #tables = new Map<number, StoredTable>();
  readonly #lookups = new Map<number, Uint8Array>();
  #interval = 0;
  #hasJfif = false;
  #adobeTransform: number | undefined;
  #scans = 0;
  #markerAt = 0;
  hasEnd = false;
  /** Length of the JPEG without an incomplete or unexpected segment at the end. */
  intactEnd: number;
  /** True after the only scan of a sequential frame: all pixels are read, so later damage is only a `warning`. */
  #isRead = false;

  constructor(
    readonly bytes: Uint8Array,
    readonly size: Size,
    readonly kernels: JpegScanKernels,
  ) {
    this.#view = viewOf(bytes);
    this.intactEnd = bytes.length;
  }

  run(): Damage | undefined {
    try {
      this.#walk();
    } catch (error) {
      if (this.#isRead) {
        this.#note('warning');
        // Cuts off damage after the scan, which some platforms refuse, unless restart intervals may continue the scan.
        if (this.#interval === 0) this.intactEnd = this.#markerAt;
      } else if (error instanceof RangeError) this.#note('truncated');
      else throw error;
    }
    if (this.#hasZeroStep) this.#note('error');
    return this.#damage;
  }

  #note(damage: Damage): void {
    this.#damage = worseDamage(this.#damage, damage);
  }

  #walk(): void {
    for (let at = 2; this.#damage !== 'truncated'; ) {
      const found = nextMarker(this.bytes, at);
      // A JPEG without EOI may be truncated if the last scan is damaged or is one of several scans.
      if (!found) {
        this.#note(this.#isRead && this.#damage !== 'error' ? 'warning' : 'truncated');
        return;
      }
      if (found.hasExtraneous) this.#note('warning');
      at = found.end;
      this.#markerAt = at - 2;
      const { marker } = found;
      this.hasEnd = marker === EOI;
      if (this.hasEnd) break;
      if (isStandaloneMarker(marker)) continue;
      if (marker === SOI) throw refusal();
      const length = at + 2 <= this.bytes.length ? this.#view.getUint16(at) : Number.POSITIVE_INFINITY;
      // The length of a JPEG segment includes the two bytes of the length field (T.81, B.1.1.4).
      if (length < 2) this.#note('warning');
      const end = at + Math.max(2, length);
      if (end > this.bytes.length) {
        this.intactEnd = this.#markerAt;
        throw new RangeError('The segment is cut off');
      }
      at = this.#readSegment(marker, at + 2, end) ?? end;
    }
    if (!this.#frame?.components.every(({ sentBits }) => sentBits[0] !== -1)) this.#note('truncated');
  }

  /** Reads a JPEG segment. For a scan header (SOS), returns the offset after the entropy-coded data. */
  #readSegment(marker: number, start: number, end: number): number | undefined {
    if (marker === SOS) return this.#readScan(start, end);
    if (isFrame(marker)) this.#readFrame(marker, start, end);
    else if (marker === DHT) this.#readHuffmanTables(start, end);
    else if (marker === DQT) this.#readQuantizations(start, end);
    else if (marker === DRI) {
      if (end - start !== 2) throw refusal();
      this.#interval = this.#view.getUint16(start);
    } else if (marker === DAC) this.#readConditioning(start, end);
    else if (marker === APP0) this.#readJfif(start, end);
    else if (marker === APP14) this.#readAdobe(start, end);
    else if (!((marker > APP0 && marker <= APP15) || marker === COM || marker === DNL)) throw refusal();
    return undefined;
  }

  #readJfif(start: number, end: number): void {
    if (end - start < 14 || ascii(this.bytes, start, 5) !== 'JFIF\0') return;
    this.#hasJfif = true;
    if (this.#view.getUint8(start + 5) !== 1) this.#note('warning');
  }

  #readAdobe(start: number, end: number): void {
    if (end - start >= 12 && ascii(this.bytes, start, 5) === 'Adobe')
      this.#adobeTransform = this.#view.getUint8(start + 11);
  }

  /** Reads DQT (T.81, B.2.4.1). A quantization step of 0 would erase a coefficient in every block. */
  #readQuantizations(start: number, end: number): void {
    let at = start;
    while (at < end) {
      const name = this.#view.getUint8(at);
      if ((name & 15) > 3) throw refusal();
      const stepBytes = name >> 4 === 0 ? 1 : 2;
      const first = at + 1;
      at = first + 64 * stepBytes;
      if (at > end) throw refusal();
      const steps = Uint16Array.from({ length: 64 }, (_, index) =>
        stepBytes === 1 ? this.#view.getUint8(first + index) : this.#view.getUint16(first + 2 * index),
      );
      this.#hasZeroStep ||= steps.includes(0);
      this.#quantizations.set(name & 15, steps);
    }
  }

  /** Reads DHT (T.81, B.2.4.2). */
  #readHuffmanTables(start: number, end: number): void {
    let at = start;
    while (end - at > 16) {
      const name = this.#view.getUint8(at);
      const lengths = this.bytes.subarray(at + 1, at + 17);
      const count = lengths.reduce((sum, each) => sum + each, 0);
      at += 17;
      if (count > 256 || count > end - at || (name & ~0x10) > 3) throw refusal();
      this.#tables.set(name, { lengths, symbols: this.bytes.subarray(at, at + count) });
      this.#lookups.delete(name);
      at += count;
    }
    if (at !== end) throw refusal();
  }

  /** Reads DAC (T.81, B.2.4.3). libjpeg refuses invalid values even in unused tables. */
  #readConditioning(start: number, end: number): void {
    for (let at = start; at < end; at += 2) {
      const [name, bounds] = [this.#view.getUint8(at), this.#view.getUint8(at + 1)];
      if (at + 2 > end || name > 31 || (name < 16 && (bounds & 15) > bounds >> 4)) throw refusal();
    }
  }

  /** Reads the frame header, SOF (T.81, B.2.2). */
  #readFrame(marker: number, start: number, end: number): void {
    const view = this.#view;
    const [height, width] = [view.getUint16(start + 1), view.getUint16(start + 3)];
    const count = view.getUint8(start + 5);
    const isExpected = marker <= SOF_PROGRESSIVE && width === this.size.width && height === this.size.height;
    if (this.#frame) this.#isRead = false;
    if (this.#frame || !isExpected || count === 0 || count > MAX_COMPONENTS || end - start !== 6 + count * 3)
      throw refusal();
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
    if (declared.some(({ across, down }) => Math.min(across, down) < 1 || Math.max(across, down) > 4)) throw refusal();
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
    const source = layout.add(this.bytes.length + 16);
    const memory = this.kernels.memory(layout.size);
    new Uint8Array(memory).fill(0, 0, source).set(this.bytes, source);
    this.#frame = {
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

  /** Reads a scan header, SOS (T.81, B.2.3), and checks the entropy-coded data. Returns the offset after the scan. */
  #readScan(start: number, end: number): number {
    const frame = this.#frame;
    if (!frame || this.#isRead || ++this.#scans > MAX_JPEG_SCANS) throw refusal();
    if (this.#scans === 1) this.#checkColors(frame);
    const scan = this.#scanOf(frame, start, end);
    if (frame.isProgressive) this.#checkProgression(scan);
    else {
      if (scan.first !== 0 || scan.last !== 63 || scan.highBit !== 0 || scan.lowBit !== 0) this.#note('warning');
      for (const { sentBits } of scan.components) sentBits.fill(0);
    }
    // After an error in a scan, coefficients are unknown, so later refinement scans can't be checked.
    if (this.#damage === 'error') return end;
    const outcome = this.#passScan(frame, scan, end);
    this.#isRead = !frame.isProgressive && this.#scans === 1 && scan.components.length === frame.components.length;
    const words = new Int32Array(frame.memory, frame.layout.state, SCAN_STATE_BYTES / 4);
    const [at = 0, , , , count = 0, appended = 0, , hasLeftover, hasExcess] = words;
    const after = at - frame.layout.source;
    if (hasExcess) this.#note('error');
    if (outcome === ScanOutcome.sound) {
      if (hasLeftover || count - appended >= 8) this.#note('warning');
    } else if (outcome === ScanOutcome.invalid) this.#note('error');
    else {
      const next = nextMarker(this.bytes, after)?.marker ?? EOI;
      this.#note(isRestart(next) || next < 0xc0 ? 'error' : 'truncated');
    }
    return after;
  }

  /** Reports a color transform in Adobe's APP14 segment that libjpeg doesn't support. */
  #checkColors({ components }: Frame): void {
    if (this.#adobeTransform === undefined) return;
    const isUnknown =
      components.length === 3
        ? !this.#hasJfif && this.#adobeTransform > 1
        : components.length === 4 && this.#adobeTransform !== 0 && this.#adobeTransform !== 2;
    if (isUnknown) this.#note('warning');
  }

  #scanOf(frame: Frame, start: number, end: number): Scan {
    const view = this.#view;
    const count = view.getUint8(start);
    if (count < 1 || count > MAX_COMPONENTS || end - start !== 4 + count * 2) throw refusal();
    const components = Array.from({ length: count }, (_, index) => {
      const id = view.getUint8(start + 1 + index * 2);
      const tables = view.getUint8(start + 2 + index * 2);
      // As in libjpeg, components must be in the order of the frame header; identifiers may repeat.
      const component = frame.components.find((each, place) => each.id === id && place >= index);
      if (!component || !this.#quantizations.has(component.quantization)) throw refusal();
      const [dc, ac] = [tables >> 4, 0x10 | (tables & 15)];
      // A progressive scan may name missing Huffman tables that it doesn't use, so tables are checked on use.
      if (![dc, ac].every((name) => this.#tables.has(name) || standardTable(name))) this.#note('warning');
      return { ...component, dc, ac };
    });
    const blocks = components.reduce((sum, { across, down }) => sum + across * down, 0);
    const isTwice = new Set(components.map(({ sentBits }) => sentBits)).size !== count;
    if (isTwice || (count > 1 && blocks > MAX_UNIT_BLOCKS)) throw refusal();
    const at = start + 1 + count * 2;
    const bits = view.getUint8(at + 2);
    return {
      components,
      first: view.getUint8(at),
      last: view.getUint8(at + 1),
      highBit: bits >> 4,
      lowBit: bits & 15,
    };
  }

  /** Checks that a progressive scan continues earlier scans (spectral selection, bit positions; T.81, G.1.1.1). */
  #checkProgression({ components, first, last, highBit, lowBit }: Scan): void {
    const isBand = first === 0 ? last === 0 : first <= last && last < 64 && components.length === 1;
    if (!isBand || (highBit !== 0 && lowBit !== highBit - 1) || lowBit > MAX_LOW_BIT) throw refusal();
    for (const { sentBits } of components) {
      if (first > 0 && sentBits[0] === -1) this.#note('warning');
      for (let coefficient = first; coefficient <= last; coefficient++) {
        if (highBit !== Math.max(0, sentBits[coefficient] as number)) this.#note('warning');
        sentBits[coefficient] = lowBit;
      }
    }
  }

  #passScan(frame: Frame, { components, first, last, highBit, lowBit }: Scan, scanStart: number): number {
    const { kernels } = this;
    const { memory, layout, isProgressive } = frame;
    const isRefining = isProgressive && highBit > 0;
    const words = new Uint32Array(memory);
    words.fill(0, layout.state >> 2, (layout.state + SCAN_STATE_BYTES) >> 2);
    words[layout.state >> 2] = layout.source + scanStart;
    words[(layout.state >> 2) + 1] = layout.source + this.bytes.length;
    const block = new Uint8Array(memory);
    const load = (name: number, index: number) => {
      const at = layout.tables + index * TABLE_BYTES;
      block.set(this.#lookup(name, isProgressive), at);
      return at;
    };
    for (const { quantization, limits, predictor } of components) {
      const steps = this.#quantizations.get(quantization) ?? [];
      new Uint16Array(memory, limits, 64).set(coefficientLimits(steps, lowBit));
      words[predictor >> 2] = 0;
    }
    const [alone] = components;
    if (isProgressive && first > 0 && alone) {
      const { ac, limits, masks } = alone;
      const table = load(ac, 0);
      const blocks = alone.columns * alone.rows;
      return isRefining
        ? kernels.refineAcBand(layout.state, table, limits, masks, blocks, this.#interval, first, last)
        : kernels.passAcBand(layout.state, table, limits, masks, blocks, this.#interval, first, last);
    }
    // A scan of a single component has MCUs of one block (T.81, A.2.2).
    const isInterleaved = components.length > 1;
    const [columns, rows] = isInterleaved
      ? [Math.ceil(frame.width / (frame.across * BLOCK)), Math.ceil(frame.height / (frame.down * BLOCK))]
      : [alone?.columns ?? 0, alone?.rows ?? 0];
    const records = components.flatMap(({ dc, ac, across, down, limits, predictor }, index) => {
      const tables = isRefining ? 0 : load(dc, 2 * index);
      if (!isProgressive) load(ac, 2 * index + 1);
      return Array.from({ length: isInterleaved ? across * down : 1 }, () => [tables, limits, predictor]);
    });
    words.set(records.flat(), layout.records >> 2);
    const { length } = records;
    if (isRefining) return kernels.passDcBits(layout.state, layout.records, length, columns * rows, this.#interval);
    return kernels.passUnits(layout.state, layout.records, length, columns * rows, this.#interval, isProgressive);
  }

  /** Returns a Huffman table for the kernels: by default the standard table (T.81, K.3), as in Motion JPEG. */
  #lookup(name: number, isProgressive: boolean): Uint8Array {
    const known = this.#lookups.get(name);
    if (known) return known;
    const table = this.#tables.get(name) ?? (isProgressive ? undefined : standardTable(name));
    const isKnown = table && (name >= 0x10 || table.symbols.every((symbol) => symbol < 16));
    const lookup = isKnown && lookupTable(table.lengths, table.symbols);
    if (!lookup) throw refusal();
    this.#lookups.set(name, lookup);
    return lookup;
  }
}
