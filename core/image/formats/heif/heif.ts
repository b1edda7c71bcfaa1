import { ascii, viewOf } from '../../../base/bytes.ts';
import { codesName, isSrgbSpace, type NclxCodes } from '../../color/nclx.ts';
import type { FoundHeader } from '../image-format.ts';
import { boxes, findBox, innerBoxes } from './iso-boxes.ts';
import type { ItemProperty } from './items.ts';
import { type AvifLayout, colorOf, depthOf, findProperty, readAvifLayout } from './layout.ts';

/** Returns the major brand and the compatible brands of an ISO media file (ISO/IEC 14496-12, 4.3). */
function brands(bytes: Uint8Array): string[] {
  if (ascii(bytes, 4, 4) !== 'ftyp') return [];
  const end = Math.min(bytes.length, viewOf(bytes).getUint32(0), MAX_BRANDS_BYTES);
  const found = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(ascii(bytes, at, 4));
  return found;
}

const MAX_BRANDS_BYTES = 256;

/** Brands of AVIF, and of its profiles, which are not major brands of valid files (AV1 Image File Format, 6 and 8). */
const AVIF_BRANDS = ['avif', 'avis'];
const AVIF_PROFILES = ['MA1A', 'MA1B'];
/** Brands of HEIC (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
/** Brands of HEIF structures, which nearly always mean HEIC without the brands of AVIF. */
const GENERIC_BRANDS = ['mif1', 'mif2', 'msf1', 'miaf'];

/** True for an AVIF: the major brand is AVIF's, or is generic with `avif` or `avis` as compatible brand. */
export const isAvif = (bytes: Uint8Array): boolean => {
  const [own = '', ...others] = brands(bytes);
  const mayBe = [...GENERIC_BRANDS, ...AVIF_PROFILES].includes(own);
  return AVIF_BRANDS.includes(own) || (mayBe && others.some((brand) => AVIF_BRANDS.includes(brand)));
};

export const isHeic = (bytes: Uint8Array): boolean =>
  [...HEIC_BRANDS, ...GENERIC_BRANDS].includes(brands(bytes)[0] ?? '') && !isAvif(bytes);

const SEQUENCE_BRANDS = ['avis', 'hevc', 'hevx', 'msf1'];

/** True for an AVIF or HEIC with the brand of image sequences. Core decodes only the first frame. */
export const isImageSequence = (bytes: Uint8Array): boolean => {
  const [own = '', ...others] = brands(bytes);
  return SEQUENCE_BRANDS.includes(own) || (own !== 'avif' && others.includes('avis'));
};

/** Names the structure of a HEIF file without a `meta` box; `undefined` for other files. */
export function foreignHeif(bytes: Uint8Array): string | undefined {
  const list = brands(bytes);
  if (![...HEIC_BRANDS, ...GENERIC_BRANDS, 'mif3', 'avif'].some((brand) => list.includes(brand))) return undefined;
  const has = (type: string) => findBox(bytes, 0, bytes.length, type) !== undefined;
  if (has('meta')) return undefined;
  if (has('mini')) return 'HEIF (mini)';
  return has('moov') && !isAvif(bytes) ? 'HEIF sequence' : undefined;
}

/** Maximum bytes that are read of the URN in the property `auxC`. The URN of an alpha plane ends in `:alpha`. */
const TYPE_BYTES = 100;

export function readAvifHeader(bytes: Uint8Array): FoundHeader {
  const layout = readAvifLayout(bytes);
  const { properties, items, isSequence, tracks } = layout;
  const mayHaveAlpha = hasAlphaProperty(bytes) || (isSequence && tracks.some(({ isAuxiliary }) => isAuxiliary));
  // The configuration `av1C` is a property of coded images, so the tiles of a grid have the property, not the grid.
  const tile = items?.references.find(({ type, from }) => type === 'dimg' && from === items.primary)?.to[0];
  const config = configOf(bytes, properties) ?? configOf(bytes, items?.properties.get(tile ?? -1) ?? []);
  return { ...headerOf(bytes, layout, config, mayHaveAlpha), animated: isImageSequence(bytes) };
}

type Depth = { readonly bitDepth: number; readonly isMonochrome: boolean };

export function headerOf(bytes: Uint8Array, layout: AvifLayout, coded: Depth | undefined, mayHaveAlpha: boolean) {
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

function configOf(bytes: Uint8Array, properties: readonly ItemProperty[]) {
  const config = findProperty(properties, 'av1C', 4);
  return config && depthOf(bytes, config);
}

/** Returns the number of frames of an AVIF or HEIC: samples of the first track (`stsz`, ISO/IEC 14496-12, 8.7.3.2); 1 without tracks. */
export function sequenceFrames(bytes: Uint8Array): number {
  if (!isImageSequence(bytes)) return 1;
  let parent = findBox(bytes, 0, bytes.length, 'moov');
  for (const type of ['trak', 'mdia', 'minf', 'stbl', 'stsz'])
    parent = parent && innerBoxes(bytes, parent.start, parent.end).find((box) => box.type === type);
  return parent ? viewOf(bytes).getUint32(parent.start + 8) : 1;
}

/** Names the color codes of an AVIF or HEIC, if they state colors other than sRGB. */
export const codesOf = (nclx: NclxCodes | undefined): string | undefined =>
  nclx && !isSrgbSpace(nclx) ? codesName(nclx) : undefined;
