import { ascii, type Chunk } from '../../../base/bytes.ts';
import { MAX_HEIF_ITEMS } from '../../../base/limits.ts';
import { innerBoxes, numbersOf } from './iso-boxes.ts';

/** A property of a HEIF item, such as the size (ISO/IEC 23008-12, 9.3). */
export interface ItemProperty extends Chunk {
  readonly isEssential: boolean;
}

/** Location of a HEIF item's data (ISO/IEC 14496-12, 8.11.3). */
export interface ItemPlace {
  /** construction_method: offsets count from the file's start (0), from `idat` (1) or from another item (2). */
  readonly construction: number;
  readonly extents: readonly ItemExtent[];
}

export interface ItemExtent {
  readonly offset: number;
  readonly length: number;
}

/** References from one HEIF item to other items (ISO/IEC 14496-12, 8.11.12). */
export interface ItemReference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
}

export interface HeifItems {
  readonly primary: number;
  /** False if the box `pitm` is missing, so that `primary` is the only item that can be the image. */
  readonly isPrimaryStated: boolean;
  /** Types of HEIF items by item ID, in file order. */
  readonly types: ReadonlyMap<number, string>;
  readonly hidden: ReadonlySet<number>;
  readonly places: ReadonlyMap<number, ItemPlace>;
  readonly properties: ReadonlyMap<number, readonly ItemProperty[]>;
  readonly references: readonly ItemReference[];
  readonly data: Chunk | undefined;
}

/** Reads the box `meta`. Throws RangeError for missing, repeated or truncated boxes, and for too many entries. */
export function readHeifItems(bytes: Uint8Array, meta: Chunk): HeifItems {
  const inside = innerBoxes(bytes, meta.start + 4, meta.end);
  const one = (type: string, list: readonly Chunk[] = inside): Chunk | undefined => {
    const found = list.filter((box) => box.type === type);
    if (found.length > 1) throw new RangeError(`There are several boxes of type ${type}`);
    return found[0];
  };
  const required = (box: Chunk | undefined): Chunk => {
    if (!box) throw new RangeError('A box is missing');
    return box;
  };
  const primary = one('pitm');
  const [items, places, references] = [one('iinf'), one('iloc'), one('iref')];
  const properties = required(one('iprp'));
  const inProperties = innerBoxes(bytes, properties.start, properties.end);
  const container = required(one('ipco', inProperties));
  const types = items ? readTypes(bytes, items) : { types: new Map<number, string>(), hidden: new Set<number>() };
  const related = references ? readReferences(bytes, references) : [];
  return {
    primary: primary ? readPrimary(bytes, primary) : onlyImage(types, related),
    isPrimaryStated: primary !== undefined,
    ...types,
    places: places ? readPlaces(bytes, places) : new Map(),
    properties: readAssociations(
      bytes,
      inProperties.filter(({ type }) => type === 'ipma'),
      innerBoxes(bytes, container.start, container.end),
    ),
    references: related,
    data: one('idat'),
  };
}

function readPrimary(bytes: Uint8Array, box: Chunk): number {
  const { version, readUint } = numbersOf(bytes, box);
  return readUint(version === 0 ? 2 : 4);
}

const IMAGE_TYPES = ['av01', 'hvc1', 'grid'];

/** Returns the only image that is neither hidden, a tile, nor an alpha plane, thumbnail or the like of another item. */
function onlyImage(
  { types, hidden }: Pick<HeifItems, 'types' | 'hidden'>,
  references: readonly ItemReference[],
): number {
  const parts = new Set(references.flatMap(({ type, from, to }) => (type === 'dimg' ? to : [from])));
  const [first, ...others] = [...types].flatMap(([id, type]) =>
    IMAGE_TYPES.includes(type) && !hidden.has(id) && !parts.has(id) ? [id] : [],
  );
  if (first === undefined || others.length > 0) throw new RangeError('The primary item is missing');
  return first;
}

const counted = (count: number): number => {
  if (count > MAX_HEIF_ITEMS) throw new RangeError('Too many items');
  return count;
};

function addOnce<Value>(map: Map<number, Value>, id: number, value: Value): void {
  if (map.has(id)) throw new RangeError(`Item ${id} stands in a list twice`);
  map.set(id, value);
}

