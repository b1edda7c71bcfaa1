import { ascii, viewOf } from '../../base/bytes.ts';
import type { Orientation } from '../orientation.ts';

export interface OrientationTag {
  readonly orientation: Orientation;
  /** Offset in bytes of the Exif orientation's value from the TIFF header. */
  readonly offset: number;
  readonly littleEndian: boolean;
}

const TIFF_VERSION = 42;
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

function readFirstDirectory(tiff: Uint8Array) {
  const order = ascii(tiff, 0, 2);
  const littleEndian = order === 'II';
  const view = viewOf(tiff);
  if ((!littleEndian && order !== 'MM') || view.getUint16(2, littleEndian) !== TIFF_VERSION)
    throw new RangeError('This is no TIFF header');
  const directory = view.getUint32(4, littleEndian);
  return { littleEndian, directory, count: view.getUint16(directory, littleEndian) };
}

function findOrientation(tiff: Uint8Array) {
  const view = viewOf(tiff);
  const { littleEndian, directory, count } = readFirstDirectory(tiff);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (view.getUint16(entry, littleEndian) !== ORIENTATION) continue;
    // Browsers and libvips ignore an orientation that is not one 16-bit number (Exif 2.32, table 4).
    const isOneShort =
      view.getUint16(entry + 2, littleEndian) === SHORT && view.getUint32(entry + 4, littleEndian) === 1;
    return { offset: entry + 8, littleEndian, isOneShort };
  }
  return undefined;
}

/** True if the orientation is unknown because Exif header, first directory or orientation entry is damaged. */
export function isExifDamaged(tiff: Uint8Array): boolean {
  try {
    const { directory, count } = readFirstDirectory(tiff);
    return directory + 2 + count * ENTRY_BYTES > tiff.length || findOrientation(tiff)?.isOneShort === false;
  } catch {
    return true;
  }
}

/** Returns the orientation tag of Exif (Exif 2.32, 4.6.5); `undefined` for a missing or damaged tag. */
export function readOrientationTag(tiff: Uint8Array): OrientationTag | undefined {
  try {
    const found = findOrientation(tiff);
    if (!found?.isOneShort) return undefined;
    const { offset, littleEndian } = found;
    const value = viewOf(tiff).getUint16(offset, littleEndian);
    if (value < 1 || value > 8) return undefined;
    return { orientation: value as Orientation, offset, littleEndian };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
