import { ascii, viewOf } from '../../../base/bytes.ts';
import { lookupTable } from './jpeg-reader-kernels.ts';
import { headerSegments, type Segment } from './jpeg-segments.ts';
import { ZIGZAG } from './jpeg-tables.ts';
import { APP0, APP14, COM, DHT, DQT, DRI, isApplication, isFrame, SOF_BASELINE, SOF_EXTENDED, SOS } from './markers.ts';

/** A JPEG that the kernels can decode: sequential DCT, 8 bits, one scan; grayscale or YCbCr, in TIFF files also RGB. */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly isRgb: boolean;
  readonly components: readonly JpegComponent[];
  /** Number of MCUs in a restart interval; 0 if there are no restart markers. */
  readonly restartInterval: number;
  /** Offset of the entropy-coded data of the scan. */
  readonly scanStart: number;
}

export interface JpegComponent {
  /** Number of blocks of the component in an MCU, horizontally and vertically. */
  readonly across: number;
  readonly down: number;
  /** Quantization steps of the component, in row order. */
  readonly steps: Int16Array;
  readonly tables: readonly [Uint8Array, Uint8Array];
}

const isTableMarker = (marker: number) => [DHT, DQT, DRI, COM].includes(marker) || isApplication(marker);
const isKnownMarker = (marker: number) => [SOF_BASELINE, SOF_EXTENDED, SOS].includes(marker) || isTableMarker(marker);

/** Minimum width and height for the kernels: libjpeg upsamples the chroma of narrower images differently. */
const MIN_SIDE = 16;

/** Properties of a JPEG that its container format states or requires, for example TIFF. */
interface JpegRules {
  readonly minSide: number;
  /** Color space of three components; by default, markers and component IDs of the JPEG determine the color space. */
  readonly space?: 'ycbcr' | 'rgb' | undefined;
  /** Tables that several JPEGs share. Tables of the JPEG itself take precedence. */
  readonly shared?: JpegTables | undefined;
}

/** Tables of a JPEG by their destination: quantization steps in row order, and lookup tables of Huffman codes. */
export interface JpegTables {
  readonly steps: ReadonlyMap<number, Int16Array>;
  readonly tables: ReadonlyMap<number, Uint8Array>;
  readonly restartInterval: number;
}

/** Reads the headers of a JPEG that the kernels can decode; `undefined` for other JPEGs. */
export const readJpegFrame = (bytes: Uint8Array, rules: JpegRules = { minSide: MIN_SIDE }): JpegFrame | undefined =>
  unlessCut(() => readFrame(bytes, rules));

/** Reads a JPEG of tables without an image (T.81, B.5); `undefined` for damage. */
export const readJpegTables = (bytes: Uint8Array): JpegTables | undefined => unlessCut(() => readTablesOnly(bytes));

function unlessCut<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readTablesOnly(bytes: Uint8Array): JpegTables | undefined {
  const [steps, tables] = [new Map<number, Int16Array>(), new Map<number, Uint8Array>()];
  let restartInterval = 0;
  let expected = 2;
  for (const segment of headerSegments(bytes)) {
    const { marker, start, end } = segment;
    if (end > bytes.length || start !== expected + 4 || !isTableMarker(marker)) return undefined;
    expected = end;
    if (marker === DQT && !readSteps(bytes, segment, steps)) return undefined;
    if (marker === DHT && !readTables(bytes, segment, tables)) return undefined;
    if (marker === DRI) restartInterval = viewOf(bytes).getUint16(start);
  }
  return { steps, tables, restartInterval };
}

interface Declared {
  readonly id: number;
  readonly sampling: number;
  readonly steps: number;
}