/** Reads the types of HEIF items from the box `iinf` (ISO/IEC 14496-12, 8.11.6). */
function readTypes(bytes: Uint8Array, box: Chunk) {
  const { version, readUint, position } = numbersOf(bytes, box);
  readUint(version === 0 ? 2 : 4);
  const types = new Map<number, string>();
  const hidden = new Set<number>();
  for (const entry of innerBoxes(bytes, position(), box.end)) {
    if (entry.type !== 'infe') continue;
    const numbers = numbersOf(bytes, entry);
    if (numbers.version < 2) continue;
    const id = numbers.readUint(numbers.version === 2 ? 2 : 4);
    numbers.readUint(2);
    numbers.readUint(4);
    addOnce(types, id, ascii(bytes, numbers.position() - 4, 4));
    if (numbers.flags & 1) hidden.add(id);
  }
  return { types, hidden };
}

/** Reads the locations of HEIF items from the box `iloc` (ISO/IEC 14496-12, 8.11.3). */
function readPlaces(bytes: Uint8Array, box: Chunk): Map<number, ItemPlace> {
  const { version, readUint } = numbersOf(bytes, box);
  const sizes = readUint(2);
  const sizeAt = (shift: number): number => {
    const size = (sizes >>> shift) & 15;
    if (size !== 0 && size !== 4 && size !== 8) throw new RangeError('Unsupported field size in iloc');
    return size;
  };
  const [offsetSize, lengthSize, baseSize] = [sizeAt(12), sizeAt(8), sizeAt(4)];
  const indexSize = version === 0 ? 0 : sizeAt(0);
  if (version > 2) throw new RangeError('Unsupported version of iloc');
  const idSize = version === 2 ? 4 : 2;
  const places = new Map<number, ItemPlace>();
  for (let left = counted(readUint(idSize)); left > 0; left--) {
    const id = readUint(idSize);
    const construction = version === 0 ? 0 : readUint(2) & 15;
    readUint(2);
    const base = readUint(baseSize);
    const extents: ItemExtent[] = [];
    for (let count = counted(readUint(2)); count > 0; count--) {
      readUint(indexSize);
      extents.push({ offset: base + readUint(offsetSize), length: readUint(lengthSize) });
    }
    addOnce(places, id, { construction, extents });
  }
  return places;
}

/** Reads the properties of HEIF items from the box `ipma` (ISO/IEC 23008-12, 9.3.2). */
function readAssociations(bytes: Uint8Array, boxes: readonly Chunk[], properties: readonly Chunk[]) {
  const all = new Map<number, readonly ItemProperty[]>();
  for (const box of boxes) {
    const { version, flags, readUint } = numbersOf(bytes, box);
    const [idSize, indexBits] = [version === 0 ? 2 : 4, flags & 1 ? 15 : 7];
    for (let left = counted(readUint(4)); left > 0; left--) {
      const id = readUint(idSize);
      const own: ItemProperty[] = [];
      for (let count = readUint(1); count > 0; count--) {
        const number = readUint(indexBits === 15 ? 2 : 1);
        const index = number & (2 ** indexBits - 1);
        // In the box `ipma`, a property index of 0 means that the association has no property.
        if (index === 0) continue;
        const property = properties[index - 1];
        if (!property) throw new RangeError('A property is missing');
        own.push({ ...property, isEssential: number >>> indexBits === 1 });
      }
      addOnce(all, id, own);
    }
  }
  return all;
}

/** Reads the references between HEIF items from the box `iref` (ISO/IEC 14496-12, 8.11.12). */
function readReferences(bytes: Uint8Array, box: Chunk): ItemReference[] {
  const { version, position } = numbersOf(bytes, box);
  const idSize = version === 0 ? 2 : 4;
  let total = 0;
  return innerBoxes(bytes, position(), box.end).map(({ type, start, end }) => {
    // Reference boxes lack the version and flags that `numbersOf` skips, so reading starts four bytes earlier.
    const { readUint } = numbersOf(bytes, { type, start: start - 4, end });
    const from = readUint(idSize);
    const count = readUint(2);
    total = counted(total + count);
    return { type, from, to: Array.from({ length: count }, () => readUint(idSize)) };
  });
}
