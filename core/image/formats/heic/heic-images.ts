import { FudebakoError } from '../../../base/errors.ts';
import { MAX_HEIC_TILES } from '../../../base/limits.ts';
import type { Size } from '../../../geometry/point.ts';
import { type Declared, requireProportionate } from '../../decode-work.ts';
import {
  type CodedImage,
  codedImages,
  type ItemRules,
  type ItemSource,
  isAlphaType,
  onceEach,
  requireWithinLimits,
  tilesOf,
} from '../heif/coded-images.ts';
import type { HeifItems } from '../heif/items.ts';
import { type AvifLayout, findProperty, sizeOf } from '../heif/layout.ts';
import { countSlices, findWrongChroma, type HevcSequence, readHevcConfig, readHevcUnits, sequencesIn } from './hevc.ts';

const RULES: ItemRules = { format: 'HEIC', codec: 'hvc1', maxTiles: MAX_HEIC_TILES, needsTilesInOrder: false };

/** An HEVC image of a HEIC: one tile, or the equally large tiles of a grid, row by row. */
export interface HeicImage {
  readonly size: Size;
  readonly tileSize: Size;
  readonly tiles: readonly HeicTile[];
}

export interface HeicTile {
  /** NAL units of a tile: first the parameter sets, then the units of the payload. */
  readonly units: readonly Uint8Array[];
  readonly sequences: readonly HevcSequence[];
  /** Bytes of the payload, pixels of the pictures, and pixels of the slices if each slice covered its whole picture. */
  readonly work: { readonly codedBytes: number; readonly codedPixels: number; readonly slicePixels: number };
}

/** The coded images of a HEIC, which have passed the checks against the limits. */
export interface HeicImages {
  readonly main: HeicImage;
  readonly alpha?: HeicImage | undefined;
  readonly isPremultiplied: boolean;
  readonly sequence: HevcSequence;
}

/**
 * Returns coded images. First checks the size in each SPS, which the decoder allocates, against boxes and limits.
 * @throws FudebakoError `imageFormat`, `imageLoad` (truncated), `imageTooLarge`, `imageTooLong`, `imageWork`; RangeError
 */
export function readHeicImages(bytes: Uint8Array, { items, size }: AvifLayout & { readonly items: HeifItems }) {
  requireWithinLimits(size);
  const source: ItemSource = { bytes, items, joined: { length: 0 } };
  const read = checkedReader(bytes);
  const main = heicImage(size, codedImages(source, items.primary, RULES), read);
  const id = alphaItem(source);
  const alpha = id === undefined ? undefined : heicImage(size, codedImages(source, id, RULES), read);
  const alphaSize = id === undefined ? size : sizeOf(bytes, items.properties.get(id) ?? []);
  if (alphaSize?.width !== size.width || alphaSize.height !== size.height)
    throw new RangeError('The alpha plane has another size than the image');
  const isPremultiplied = items.references.some(
    ({ type, from, to }) => type === 'prem' && from === items.primary && to.includes(id ?? -1),
  );
  const [sequence] = main.sequences;
  if (!sequence) throw new RangeError('There is no image');
  requireLittleWork([...main.tiles, ...(alpha?.tiles ?? [])], { ...size, bytes: bytes.length });
  return { main, alpha, isPremultiplied, sequence } satisfies HeicImages;
}

/** Bounds the payloads, pictures and slices of all tiles. Throws FudebakoError `imageWork`. */
function requireLittleWork(tiles: readonly HeicTile[], declared: Declared): void {
  const sum = (kind: keyof HeicTile['work']) => tiles.reduce((total, { work }) => total + work[kind], 0);
  for (const kind of ['codedBytes', 'codedPixels', 'slicePixels'] as const)
    requireProportionate(kind, sum(kind), declared);
}

function heicImage(size: Size, coded: readonly CodedImage[], read: ReturnType<typeof checkedReader>) {
  const [first] = coded;
  if (!first) throw new RangeError('There is no image');
  const { size: tileSize } = first;
  const checked = coded.map(read);
  return { size, tileSize, tiles: checked, sequences: checked.flatMap(({ sequences }) => sequences) };
}

function checkedReader(bytes: Uint8Array) {
  const readers = new Map<number, (payload: Uint8Array) => HeicTile>();
  return ({ payload, properties, size }: CodedImage): HeicTile => {
    const property = findProperty(properties, 'hvcC', 23);
    if (!property) throw new RangeError('The configuration of an image is missing');
    const reader = readers.get(property.start) ?? onceEach(bytes, tileReader(readHevcConfig(bytes, property)));
    readers.set(property.start, reader);
    const tile = reader(payload);
    for (const sequence of tile.sequences) requirePlausible(sequence, size);
    return tile;
  };
}

function tileReader(config: ReturnType<typeof readHevcConfig>) {
  const configBytes = config.units.reduce((sum, unit) => sum + unit.length, 0);
  return (payload: Uint8Array): HeicTile => {
    const units = [...config.units, ...readHevcUnits(payload, config.lengthSize)];
    const sequences = sequencesIn(units);
    if (sequences.length === 0) throw new RangeError('A sequence parameter set is missing');
    const feature = findWrongChroma(units, sequences);
    if (feature !== undefined) throw new FudebakoError('imageFormat', { format: `HEIC (${feature})` });
    const { slices, images } = countSlices(units);
    const pixels = Math.max(...sequences.map(({ width, height }) => width * height));
    const codedBytes = configBytes + payload.length;
    return { units, sequences, work: { codedBytes, codedPixels: images * pixels, slicePixels: slices * pixels } };
  };
}

/** Maximum side of an HEVC coding block in pixels (ITU-T H.265, 7.4.3.2.1); images are padded to whole blocks. */
const BLOCK = 64;

function requirePlausible(coded: HevcSequence, stated: Size): void {
  requireWithinLimits(coded);
  const fits = (side: number, statedSide: number) => side >= statedSide && side < statedSide + BLOCK;
  if (!fits(coded.width, stated.width) || !fits(coded.height, stated.height))
    throw new RangeError('The sequence parameter set states another size than the boxes');
}

/** Returns the ID of the HEIC item with the alpha plane. Other auxiliary images are not decoded. */
function alphaItem({ bytes, items }: ItemSource): number | undefined {
  const alphas = items.references.filter(
    ({ type, from }) => type === 'auxl' && isAlphaType(bytes, items.properties.get(from) ?? []),
  );
  const ids = new Set(alphas.filter(({ to }) => to.includes(items.primary)).map(({ from }) => from));
  if (ids.size > 1) throw new RangeError('There are several alpha planes');
  const [id] = ids;
  if (id === undefined) return undefined;
  const own = new Set([id, ...tilesOf(items, id)]);
  if (own.has(items.primary) || alphas.some(({ to }) => to.some((each) => own.has(each))))
    throw new RangeError('An alpha plane has an alpha plane');
  return id;
}
