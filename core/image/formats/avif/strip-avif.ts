import { ascii, indexOfBytes, joinBytes, letters, uint16, uint32 } from '../../../base/bytes.ts';
import { findBox } from '../heif/iso-boxes.ts';
import { type HeifItems, type ItemPlace, type ItemProperty, readHeifItems } from '../heif/items.ts';
import { depthOf, findProperty } from '../heif/layout.ts';
import { box, fullBox, type Place, writePlaces } from './iso-writer.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Lengths of the properties that pixels depend on (ISO/IEC 23008-12, 6.5; ISO/IEC 23000-22, 7.3; AV1-ISOBMFF, 2.3.3).
 * Bytes after that length, such as the OBUs in `av1C`, are not copied.
 */
const PROPERTY_BYTES: Readonly<Record<string, number>> = {
  ispe: 12,
  av1C: 4,
  irot: 1,
  imir: 1,
  clap: 32,
  pasp: 8,
  a1op: 1,
  lsel: 2,
  // Color codes. An ICC profile is no part of the pixels.
  colr: 11,
};

/** Types of auxiliary images that hold opacity (ISO/IEC 23008-12, 6.6.2.1.1; ISO/IEC 23000-22, 7.3.5.2). */
const ALPHA_TYPES = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'].map(letters);

/** Maximum item ID, and maximum number of properties, in the short forms of the boxes. */
const [MAX_ID, MAX_PROPERTIES] = [0xff_ff, 127];

/**
 * Copies an AVIF's primary image with its tiles and alpha plane, in libavif's order of boxes. Omits metadata, color
 * profiles, thumbnails, gain maps and sequences. Returns `undefined` for other structures.
 */
