import { ascii, viewOf } from '../base/bytes.ts';
import { MAX_EXIF_ENTRIES, MAX_TAGS } from '../base/limits.ts';
import type { Position } from './video-place.ts';

/** True if the bytes start with the header of Exif (TIFF 6.0, section 2). */
export const isExif = (bytes: Uint8Array): boolean => ['II*\0', 'MM\0*'].includes(ascii(bytes, 0, 4));

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
export function readGpsPosition(tiff: Uint8Array): Position | undefined {
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
