import { ascii, viewOf } from '../../../base/bytes.ts';
import { MAX_TIFF_ENTRIES, MAX_TIFF_PAGES } from '../../../base/limits.ts';

/** Tag numbers of TIFF 6.0, its technical notes, Exif and DNG 1.7. */
export const tags = {
  subfileType: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  make: 271,
  model: 272,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  faxOptions: 292,
  dateTime: 306,
  artist: 315,
  predictor: 317,
  xResolution: 282,
  yResolution: 283,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  subDirectories: 330,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  lumaWeights: 529,
  chromaSubsampling: 530,
  referenceLevels: 532,
  copyright: 33432,
  exif: 34665,
  profile: 34675,
  gps: 34853,
  dngVersion: 50706,
} as const;

export interface TiffEntry {
  readonly type: number;
  readonly count: number;
  /** Offset of the first value in the file. */
  readonly start: number;
}

export interface TiffDirectory {
  readonly bytes: Uint8Array;
  readonly isLittleEndian: boolean;
  readonly entries: ReadonlyMap<number, TiffEntry>;
  /** False if the tag numbers don't increase, as TIFF 6.0 requires. */
  readonly isInOrder: boolean;
}

const ENTRY_BYTES = 12;
const [BYTE, SHORT, LONG, RATIONAL, UNDEFINED] = [1, 3, 4, 5, 7];

/** Bytes per value by field type (TIFF 6.0, section 2). */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

export const isLittleEndianTiff = (bytes: Uint8Array): boolean => bytes[0] === 0x49;

/** Reads an IFD (TIFF 6.0, section 2). Of equal tags, the first counts. Throws RangeError if truncated or too long. */
export function readTiffDirectory(bytes: Uint8Array, at: number): TiffDirectory {
  const view = viewOf(bytes);
  const isLittleEndian = isLittleEndianTiff(bytes);
  const count = view.getUint16(at, isLittleEndian);
  if (count > MAX_TIFF_ENTRIES) throw new RangeError('The directory has too many entries');
  const entries = new Map<number, TiffEntry>();
  let [last, isInOrder] = [-1, true];
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * ENTRY_BYTES;
    const tag = view.getUint16(entry, isLittleEndian);
    const type = view.getUint16(entry + 2, isLittleEndian);
    const values = view.getUint32(entry + 4, isLittleEndian);
    const value = view.getUint32(entry + 8, isLittleEndian);
    const isInline = values * (VALUE_BYTES[type] ?? 8) <= 4;
    if (!entries.has(tag)) entries.set(tag, { type, count: values, start: isInline ? entry + 8 : value });
    isInOrder &&= tag > last;
    last = tag;
  }
  return { bytes, isLittleEndian, entries, isInOrder };
}

/**
 * Returns the BYTE, SHORT or LONG values of a tag, at most `most`; an empty list without the tag.
 * @throws RangeError if values end after the file, have another type, or are too many
 */
export function numbersOf({ bytes, isLittleEndian, entries }: TiffDirectory, tag: number, most: number): number[] {
  const entry = entries.get(tag);
  if (!entry) return [];
  const { type, count, start } = entry;
  const size = VALUE_BYTES[type] ?? 0;
  if (count > most || ![BYTE, SHORT, LONG].includes(type) || start + count * size > bytes.length)
    throw new RangeError(`Tag ${tag} is damaged`);
  const view = viewOf(bytes);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    if (size === 1) return view.getUint8(at);
    return size === 2 ? view.getUint16(at, isLittleEndian) : view.getUint32(at, isLittleEndian);
  });
}

/** Returns the value of a tag that has a single whole number; `missing` without the tag. Throws like `numbersOf`. */
export function numberOf(directory: TiffDirectory, tag: number, missing: number): number {
  if (directory.entries.get(tag)?.count === 0) throw new RangeError(`Tag ${tag} is empty`);
  return numbersOf(directory, tag, 1)[0] ?? missing;
}