export function stripAvif(bytes: Bytes): Bytes | undefined {
  const meta = findBox(bytes, 0, bytes.length, 'meta');
  const fileType = findBox(bytes, 0, bytes.length, 'ftyp');
  if (!meta || !fileType) return undefined;
  try {
    const items = readHeifItems(bytes, meta);
    const kept = [...imagesOf(bytes, items)].sort((one, other) => one - other);
    const contents = kept.map((id) => pixelsOf(items.types.get(id), contentOf(bytes, items, items.places.get(id))));
    const associations = kept.map((id) => propertiesOf(bytes, items, id));
    const properties = [...new Map(associations.flat().map((each) => [each.key, each])).values()];
    const isLong = kept.some((id) => id > MAX_ID) || properties.length > MAX_PROPERTIES;
    if (isLong || contents.includes(undefined)) return undefined;
    const head = box('ftyp', letters('avif'), uint32(0), ...brandsOf(bytes, fileType).map(letters));
    const metaOf = (places: readonly Place[]) =>
      fullBox(
        'meta',
        0,
        fullBox('hdlr', 0, uint32(0), letters('pict'), new Uint8Array(13)),
        fullBox('pitm', 0, uint16(items.primary)),
        writePlaces(places),
        fullBox('iinf', 0, uint16(kept.length), ...kept.map((id) => entryOf(items, id))),
        ...referencesOf(items, kept),
        propertiesBox(kept, associations, properties),
      );
    const lengths = contents.map((parts) => (parts ?? []).reduce((sum, { length }) => sum + length, 0));
    // Refuses items that share bytes of the file, because the copy would be larger than the file.
    if (lengths.reduce((sum, length) => sum + length, 0) > bytes.length) return undefined;
    const placesFrom = (start: number): Place[] => {
      let offset = start;
      return kept.map((id, index) => {
        const length = lengths[index] as number;
        offset += length;
        return { id, offset: offset - length, length };
      });
    };
    // In `meta`, item offsets have a fixed size, so the length of `meta` doesn't depend on the offsets.
    const start = head.length + metaOf(placesFrom(0)).length + 8;
    return joinBytes(head, metaOf(placesFrom(start)), box('mdat', ...contents.flatMap((parts) => parts ?? [])));
  } catch (error) {
    // A RangeError means that a box ends early or has an unsupported form.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function imagesOf(bytes: Bytes, { primary, references, properties }: HeifItems): Set<number> {
  const kept = new Set([primary]);
  const isAlpha = (id: number) =>
    (properties.get(id) ?? []).some(
      ({ type, start, end }) =>
        type === 'auxC' && ALPHA_TYPES.some((name) => indexOfBytes(bytes.subarray(start, end), name) >= 0),
    );
  for (const { type, from, to } of references)
    if (type === 'auxl' && to.includes(primary) && isAlpha(from)) kept.add(from);
  for (const { type, from, to } of references) if (type === 'dimg' && kept.has(from)) for (const id of to) kept.add(id);
  return kept;
}

/** Returns the data of an item, which lies in the file or in `idat`. */
function contentOf(bytes: Bytes, { data }: HeifItems, place: ItemPlace | undefined): Uint8Array[] | undefined {
  const base = place?.construction === 0 ? 0 : place?.construction === 1 ? data?.start : undefined;
  if (!place || base === undefined) return undefined;
  return place.extents.map(({ offset, length }) => {
    const end = length === 0 ? bytes.length : base + offset + length;
    if (end > bytes.length) throw new RangeError('An item passes the end of the file');
    return bytes.subarray(base + offset, end);
  });
}

/** Grid of tiles: version, flags, rows, columns, and sizes of 16 or 32 bits (ISO/IEC 23008-12, 6.6.2.3). */
const gridBytes = (grid: Uint8Array) => ((grid[1] ?? 0) & 1 ? 12 : 8);

/** Returns the parts of an item's data that its pixels depend on; `undefined` for other items than images and grids. */
function pixelsOf(type: string | undefined, parts: readonly Uint8Array[] | undefined): Uint8Array[] | undefined {
  if (type === 'av01') return parts && pixelObus(joinBytes(...parts));
  if (type !== 'grid' || !parts) return undefined;
  const grid = joinBytes(...parts);
  return [grid.subarray(0, gridBytes(grid))];
}

interface WrittenProperty extends Pick<ItemProperty, 'type' | 'isEssential'> {
  readonly content: Uint8Array;
  /** Equal for equal properties. */
  readonly key: string;
}

/** Returns the properties of an item. Adds `pixi`, which libavif requires and old versions of libheif didn't write. */
function propertiesOf(bytes: Bytes, items: HeifItems, id: number): WrittenProperty[] {
  const own = (items.properties.get(id) ?? []).filter((each) => isKept(bytes, each));
  const written = own.map((each) => ({ ...each, content: contentOfProperty(bytes, each), key: `${each.start}` }));
  const tile = items.references.find(({ type, from }) => type === 'dimg' && from === id)?.to[0];
  const config = findProperty(items.properties.get(tile ?? id) ?? [], 'av1C', 4);
  if (!config || own.some(({ type }) => type === 'pixi')) return written;
  const { bitDepth, isMonochrome } = depthOf(bytes, config);
  const depths = new Array<number>(isMonochrome ? 1 : 3).fill(bitDepth);
  const content = Uint8Array.of(0, 0, 0, 0, depths.length, ...depths);
  return [...written, { type: 'pixi', isEssential: false, content, key: `pixi ${depths}` }];
}

/** Refuses unknown essential properties, because the image would look wrong without these properties. */
function isKept(bytes: Bytes, { type, start, isEssential }: ItemProperty): boolean {
  if (type === 'colr') return ascii(bytes, start, 4) === 'nclx';
  if (PROPERTY_BYTES[type] !== undefined || type === 'pixi' || type === 'auxC') return true;
  if (isEssential) throw new RangeError(`The property ${type} is essential`);
  return false;
}

/** Returns brands of still images, without sequence brands, which would require tracks. */
function brandsOf(bytes: Bytes, { start, end }: { readonly start: number; readonly end: number }): string[] {
  const named: string[] = [];
  for (let at = start + 8; at + 4 <= end; at += 4) named.push(ascii(bytes, at, 4));
  return ['avif', 'mif1', 'miaf', ...named.filter((brand) => brand === 'MA1A' || brand === 'MA1B')];
}

/** Returns a property in the length that the pixels depend on. The type of an auxiliary image ends with a zero byte. */
function contentOfProperty(bytes: Bytes, { type, start, end }: ItemProperty): Uint8Array {
  const content = bytes.subarray(start, end);
  if (type === 'auxC') return joinBytes(content.subarray(0, Math.max(4, content.indexOf(0, 4))), [0]);
  const length = type === 'pixi' ? 5 + (content[4] ?? 0) : (PROPERTY_BYTES[type] ?? 0);
  if (length > content.length) throw new RangeError(`The property ${type} is cut off`);
  return content.subarray(0, length);
}

const entryOf = ({ types, hidden }: HeifItems, id: number) =>
  box('infe', [2, 0, 0, hidden.has(id) ? 1 : 0], uint16(id), uint16(0), letters(types.get(id) ?? 'av01'), [0]);

function referencesOf({ references }: HeifItems, kept: readonly number[]): Uint8Array[] {
  const between = references
    .filter(({ type, from }) => ['auxl', 'dimg', 'prem'].includes(type) && kept.includes(from))
    .map(({ type, from, to }) => ({ type, from, to: to.filter((id) => kept.includes(id)) }))
    .filter(({ to }) => to.length > 0);
  if (between.length === 0) return [];
  const lists = between.map(({ type, from, to }) =>
    box(type, uint16(from), uint16(to.length), ...to.map((id) => uint16(id))),
  );
  return [fullBox('iref', 0, ...lists)];
}

function propertiesBox(
  kept: readonly number[],
  associations: readonly (readonly WrittenProperty[])[],
  properties: readonly WrittenProperty[],
): Uint8Array {
  const numberOf = ({ key, isEssential }: WrittenProperty) =>
    properties.findIndex((each) => each.key === key) + 1 + (isEssential ? 0x80 : 0);
  const lists = kept.flatMap((id, index) => {
    const own = associations[index] ?? [];
    return [uint16(id), [own.length, ...own.map(numberOf)]];
  });
  return box(
    'iprp',
    box('ipco', ...properties.map(({ type, content }) => box(type, content))),
    fullBox('ipma', 0, uint32(kept.length), ...lists),
  );
}

/** Types of the OBUs that contain pixels: sequence and frame headers, tile groups and frames (AV1, 6.2.2). */
const PIXEL_TYPES = [1, 3, 4, 6, 7];

/** Returns the OBUs of AV1 data that contain pixels, without metadata and padding. Throws RangeError for damaged OBUs. */
function pixelObus(data: Uint8Array): Uint8Array[] {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const head = data[at] as number;
    let content = at + ((head & 4) === 0 ? 1 : 2);
    let length = data.length - content;
    if (head & 2) {
      length = 0;
      // The size of an OBU in groups of 7 bits, lowest first (AV1, 4.10.5).
      for (let shift = 0; ; shift += 7) {
        const byte = data[content++];
        if (byte === undefined || shift > 28) throw new RangeError('The size of an OBU is damaged');
        length += (byte & 127) * 2 ** shift;
        if (byte < 128) break;
      }
    }
    const end = content + length;
    if (end > data.length) throw new RangeError('An OBU is cut off');
    if (PIXEL_TYPES.includes((head >> 3) & 15)) kept.push(data.subarray(at, end));
    at = end;
  }
  return kept;
}
