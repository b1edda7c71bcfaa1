import { ascii, uint32 } from '../../../base/bytes.ts';
import type { Damage } from '../../../base/damage.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { MAX_HEIF_ITEMS } from '../../../base/limits.ts';
import { type Raster, wrapRaster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { OperationContext } from '../../../platform/context.ts';
import { foreignProfile } from '../../color/icc-profile.ts';
import { nclxSpace } from '../../color/nclx.ts';
import { crop } from '../../crop.ts';
import { requireProportionate } from '../../decode-work.ts';
import { convertToSrgb, copyProfile } from '../convert-to-srgb.ts';
import {
  type CodedImage,
  codedImages,
  extentOf,
  type ItemRules,
  type ItemSource,
  onceEach,
  requireWithinLimits,
  tilesOf,
} from '../heif/coded-images.ts';
import {
  type AvifLayout,
  colorOf,
  findProperty,
  hasRegularPrimary,
  type NclxColor,
  readAvifLayout,
  sizeOf,
} from '../heif/layout.ts';
import { type Av1Sequence, readAv1Payload } from './av1.ts';
import { stripAvif } from './strip-avif.ts';

/**
 * Decodes an AVIF to sRGB, cropped by `clap` but not rotated. libavif applies only the matrix coefficients, so core
 * converts the colors. Refuses truncated files, which libavif can't decode.
 * @throws FudebakoError `imageLoad`, `imageFormat`, `imageTooLarge`, `imageTooLong`, `imageWork`; RangeError;
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
  // An ICC profile takes precedence over the color codes of an `nclx` box.
  const space = profile ? undefined : nclxSpace(nclx.primaries, nclx.transfer);
  const icc = copyProfile(profile);
  const foreign = icc && foreignProfile(icc, sequence.isMonochrome ? 1 : 3);
  const { width, height, aperture } = { ...layout.size, ...layout };
  clearAperture(bytes, layout);
  const coded = (lacksParts(bytes, layout) && stripAvif(bytes)) || bytes;
  const { data, ...decoded } = await context.platform.workers.run(
    'decode-pixels',
    {
      format: 'avif',
      bytes: coded,
      ...(profile ? {} : { nclx: { primaries: nclx.primaries, transfer: nclx.transfer } }),
    },
    { signal: context.signal, transfer: [coded.buffer], workBytes: coded.length + width * height * 4 },
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
  const isRegular = layout.isInOrder && isConsistent && isKnown && hasRegularPrimary(layout) && (profile || space);
  const damage = isRegular ? undefined : 'warning';
  return { ...(foreign ? await convertToSrgb(raster, foreign, context) : raster), damage };
}

/** Major brands that libavif accepts without another brand. */
const LIBAVIF_BRANDS = ['avif', 'mif1', 'msf1'];

/** True if libavif refuses a still for boxes without which the pixels can be decoded: `pitm`, `pixi`, or the brand. */
function lacksParts(bytes: Uint8Array, { items, isSequence }: AvifLayout): boolean {
  if (isSequence || !items) return false;
  const { primary, isPrimaryStated, properties, references } = items;
  const planes = references.filter(({ type, to }) => type === 'auxl' && to.includes(primary)).map(({ from }) => from);
  const images = [primary, ...planes].flatMap((id) => [id, ...tilesOf(items, id)]);
  const lacksDepth = images.some((id) => !properties.get(id)?.some(({ type }) => type === 'pixi'));
  return !isPrimaryStated || lacksDepth || !LIBAVIF_BRANDS.includes(ascii(bytes, 8, 4));
}

const RULES: ItemRules = {
  format: 'AVIF',
  codec: 'av01',
  maxTiles: MAX_HEIF_ITEMS,
  needsTilesInOrder: true,
};

/**
 * Checks the sizes in the AV1 sequence headers, because libavif allocates these sizes whatever the boxes state. Returns
 * the first sequence header, and whether all sequence headers match their `av1C`.
 */
function checkCodedImages(bytes: Uint8Array, layout: AvifLayout) {
  const { items, tracks, isSequence, size } = layout;
  const itemImages = items ? itemsToDecode({ bytes, items, joined: { length: 0 } }, isSequence ? undefined : size) : [];
  const trackImages = tracks.map(({ firstSample, size: stated, properties }) => {
    if (isSequence && (stated.width !== size.width || stated.height !== size.height))
      throw new RangeError('The tracks differ in size');
    return { payload: extentOf(bytes, firstSample, { start: 0, end: bytes.length }), size: stated, properties };
  });
  const payloadOf = onceEach(bytes, readAv1Payload);
  let isConsistent = true;
  let [codedBytes, codedPixels] = [0, 0];
  for (const { payload, size: stated, properties } of [...itemImages, ...trackImages]) {
    const config = findProperty(properties, 'av1C', 4);
    const { sequences: inPayload, frames } = payloadOf(payload);
    if (!config || inPayload.length === 0) throw new RangeError('A sequence header is missing');
    // In a layered AVIF, a layer may be smaller than the maximum frame size of the AV1 sequence header.
    const isLayered = properties.some(({ type }) => type === 'lsel' || type === 'a1op');
    codedBytes += payload.length;
    codedPixels += frames * Math.max(...inPayload.map(({ width, height }) => width * height));
    for (const sequence of [...inPayload, ...payloadOf(bytes.subarray(config.start + 4, config.end)).sequences]) {
      requireWithinLimits(sequence);
      requireSameSize(sequence, stated, isLayered);
      isConsistent &&= hasConfig(bytes, config.start, sequence);
    }
  }
  const declared = { ...size, bytes: bytes.length };
  requireProportionate('codedBytes', codedBytes, declared);
  requireProportionate('codedPixels', codedPixels, declared);
  const [own] = isSequence ? trackImages : itemImages;
  const first = own && payloadOf(own.payload).sequences[0];
  if (!first) throw new RangeError('There is no image');
  return { sequence: first, isConsistent };
}

function requireSameSize(sequence: Av1Sequence, { width, height }: Size, isLayered: boolean): void {
  const isSame = sequence.width === width && sequence.height === height;
  const isLarger = sequence.width >= width && sequence.height >= height;
  if (!(isSame || (isLayered && isLarger)))
    throw new RangeError('The sequence header states another size than the boxes');
}

/** True if the property `av1C` matches the AV1 sequence header (AV1 in ISOBMFF, 2.3.3). */
function hasConfig(bytes: Uint8Array, at: number, sequence: Av1Sequence): boolean {
  const { profile, bitDepth, isMonochrome, subsamplingX, subsamplingY } = sequence;
  const flags = [bitDepth > 8, bitDepth === 12, isMonochrome, subsamplingX === 1, subsamplingY === 1];
  const expected = flags.reduce((sum, flag, index) => sum | (Number(flag) << (6 - index)), 0);
  return (bytes[at + 1] as number) >> 5 === profile && ((bytes[at + 2] as number) & 0x7c) === expected;
}

/** Returns the coded images of the primary item, of its alpha plane, and of the alpha planes of its tiles. */
function itemsToDecode(source: ItemSource, size: Size | undefined): CodedImage[] {
  const { bytes, items } = source;
  const ownTiles = tilesOf(items, items.primary);
  const masters = new Set([items.primary, ...ownTiles]);
  const allAuxiliaries = items.references.filter(({ type }) => type === 'auxl');
  if (allAuxiliaries.some(({ to }) => to.some((id) => !items.types.has(id))))
    throw new RangeError('An item is missing');
  const auxiliaries = allAuxiliaries.filter(({ to }) => to.some((id) => masters.has(id)));
  const images = codedImages(source, items.primary, RULES);
  const ids = new Set(auxiliaries.map(({ from }) => from));
  for (const id of ids) {
    const properties = items.properties.get(id) ?? [];
    if (!findProperty(properties, 'auxC', 5)) throw new RangeError('The type of an auxiliary image is missing');
    images.push(...codedImages(source, id, RULES));
    const own = sizeOf(bytes, properties);
    const isWhole = auxiliaries.some(({ from, to }) => from === id && to.includes(items.primary));
    if (isWhole && size && (own?.width !== size.width || own.height !== size.height))
      throw new RangeError('The alpha plane has another size than the image');
  }
  return images;
}

/** Throws FudebakoError `imageFormat` for an AVIF whose matrix coefficients libavif can't convert to RGB. */
function requireKnownMatrix({ matrix, isFullRange }: NclxColor, { isMonochrome, subsamplingX }: Av1Sequence): void {
  const [IDENTITY, YCGCO] = [0, 8];
  const isKnown = [0, 1, 2, 4, 5, 6, 7, 8, 9, 12].includes(matrix);
  const isSubsampledIdentity = matrix === IDENTITY && subsamplingX === 1 && !isMonochrome;
  if (!isKnown || isSubsampledIdentity || (matrix === YCGCO && !isFullRange))
    throw new FudebakoError('imageFormat', { format: `AVIF (matrix coefficients ${matrix})` });
}

/** Sets the property `clap` to the whole image, because libavif refuses odd crop offsets with chroma subsampling. */
function clearAperture(bytes: Uint8Array, { properties, size, aperture }: AvifLayout): void {
  const clap = aperture && findProperty(properties, 'clap', 32);
  if (!clap) return;
  const one = uint32(1);
  bytes.set(
    [...uint32(size.width), ...one, ...uint32(size.height), ...one, ...uint32(0), ...one, ...uint32(0), ...one],
    clap.start,
  );
}
