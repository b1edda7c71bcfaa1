import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tags } from '#core/image/formats/tiff/tiff-directory.ts';

/** A TIFF writer for tests, which writes any tags and any strips. */

type Bytes = Uint8Array<ArrayBuffer>;

export const readTiff = (name: string): Bytes =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'tiffs', `${name}.tif`)));

/** Values of a tag: numbers become SHORT or LONG by size, pairs RATIONAL, text ASCII, and bytes UNDEFINED. */
export type TagValues = string | readonly number[] | readonly (readonly [number, number])[] | Uint8Array;

export interface TiffPage {
  /** Values by tag number, except those of the tags for strips. */
  readonly tags: Readonly<Record<number, TagValues>>;
  readonly strips?: readonly Uint8Array[];
  readonly isTiled?: boolean;
  /** Directories by the number of the tag that points to them, such as the GPS directory. */
  readonly directories?: Readonly<Record<number, Readonly<Record<number, TagValues>>>>;
}

export interface TiffOptions {
  readonly isBigEndian?: boolean;
  /** Index of the page to which the last page points as the next, which makes a loop. */
  readonly loopsTo?: number;
}

/** Returns the tags of an 8-bit gray image, which tests can change. */
export const grayTags = (width: number, height: number): Record<number, number[]> => ({
  [tags.width]: [width],
  [tags.height]: [height],
  [tags.bits]: [8],
  [tags.compression]: [1],
  [tags.photometric]: [1],
  [tags.samples]: [1],
  [tags.rowsPerStrip]: [height],
});

/** Writes the strips, values and directory of each page, in this order, as libtiff does. */
export function makeTiff(pages: readonly TiffPage[], { isBigEndian = false, loopsTo }: TiffOptions = {}): Bytes {
  const little = !isBigEndian;
  const parts: Uint8Array[] = [new Uint8Array(8)];
  let length = 8;
  const add = (part: Uint8Array) => {
    const at = length;
    parts.push(part, new Uint8Array(part.length % 2));
    length += part.length + (part.length % 2);
    return at;
  };
  const addDirectory = (all: Readonly<Record<number, TagValues>>) => {
    const entries = Object.entries(all).map(([tag, values]) => ({
      tag: Number(tag),
      ...encoded(Number(tag), values, little),
    }));
    const directory = new DataView(new ArrayBuffer(2 + entries.length * 12 + 4));
    directory.setUint16(0, entries.length, little);
    for (const [index, { tag, type, count, bytes }] of entries.entries()) {
      const at = 2 + index * 12;
      directory.setUint16(at, tag, little);
      directory.setUint16(at + 2, type, little);
      directory.setUint32(at + 4, count, little);
      if (bytes.length > 4) directory.setUint32(at + 8, add(bytes), little);
      else new Uint8Array(directory.buffer).set(bytes, at + 8);
    }
    links.push({ directory, at: 2 + entries.length * 12 });
    return add(new Uint8Array(directory.buffer));
  };
  const starts: number[] = [];
  let links: { readonly directory: DataView; readonly at: number }[] = [];
  const pageLinks: typeof links = [];
  for (const { tags: own, strips = [], isTiled = false, directories = {} } of pages) {
    const [offsets, counts] = isTiled ? [tags.tileOffsets, tags.tileBytes] : [tags.stripOffsets, tags.stripBytes];
    const inner = Object.entries(directories).map(([tag, values]) => [tag, [addDirectory(values)]] as const);
    links = [];
    starts.push(
      addDirectory({
        ...(strips.length > 0 && { [offsets]: strips.map(add), [counts]: strips.map((strip) => strip.length) }),
        ...own,
        ...Object.fromEntries(inner),
      }),
    );
    pageLinks.push(...links);
  }
  for (const [index, { directory, at }] of pageLinks.entries()) {
    const next = starts[index + 1] ?? (loopsTo === undefined ? 0 : (starts[loopsTo] as number));
    directory.setUint32(at, next, little);
  }
  const header = new DataView((parts[0] as Uint8Array).buffer as ArrayBuffer);
  header.setUint16(0, little ? 0x4949 : 0x4d4d);
  header.setUint16(2, 42, little);
  header.setUint32(4, starts[0] ?? 0, little);
  return new Uint8Array(Buffer.concat(parts));
}

/** Tags whose values are offsets in the file, which Exif readers expect to be LONG. */
const OFFSETS: readonly number[] = [tags.exif, tags.gps];

function encoded(tag: number, values: TagValues, little: boolean) {
  if (values instanceof Uint8Array) return { type: 7, count: values.length, bytes: values };
  if (typeof values === 'string') {
    const bytes = Buffer.from(`${values}\0`);
    return { type: 2, count: bytes.length, bytes };
  }
  const isRational = Array.isArray(values[0]);
  const numbers = values.flat() as number[];
  const isLong = isRational || OFFSETS.includes(tag) || numbers.some((value) => value > 0xffff);
  const view = new DataView(new ArrayBuffer(numbers.length * (isLong ? 4 : 2)));
  for (const [index, value] of numbers.entries())
    if (isLong) view.setUint32(index * 4, value, little);
    else view.setUint16(index * 2, value, little);
  const bytes = new Uint8Array(view.buffer);
  return { type: isRational ? 5 : isLong ? 4 : 3, count: values.length, bytes };
}
