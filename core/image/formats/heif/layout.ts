import { ascii, type Chunk, viewOf } from '../../../base/bytes.ts';
import { MAX_TRACKS } from '../../../base/limits.ts';
import type { Size } from '../../../geometry/point.ts';
import type { PixelRect } from '../../crop.ts';
import { type Orientation, orientedBy, storedRect, turnedSize } from '../../orientation.ts';
import { findBox, innerBoxes } from './iso-boxes.ts';
import { type HeifItems, type ItemExtent, type ItemProperty, readHeifItems } from './items.ts';

/** Properties of the primary image of an AVIF or HEIC, or of the first frame of an image sequence. */
export interface AvifLayout {
  /** Size of the coded image, before `clap` crops it, `irot` rotates it and `imir` mirrors it. */
  readonly size: Size;
  readonly aperture?: PixelRect | undefined;
  readonly orientation: Orientation;
  /** False if crop, rotation and mirroring are not in MIAF's order (ISO/IEC 23000-22, 7.3.6.7). */
  readonly isInOrder: boolean;
  readonly properties: readonly ItemProperty[];
  readonly items?: HeifItems | undefined;
  readonly tracks: readonly AvifTrack[];
  /** True if the first frame of a track is decoded instead of the primary item. */
  readonly isSequence: boolean;
}

/** An AV1 track with its first sample (ISO/IEC 14496-12, 8). */
export interface AvifTrack {
  readonly size: Size;
  readonly isAuxiliary: boolean;
  readonly properties: readonly ItemProperty[];
  readonly firstSample: ItemExtent;
}

/** Reads the boxes of a HEIC, except for image sequences. Throws RangeError for missing or damaged boxes. */
export function readHeicLayout(bytes: Uint8Array): AvifLayout & { readonly items: HeifItems } {
  const meta = findBox(bytes, 0, bytes.length, 'meta');
  if (!meta) throw new RangeError('The meta box is missing');
  const items = readHeifItems(bytes, meta);
  const properties = items.properties.get(items.primary) ?? [];
  const size = sizeOf(bytes, properties);
  if (!size) throw new RangeError('The size is missing');
  return { size, ...orderedTransformations(bytes, properties, size), properties, items, tracks: [], isSequence: false };
}

/** Reads the boxes of an AVIF. Throws RangeError for missing or damaged boxes. */
export function readAvifLayout(bytes: Uint8Array): AvifLayout {
  const meta = findBox(bytes, 0, bytes.length, 'meta');
  const movie = findBox(bytes, 0, bytes.length, 'moov');
  const items = meta && readHeifItems(bytes, meta);
  const tracks = movie ? readTracks(bytes, movie) : [];
  // As in libavif, the brand `avif` means a still image; any other AVIF with a track is an image sequence.
  const brand = ascii(bytes, 8, 4);
  const track = brand === 'avif' ? undefined : tracks.find(({ isAuxiliary }) => !isAuxiliary);
  const properties = track?.properties ?? items?.properties.get(items.primary) ?? [];
  const size = track?.size ?? sizeOf(bytes, properties);
  if (!size) throw new RangeError('The size is missing');
  return {
    size,
    ...transformationsOf(bytes, properties, size),
    properties,
    items,
    tracks,
    isSequence: track !== undefined,
  };
}

/** True if the box `pitm` states the primary item, and the item is not hidden. */
export const hasRegularPrimary = ({ items, isSequence }: AvifLayout): boolean =>
  isSequence || !items || (items.isPrimaryStated && !items.hidden.has(items.primary));

/** Reads the size of a HEIF item from the property `ispe` (ISO/IEC 23008-12, 6.5.3). */
export function sizeOf(bytes: Uint8Array, properties: readonly ItemProperty[]): Size | undefined {
  const property = findProperty(properties, 'ispe', 12);
  const view = viewOf(bytes);
  return property && { width: view.getUint32(property.start + 4), height: view.getUint32(property.start + 8) };
}

