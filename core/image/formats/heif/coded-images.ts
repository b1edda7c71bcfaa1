import { joinBytes, viewOf } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { MAX_PIXELS, MAX_SIDE } from '../../../base/limits.ts';
import type { Size } from '../../../geometry/point.ts';
import type { HeifItems, ItemExtent, ItemProperty } from './items.ts';
import { findProperty, sizeOf } from './layout.ts';

/** An AVIF or HEIC file and its items. `joined` counts the bytes of payloads that were copied from several extents. */
export interface ItemSource {
  readonly bytes: Uint8Array;
  readonly items: HeifItems;
  readonly joined: { length: number };
}

export interface ItemRules {
  readonly format: 'AVIF' | 'HEIC';
  readonly codec: 'av01' | 'hvc1';
  readonly maxTiles: number;
  /** True if the decoder places tiles in item order, as libavif does, not in the order of `dimg` references. */
  readonly needsTilesInOrder: boolean;
}

/** A coded image of an AVIF or HEIC, with the size that the boxes state. */
export interface CodedImage {
  readonly payload: Uint8Array;
  readonly size: Size;
  readonly properties: readonly ItemProperty[];
}

/** Throws FudebakoError `imageTooLarge` or `imageTooLong` if an image size exceeds the limits. */
export function requireWithinLimits({ width, height }: Size): void {
  if (width * height > MAX_PIXELS)
    throw new FudebakoError('imageTooLarge', { width, height, megapixels: MAX_PIXELS / 1e6 });
  if (Math.max(width, height) > MAX_SIDE) throw new FudebakoError('imageTooLong', { width, height, side: MAX_SIDE });
}

export const tilesOf = (items: HeifItems, id: number): readonly number[] =>
  items.references.filter(({ type, from }) => type === 'dimg' && from === id).flatMap(({ to }) => to);

/** Returns the coded images of an item: the item itself, or the tiles of a grid item. */
export function codedImages(source: ItemSource, id: number, rules: ItemRules): CodedImage[] {
  const { bytes, items } = source;
  const { format, codec, maxTiles, needsTilesInOrder } = rules;
  const type = items.types.get(id);
  const properties = items.properties.get(id) ?? [];
  const size = sizeOf(bytes, properties);
  if (!size || type === undefined) throw new RangeError('An item is missing');
  if (type === codec) return [{ payload: payloadOf(source, id), size, properties }];
  if (type !== 'grid') {
    if (!/^\w{4}$/.test(type)) throw new RangeError('The type of an item is damaged');
    throw new FudebakoError('imageFormat', { format: `${format} (${type})` });
  }
  const ids = tilesOf(items, id);
  if (ids.length > maxTiles) throw new RangeError('Too many tiles');
  if (needsTilesInOrder && ![items.types, items.places, items.properties].every((list) => isInOrder(ids, list)))
    throw new FudebakoError('imageFormat', { format: `${format} (grid)` });
  const tiles = ids.map((tile) => {
    // The tiles of a grid must be coded images, because nested grids are not supported.
    if (items.types.get(tile) !== codec) throw new FudebakoError('imageFormat', { format: `${format} (grid)` });
    return codedImages(source, tile, rules)[0] as CodedImage;
  });
  checkGrid(payloadOf(source, id), size, tiles);
  return tiles;
}

function isInOrder(ids: readonly number[], list: ReadonlyMap<number, unknown>): boolean {
  const wanted = new Set(ids);
  return [...list.keys()].filter((id) => wanted.has(id)).every((id, index) => id === ids[index]);
}

/** Checks a grid (ISO/IEC 23008-12, 6.6.2.3): equal tile sizes; only the last column and row may be cropped. */
function checkGrid(grid: Uint8Array, size: Size, tiles: readonly CodedImage[]): void {
  const view = viewOf(grid);
  const [rows, columns] = [view.getUint8(2) + 1, view.getUint8(3) + 1];
  const isWide = (view.getUint8(1) & 1) === 1;
  const stated = isWide ? [view.getUint32(4), view.getUint32(8)] : [view.getUint16(4), view.getUint16(6)];
  const tile = tiles[0]?.size;
  if (!tile || tiles.length !== rows * columns || stated[0] !== size.width || stated[1] !== size.height)
    throw new RangeError('The grid is damaged');
  const canvas = { width: columns * tile.width, height: rows * tile.height };
  requireWithinLimits(canvas);
  const covers = (whole: number, step: number, edge: number) => whole >= edge && whole - step < edge;
  if (
    tiles.some((each) => each.size.width !== tile.width || each.size.height !== tile.height) ||
    !covers(canvas.width, tile.width, size.width) ||
    !covers(canvas.height, tile.height, size.height)
  )
    throw new RangeError('The tiles do not fill the grid');
}

function payloadOf({ bytes, items, joined }: ItemSource, id: number): Uint8Array {
  const place = items.places.get(id);
  const inside = place?.construction === 1 ? items.data : { start: 0, end: bytes.length };
  if (!place || place.construction > 1 || !inside) throw new RangeError('The bytes of an item are missing');
  const parts = place.extents.map((extent) => extentOf(bytes, extent, inside));
  const [first] = parts;
  if (!first) throw new RangeError('An item is empty');
  if (parts.length === 1) return first;
  for (const part of parts) joined.length += part.length;
  if (joined.length > bytes.length) throw new RangeError('The payloads of items overlap');
  return joinBytes(...parts);
}

/** Returns an extent's bytes. Throws FudebakoError `imageLoad` (truncated) if the file ends before the extent does. */
export function extentOf(
  bytes: Uint8Array,
  extent: ItemExtent,
  { start, end }: { start: number; end: number },
): Uint8Array {
  const [from, to] = [start + extent.offset, start + extent.offset + extent.length];
  if (to > bytes.length) throw new FudebakoError('imageLoad', { reason: 'truncated' });
  if (to > end || extent.length === 0) throw new RangeError('An item is empty or reaches past its box');
  return bytes.subarray(from, to);
}

/** Returns a function that parses each payload only once, because several tiles may have the same payload. */
export function onceEach<Result>(bytes: Uint8Array, read: (payload: Uint8Array) => Result) {
  const checked = new Map<string, Result>();
  return (payload: Uint8Array): Result => {
    if (payload.buffer !== bytes.buffer) return read(payload);
    const key = `${payload.byteOffset} ${payload.length}`;
    const result = checked.get(key) ?? read(payload);
    checked.set(key, result);
    return result;
  };
}

/** True if `auxC` (ISO/IEC 23008-12, 6.5.8) has the URN of an alpha plane, by MPEG-B or by HEVC (annex B.2.4). */
export function isAlphaType(bytes: Uint8Array, properties: readonly ItemProperty[]): boolean {
  const property = findProperty(properties, 'auxC', 5);
  if (!property) throw new RangeError('The type of an auxiliary image is missing');
  const text = String.fromCharCode(...bytes.subarray(property.start + 4, Math.min(property.end, property.start + 104)));
  return ALPHA_TYPES.some((type) => text === type || text.startsWith(`${type}\0`));
}

const ALPHA_TYPES = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];
