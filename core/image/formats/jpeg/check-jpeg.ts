import { ascii, joinBytes, viewOf } from '../../../base/bytes.ts';
import { type Damage, worseDamage } from '../../../base/damage.ts';
import { MAX_JPEG_SCANS } from '../../../base/limits.ts';
import type { Size } from '../../../geometry/point.ts';
import { type CheckedFrame, MAX_COMPONENTS, MAX_UNIT_BLOCKS, readFrame, readFrameHeader } from './check-frame.ts';
import { checkScan, type Scan } from './check-scan.ts';
import { DeclaredTables, damagedJpeg } from './declared-tables.ts';
import { type JpegScanKernels, loadJpegScanKernels, ScanOutcome } from './jpeg-scan-kernels.ts';
import {
  APP0,
  APP14,
  COM,
  DAC,
  DHT,
  DNL,
  DQT,
  DRI,
  EOI,
  isApplication,
  isFrame,
  isRestart,
  isStandaloneMarker,
  nextMarker,
  SOI,
  SOS,
} from './markers.ts';

declare module '../../../platform/workers.ts' {
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

const MAX_LOW_BIT = 13;

class JpegCheck {
  readonly #view: DataView;
  #damage: Damage | undefined;
  #frame: CheckedFrame | undefined;
  readonly #tables: DeclaredTables;
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
    this.#tables = new DeclaredTables(bytes);
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
    if (this.#tables.hasZeroStep) this.#note('error');
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
      if (marker === SOI) throw damagedJpeg();
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
    else if (marker === DHT) this.#tables.readHuffmanTables(start, end);
    else if (marker === DQT) this.#tables.readQuantizations(start, end);
    else if (marker === DRI) {
      if (end - start !== 2) throw damagedJpeg();
      this.#interval = this.#view.getUint16(start);
    } else if (marker === DAC) this.#readConditioning(start, end);
    else if (marker === APP0) this.#readJfif(start, end);
    else if (marker === APP14) this.#readAdobe(start, end);
    else if (!(isApplication(marker) || marker === COM || marker === DNL)) throw damagedJpeg();
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

  /** Reads DAC (T.81, B.2.4.3). libjpeg refuses invalid values even in unused tables. */
  #readConditioning(start: number, end: number): void {
    for (let at = start; at < end; at += 2) {
      const [name, bounds] = [this.#view.getUint8(at), this.#view.getUint8(at + 1)];
      if (at + 2 > end || name > 31 || (name < 16 && (bounds & 15) > bounds >> 4)) throw damagedJpeg();
    }
  }

  #readFrame(marker: number, start: number, end: number): void {
    readFrameHeader(this.#view, start);
    if (this.#frame) {
      this.#isRead = false;
      throw damagedJpeg();
    }
    this.#frame = readFrame(this.bytes, { marker, start, end }, this.size, this.kernels);
  }

  /** Reads a scan header, SOS (T.81, B.2.3), and checks the entropy-coded data. Returns the offset after the scan. */
  #readScan(start: number, end: number): number {
    const frame = this.#frame;
    if (!frame || this.#isRead || ++this.#scans > MAX_JPEG_SCANS) throw damagedJpeg();
    if (this.#scans === 1) this.#checkColors(frame);
    const scan = this.#scanOf(frame, start, end);
    if (frame.isProgressive) this.#checkProgression(scan);
    else {
      if (scan.first !== 0 || scan.last !== 63 || scan.highBit !== 0 || scan.lowBit !== 0) this.#note('warning');
      for (const { sentBits } of scan.components) sentBits.fill(0);
    }
    // After an error in a scan, coefficients are unknown, so later refinement scans can't be checked.
    if (this.#damage === 'error') return end;
    const result = checkScan(this.kernels, frame, scan, this.#tables, this.#interval, end);
    this.#isRead = !frame.isProgressive && this.#scans === 1 && scan.components.length === frame.components.length;
    if (result.hasExcess) this.#note('error');
    if (result.outcome === ScanOutcome.intact) {
      if (result.hasLeftover || result.unreadBits >= 8) this.#note('warning');
    } else if (result.outcome === ScanOutcome.invalid) this.#note('error');
    else {
      const next = nextMarker(this.bytes, result.end)?.marker ?? EOI;
      this.#note(isRestart(next) || next < 0xc0 ? 'error' : 'truncated');
    }
    return result.end;
  }

  /** Reports a color transform in Adobe's APP14 segment that libjpeg doesn't support. */
  #checkColors({ components }: CheckedFrame): void {
    if (this.#adobeTransform === undefined) return;
    const isUnknown =
      components.length === 3
        ? !this.#hasJfif && this.#adobeTransform > 1
        : components.length === 4 && this.#adobeTransform !== 0 && this.#adobeTransform !== 2;
    if (isUnknown) this.#note('warning');
  }

  #scanOf(frame: CheckedFrame, start: number, end: number): Scan {
    const view = this.#view;
    const count = view.getUint8(start);
    if (count < 1 || count > MAX_COMPONENTS || end - start !== 4 + count * 2) throw damagedJpeg();
    const components = Array.from({ length: count }, (_, index) => {
      const id = view.getUint8(start + 1 + index * 2);
      const tables = view.getUint8(start + 2 + index * 2);
      // As in libjpeg, components must be in the order of the frame header; identifiers may repeat.
      const component = frame.components.find((each, place) => each.id === id && place >= index);
      if (!component || !this.#tables.quantizations.has(component.quantization)) throw damagedJpeg();
      const [dc, ac] = [tables >> 4, 0x10 | (tables & 15)];
      // A progressive scan may name missing Huffman tables that it doesn't use, so tables are checked on use.
      if (![dc, ac].every((name) => this.#tables.hasHuffmanTable(name))) this.#note('warning');
      return { ...component, dc, ac };
    });
    const blocks = components.reduce((sum, { across, down }) => sum + across * down, 0);
    const isTwice = new Set(components.map(({ sentBits }) => sentBits)).size !== count;
    if (isTwice || (count > 1 && blocks > MAX_UNIT_BLOCKS)) throw damagedJpeg();
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
    if (!isBand || (highBit !== 0 && lowBit !== highBit - 1) || lowBit > MAX_LOW_BIT) throw damagedJpeg();
    for (const { sentBits } of components) {
      if (first > 0 && sentBits[0] === -1) this.#note('warning');
      for (let coefficient = first; coefficient <= last; coefficient++) {
        if (highBit !== Math.max(0, sentBits[coefficient] as number)) this.#note('warning');
        sentBits[coefficient] = lowBit;
      }
    }
  }
}