/** Returns the first property of a type. Throws RangeError if the property has fewer than `length` bytes. */
export function findProperty(list: readonly ItemProperty[], type: string, length: number): ItemProperty | undefined {
  const property = list.find((each) => each.type === type);
  if (property && property.end - property.start < length) throw new RangeError(`The property ${type} is cut off`);
  return property;
}

/** Reads high_bitdepth, twelve_bit and monochrome in byte 2 of the property `av1C` (AV1 in ISOBMFF, 2.3.3). */
export function depthOf(bytes: Uint8Array, { start }: ItemProperty) {
  const flags = bytes[start + 2] as number;
  return { bitDepth: flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8, isMonochrome: (flags & 0x10) !== 0 };
}

/** Order in MIAF of the properties that crop, rotate and mirror an image (ISO/IEC 23000-22, 7.3.6.7). */
const TRANSFORMATIONS = ['clap', 'irot', 'imir'];

/** Exif orientations by `irot` angle (rows) and `imir` (columns: none; axis 0, top-bottom; axis 1, left-right). */
const ORIENTATIONS: readonly (readonly [Orientation, Orientation, Orientation])[] = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];

/** Reads crop, rotation, mirroring. Ignores Exif orientation (ISO/IEC 23008-12, A.2.1) and `pasp`, as in libheif. */
function transformationsOf(bytes: Uint8Array, properties: readonly ItemProperty[], size: Size) {
  const listed = properties.map(({ type }) => TRANSFORMATIONS.indexOf(type)).filter((index) => index >= 0);
  const [clap, turn, mirror] = [
    findProperty(properties, 'clap', 32),
    findProperty(properties, 'irot', 1),
    findProperty(properties, 'imir', 1),
  ];
  // The angle of the HEIF property `irot` counts counterclockwise quarter turns.
  const angle = turn ? (bytes[turn.start] as number) & 3 : 0;
  const flip = mirror ? ((bytes[mirror.start] as number) & 1) + 1 : 0;
  return {
    aperture: clap && apertureOf(viewOf(bytes), clap, size),
    orientation: (ORIENTATIONS[angle] as readonly Orientation[])[flip] as Orientation,
    isInOrder: listed.every((index, at) => at === 0 || index > (listed[at - 1] as number)),
  };
}

/**
 * Reads crop, rotation and mirroring of a HEIC, which apply in the order of their association (ISO/IEC 23008-12, 6.3), as
 * in libheif. The result crops the coded image first, and then orients it.
 */
function orderedTransformations(bytes: Uint8Array, properties: readonly ItemProperty[], size: Size) {
  let orientation: Orientation = 1;
  let aperture: PixelRect = { x: 0, y: 0, ...size };
  for (const { type, start, end } of properties) {
    const length = { clap: 32, irot: 1, imir: 1 }[type] ?? 0;
    if (length === 0) continue;
    if (end - start < length) throw new RangeError(`The property ${type} is cut off`);
    const value = bytes[start] as number;
    if (type === 'irot') orientation = orientedBy(orientation, ORIENTATIONS[value & 3]?.[0] ?? 1);
    else if (type === 'imir') orientation = orientedBy(orientation, ORIENTATIONS[0]?.[(value & 1) + 1] ?? 1);
    else {
      const shown = apertureOf(viewOf(bytes), { type, start, end }, turnedSize(aperture, orientation));
      const inside = storedRect(shown, orientation, aperture);
      aperture = { ...inside, x: aperture.x + inside.x, y: aperture.y + inside.y };
    }
  }
  const isWhole = aperture.width === size.width && aperture.height === size.height;
  return { aperture: isWhole ? undefined : aperture, orientation, isInOrder: true };
}

