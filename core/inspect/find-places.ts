import { ascii, indexOfBytes, letters, viewOf } from '../base/bytes.ts';
import { MAX_EXIF_ENTRIES, MAX_TAGS } from '../base/limits.ts';
import { findExif } from '../image/codecs/metadata.ts';
import { pngTexts, rawProfile } from '../image/formats/png/metadata.ts';
import { sniffImage } from '../image/formats/registry.ts';
import { findIptc, IPTC } from '../image/metadata/iptc.ts';
import type { Data } from '../operation.ts';
import { findVideoPlace, type Position } from './video-place.ts';

/** Parts of a file that may contain a location, in the order in which `inspect` names them. */
type PlaceKind = 'Exif' | 'XMP' | 'IPTC' | 'video';

/**
 * Returns whether an image has Exif and a location, where the location was found, and readable coordinates in degrees.
 * Searches Exif, XMP and IPTC, also in text chunks of PNG and in images and videos that are appended to an image.
 * Damaged Exif counts as Exif.
 */
export async function findPlaces(bytes: Uint8Array): Promise<Data> {
  const texts = sniffImage(bytes) === 'png' ? [...pngTexts(bytes)] : [];
  const profiles = texts.flatMap((text) => rawProfile(text) ?? []);
  const blocks = [...exifBlocks(bytes, await findExif(bytes)), ...profiles.flatMap(exifInProfile)];
  const searched = [bytes, ...profiles, ...texts.map(({ content }) => content)];
  const exif = blocks.flatMap((tiff) => readGpsPosition(tiff) ?? []);
  const video = findVideoPlace(bytes);
  const found: Readonly<Record<PlaceKind, boolean>> = {
    Exif: exif.length > 0,
    XMP: searched.some(hasXmpPlace),
    IPTC: searched.some((each) => IPTC_PLACES.some((set) => findIptc(each).has(set))),
    video: video !== undefined,
  };
  const locationIn = Object.entries(found).flatMap(([kind, isFound]) => (isFound ? [kind] : []));
  const position = exif.find(({ latitude }) => latitude !== undefined) ?? video;
  return {
    exif: blocks.length > 0,
    gps: locationIn.length > 0,
    ...(locationIn.length > 0 && { locationIn }),
    ...position,
  };
}

const IPTC_PLACES = [IPTC.city, IPTC.sublocation];

const PREFIX = letters('Exif\0\0');

/** Yields the Exif blocks of a file. Appended images, such as previews and gain maps, may have separate Exif. */
function* exifBlocks(bytes: Uint8Array, first: Uint8Array | undefined): Generator<Uint8Array> {
  if (first) yield first;
  const isJpeg = sniffImage(bytes) === 'jpg';
  let at = indexOfBytes(bytes, PREFIX);
  for (let count = 0; at >= 0 && count < MAX_TAGS; count++, at = indexOfBytes(bytes, PREFIX, at + 1)) {
    const tiff = bytes.subarray(at + PREFIX.length);
    if (tiff.byteOffset !== first?.byteOffset && (isJpeg || isExif(tiff))) yield tiff;
  }
}

function exifInProfile(profile: Uint8Array): Uint8Array[] {
  const at = indexOfBytes(profile, PREFIX);
  if (at >= 0) return [profile.subarray(at + PREFIX.length)];
  return isExif(profile) ? [profile] : [];
}

/** Location properties of XMP: coordinates in Exif's and drones' schemas, and names of places (XMP part 2, 3; IPTC Core). */
const XMP_PLACES = [
  'GPSLatitude',
  'GPSLongitude',
  'GpsLatitude',
  'GpsLongitude',
  'GpsLongtitude',
  'photoshop:City',
  'Iptc4xmpCore:Location',
  'Iptc4xmpExt:City',
  'Iptc4xmpExt:Sublocation',
].map(letters);

/** True if an XMP text contains a location property with a value, as an attribute or as an element. */
function hasXmpPlace(text: Uint8Array): boolean {
  return XMP_PLACES.some((name) => {
    let at = indexOfBytes(text, name);
    for (let count = 0; at >= 0 && count < MAX_TAGS; count++, at = indexOfBytes(text, name, at + 1)) {
      const after = String.fromCharCode(...text.subarray(at + name.length, at + name.length + 80));
      if (VALUE.test(after)) return true;
    }
    return false;
  });
}

const VALUE = /^(?:\s*=\s*(?:"[^"\s]|'[^'\s])|(?:\s[^<>]*)?>\s*(?:[^<\s]|<rdf:))/;

/** True if the bytes start with the header of Exif (TIFF 6.0, section 2). */
const isExif = (bytes: Uint8Array): boolean => ['II*\0', 'MM\0*'].includes(ascii(bytes, 0, 4));

const GPS_DIRECTORY = 0x8825;
/** Numbers of the Exif tags of the GPS directory (Exif 2.32, 4.6.6). */
const GPS = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  destinationLatitude: 20,
  destinationLongitude: 22,
};

/** Tags that state a place. Other tags, such as the direction of the camera or the time, state none. */
const PLACES = [GPS.latitude, GPS.longitude, GPS.destinationLatitude, GPS.destinationLongitude];

/** Returns the location in an Exif block; an empty object for a location without readable coordinates. */
function readGpsPosition(tiff: Uint8Array): Position | undefined {
  try {
    const littleEndian = ascii(tiff, 0, 2) === 'II';
    const view = viewOf(tiff);
    let directory = view.getUint32(4, littleEndian);
    // The pages of a TIFF have a directory each, linked by offsets.
    for (let count = 0; directory > 0 && count < MAX_TAGS; count++) {
      const at = entriesOf(view, directory, littleEndian).get(GPS_DIRECTORY);
      const entries = at === undefined ? undefined : entriesOf(view, view.getUint32(at, littleEndian), littleEndian);
      if (entries && hasPlace(entries, tiff, littleEndian)) return readCoordinates(entries, tiff, littleEndian);
      directory = view.getUint32(directory + 2 + 12 * view.getUint16(directory, littleEndian), littleEndian);
    }
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True if a coordinate has a value. Some cameras write 0/0 while they don't know the place. */
function hasPlace(entries: ReadonlyMap<number, number>, tiff: Uint8Array, littleEndian: boolean): boolean {
  const view = viewOf(tiff);
  return PLACES.some((tag) => {
    const entry = entries.get(tag);
    if (entry === undefined) return false;
    const at = view.getUint32(entry, littleEndian) + 4;
    return at + 4 > tiff.length || view.getUint32(at, littleEndian) !== 0;
  });
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

function readCoordinates(entries: ReadonlyMap<number, number>, tiff: Uint8Array, littleEndian: boolean): Position {
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
