import { ascii, viewOf } from '../../base/bytes.ts';
import { MAX_EXIF_ENTRIES } from '../../base/limits.ts';
import { EXPOSURE_DIRECTORY, exposureTags, imageTags, RESOLUTION, TIFF, VALUE_BYTES } from './exif-tags.ts';

/** Integer values of an Exif tag: two per rational number; for text, the bytes without the terminating zero. */
export interface ExifValue {
  readonly tag: number;
  readonly type: number;
  readonly values: readonly number[];
}

export interface ExifValues {
  readonly image: readonly ExifValue[];
  readonly exposure: readonly ExifValue[];
}

/** Reads the Exif tags that exports may contain, without location and thumbnail; `undefined` without such tags. */
export function readAllowedExif(tiff: Uint8Array): ExifValues | undefined {
  const reader = readerOf(tiff);
  if (!reader) return undefined;
  const at = reader.view.getUint32(4, reader.littleEndian);
  const image = readDirectory(reader, at, imageTags);
  const exposure = image.next === undefined ? [] : readDirectory(reader, image.next, exposureTags).values;
  return image.values.length + exposure.length > 0 ? { image: image.values, exposure } : undefined;
}

/** Returns the print resolution in pixels per inch (TIFF 6.0, section 8). Without a unit, the unit is inch. */
export function readResolution(tiff: Uint8Array): { readonly x: number; readonly y: number } | undefined {
  const reader = readerOf(tiff);
  if (!reader) return undefined;
  const { values } = readDirectory(reader, reader.view.getUint32(4, reader.littleEndian), imageTags);
  const numbers = (tag: number) => values.find((each) => each.tag === tag)?.values ?? [];
  const [unit = 2] = numbers(RESOLUTION.unit);
  const perInch = [undefined, undefined, 1, 2.54][unit];
  const [x, y] = [RESOLUTION.x, RESOLUTION.y].map((tag) => {
    const [numerator = 0, denominator = 0] = numbers(tag);
    return denominator === 0 ? 0 : numerator / denominator;
  }) as [number, number];
  return perInch && x > 0 && y > 0 ? { x: x * perInch, y: y * perInch } : undefined;
}

function readerOf(tiff: Uint8Array): Reader | undefined {
  const order = ascii(tiff, 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const reader = { view: viewOf(tiff), littleEndian: order === 'II' };
  return reader.view.getUint16(2, reader.littleEndian) === 42 ? reader : undefined;
}

interface Reader {
  readonly view: DataView;
  readonly littleEndian: boolean;
}

/** Returns the allowed tags of an Exif directory, and as `next` the offset of the directory with exposure tags. */
function readDirectory({ view, littleEndian }: Reader, at: number, allowed: typeof imageTags) {
  const values = new Map<number, ExifValue>();
  let next: number | undefined;
  if (at + 2 > view.byteLength) return { values: [], next };
  const count = Math.min(view.getUint16(at, littleEndian), MAX_EXIF_ENTRIES);
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * 12;
    if (entry + 12 > view.byteLength) break;
    const tag = view.getUint16(entry, littleEndian);
    const type = view.getUint16(entry + 2, littleEndian);
    if (tag === EXPOSURE_DIRECTORY && type === TIFF.long) next ??= view.getUint32(entry + 8, littleEndian);
    const wanted = allowed[tag];
    // Ignores the second occurrence of an Exif tag, as other Exif readers do.
    if (!wanted?.types.includes(type) || values.has(tag)) continue;
    const number = view.getUint32(entry + 4, littleEndian);
    const bytes = number * (VALUE_BYTES[type] as number);
    const start = bytes <= 4 ? entry + 8 : view.getUint32(entry + 8, littleEndian);
    if (number === 0 || start + bytes > view.byteLength) continue;
    if (type !== TIFF.text && number > wanted.most) continue;
    const read = readValues({ view, littleEndian }, type, start, Math.min(number, wanted.most));
    if (read.length > 0) values.set(tag, { tag, type, values: read });
  }
  return { values: [...values.values()], next };
}

function readValues({ view, littleEndian }: Reader, type: number, start: number, count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  switch (type) {
    case TIFF.text: {
      const bytes = all.map((index) => view.getUint8(start + index));
      const end = bytes.indexOf(0);
      const text = (end < 0 ? bytes : bytes.slice(0, end)).filter((byte) => byte >= 0x20 && byte !== 0x7f);
      return text.some((byte) => byte !== 0x20) ? text : [];
    }
    case TIFF.short:
      return all.map((index) => view.getUint16(start + index * 2, littleEndian));
    case TIFF.long:
      return all.map((index) => view.getUint32(start + index * 4, littleEndian));
    case TIFF.rational:
      return all.flatMap((index) => [0, 4].map((half) => view.getUint32(start + index * 8 + half, littleEndian)));
    case TIFF.signedRational:
      return all.flatMap((index) => [0, 4].map((half) => view.getInt32(start + index * 8 + half, littleEndian)));
    default:
      return all.map((index) => view.getUint8(start + index));
  }
}
