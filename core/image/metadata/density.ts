import { ascii, viewOf } from '../../base/bytes.ts';
import { pngChunks } from '../formats/png/png-chunks.ts';
import { sniffImage } from '../formats/registry.ts';
import { firstPage, squareFactors } from '../formats/tiff/tiff-header.ts';
import { headerSegments } from '../jpeg/jpeg-segments.ts';
import { APP0 } from '../jpeg/markers.ts';
import { readResolution } from './exif-read.ts';
import { findExif } from './find-exif.ts';

/** Print resolution in pixels per inch, across and down. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

const CM_PER_INCH = 2.54;
const METERS_PER_INCH = 0.0254;

/** Returns the print resolution that a file states in Exif, JFIF (JFIF 1.02, page 5) or pHYs (PNG 3, 11.3.5.3). */
export function readDensity(bytes: Uint8Array): Density | undefined {
  try {
    const exif = findExif(bytes);
    const stored = (exif && readResolution(exif)) ?? ownDensity(bytes);
    const square = sniffImage(bytes) === 'tiff' ? squareFactors(firstPage(bytes)) : { x: 1, y: 1 };
    const found = stored && { x: stored.x * square.x, y: stored.y * square.y };
    return found && isUsual(found.x) && isUsual(found.y) ? found : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const MOST_DPI = 100_000;
const isUsual = (dpi: number) => dpi >= 1 && dpi <= MOST_DPI;

function ownDensity(bytes: Uint8Array): Density | undefined {
  const view = viewOf(bytes);
  const format = sniffImage(bytes);
  if (format === 'tiff') return readResolution(bytes);
  if (format === 'jpg')
    for (const { marker, start } of headerSegments(bytes))
      if (marker === APP0 && ascii(bytes, start, 5) === 'JFIF\0') {
        const unit = [undefined, 1, CM_PER_INCH][view.getUint8(start + 7)];
        if (!unit) return undefined;
        return { x: view.getUint16(start + 8) * unit, y: view.getUint16(start + 10) * unit };
      }
  if (format === 'png')
    for (const { type, start } of pngChunks(bytes))
      if (type === 'pHYs' && view.getUint8(start + 8) === 1)
        return { x: view.getUint32(start) * METERS_PER_INCH, y: view.getUint32(start + 4) * METERS_PER_INCH };
  if (format === 'bmp' && view.getUint32(14, true) >= 40)
    return { x: view.getInt32(38, true) * METERS_PER_INCH, y: view.getInt32(42, true) * METERS_PER_INCH };
  return undefined;
}

/** Returns pixels per meter of the chunk `pHYs`. */
export const perMeter = (dpi: number): number => Math.round(dpi / METERS_PER_INCH);

/** Rounds a resolution of a chunk with whole pixels per meter to the resolution that was meant: 299.9994 is 300. */
export const roundedDpi = (dpi: number): number => {
  const whole = Math.round(dpi);
  return Math.abs(dpi - whole) < 0.02 ? whole : Math.round(dpi * 100) / 100;
};
