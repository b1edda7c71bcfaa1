import sharp from 'sharp';
import type { WarningCode } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { type DecodeContext, decodeImage } from '#core/image/codecs/decode.ts';
import { readImageHeader } from '#core/image/codecs/header.ts';
import { sameBytes } from '../core/noise.ts';
import { decodeByFfmpeg, decodeBySharp, MAX_COMPARED_PIXELS } from './reference-decoders.ts';
import { WrongResult } from './wrong-result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** `decodeImage`, or a decoder with a planted fault. */
export type Decode = (file: SourceFile, context: DecodeContext) => Promise<{ readonly raster: Raster }>;

/** The file of a case, and the file without a fault that it was made from. */
export interface ImageCase {
  readonly bytes: Bytes;
  readonly original: Bytes;
  /** The file is the original itself. */
  readonly unchanged: boolean;
}

/**
 * Decodes a file and judges the result:
 *
 * - an undamaged file decodes without a warning to the pixels of an independent decoder;
 * - a damaged file is refused, opens with a warning, or decodes to the pixels of the undamaged file. Where none of the
 *   three happens, the damage may have made another valid file: libvips at its strictest accepts it then, so does
 *   FFmpeg if it accepted the undamaged file, and the pixels are theirs.
 *
 * @throws WrongResult, and what the decoder throws
 */
export async function judgeImage(
  { bytes, original, unchanged }: ImageCase,
  platform: DecodeContext['platform'],
  decode: Decode = decodeImage,
): Promise<void> {
  const { raster, warnings } = await open(bytes, platform, decode);
  if (unchanged) {
    if (warnings.length > 0) throw new WrongResult('undamaged refused', `opens with ${warnings.join(', ')}`);
    await compareWithReference(raster, bytes, 'undamaged differs');
    return;
  }
  if (warnings.length > 0 || raster.width * raster.height > MAX_COMPARED_PIXELS) return;
  if (await isUndamaged(raster, original, platform, decode)) return;
  await compareWithReference(raster, bytes, 'damaged differs');
  const format = formatOf(bytes);
  if ((format === 'jpeg' || format === 'gif') && (await decodeByFfmpeg(original, format)))
    if (!(await decodeByFfmpeg(bytes, format)))
      throw new WrongResult('damage accepted', `FFmpeg refuses this ${format}`);
}

async function open(bytes: Bytes, platform: DecodeContext['platform'], decode: Decode) {
  const warnings: WarningCode[] = [];
  const onWarning = ({ code }: { readonly code: WarningCode }) => void warnings.push(code);
  const { raster } = await decode(fileFromBytes('a.bin', bytes.slice()), { platform, onWarning });
  return { raster, warnings };
}

const undamaged = new WeakMap<Bytes, Raster | 'refused'>();

async function isUndamaged(raster: Raster, original: Bytes, platform: DecodeContext['platform'], decode: Decode) {
  const known =
    undamaged.get(original) ?? (await open(original, platform, decode).catch(() => undefined))?.raster ?? 'refused';
  undamaged.set(original, known);
  return known !== 'refused' && isSame(raster, known);
}

const isSame = (a: Raster, b: Raster) => a.width === b.width && a.height === b.height && sameBytes(a.data, b.data);

const formatOf = (bytes: Bytes) => readImageHeader(bytes)?.format;

/** Compares with what an independent decoder makes of the file. */
async function compareWithReference(raster: Raster, bytes: Bytes, kind: 'undamaged differs' | 'damaged differs') {
  const references = await decodeByReference(bytes, kind === 'damaged differs');
  if (references.length === 0) {
    // A reference that refuses an undamaged file is no reference.
    if (kind === 'undamaged differs') throw new Error('No reference decoder opens this file');
    throw new WrongResult('damage accepted', `the reference decoder refuses this ${formatOf(bytes)}`);
  }
  const faults = references.map((reference) => differenceFrom(raster, reference));
  if (faults.every((fault) => fault !== undefined)) throw new WrongResult(kind, `${formatOf(bytes)}: ${faults[0]}`);
}

export interface Reference {
  readonly raster: Raster;
  /** The largest difference of a channel that is no fault, in steps of 255. */
  readonly tolerance: number;
  /** Chroma is subsampled in a format that leaves it open how it is interpolated: luma is compared. */
  readonly lumaOnly?: boolean;
  /** For results that are computed in premultiplied color: the fainter a pixel, the less its color says. */
  readonly premultiplied?: boolean;
}

/**
 * The pixels that a file may have. The tolerances:
 *
 * - PNG, GIF and WebP: 0. Their formats define every bit.
 * - JPEG: 0. The standard leaves the inverse DCT and the interpolation of chroma open, and every decoder here has
 *   libjpeg-turbo's (accurate integer DCT, triangular interpolation).
 * - CMYK JPEG: 1, against `channel × black ÷ 255`, as browsers convert it: libvips would apply a profile of its own.
 * - AVIF: 1 for the rounding of the YUV matrix; luma within 3 where chroma is subsampled, as AV1 leaves it to the
 *   decoder how chroma is interpolated.
 * - BMP: 0, and 1 for 16 bits a pixel, whose 5 bits FFmpeg expands by shifting.
 * - A color profile: 2, as color engines round differently; a damaged profile may also be ignored.
 */
