import { joinBytes, uint32, viewOf } from '../../base/bytes.ts';
import type { Damage } from '../../base/damage.ts';
import { FudebakoError } from '../../base/errors.ts';
import { MAX_PIXELS, MAX_SIDE } from '../../base/limits.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { foreignProfile } from '../color/icc-profile.ts';
import { crop } from '../crop.ts';
import { type Av1Sequence, readAv1Sequences } from './av1.ts';
import { type AvifLayout, colorOf, findProperty, type NclxColor, readAvifLayout, sizeOf } from './avif-layout.ts';
import type { HeifItems, ItemExtent, ItemProperty } from './heif-items.ts';
import { nclxSpace } from './nclx.ts';
import { convertFromProfile, embeddedProfile } from './profile.ts';

/**
 * Decodes an AVIF to sRGB, cropped by `clap` but not rotated. libavif applies only the matrix coefficients. It decodes
 * no partial image, so truncated files are always refused.
 * @throws FudebakoError `imageLoad`, `imageFormat`, `imageTooLarge`, `imageTooLong`; RangeError for damaged boxes;
 * CancelledError
 */
export async function decodeAvif(
  bytes: Uint8Array<ArrayBuffer>,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster & { readonly damage?: Damage | undefined }> {
  const layout = readAvifLayout(bytes);
  const { sequence, isConsistent } = checkCodedImages(bytes, layout);
  const { profile, nclx = sequence, isKnown } = colorOf(bytes, layout.properties);
  requireKnownMatrix(nclx, sequence);
  // An ICC profile takes precedence over `nclx` codes.
  const space = profile ? undefined : nclxSpace(nclx.primaries, nclx.transfer);
  const icc = profile && embeddedProfile(bytes, 'avif');
  const foreign = icc && foreignProfile(icc, sequence.isMonochrome ? 1 : 3);
  const { width, height, aperture } = { ...layout.size, ...layout };
  clearAperture(bytes, layout);
  const { data, ...decoded } = await context.platform.workers.run(
    'decode-pixels',
    { format: 'avif', bytes, ...(profile ? {} : { nclx: { primaries: nclx.primaries, transfer: nclx.transfer } }) },
    { signal: context.signal, transfer: [bytes.buffer], workBytes: bytes.length + width * height * 4 },
  );
  if (decoded.width !== width || decoded.height !== height) throw new RangeError('The image has another size');
  const whole = wrapRaster(width, height, data);
  const raster = aperture
    ? crop(whole, {
        topX: aperture.x,
        topY: aperture.y,
        bottomX: aperture.x + aperture.width,
        bottomY: aperture.y + aperture.height,
      })
    : whole;
  const isHidden = !layout.isSequence && layout.items?.hidden.has(layout.items.primary);
  const damage = layout.isInOrder && isConsistent && isKnown && !isHidden && (profile || space) ? undefined : 'warning';
  return { ...(foreign ? await convertFromProfile(raster, foreign, context) : raster), damage };
}

/** `joined` counts the bytes of payloads copied from several extents. */
interface Source {
  readonly bytes: Uint8Array;
  readonly items: HeifItems;
  readonly joined: { length: number };
}

/** An AV1 image that libavif decodes, with the size stated by the boxes. */
interface CodedImage {
  readonly payload: Uint8Array;
  readonly size: Size;
  readonly properties: readonly ItemProperty[];
}

/**
 * Checks every coded AV1 image against the boxes and the limits before libavif allocates memory. libavif allocates the
 * size of the sequence header, regardless of the boxes.
 * @returns the image's first sequence header, and whether all sequence headers match their `av1C`
 */
function checkCodedImages(bytes: Uint8Array, layout: AvifLayout) {
  const { items, tracks, isSequence, size } = layout;
  const itemImages = items ? itemsToDecode({ bytes, items, joined: { length: 0 } }, isSequence ? undefined : size) : [];
  const trackImages = tracks.map(({ firstSample, size: stated, properties }) => {
    if (isSequence && (stated.width !== size.width || stated.height !== size.height))
      throw new RangeError('The tracks differ in size');
    return { payload: extentOf(bytes, firstSample, { start: 0, end: bytes.length }), size: stated, properties };
  });
  // Tiles share a configuration, and single-color tiles share their bytes.
  const checked = new Map<string, readonly Av1Sequence[]>();
  const sequencesOf = (payload: Uint8Array) => {
    if (payload.buffer !== bytes.buffer) return readAv1Sequences(payload);
    const key = `${payload.byteOffset} ${payload.length}`;
    const sequences = checked.get(key) ?? readAv1Sequences(payload);
    checked.set(key, sequences);
    return sequences;
  };
  let isConsistent = true;
  for (const { payload, size: stated, properties } of [...itemImages, ...trackImages]) {
    const config = findProperty(properties, 'av1C', 4);
    const inPayload = sequencesOf(payload);
    if (!config || inPayload.length === 0) throw new RangeError('A sequence header is missing');
    // A layer may be smaller than the sequence's maximum frame size.
    const isLayered = properties.some(({ type }) => type === 'lsel' || type === 'a1op');
    for (const sequence of [...inPayload, ...sequencesOf(bytes.subarray(config.start + 4, config.end))]) {
      requireWithinLimits(sequence);
      requireSameSize(sequence, stated, isLayered);
      isConsistent &&= hasConfig(bytes, config.start, sequence);
    }
  }
  const [own] = isSequence ? trackImages : itemImages;
  const first = own && sequencesOf(own.payload)[0];
  if (!first) throw new RangeError('There is no image');
  return { sequence: first, isConsistent };
}

function requireSameSize(sequence: Av1Sequence, { width, height }: Size, isLayered: boolean): void {
  const isSame = sequence.width === width && sequence.height === height;
  const isLarger = sequence.width >= width && sequence.height >= height;
  if (!(isSame || (isLayered && isLarger)))
    throw new RangeError('The sequence header states another size than the boxes');
}

/** True if `av1C` matches the sequence header (AV1 in ISOBMFF, 2.3.3). */
function hasConfig(bytes: Uint8Array, at: number, sequence: Av1Sequence): boolean {
  const { profile, bitDepth, isMonochrome, subsamplingX, subsamplingY } = sequence;
  const flags = [bitDepth > 8, bitDepth === 12, isMonochrome, subsamplingX === 1, subsamplingY === 1];
  const expected = flags.reduce((sum, flag, index) => sum | (Number(flag) << (6 - index)), 0);
  return (bytes[at + 1] as number) >> 5 === profile && ((bytes[at + 2] as number) & 0x7c) === expected;
}

function requireWithinLimits({ width, height }: Size): void {
  if (width * height > MAX_PIXELS)
    throw new FudebakoError('imageTooLarge', { width, height, megapixels: MAX_PIXELS / 1e6 });
  if (Math.max(width, height) > MAX_SIDE) throw new FudebakoError('imageTooLong', { width, height, side: MAX_SIDE });
}

/** Returns the images of the primary item, then those of its alpha items and of its tiles' alpha items. */
function itemsToDecode(source: Source, size: Size | undefined): CodedImage[] {
  const { bytes, items } = source;
  const ownTiles = tilesOf(items, items.primary);
  const masters = new Set([items.primary, ...ownTiles]);
  const allAuxiliaries = items.references.filter(({ type }) => type === 'auxl');
  if (allAuxiliaries.some(({ to }) => to.some((id) => !items.types.has(id))))
    throw new RangeError('An item is missing');
  const auxiliaries = allAuxiliaries.filter(({ to }) => to.some((id) => masters.has(id)));
  const images = codedImages(source, items.primary);
  const ids = new Set(auxiliaries.map(({ from }) => from));
  for (const id of ids) {
    const properties = items.properties.get(id) ?? [];
    if (!findProperty(properties, 'auxC', 5)) throw new RangeError('The type of an auxiliary image is missing');
    images.push(...codedImages(source, id));
    const own = sizeOf(bytes, properties);
    const isWhole = auxiliaries.some(({ from, to }) => from === id && to.includes(items.primary));
    if (isWhole && size && (own?.width !== size.width || own.height !== size.height))
      throw new RangeError('The alpha plane has another size than the image');
  }
  return images;
}

const tilesOf = (items: HeifItems, id: number): readonly number[] =>
  items.references.filter(({ type, from }) => type === 'dimg' && from === id).flatMap(({ to }) => to);

function codedImages(source: Source, id: number): CodedImage[] {
  const { bytes, items } = source;
  const type = items.types.get(id);
  const properties = items.properties.get(id) ?? [];
  const size = sizeOf(bytes, properties);
  if (!size || type === undefined) throw new RangeError('An item is missing');
  if (type === 'av01') return [{ payload: payloadOf(source, id), size, properties }];
  if (type !== 'grid') {
    if (!/^\w{4}$/.test(type)) throw new RangeError('The type of an item is damaged');
    throw new FudebakoError('imageFormat', { format: `AVIF (${type})` });
  }
  const ids = tilesOf(items, id);
  // libavif places tiles in item order, not in the order of `dimg` references.
  if (![items.types, items.places, items.properties].every((list) => isInOrder(ids, list)))
    throw new FudebakoError('imageFormat', { format: 'AVIF (grid)' });
  const tiles = ids.map((tile) => {
    // Nested grids are not supported.
    if (items.types.get(tile) !== 'av01') throw new FudebakoError('imageFormat', { format: 'AVIF (grid)' });
    return codedImages(source, tile)[0] as CodedImage;
  });
  checkGrid(payloadOf(source, id), size, tiles);
  return tiles;
}

function isInOrder(ids: readonly number[], list: ReadonlyMap<number, unknown>): boolean {
  const wanted = new Set(ids);
  return [...list.keys()].filter((id) => wanted.has(id)).every((id, index) => id === ids[index]);
}

/** ISO/IEC 23008-12, 6.6.2.3: equal tiles, of which the canvas may crop the right column and the bottom row. */
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
    throw new RangeError('The tiles do not make the grid');
}