/** Returns `count` rational numbers of a tag; `undefined` if the tag is missing, or has another type or count. */
export function rationalsOf({ bytes, isLittleEndian, entries }: TiffDirectory, tag: number, count: number) {
  const entry = entries.get(tag);
  if (entry?.type !== RATIONAL || entry.count !== count || entry.start + count * 8 > bytes.length) return undefined;
  const view = viewOf(bytes);
  const values = Array.from({ length: count }, (_, index) => {
    const at = entry.start + index * 8;
    return view.getUint32(at, isLittleEndian) / view.getUint32(at + 4, isLittleEndian);
  });
  return values.every(Number.isFinite) ? values : undefined;
}

/** Returns the bytes of a tag, without a copy; `undefined` if the tag is missing or ends after the file. */
export function bytesOf({ bytes, entries }: TiffDirectory, tag: number): Uint8Array | undefined {
  const entry = entries.get(tag);
  if (!entry || ![BYTE, UNDEFINED].includes(entry.type) || entry.start + entry.count > bytes.length) return undefined;
  return bytes.subarray(entry.start, entry.start + entry.count);
}

export interface TiffPages {
  /** Offset of the directory of the first page. */
  readonly first: number;
  readonly pages: number;
  /** False if the list of directories leaves the file or runs in a loop. */
  readonly isWhole: boolean;
}

/** Bits of NewSubfileType (TIFF 6.0, section 8): a smaller version of another image, a transparency mask. */
const [REDUCED, MASK] = [1, 4];

/**
 * Finds the first page and counts pages: IFDs that are no smaller version or mask. Stops at an IFD outside the file, at
 * a loop, and after `MAX_TIFF_PAGES`. Throws RangeError if the first IFD is outside the file.
 */
export function findTiffPages(bytes: Uint8Array): TiffPages {
  const view = viewOf(bytes);
  const isLittleEndian = isLittleEndianTiff(bytes);
  const start = view.getUint32(4, isLittleEndian);
  const seen = new Set<number>();
  let first: number | undefined;
  let pages = 0;
  view.getUint16(start, isLittleEndian);
  let at = start;
  while (at > 0 && at + 2 <= bytes.length && !seen.has(at) && seen.size < MAX_TIFF_PAGES) {
    seen.add(at);
    const count = view.getUint16(at, isLittleEndian);
    const end = at + 2 + count * ENTRY_BYTES;
    // NewSubfileType has the lowest tag number, so it is the first entry.
    const hasType = count > 0 && at + 14 <= bytes.length && view.getUint16(at + 2, isLittleEndian) === tags.subfileType;
    const kind = hasType ? view.getUint32(at + 10, isLittleEndian) : 0;
    if (count > 0 && (kind & (REDUCED | MASK)) === 0) {
      first ??= at;
      pages++;
    }
    at = end + 4 > bytes.length ? bytes.length : view.getUint32(end, isLittleEndian);
  }
  const isWhole = at === 0 || seen.size === MAX_TIFF_PAGES;
  return { first: first ?? start, pages: Math.max(1, pages), isWhole };
}

/** True for the signature of TIFF 6.0; raw formats have the same signature. */
export function hasTiffSignature(bytes: Uint8Array): boolean {
  const start = ascii(bytes, 0, 4);
  return start === 'II*\0' || start === 'MM\0*';
}

/** True for raw formats such as DNG, NEF, ARW and CR2: a TIFF with a DNG version, or whose first image is a preview. */
export function isRawTiff(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 10) === 'II*\0\x10\0\0\0CR') return true;
  try {
    const directory = readTiffDirectory(bytes, viewOf(bytes).getUint32(4, isLittleEndianTiff(bytes)));
    const { entries } = directory;
    if (entries.has(tags.dngVersion)) return true;
    return entries.has(tags.subDirectories) && (numberOf(directory, tags.subfileType, 0) & REDUCED) === REDUCED;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export const isTiff = (bytes: Uint8Array): boolean => hasTiffSignature(bytes) && !isRawTiff(bytes);