export async function decodeByReference(
  bytes: Bytes,
  isDamaged = false,
  mostPixels = MAX_COMPARED_PIXELS,
): Promise<readonly Reference[]> {
  const format = formatOf(bytes);
  if (format === 'bmp') {
    const raster = await decodeByFfmpeg(bytes, 'bmp');
    return raster ? [{ raster, tolerance: bytes[28] === 16 ? 1 : 0 }] : [];
  }
  const raster = await decodeBySharp(bytes, { mostPixels });
  if (!raster) return [];
  const { space, icc } = await sharp(bytes).metadata();
  if (format === 'jpeg' && space === 'cmyk') {
    const converted = await cmykByFormula(bytes);
    return [...(converted ? [{ raster: converted, tolerance: 1 }] : []), ...(icc ? [{ raster, tolerance: 2 }] : [])];
  }
  const reference = {
    raster,
    tolerance: icc ? 2 : format === 'avif' ? 1 : 0,
    lumaOnly: format === 'avif' && isSubsampled(bytes),
  };
  const plain = icc && isDamaged && (await decodeBySharp(bytes, { mostPixels, ignoreIcc: true }));
  return plain ? [reference, { ...reference, raster: plain }] : [reference];
}

/** AV1 ISOBMFF binding, 2.3.3: `chroma_subsampling_x` of the configuration. */
function isSubsampled(avif: Bytes): boolean {
  const at = Buffer.from(avif.buffer, avif.byteOffset, avif.length).indexOf('av1C');
  return at >= 0 && ((avif[at + 6] ?? 0) & 8) !== 0;
}

async function cmykByFormula(bytes: Bytes): Promise<Raster | undefined> {
  const image = sharp(bytes, { failOn: 'warning' }).pipelineColourspace('cmyk').autoOrient().toColourspace('cmyk');
  const read = await image
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (!read) return undefined;
  const raster = createRaster(read.info.width, read.info.height);
  for (let at = 0; at < raster.data.length; at += 4) {
    const black = 255 - (read.data[at + 3] as number);
    for (let ink = at; ink < at + 3; ink++)
      raster.data[ink] = Math.round(((255 - (read.data[ink] as number)) * black) / 255);
    raster.data[at + 3] = 255;
  }
  return raster;
}

const LUMA_TOLERANCE = 3;

/** In words, or `undefined` where the rasters are equal within the tolerance. */
export function differenceFrom(raster: Raster, reference: Reference): string | undefined {
  const { raster: expected, lumaOnly, premultiplied } = reference;
  const tolerance = lumaOnly ? LUMA_TOLERANCE : reference.tolerance;
  const apartAt = lumaOnly ? lumaApart : premultiplied ? premultipliedApart : pixelApart;
  if (raster.width !== expected.width || raster.height !== expected.height)
    return `${raster.width} × ${raster.height} px are not ${expected.width} × ${expected.height}`;
  let [most, place, count] = [0, 0, 0];
  for (let at = 0; at < raster.data.length; at += 4) {
    const apart = apartAt(raster.data, expected.data, at);
    if (apart <= tolerance) continue;
    count++;
    if (apart > most) [most, place] = [apart, at];
  }
  if (count === 0) return undefined;
  const pixel = (of: Raster) => [...of.data.subarray(place, place + 4)].join(' ');
  const [x, y] = [(place / 4) % raster.width, Math.floor(place / 4 / raster.width)];
  return `${count} pixels of ${raster.width} × ${raster.height}; at ${x}, ${y} ${pixel(raster)} is not ${pixel(expected)}`;
}

function pixelApart(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  let most = 0;
  for (let channel = at; channel < at + 4; channel++)
    most = Math.max(most, Math.abs((a[channel] as number) - (b[channel] as number)));
  return most;
}

function premultipliedApart(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  const [one, other] = [a[at + 3] as number, b[at + 3] as number];
  let color = 0;
  for (let channel = at; channel < at + 3; channel++)
    color = Math.max(color, Math.abs((a[channel] as number) - (b[channel] as number)));
  return Math.max(Math.abs(one - other), (color * Math.max(one, other)) / 255);
}

/** BT.601, and alpha. Where a channel is clamped, luma says nothing. */
function lumaApart(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  const alpha = Math.abs((a[at + 3] as number) - (b[at + 3] as number));
  for (let channel = at; channel < at + 3; channel++)
    if ([a[channel], b[channel]].some((level) => level === 0 || level === 255)) return alpha;
  const luma = (of: Uint8ClampedArray) =>
    0.299 * (of[at] as number) + 0.587 * (of[at + 1] as number) + 0.114 * (of[at + 2] as number);
  return Math.max(alpha, Math.abs(luma(a) - luma(b)));
}
