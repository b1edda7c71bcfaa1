import { ascii, indexOfBytes, letters, viewOf } from '../base/bytes.ts';
import { MAX_EXIF_ENTRIES } from '../base/limits.ts';

export interface Position {
  readonly latitude?: number;
  readonly longitude?: number;
}

/** Coordinates in degrees (ISO 6709, annex H), as cameras write them: `+35.6895+139.6917+040.1/`. */
const COORDINATES = /^([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)/;

/**
 * Finds the location in an MP4 or QuickTime video anywhere in a file, such as the video of a motion photo: `©xyz`
 * (QuickTime), `loci` (3GPP TS 26.244, 8.10), or Apple's key with ISO 6709 coordinates.
 */
export function findVideoPlace(bytes: Uint8Array): Position | undefined {
  if (indexOfBytes(bytes, FILE_TYPE, 4) < 0 && indexOfBytes(bytes, MOVIE, 4) < 0) return undefined;
  return first(bytes, USER_PLACE, readUserPlace) ?? first(bytes, LOCI, readLoci) ?? readKeyedPlace(bytes);
}

const [FILE_TYPE, MOVIE, USER_PLACE, LOCI, DATA] = ['ftyp', 'moov', '\xa9xyz', 'loci', 'data'].map(letters) as [
  number[],
  number[],
  number[],
  number[],
  number[],
];
const APPLE_KEY = letters('com.apple.quicktime.location.ISO6709');

function first(
  bytes: Uint8Array,
  name: readonly number[],
  read: (bytes: Uint8Array, at: number) => Position | undefined,
): Position | undefined {
  let at = indexOfBytes(bytes, name);
  for (let count = 0; at >= 0 && count < MAX_EXIF_ENTRIES; count++, at = indexOfBytes(bytes, name, at + 1)) {
    const found = read(bytes, at + name.length);
    if (found) return found;
  }
  return undefined;
}

function coordinatesAt(bytes: Uint8Array, at: number): Position | undefined {
  const found = COORDINATES.exec(ascii(bytes, at, 40));
  return found ? { latitude: Number(found[1]), longitude: Number(found[2]) } : undefined;
}

/** After `©xyz`, a length and a language, or a box `data` with type and locale, precede the text. */
const readUserPlace = (bytes: Uint8Array, at: number) => coordinatesAt(bytes, at + 4) ?? coordinatesAt(bytes, at + 16);

function readKeyedPlace(bytes: Uint8Array): Position | undefined {
  if (indexOfBytes(bytes, APPLE_KEY) < 0) return undefined;
  return first(bytes, DATA, (_, at) => coordinatesAt(bytes, at + 8));
}

const MAX_LOCI_BYTES = 1024;

/** Reads `loci`: version, language, a name, the role, then longitude and latitude as 16.16 fixed-point numbers. */
function readLoci(bytes: Uint8Array, at: number): Position | undefined {
  const view = viewOf(bytes);
  if (at < 8 || at + 20 > bytes.length) return undefined;
  const end = at - 8 + view.getUint32(at - 8);
  const nameEnd = bytes.indexOf(0, at + 6);
  if (end > bytes.length || end - at > MAX_LOCI_BYTES || nameEnd < 0 || nameEnd + 14 > end) return undefined;
  const degrees = (from: number) => Math.round((view.getInt32(from) / 65_536) * 1e6) / 1e6;
  const [longitude, latitude] = [degrees(nameEnd + 2), degrees(nameEnd + 6)];
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { latitude, longitude } : undefined;
}
