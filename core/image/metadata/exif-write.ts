import { viewOf } from '../../base/bytes.ts';
import type { Size } from '../../geometry/point.ts';
import { type Density, roundedDpi } from './density.ts';
import type { ExifValue, ExifValues } from './exif-read.ts';
import { EXPOSURE_DIRECTORY, RESOLUTION, TIFF, VALUE_BYTES } from './exif-tags.ts';

/** Bytes of the TIFF header: `II`, the number 42, and the first directory's offset (TIFF 6.0, section 2). */
const HEADER_BYTES = 8;

/** Returns Exif of the allowed tags, orientation 1, color space sRGB and the exported image's size (Exif 2.32, 4.6). */
export function writeExif(
  { image, exposure }: ExifValues,
  { width, height }: Size,
  density?: Density,
): Uint8Array<ArrayBuffer> {
  const own = (tag: number, type: number, ...values: number[]): ExifValue => ({ tag, type, values });
  const exposureEntries = [
    ...exposure,
    own(36864, TIFF.bytes, ...[...'0232'].map((digit) => digit.charCodeAt(0))),
    own(40961, TIFF.short, 1),
    own(40962, TIFF.long, width),
    own(40963, TIFF.long, height),
  ];
  const resolution = density
    ? [
        own(RESOLUTION.x, TIFF.rational, ...rational(density.x)),
        own(RESOLUTION.y, TIFF.rational, ...rational(density.y)),
        own(RESOLUTION.unit, TIFF.short, INCH),
      ]
    : [];
  const others = image.filter(({ tag }) => !RESOLUTION_TAGS.includes(tag));
  const imageEntries = [...others, ...resolution, own(274, TIFF.short, 1)];
  const imageBytes = directoryBytes([...imageEntries, own(EXPOSURE_DIRECTORY, TIFF.long, 0)]);
  const exposureAt = HEADER_BYTES + imageBytes;
  imageEntries.push(own(EXPOSURE_DIRECTORY, TIFF.long, exposureAt));
  const block = new Uint8Array(exposureAt + directoryBytes(exposureEntries));
  const view = viewOf(block);
  block.set([0x49, 0x49]);
  view.setUint16(2, 42, true);
  view.setUint32(4, HEADER_BYTES, true);
  writeDirectory(view, HEADER_BYTES, imageEntries);
  writeDirectory(view, exposureAt, exposureEntries);
  return block;
}

export const RESOLUTION_TAGS: readonly number[] = Object.values(RESOLUTION);
const INCH = 2;

/** Returns numerator and denominator of a resolution with at most two decimals. */
function rational(dpi: number): [number, number] {
  const rounded = roundedDpi(dpi);
  return Number.isInteger(rounded) ? [rounded, 1] : [Math.round(rounded * 100), 100];
}

/** The count of an Exif text includes the terminating zero (Exif 2.32, 4.6.2). */
const countOf = ({ type, values }: ExifValue) =>
  type === TIFF.text
    ? values.length + 1
    : type === TIFF.rational || type === TIFF.signedRational
      ? values.length / 2
      : values.length;

const bytesOf = (entry: ExifValue) => countOf(entry) * (VALUE_BYTES[entry.type] as number);

/** Exif values too long for a directory entry follow the directory, at even offsets (TIFF 6.0, section 2). */
const evenly = (bytes: number) => bytes + (bytes % 2);

const outsideBytes = (entry: ExifValue) => (bytesOf(entry) > 4 ? evenly(bytesOf(entry)) : 0);

const directoryBytes = (entries: readonly ExifValue[]) =>
  2 + entries.length * 12 + 4 + entries.reduce((sum, entry) => sum + outsideBytes(entry), 0);

function writeDirectory(view: DataView, at: number, unsorted: readonly ExifValue[]): void {
  const entries = [...unsorted].sort((one, other) => one.tag - other.tag);
  view.setUint16(at, entries.length, true);
  let outside = at + 2 + entries.length * 12 + 4;
  for (const [index, entry] of entries.entries()) {
    const place = at + 2 + index * 12;
    view.setUint16(place, entry.tag, true);
    view.setUint16(place + 2, entry.type, true);
    view.setUint32(place + 4, countOf(entry), true);
    if (outsideBytes(entry) === 0) writeValues(view, place + 8, entry);
    else {
      view.setUint32(place + 8, outside, true);
      writeValues(view, outside, entry);
      outside += outsideBytes(entry);
    }
  }
}

function writeValues(view: DataView, start: number, { type, values }: ExifValue): void {
  const bytes = type === TIFF.short ? 2 : type === TIFF.text || type === TIFF.bytes ? 1 : 4;
  for (const [index, value] of values.entries()) {
    const at = start + index * bytes;
    if (bytes === 1) view.setUint8(at, value);
    else if (bytes === 2) view.setUint16(at, value, true);
    // Writes signed and unsigned Exif values alike, because both have the same bits.
    else view.setUint32(at, value, true);
  }
}