/** Reads `clap` (ISO/IEC 14496-12, 12.1.4): the width, height and center offset of a crop, as fractions. */
function apertureOf(view: DataView, { start }: Chunk, size: Size): PixelRect {
  const fraction = (index: number) => view.getInt32(start + index * 8) / view.getInt32(start + index * 8 + 4);
  const [width, height] = [fraction(0), fraction(1)];
  const [x, y] = [(size.width - width) / 2 + fraction(2), (size.height - height) / 2 + fraction(3)];
  const isInside = x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
  if (![x, y, width, height].every(Number.isInteger) || !(width > 0 && height > 0 && isInside))
    throw new RangeError('clap is outside the image');
  return { x, y, width, height };
}

function readTracks(bytes: Uint8Array, movie: Chunk): AvifTrack[] {
  const found = innerBoxes(bytes, movie.start, movie.end).filter(({ type }) => type === 'trak');
  if (found.length > MAX_TRACKS) throw new RangeError('Too many tracks');
  return found.flatMap((track) => readTrack(bytes, track) ?? []);
}

/** Number of bytes of a VisualSampleEntry before the inner boxes (ISO/IEC 14496-12, 12.1.3). */
const VIDEO_ENTRY_BYTES = 78;

function readTrack(bytes: Uint8Array, track: Chunk): AvifTrack | undefined {
  const view = viewOf(bytes);
  const child = (parent: Chunk, type: string): Chunk => {
    const found = innerBoxes(bytes, parent.start, parent.end).filter((box) => box.type === type);
    if (!found[0] || found.length > 1) throw new RangeError(`A track needs one box of type ${type}`);
    return found[0];
  };
  const media = child(track, 'mdia');
  const table = child(child(media, 'minf'), 'stbl');
  const descriptions = child(table, 'stsd');
  const entry = innerBoxes(bytes, descriptions.start + 8, descriptions.end).find(({ type }) => type === 'av01');
  if (!entry) return undefined;
  const header = child(track, 'tkhd');
  // The last fields of the box `tkhd` are width and height in 16.16 fixed point (ISO/IEC 14496-12, 8.3.2).
  const size = { width: view.getUint16(header.end - 8), height: view.getUint16(header.end - 4) };
  const inTable = innerBoxes(bytes, table.start, table.end);
  const wide = inTable.find(({ type }) => type === 'co64');
  const offset = wide ? Number(view.getBigUint64(wide.start + 8)) : view.getUint32(child(table, 'stco').start + 8);
  const sizes = child(table, 'stsz');
  const references = innerBoxes(bytes, track.start, track.end).find(({ type }) => type === 'tref');
  return {
    size,
    isAuxiliary: references !== undefined && findBox(bytes, references.start, references.end, 'auxl') !== undefined,
    properties: innerBoxes(bytes, entry.start + VIDEO_ENTRY_BYTES, entry.end).map((box) => ({
      ...box,
      isEssential: true,
    })),
    // The box `stsz` states one size for all samples, or a list of sizes (ISO/IEC 14496-12, 8.7.3).
    firstSample: { offset, length: view.getUint32(sizes.start + 4) || view.getUint32(sizes.start + 12) },
  };
}

/** Color codes (ITU-T H.273) of an `nclx` property; the code 2 means unspecified. */
export interface NclxColor {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly isFullRange: boolean;
}

/** Reads ICC profile and color codes in `colr` (ISO/IEC 14496-12, 12.1.5). `isKnown` is false for other content. */
export function colorOf(bytes: Uint8Array, properties: readonly ItemProperty[]) {
  const view = viewOf(bytes);
  let [profile, nclx]: [Uint8Array | undefined, NclxColor | undefined] = [undefined, undefined];
  let isKnown = true;
  for (const { type, start, end } of properties) {
    if (type !== 'colr') continue;
    const kind = ascii(bytes, start, 4);
    if (kind === 'prof' || kind === 'rICC') profile ??= bytes.subarray(start + 4, end);
    else if (kind === 'nclx' && end - start >= 11)
      nclx ??= {
        primaries: view.getUint16(start + 4),
        transfer: view.getUint16(start + 6),
        matrix: view.getUint16(start + 8),
        isFullRange: view.getUint8(start + 10) >= 128,
      };
    else isKnown = false;
  }
  return { profile, nclx, isKnown };
}
