import { ascii, type Chunk, viewOf } from '../../../base/bytes.ts';
import { MAX_HEIF_ITEMS } from '../../../base/limits.ts';
import { pieceOf } from '../../metadata/embedded.ts';
import { boxes, findBox, numbersOf } from './iso-boxes.ts';

/** Finds the Exif item of an AVIF or HEIC (ISO/IEC 14496-12, 8.11). Expects a single extent, as all encoders write. */
export function findExif(bytes: Uint8Array): Uint8Array | undefined {
  const meta = findBox(bytes, 0, bytes.length, 'meta');
  const items = meta && findBox(bytes, meta.start + 4, meta.end, 'iinf');
  const places = meta && findBox(bytes, meta.start + 4, meta.end, 'iloc');
  if (!items || !places) return undefined;
  const id = exifItem(bytes, items.start, items.end);
  const place = id === undefined ? undefined : findItemLocation(bytes, places, id);
  if (!place) return undefined;
  // A small HEIF item may be in the box `idat` instead of `mdat` (ISO/IEC 14496-12, 8.11.3).
  const inside = place.isInMeta ? findBox(bytes, meta.start + 4, meta.end, 'idat') : { start: 0, end: bytes.length };
  if (!inside) return undefined;
  const item = pieceOf(
    bytes,
    inside.start + place.offset,
    Math.min(inside.end, inside.start + place.offset + place.length),
  );
  if (!item || item.length < 4) return undefined;
  return pieceOf(item, 4 + viewOf(item).getUint32(0), item.length);
}

function exifItem(bytes: Uint8Array, start: number, end: number): number | undefined {
  const view = viewOf(bytes);
  const from = start + (view.getUint8(start) === 0 ? 6 : 8);
  let looked = 0;
  for (const entry of boxes(bytes, from, end)) {
    if (++looked > MAX_HEIF_ITEMS) return undefined;
    const version = view.getUint8(entry.start);
    if (version < 2) continue;
    const id = version === 2 ? view.getUint16(entry.start + 4) : view.getUint32(entry.start + 4);
    if (ascii(bytes, entry.start + (version === 2 ? 8 : 10), 4) === 'Exif') return id;
  }
  return undefined;
}

interface ItemPlace {
  readonly offset: number;
  readonly length: number;
  readonly isInMeta: boolean;
}

/** Reads the position of a HEIF item from the box `iloc` (ISO/IEC 14496-12, 8.11.3). */
function findItemLocation(bytes: Uint8Array, box: Chunk, wanted: number): ItemPlace | undefined {
  const { version, readUint, skip } = numbersOf(bytes, box);
  const sizes = readUint(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >>> shift) & 15) as [
    number,
    number,
    number,
    number,
  ];
  if (version > 2 || ![offsetSize, lengthSize, baseSize].every((size) => [0, 4, 8].includes(size))) return undefined;
  const idSize = version === 2 ? 4 : 2;
  const extraSize = version > 0 && [0, 4, 8].includes(indexSize) ? indexSize : 0;
  const count = Math.min(readUint(idSize), MAX_HEIF_ITEMS);
  for (let index = 0; index < count; index++) {
    const id = readUint(idSize);
    const construction = version > 0 ? readUint(2) & 15 : 0;
    readUint(2);
    const base = readUint(baseSize);
    const extents = readUint(2);
    if (id !== wanted) {
      skip(extents * (extraSize + offsetSize + lengthSize));
      continue;
    }
    if (extents !== 1 || construction > 1) return undefined;
    readUint(extraSize);
    return { offset: base + readUint(offsetSize), length: readUint(lengthSize), isInMeta: construction === 1 };
  }
  return undefined;
}
