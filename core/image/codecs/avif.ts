import { ascii, viewOf } from '../../base/bytes.ts';
import { type AvifLayout, colorOf, findProperty, readAvifLayout, readHeicLayout } from './avif-layout.ts';
import { isAlphaType, tilesOf } from './coded-images.ts';
import type { ItemProperty } from './heif-items.ts';
import { readHevcConfig, sequencesIn } from './hevc.ts';
import type { ImageHeader } from './image-header.ts';
import { boxes, findBox, innerBoxes } from './iso-boxes.ts';

/** Returns the major brand and the compatible brands of an ISO media file (ISO/IEC 14496-12, 4.3). */
function brands(bytes: Uint8Array): string[] {
  if (ascii(bytes, 4, 4) !== 'ftyp') return [];
  const end = Math.min(bytes.length, viewOf(bytes).getUint32(0), MAX_BRANDS_BYTES);
  const found = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(ascii(bytes, at, 4));
  return found;
}

const MAX_BRANDS_BYTES = 256;

const AVIF_BRANDS = ['avif', 'avis'];
/** Brands of HEIC (ISO/IEC 23008-12, annex B). The generic brands `mif1` and `msf1` nearly always mean HEIC. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** True for an AVIF: the major brand is `avif` or `avis`, or is generic with `avif` or `avis` as compatible brand. */
export const isAvif = (bytes: Uint8Array): boolean => {
  const [own = '', ...others] = brands(bytes);
  return AVIF_BRANDS.includes(own) || (/^m[is]f1$/.test(own) && others.some((brand) => AVIF_BRANDS.includes(brand)));
};

/** True for an AVIF with the brand of image sequences. Core decodes only the first frame. */
export const isAvifSequence = (bytes: Uint8Array): boolean => ascii(bytes, 8, 4) === 'avis';

export const isHeic = (bytes: Uint8Array): boolean => HEIC_BRANDS.includes(brands(bytes)[0] ?? '') && !isAvif(bytes);

/** Maximum bytes that are read of the URN in the property `auxC`. The URN of an alpha plane ends in `:alpha`. */
const TYPE_BYTES = 100;

/** Reads the header of a HEIC. The size is the size after `clap` crops and before `irot` rotates the image. */
export function readHeicHeader(bytes: Uint8Array): ImageHeader {
  const layout = readHeicLayout(bytes);
  const { items } = layout;
  // The configuration `hvcC` is a property of coded images, so the tiles of a grid have the property, not the grid.
  const coded = [items.primary, ...tilesOf(items, items.primary)].map((id) => items.properties.get(id) ?? []);
  const config = coded.flatMap((list) => findProperty(list, 'hvcC', 23) ?? [])[0];
  const sequence = config && sequencesIn(readHevcConfig(bytes, config).units)[0];
  const mayHaveAlpha = items.references.some(
    ({ type, from, to }) =>
      type === 'auxl' && to.includes(items.primary) && isAlphaType(bytes, items.properties.get(from) ?? []),
  );
  return { format: 'heic', ...headerOf(bytes, layout, sequence, mayHaveAlpha), animated: false };
}

export function readAvifHeader(bytes: Uint8Array): ImageHeader {
  const layout = readAvifLayout(bytes);
  const { properties, items, isSequence, tracks } = layout;
  const mayHaveAlpha = hasAlphaProperty(bytes) || (isSequence && tracks.some(({ isAuxiliary }) => isAuxiliary));
  // The configuration `av1C` is a property of coded images, so the tiles of a grid have the property, not the grid.
  const tile = items?.references.find(({ type, from }) => type === 'dimg' && from === items.primary)?.to[0];
  const config = configOf(bytes, properties) ?? configOf(bytes, items?.properties.get(tile ?? -1) ?? []);
  return { format: 'avif', ...headerOf(bytes, layout, config, mayHaveAlpha), animated: isAvifSequence(bytes) };
}

type Depth = { readonly bitDepth: number; readonly isMonochrome: boolean };

function headerOf(bytes: Uint8Array, layout: AvifLayout, coded: Depth | undefined, mayHaveAlpha: boolean) {
  const { width, height } = layout.aperture ?? layout.size;
  return {
    width,
    height,
    orientation: layout.orientation,
    bitDepth: coded?.bitDepth ?? 8,
    channels: mayHaveAlpha ? 4 : coded?.isMonochrome ? 1 : 3,
    mayHaveAlpha,
    hasProfile: colorOf(bytes, layout.properties).profile !== undefined,
  } as const;
}

/** Yields the item properties in the box `ipco` (ISO/IEC 23008-12, 9.3.1). */
function* containedProperties(bytes: Uint8Array) {
  const meta = findBox(bytes, 0, bytes.length, 'meta');
  const properties = meta && findBox(bytes, meta.start + 4, meta.end, 'iprp');
  const container = properties && findBox(bytes, properties.start, properties.end, 'ipco');
  if (container) yield* boxes(bytes, container.start, container.end);
}

function hasAlphaProperty(bytes: Uint8Array): boolean {
  for (const { type, start, end } of containedProperties(bytes))
    if (type === 'auxC' && ascii(bytes, start + 4, Math.min(end - start - 4, TYPE_BYTES)).includes('alpha'))
      return true;
  return false;
}

/** Reads high_bitdepth, twelve_bit and monochrome in byte 2 of the property `av1C` (AV1 in ISOBMFF, 2.3.3). */
function configOf(bytes: Uint8Array, properties: readonly ItemProperty[]) {
  const config = findProperty(properties, 'av1C', 4);
  if (!config) return undefined;
  const flags = bytes[config.start + 2] as number;
  return { bitDepth: flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8, isMonochrome: (flags & 0x10) !== 0 };
}

/** Returns the number of frames of an AVIF: samples of the first track (`stsz`, ISO/IEC 14496-12, 8.7.3.2); 1 without tracks. */
export function sequenceFrames(bytes: Uint8Array): number {
  if (!isAvifSequence(bytes)) return 1;
  let parent = findBox(bytes, 0, bytes.length, 'moov');
  for (const type of ['trak', 'mdia', 'minf', 'stbl', 'stsz'])
    parent = parent && innerBoxes(bytes, parent.start, parent.end).find((box) => box.type === type);
  return parent ? viewOf(bytes).getUint32(parent.start + 8) : 1;
}
