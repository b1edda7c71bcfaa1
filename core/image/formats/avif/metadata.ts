import { type Chunk, joinBytes, letters, uint16, uint32, viewOf } from '../../../base/bytes.ts';
import type { Embedded } from '../../metadata/embedded.ts';
import { codesOf, sequenceFrames } from '../heif/heif.ts';
import { boxes } from '../heif/iso-boxes.ts';
import { colorOf, findProperty, readAvifLayout } from '../heif/layout.ts';
import type { Coding } from '../image-format.ts';
import { box, fullBox, PLACES_HEAD, type Place, writePlaces } from './iso-writer.ts';

export { findExif } from '../heif/heif-exif.ts';
export { stripAvif as strip } from './strip-avif.ts';
export { embedInAvif as embed };

export function readCoding(bytes: Uint8Array): Partial<Coding> {
  const { properties, items } = readAvifLayout(bytes);
  const tile = items?.references.find(({ type, from }) => type === 'dimg' && from === items.primary)?.to[0];
  const config =
    findProperty(properties, 'av1C', 4) ?? findProperty(items?.properties.get(tile ?? -1) ?? [], 'av1C', 4);
  const color = colorOf(bytes, properties);
  // Byte 2 of `av1C`: monochrome, chroma_subsampling_x, chroma_subsampling_y (AV1 in ISOBMFF, 2.3.3).
  const flags = config ? (bytes[config.start + 2] as number) : 0;
  const isGray = (flags & 0x10) !== 0;
  const chroma = (['4:4:4', undefined, '4:2:2', '4:2:0'] as const)[(flags >> 2) & 3];
  return {
    codes: codesOf(color.nclx),
    frames: sequenceFrames(bytes),
    // Matrix coefficients 0 mean RGB (ITU-T H.273, table 4).
    ...(config && !isGray && color.nclx?.matrix !== 0 && { chromaSubsampling: chroma }),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;
/** Adds ICC profile (ISO/IEC 23008-12, 6.5.5), Exif (A.2.1) and XMP (A.3.1) to libavif's AVIF. Throws RangeError for other AVIFs. */
export function embedInAvif(bytes: Bytes, { profile, exif, xmp }: Embedded): Bytes {
  if (!profile && !exif && !xmp) return bytes;
  const file = [...boxes(bytes, 0, bytes.length)];
  const [meta, data] = [find(file, 'meta'), find(file, 'mdat')];
  if (data.end !== bytes.length || meta.end !== data.start - 8) throw new RangeError('Unexpected order of boxes');
  const inMeta = [...boxes(bytes, meta.start + 4, meta.end)];
  const content = ({ start, end }: Chunk) => bytes.subarray(start, end);
  const primary = viewOf(bytes).getUint16(find(inMeta, 'pitm').start + 4);
  // An Exif item starts with the offset of the TIFF header, 0, in four bytes (ISO/IEC 23008-12, A.2.1).
  const contents = [
    ...(exif ? [{ entry: 'Exif\0', content: joinBytes(uint32(0), exif) }] : []),
    ...(xmp ? [{ entry: 'mime\0application/rdf+xml\0', content: xmp }] : []),
  ];
  const places = readPlaces(content(find(inMeta, 'iloc')));
  const firstId = Math.max(...places.map(({ id }) => id)) + 1;
  let itemOffset = bytes.length;
  const items = contents.map(({ entry, content }, index) => {
    itemOffset += content.length;
    return { id: firstId + index, entry, content, offset: itemOffset - content.length };
  });

  const rebuilt = (shift: number): Uint8Array => {
    const added = items.map(({ id, offset, content: { length } }) => ({ id, offset, length }));
    const list = [...places, ...added].map((place) => ({ ...place, offset: place.offset + shift }));
    const parts = inMeta.map((each): Uint8Array => {
      const whole = bytes.subarray(each.start - 8, each.end);
      if (each.type === 'iloc') return writePlaces(list);
      if (each.type === 'iinf')
        return items.reduce<Uint8Array>((list, item) => withItem(list.subarray(8), item), whole);
      if (each.type === 'iprp' && profile) return withProfile(bytes, each, profile, primary);
      return each.type === 'iref'
        ? items.reduce<Uint8Array>((list, { id }) => withReference(list.subarray(8), id, primary), whole)
        : whole;
    });
    const hasReferences = inMeta.some(({ type }) => type === 'iref');
    const references = items.map(({ id }) => box('cdsc', uint16(id), uint16(1), uint16(primary)));
    const own = hasReferences || items.length === 0 ? [] : [fullBox('iref', 0, ...references)];
    return box('meta', bytes.subarray(meta.start, meta.start + 4), ...parts, ...own);
  };
  // In `meta`, item offsets have a fixed size, so the length of `meta` doesn't depend on the offsets.
  const shift = rebuilt(0).length - (meta.end - meta.start + 8);
  return joinBytes(
    bytes.subarray(0, meta.start - 8),
    rebuilt(shift),
    box('mdat', content(data), ...items.map((item) => item.content)),
  );
}

function find(list: readonly Chunk[], type: string): Chunk {
  const found = list.find((each) => each.type === type);
  if (!found) throw new RangeError(`There is no ${type}`);
  return found;
}

function readPlaces(list: Uint8Array): Place[] {
  const view = viewOf(list);
  if (!PLACES_HEAD.every((byte, index) => list[index] === byte)) throw new RangeError('Unsupported fields of iloc');
  return Array.from({ length: view.getUint16(6) }, (_, index) => {
    const at = 8 + index * 14;
    if (view.getUint16(at + 4) !== 1) throw new RangeError('An item has several extents');
    return { id: view.getUint16(at), offset: view.getUint32(at + 6), length: view.getUint32(at + 10) };
  });
}

function withItem(items: Uint8Array, { id, entry: name }: { readonly id: number; readonly entry: string }): Uint8Array {
  if (items[0] !== 0) throw new RangeError('Unsupported version of iinf');
  const entry = fullBox('infe', 2, uint16(id), uint16(0), letters(name));
  return box('iinf', items.subarray(0, 4), uint16(viewOf(items).getUint16(4) + 1), items.subarray(6), entry);
}

function withReference(references: Uint8Array, from: number, to: number): Uint8Array {
  if (references[0] !== 0) throw new RangeError('Unsupported version of iref');
  return box('iref', references, box('cdsc', uint16(from), uint16(1), uint16(to)));
}

/** Appends the ICC profile to an AVIF as a `colr` property, and associates the property with the primary item. */
function withProfile(bytes: Bytes, { start, end }: Chunk, profile: Uint8Array, primary: number): Uint8Array {
  const inside = [...boxes(bytes, start, end)];
  const [container, lists] = [find(inside, 'ipco'), find(inside, 'ipma')];
  const number = [...boxes(bytes, container.start, container.end)].length + 1;
  const list = bytes.subarray(lists.start, lists.end);
  const view = viewOf(list);
  if (view.getUint32(0) !== 0 || number > 127) throw new RangeError('Unsupported fields of ipma');
  const count = view.getUint32(4);
  const parts: (Uint8Array | readonly number[])[] = [];
  let at = 8;
  for (let index = 0; index < count; index++) {
    const length = list[at + 2] as number;
    const isPrimary = view.getUint16(at) === primary;
    const own = list.subarray(at + 3, at + 3 + length);
    parts.push(list.subarray(at, at + 2), [length + (isPrimary ? 1 : 0)], own, isPrimary ? [number] : []);
    at += 3 + length;
  }
  return box(
    'iprp',
    box('ipco', bytes.subarray(container.start, container.end), box('colr', letters('prof'), profile)),
    box('ipma', list.subarray(0, 8), ...parts),
  );
}