function payloadOf({ bytes, items, joined }: Source, id: number): Uint8Array {
  const place = items.places.get(id);
  const inside = place?.construction === 1 ? items.data : { start: 0, end: bytes.length };
  if (!place || place.construction > 1 || !inside) throw new RangeError('The bytes of an item are missing');
  const parts = place.extents.map((extent) => extentOf(bytes, extent, inside));
  const [first] = parts;
  if (!first) throw new RangeError('An item is empty');
  if (parts.length === 1) return first;
  for (const part of parts) joined.length += part.length;
  if (joined.length > bytes.length) throw new RangeError('Items share their bytes');
  return joinBytes(...parts);
}

function extentOf(bytes: Uint8Array, extent: ItemExtent, { start, end }: { start: number; end: number }): Uint8Array {
  const [from, to] = [start + extent.offset, start + extent.offset + extent.length];
  if (to > bytes.length) throw new FudebakoError('imageLoad', { reason: 'truncated' });
  if (to > end || extent.length === 0) throw new RangeError('An item is empty or reaches past its box');
  return bytes.subarray(from, to);
}

/**
 * Refuses matrix coefficients that libavif leaves unconverted.
 * @throws FudebakoError `imageFormat`
 */
function requireKnownMatrix({ matrix, isFullRange }: NclxColor, { isMonochrome, subsamplingX }: Av1Sequence): void {
  const [IDENTITY, YCGCO] = [0, 8];
  // Refuses matrix coefficients that libavif leaves unconverted. Throws FudebakoError `imageFormat`.
  const isKnown = [0, 1, 2, 4, 5, 6, 7, 8, 9, 12].includes(matrix);
  const isSubsampledIdentity = matrix === IDENTITY && subsamplingX === 1 && !isMonochrome;
  if (!isKnown || isSubsampledIdentity || (matrix === YCGCO && !isFullRange))
    throw new FudebakoError('imageFormat', { format: `AVIF (matrix coefficients ${matrix})` });
}

/** Resets `clap` to the whole image, because libavif refuses odd offsets with chroma subsampling. */
function clearAperture(bytes: Uint8Array, { properties, size, aperture }: AvifLayout): void {
  const clap = aperture && findProperty(properties, 'clap', 32);
  if (!clap) return;
  const one = uint32(1);
  bytes.set(
    [...uint32(size.width), ...one, ...uint32(size.height), ...one, ...uint32(0), ...one, ...uint32(0), ...one],
    clap.start,
  );
}
