import { ascii, joinBytes, letters, uint16, uint32, viewOf } from '../../../base/bytes.ts';
import { plainProfile } from '../../color/plain-profile.ts';
import type { PreservedMetadata } from '../../metadata/embedded.ts';
import { jpegProfile } from './jpeg-profile.ts';
import {
  APP0,
  APP1,
  APP2,
  APP14,
  COM,
  DHT,
  DQT,
  DRI,
  EOI,
  isApplication,
  isRestart,
  isStandaloneMarker,
  jpegSegment,
  nextMarker,
  SOF_BASELINE,
  SOF_EXTENDED,
  SOF_PROGRESSIVE,
  SOI,
  SOS,
} from './markers.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const FRAMES = [SOF_BASELINE, SOF_EXTENDED, SOF_PROGRESSIVE];

/** JFIF 1.1 without density and thumbnail. Decoders read YCbCr if the segment is present (JFIF 1.02, page 5). */
const JFIF = jpegSegment(APP0, letters('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]);
const TRANSFORM_AT = 11;

/**
 * Rebuilds a Huffman-coded JPEG from the parts that its pixels depend on: the frame, the tables that a scan refers to,
 * the scans, and the color transform that JFIF and Adobe's segment state. Returns `undefined` for other structures.
 */
export function stripJpeg(bytes: Bytes, kept: PreservedMetadata | undefined): Bytes | undefined {
  try {
    return new JpegCopy(bytes).rebuild(kept);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Tables by destination: quantization tables by `Tq`, Huffman tables by `Tc` × 16 + `Th`. */
type Tables = Map<number, Uint8Array>;

class JpegCopy {
  readonly #view: DataView;
  readonly #parts: Uint8Array[] = [];
  readonly #defined = { quantization: new Map() as Tables, huffman: new Map() as Tables };
  readonly #written = { quantization: new Map() as Tables, huffman: new Map() as Tables };
  #frame: Uint8Array | undefined;
  #isFrameWritten = false;
  #interval = 0;
  #writtenInterval = 0;
  #hasJfif = false;
  #transform: number | undefined;

  constructor(readonly bytes: Bytes) {
    this.#view = viewOf(bytes);
  }

  rebuild(kept: PreservedMetadata | undefined): Bytes {
    for (let at = 2; ; ) {
      const found = nextMarker(this.bytes, at);
      if (!found) throw new RangeError('The image has no end');
      const { marker, end } = found;
      if (marker === EOI) break;
      at = end;
      if (isStandaloneMarker(marker)) continue;
      at = end + this.#view.getUint16(end);
      const content = this.bytes.subarray(end + 2, at);
      if (at > this.bytes.length || at < end + 2) throw new RangeError('A segment is cut off');
      if (marker === SOS) at = this.#addScan(content, at);
      else this.#read(marker, content);
    }
    if (!this.#isFrameWritten) throw new RangeError('The image has no scan');
    const profile = kept && jpegProfile(this.bytes);
    const plain = profile && plainProfile(profile);
    const head = [
      ...(this.#hasJfif ? [JFIF] : []),
      ...(kept && kept.orientation !== 1 ? [orientationSegment(kept.orientation)] : []),
      ...(plain ? profileSegments(plain) : []),
      ...(this.#transform === undefined
        ? []
        : [jpegSegment(APP14, letters('Adobe'), [0, 100, 0, 0, 0, 0, this.#transform])]),
    ];
    return joinBytes([0xff, SOI], ...head, ...this.#parts, [0xff, EOI]);
  }

  #read(marker: number, content: Uint8Array): void {
    if (marker === APP0) this.#hasJfif ||= !this.#isFrameWritten && ascii(content, 0, 5) === 'JFIF\0';
    else if (marker === APP14) {
      if (content.length > TRANSFORM_AT && ascii(content, 0, 5) === 'Adobe') this.#transform = content[TRANSFORM_AT];
    } else if (marker === DQT) this.#readTables(this.#defined.quantization, content, quantizationBytes);
    else if (marker === DHT) this.#readTables(this.#defined.huffman, content, huffmanBytes);
    else if (marker === DRI) this.#interval = viewOf(content).getUint16(0);
    else if (FRAMES.includes(marker) && !this.#frame)
      this.#frame = jpegSegment(marker, content.subarray(0, 6 + 3 * (content[5] as number)));
    else if (marker !== COM && !isApplication(marker)) throw new RangeError(`The marker ${marker} is not supported`);
  }

  #readTables(tables: Tables, content: Uint8Array, lengthOf: (table: Uint8Array) => number): void {
    for (let at = 0; at < content.length; ) {
      const table = content.subarray(at, at + 1 + lengthOf(content.subarray(at)));
      tables.set(lengthOf === quantizationBytes ? (table[0] as number) & 15 : (table[0] as number), table);
      at += table.length;
    }
  }

  /** Adds a scan with the tables that the scan needs. Returns the offset of the next marker. */
  #addScan(content: Uint8Array, start: number): number {
    const frame = this.#frame;
    const count = content[0] ?? 0;
    if (!frame || content.length < 4 + 2 * count) throw new RangeError('A scan has no frame');
    const isProgressive = frame[1] === SOF_PROGRESSIVE;
    const [first, last, bits] = [1, 2, 3].map((at) => content[2 * count + at] as number) as [number, number, number];
    const [quantization, huffman] = [new Set<number>(), new Set<number>()];
    for (let index = 0; index < count; index++) {
      const [id, tables = 0] = content.subarray(1 + 2 * index);
      for (let at = 10; at + 3 <= frame.length; at += 3)
        if (frame[at] === id) quantization.add(frame[at + 2] as number);
      if (first === 0 && (!isProgressive || bits >> 4 === 0)) huffman.add(tables >> 4);
      if (!isProgressive || last > 0) huffman.add(AC | (tables & 15));
    }
    this.#writeTables(DQT, 'quantization', quantization);
    if (!this.#isFrameWritten) this.#parts.push(frame);
    this.#isFrameWritten = true;
    this.#writeTables(DHT, 'huffman', huffman);
    if (this.#interval !== this.#writtenInterval) this.#parts.push(jpegSegment(DRI, uint16(this.#interval)));
    this.#writtenInterval = this.#interval;
    const end = this.#dataEnd(start);
    this.#parts.push(jpegSegment(SOS, content.subarray(0, 4 + 2 * count)), this.bytes.subarray(start, end));
    return end;
  }

  #writeTables(marker: number, kind: 'quantization' | 'huffman', needed: ReadonlySet<number>): void {
    const [defined, written] = [this.#defined[kind], this.#written[kind]];
    const changed = [...needed].sort((a, b) => a - b).filter((id) => defined.get(id) !== written.get(id));
    for (const id of changed) written.set(id, defined.get(id) as Uint8Array);
    if (changed.length > 0)
      this.#parts.push(jpegSegment(marker, ...changed.map((id) => defined.get(id) as Uint8Array)));
  }

  /** Returns the end of entropy-coded data, which contains stuffed zero bytes and restart markers (T.81, B.1.1.5). */
  #dataEnd(start: number): number {
    for (let at = start; ; ) {
      const found = this.bytes.indexOf(0xff, at);
      if (found < 0) throw new RangeError('The image has no end');
      at = found + 1;
      while (this.bytes[at] === 0xff) at++;
      const marker = this.bytes[at++];
      if (marker === undefined || (marker !== 0 && !isRestart(marker))) return found;
    }
  }
}

/** Table class 1 in the higher half of `Tc` and `Th`: AC coefficients (T.81, B.2.4.2). */
const AC = 0x10;

/** Returns the length of a quantization table after its first byte: 64 values of 8 or 16 bits (T.81, B.2.4.1). */
const quantizationBytes = ([head = 0]: Uint8Array) => (head >> 4 === 0 ? 64 : 128);

/** Returns the length of a Huffman table after its first byte: 16 counts, and as many symbols (T.81, B.2.4.2). */
const huffmanBytes = (table: Uint8Array) => 16 + table.subarray(1, 17).reduce((sum, count) => sum + count, 0);

/** Returns Exif metadata whose only tag is the orientation, a 16-bit number (Exif 2.32, 4.6.2 and 4.6.4). */
function orientationSegment(orientation: number): Uint8Array {
  const entry = [...uint16(0x0112), ...uint16(3), ...uint32(1), ...uint16(orientation), 0, 0];
  const tiff = [...letters('MM'), 0, 42, ...uint32(8), ...uint16(1), ...entry, ...uint32(0)];
  return jpegSegment(APP1, letters('Exif\0\0'), tiff);
}

/** Maximum bytes of an ICC profile in one segment (ICC.1:2022, B.4). */
const MOST_PROFILE_BYTES = 65_519;

function profileSegments(profile: Uint8Array): Uint8Array[] {
  const count = Math.ceil(profile.length / MOST_PROFILE_BYTES);
  return Array.from({ length: count }, (_, index) =>
    jpegSegment(
      APP2,
      letters('ICC_PROFILE\0'),
      [index + 1, count],
      profile.subarray(index * MOST_PROFILE_BYTES, (index + 1) * MOST_PROFILE_BYTES),
    ),
  );
}