function readFrame(bytes: Uint8Array, { minSide, space, shared }: JpegRules): JpegFrame | undefined {
  const view = viewOf(bytes);
  const steps = new Map(shared?.steps);
  const tables = new Map(shared?.tables);
  let frame: { readonly width: number; readonly height: number; readonly declared: readonly Declared[] } | undefined;
  let restartInterval = shared?.restartInterval ?? 0;
  let isYcbcr = space === 'ycbcr';
  let expected = 2;
  for (const segment of headerSegments(bytes)) {
    const { marker, start, end } = segment;
    const isNext = start === expected + 4;
    expected = end;
    if (end > bytes.length || !isNext || !isKnownMarker(marker)) return undefined;
    if (marker === APP0 && ascii(bytes, start, 5) === 'JFIF\0' && view.getUint8(start + 5) !== 1) return undefined;
    if (marker === DQT && !readSteps(bytes, segment, steps)) return undefined;
    if (marker === DHT && !readTables(bytes, segment, tables)) return undefined;
    if (marker === DRI) {
      if (end !== start + 2) return undefined;
      restartInterval = view.getUint16(start);
    }
    if (marker === APP14 && space === undefined && ascii(bytes, start, 5) === 'Adobe') {
      // Transform 1 in Adobe's APP14 segment means YCbCr.
      if (view.getUint8(start + 11) !== 1) return undefined;
      isYcbcr = true;
    }
    if (isFrame(marker)) {
      if ((marker !== SOF_BASELINE && marker !== SOF_EXTENDED) || frame || view.getUint8(start) !== 8) return undefined;
      const length = view.getUint8(start + 5);
      if (end !== start + 6 + length * 3) return undefined;
      const declared = Array.from({ length }, (_, index) => {
        const at = start + 6 + index * 3;
        return { id: view.getUint8(at), sampling: view.getUint8(at + 1), steps: view.getUint8(at + 2) };
      });
      frame = { height: view.getUint16(start + 1), width: view.getUint16(start + 3), declared };
    }
    if (marker !== SOS || !frame) continue;
    const { width, height, declared } = frame;
    const isRgb = space === 'rgb' && declared.length === 3;
    const isKnown = isRgb ? declared.every(({ sampling }) => sampling === 0x11) : isKnownLayout(declared, isYcbcr);
    if (Math.min(width, height) < minSide || !isKnown) return undefined;
    const components = declared.map((each, index) =>
      readComponent(each, index, declared, segment, view, steps, tables),
    );
    const tail = start + 1 + declared.length * 2;
    const isWhole = view.getUint8(tail) === 0 && view.getUint8(tail + 1) === 63 && view.getUint8(tail + 2) === 0;
    if (!isWhole || end !== tail + 3 || view.getUint8(start) !== declared.length || components.includes(undefined))
      return undefined;
    return { width, height, isRgb, components: components as JpegComponent[], restartInterval, scanStart: end };
  }
  return undefined;
}

/** True for grayscale, and for YCbCr (by APP14 or component IDs 1, 2, 3) in 4:2:0, 4:2:2 or 4:4:4. */
function isKnownLayout(declared: readonly Declared[], isYcbcr: boolean): boolean {
  if (declared.length === 1) return true;
  const [luma, ...chroma] = declared;
  return (
    declared.length === 3 &&
    (isYcbcr || declared.every(({ id }, index) => id === index + 1)) &&
    [0x11, 0x21, 0x22].includes(luma?.sampling ?? 0) &&
    chroma.every(({ sampling }) => sampling === 0x11)
  );
}

function readComponent(
  { id, sampling, steps }: Declared,
  index: number,
  declared: readonly Declared[],
  { start }: Segment,
  view: DataView,
  allSteps: ReadonlyMap<number, Int16Array>,
  allTables: ReadonlyMap<number, Uint8Array>,
): JpegComponent | undefined {
  const names = view.getUint8(start + 2 + index * 2);
  const own = allSteps.get(steps);
  const tables = [allTables.get(names >> 4), allTables.get(0x10 | (names & 15))];
  if (view.getUint8(start + 1 + index * 2) !== id || !own || !tables[0] || !tables[1]) return undefined;
  // A scan of a single component has MCUs of one block, whatever the sampling factors (T.81, A.2.2).
  const isAlone = declared.length === 1;
  return {
    across: isAlone ? 1 : sampling >> 4,
    down: isAlone ? 1 : sampling & 15,
    steps: own,
    tables: tables as [Uint8Array, Uint8Array],
  };
}

/** Reads DQT (T.81, B.2.4.1). Returns false for zero or 16-bit steps, which baseline does not allow. */
function readSteps(bytes: Uint8Array, { start, end }: Segment, steps: Map<number, Int16Array>): boolean {
  for (let at = start; at < end; at += 65) {
    const name = bytes[at] as number;
    if (name > 3 || at + 65 > end) return false;
    const own = new Int16Array(64);
    for (const [place, index] of ZIGZAG.entries()) own[index] = bytes[at + 1 + place] as number;
    if (own.includes(0)) return false;
    steps.set(name, own);
  }
  return true;
}

/** Reads DHT (T.81, B.2.4.2). Returns false for an invalid table. */
function readTables(bytes: Uint8Array, { start, end }: Segment, tables: Map<number, Uint8Array>): boolean {
  for (let at = start; at < end; ) {
    const lengths = bytes.subarray(at + 1, at + 17);
    const count = lengths.reduce((sum, each) => sum + each, 0);
    const name = bytes[at] as number;
    const symbols = bytes.slice(at + 17, at + 17 + count);
    // A DC symbol is the number of bits of a DC difference, and must be below 16.
    const isKnown = name >= 0x10 || symbols.every((symbol) => symbol < 16);
    const table = isKnown && count <= 256 && at + 17 + count <= end ? lookupTable(lengths, symbols) : undefined;
    if (!table) return false;
    tables.set(name, table);
    at += 17 + count;
  }
  return true;
}
