import { ascii, indexOfBytes, letters, viewOf } from '../base/bytes.ts';
import { MAX_EXIF_ENTRIES, MAX_TAGS } from '../base/limits.ts';
import { sniffPicture } from '../image/codecs/header.ts';
import { pngChunks } from '../image/codecs/png.ts';
import { inflateWithin } from '../image/codecs/profile.ts';
import { findExif } from '../image/metadata/find-exif.ts';
import type { Data } from '../operation.ts';

/**
 * Returns whether an image has Exif and a location (GPS), and readable coordinates in degrees. Also searches XMP, PNG
 * text, and images appended to a JPEG. Damaged Exif counts as Exif.
 */
export function findGpsPosition(bytes: Uint8Array): Data {
  const texts = sniffPicture(bytes) === 'png' ? pngTexts(bytes) : [];
  const blocks = [...exifBlocks(bytes), ...texts.flatMap((text) => rawExif(text) ?? [])];
  const places = blocks.flatMap((tiff) => readGpsPosition(tiff) ?? []);
  const hasXmpPlace = [bytes, ...texts].some((text) => XMP_PLACES.some((name) => indexOfBytes(text, name) >= 0));
  const position = places.find(({ latitude }) => latitude !== undefined);
  return { exif: blocks.length > 0, gps: places.length > 0 || hasXmpPlace, ...position };
}

/** Location properties of XMP's Exif schema (XMP part 2, 3.4). */
const XMP_PLACES = ['exif:GPSLatitude', 'exif:GPSLongitude'].map(letters);

const PREFIX = letters('Exif\0\0');

function* exifBlocks(bytes: Uint8Array): Generator<Uint8Array> {
  const first = findExif(bytes);
  if (first) yield first;
  if (sniffPicture(bytes) !== 'jpeg') return;
  // Images appended to a JPEG, such as previews and gain maps, may have separate Exif (CIPA DC-007).
  let at = indexOfBytes(bytes, PREFIX);
  for (let count = 0; at >= 0 && count < MAX_TAGS; count++, at = indexOfBytes(bytes, PREFIX, at + 1)) {
    const tiff = bytes.subarray(at + PREFIX.length);
    if (tiff.byteOffset !== first?.byteOffset) yield tiff;
  }
}

/** Returns the contents of a PNG's text chunks (PNG 3, 11.3.3), except chunks that can't be decompressed. */
function pngTexts(bytes: Uint8Array): Uint8Array[] {
  const texts: Uint8Array[] = [];
  for (const { type, start, end } of pngChunks(bytes)) {
    if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') continue;
    const chunk = bytes.subarray(start, end);
    const keyword = chunk.indexOf(0);
    // After the keyword, `zTXt` has a compression method; `iTXt` a flag, a method and two texts (PNG 3, 11.3.3).
    let content = keyword + (type === 'tEXt' ? 1 : type === 'zTXt' ? 2 : 3);
    const isPacked = type === 'zTXt' || (type === 'iTXt' && chunk[keyword + 1] === 1);
    if (type === 'iTXt') for (let skipped = 0; skipped < 2; skipped++) content = chunk.indexOf(0, content) + 1;
    const text = isPacked ? tryInflate(chunk.subarray(content)) : chunk.subarray(content);
    if (text) texts.push(text);
  }
  return texts;
}

function tryInflate(packed: Uint8Array): Uint8Array | undefined {
  try {
    return inflateWithin(packed);
  } catch {
    return undefined;
  }
}

/** Returns the Exif block in a PNG text that ImageMagick wrote: name, length and hexadecimal digits. */
function rawExif(text: Uint8Array): Uint8Array | undefined {
  const name = ascii(text, 0, 8).trim();
  if (!name.startsWith('exif') && !name.startsWith('app1')) return undefined;
  let hexadecimal = '';
  for (const byte of text.subarray(0, MAX_TEXT_BYTES))
    if ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66)) hexadecimal += String.fromCharCode(byte);
  const start = hexadecimal.indexOf('457869660000');
  if (start < 0) return undefined;
  const pairs = hexadecimal.slice(start + PREFIX.length * 2).match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** Maximum bytes of a PNG text with Exif: 64 kB as two hexadecimal digits per byte, and line breaks. */
const MAX_TEXT_BYTES = 3 * 65_536;

const GPS_DIRECTORY = 0x8825;
/** Numbers of the Exif tags of the GPS directory (Exif 2.32, 4.6.6). */
const GPS = { version: 0, latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4 };

interface GpsPosition {
  readonly latitude?: number;
  readonly longitude?: number;
}

/** Returns the location in an Exif block; an empty object for a GPS directory without readable coordinates. */
function readGpsPosition(tiff: Uint8Array): GpsPosition | undefined {
  try {
    const littleEndian = ascii(tiff, 0, 2) === 'II';
    const view = viewOf(tiff);
    const at = entriesOf(view, view.getUint32(4, littleEndian), littleEndian).get(GPS_DIRECTORY);
    const entries = at === undefined ? undefined : entriesOf(view, view.getUint32(at, littleEndian), littleEndian);
    if (!entries || [...entries.keys()].every((tag) => tag === GPS.version)) return undefined;
    return readCoordinates(entries, tiff, littleEndian);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns a map from each tag of an Exif directory to the offset of the tag's value (TIFF 6.0, section 2). */
function entriesOf(view: DataView, directory: number, littleEndian: boolean): Map<number, number> {
  const values = new Map<number, number>();
  const count = Math.min(MAX_EXIF_ENTRIES, view.getUint16(directory, littleEndian));
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    const tag = view.getUint16(entry, littleEndian);
    if (!values.has(tag)) values.set(tag, entry + 8);
  }
  return values;
}

function readCoordinates(entries: ReadonlyMap<number, number>, tiff: Uint8Array, littleEndian: boolean): GpsPosition {
  const view = viewOf(tiff);
  const degrees = (tag: number, refTag: number, negative: string): number | undefined => {
    const [entry, ref] = [entries.get(tag), entries.get(refTag)];
    if (entry === undefined || ref === undefined) return undefined;
    const at = view.getUint32(entry, littleEndian);
    // A coordinate is three rational numbers: degrees, minutes and seconds (Exif 2.32, 4.6.6).
    const [whole = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
      (offset) => view.getUint32(at + offset, littleEndian) / (view.getUint32(at + offset + 4, littleEndian) || 1),
    );
    const value = whole + minutes / 60 + seconds / 3600;
    return Math.round((ascii(tiff, ref, 1) === negative ? -value : value) * 1e6) / 1e6;
  };
  try {
    const latitude = degrees(GPS.latitude, GPS.latitudeRef, 'S');
    const longitude = degrees(GPS.longitude, GPS.longitudeRef, 'W');
    return latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  } catch (error) {
    if (error instanceof RangeError) return {};
    throw error;
  }
}
