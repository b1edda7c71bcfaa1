import { ascii, viewOf } from '../../base/bytes.ts';
import type { Orientation } from './orientation.ts';

/** Where an Exif block keeps its orientation, and which. */
export interface OrientationTag {
  readonly orientation: Orientation;
  /** Of the value's two bytes, from the start of the TIFF header. */
  readonly offset: number;
  readonly littleEndian: boolean;
}

const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * The orientation in a TIFF header (Exif 2.32, 4.5.2 and 4.6.5), or `undefined` where there is none
 * or the block is damaged: a picture is then shown as stored.
 */
export function readOrientationTag(tiff: Uint8Array): OrientationTag | undefined {
  try {
    const order = ascii(tiff, 0, 2);
    if (order !== 'II' && order !== 'MM') return undefined;
    const littleEndian = order === 'II';
    const view = viewOf(tiff);
    const directory = view.getUint32(4, littleEndian);
    const count = view.getUint16(directory, littleEndian);
    for (let index = 0; index < count; index++) {
      const entry = directory + 2 + index * 12;
      if (view.getUint16(entry, littleEndian) !== ORIENTATION) continue;
      if (view.getUint16(entry + 2, littleEndian) !== SHORT) return undefined;
      const value = view.getUint16(entry + 8, littleEndian);
      if (value < 1 || value > 8) return undefined;
      return { orientation: value as Orientation, offset: entry + 8, littleEndian };
    }
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
