import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import sharp from 'sharp';
import { ascii, joinBytes, viewOf } from '#core/base/bytes.ts';
import type { WarningCode } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { createRaster, type Raster, wrapRaster } from '#core/base/raster.ts';
import { type DecodeContext, decodeImage } from '#core/image/codecs/decode.ts';
import { gifImages } from '#core/image/formats/gif/gif-images.ts';
import { colorOf, readHeicLayout } from '#core/image/formats/heif/layout.ts';
import { headerSegments, type Segment } from '#core/image/formats/jpeg/jpeg-segments.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { riffChunks } from '#core/image/formats/webp/webp.ts';
import { sameBytes } from '../core/noise.ts';
import { convertBySharp, decodeHeicByFfmpeg } from './heic-reference.ts';
import { decodeByFfmpeg, decodeBySharp, MAX_COMPARED_PIXELS } from './reference-decoders.ts';
import { WrongResult } from './wrong-result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Decodes an image, as `decodeImage` does. Tests of the fuzzer pass a decoder with a fault. */
export type Decode = (file: SourceFile, context: DecodeContext) => Promise<{ readonly raster: Raster }>;

/** The file of a case, and the undamaged file from which it was made. */
export interface ImageCase {
  readonly bytes: Bytes;
  readonly original: Bytes;
  /** True if the file is the undamaged original. */
  readonly unchanged: boolean;
}

/**
 * Decodes a file and checks the result:
 *
 * - An undamaged file opens without a warning, with the pixels of an independent decoder.
 * - A damaged file is refused, opens with a warning, or decodes to the pixels of the undamaged file. Other pixels are
 *   correct only if the damage made another valid file: strict libvips accepts it, and so does FFmpeg if it accepted
 *   the undamaged file. The pixels must then equal those of a reference decoder.
 *
 * @throws WrongResult, and what the decoder throws
 */
export async function checkImage(
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
  await compareWithReference(raster, bytes, 'damaged differs', await hasOtherProfile(bytes, original));
  const format = formatOf(bytes);
  const [damaged, whole] = format === 'jpg' ? [bytes, original].map(imageOnly) : [bytes, original];
  if ((format === 'jpg' || format === 'gif') && (await decodeByFfmpeg(whole as Bytes, format)))
    if (!(await decodeByFfmpeg(damaged as Bytes, format)))
      throw new WrongResult('damage accepted', `FFmpeg refuses this ${format}`);
}

/**
 * Returns a JPEG without Exif and without bytes after its end. FFmpeg refuses Exif with some values that don't affect
 * the pixels, and reads a second image after the end of the first.
 */
function imageOnly(jpeg: Bytes): Bytes {
  const segments = [...headerSegments(jpeg)];
  const scan = segments.at(-1)?.start ?? 0;
  const end = Buffer.from(jpeg).indexOf(Buffer.of(0xff, 0xd9), scan);
  const isExif = ({ marker, start }: Segment) => marker === 0xe1 && ascii(jpeg, start, 4) === 'Exif';
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const segment of segments.filter(isExif)) {
    parts.push(jpeg.subarray(from, segment.start - 4));
    from = segment.end;
  }
  return joinBytes(...parts, jpeg.subarray(from, end < 0 ? jpeg.length : end + 2));
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

/** True if a file has a color profile that the undamaged file does not have. */
async function hasOtherProfile(bytes: Bytes, original: Bytes): Promise<boolean> {
  const [icc, known] = await Promise.all([bytes, original].map(profileOf));
  return icc !== undefined && !(known && icc.equals(known));
}

const profileOf = async (bytes: Bytes) =>
  formatOf(bytes) === 'heic'
    ? heicProfile(bytes)
    : sharp(bytes)
        .metadata()
        .then(
          ({ icc }) => icc,
          () => undefined,
        );

function heicProfile(bytes: Bytes): Buffer | undefined {
  const { profile } = colorOf(bytes, readHeicLayout(bytes).properties);
  return profile && Buffer.from(profile);
}

/** Compares the pixels with those of independent decoders. */
async function compareWithReference(
  raster: Raster,
  bytes: Bytes,
  kind: 'undamaged differs' | 'damaged differs',
  hasDamagedProfile = false,
) {
  const references = await decodeByReference(bytes, kind === 'damaged differs');
  if (references.length === 0) {
    // Throws no WrongResult, because the reference decoder is at fault if it refuses an undamaged file.
    if (kind === 'undamaged differs') throw new Error('No reference decoder opens this file');
    throw new WrongResult('damage accepted', `the reference decoder refuses this ${formatOf(bytes)}`);
  }
  // Compares only the size: color engines agree on profiles of real devices, but not on damaged primaries and curves.
  const faultsOf = (all: readonly Reference[]) =>
    all.map((each) => (hasDamagedProfile ? sizeDifference(raster, each.raster) : differenceFrom(raster, each)));
  const faults = faultsOf(references);
  if (faults.includes(undefined)) return;
  if (kind === 'damaged differs' && formatOf(bytes) === 'jpg')
    if (faultsOf(decodeWithoutSimd(bytes)).includes(undefined)) return;
  throw new WrongResult(kind, `${formatOf(bytes)}: ${faults[0]}`);
}

/** Decodes a JPEG by the code of libjpeg-turbo without SIMD instructions. */
function decodeWithoutSimd(jpeg: Bytes): readonly Reference[] {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'decode-without-simd.ts')];
  const env = { ...process.env, JSIMD_FORCENONE: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: jpeg, env, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`The decoder without SIMD failed: ${stderr}`);
  const references = JSON.parse(String(stdout)) as { width: number; height: number; data: string; tolerance: number }[];
  return references.map(({ width, height, data, tolerance }) => ({
    raster: wrapRaster(width, height, new Uint8Array(Buffer.from(data, 'base64'))),
    tolerance,
  }));
}

interface Reference {
  readonly raster: Raster;
  /** Maximum difference of a channel in 8-bit levels. */
  readonly tolerance: number;
  /** Maximum difference of luma, for formats that don't define how subsampled chroma is interpolated. */
  readonly lumaTolerance?: number | undefined;
  /**
   * True if residuals may overflow, turning 0 into 255 or back. Differences that start near such a pixel are accepted.
   */
  readonly mayOverflow?: boolean;
  /** True for premultiplied results, in which the color of nearly transparent pixels is imprecise. */
  readonly premultiplied?: boolean;
  /** True if the reference decoder doesn't know the file's colors. */
  readonly comparesSizeOnly?: boolean;
}

/**
 * Decodes a file by reference decoders. Returns all accepted results, each with its tolerance:
 *
 * - **PNG, GIF, WebP**: 0. Their formats define every bit. GIF pixels outside the first frame are transparent, as in
 *   browsers. libvips fills them with black if no frame has a transparent color. It omits them if the screen has the size of
 *   a display.
 * - **JPEG**: 0. The standard leaves the inverse DCT and the chroma interpolation open. Every decoder here uses those of
 *   libjpeg-turbo: accurate integer DCT, triangular interpolation. A damaged file may have samples beyond 10 bits. The SIMD
 *   code of libjpeg-turbo clamps them. Its portable code, used by Node's canvas, wraps them. Both are accepted.
 * - **CMYK JPEG**: 1, compared with `channel × black ÷ 255`, the conversion of browsers. libvips would apply its own profile.
 * - **AVIF**: 1 for the rounding of the YUV matrix. Luma may differ by 3 if chroma is subsampled, because AV1 doesn't define
 *   how chroma is interpolated.
 * - **Damaged lossy WebP**: residuals may exceed the 16 bits of RFC 6386, 14.1. The SSE2 code of libwebp wraps them, its C
 *   code doesn't. No encoder makes such files.
 * - **BMP**: 0, or 1 with 16 bits per pixel, because FFmpeg expands 5 bits by shifting. FFmpeg uses the fourth byte of 32
 *   bits as alpha. Without an alpha mask, browsers ignore this byte.
 * - **HEIC**: 1 for the rounding of the YUV matrix, compared with FFmpeg's HEVC decoder.
 * - **TIFF**: 0. For damaged files, libtiff's warnings are ignored, because it also warns of tags that don't affect pixels.
 * - **Color profile**: 2, because color engines round differently. A damaged profile may also be ignored.
 */
export async function decodeByReference(bytes: Bytes, isDamaged = false): Promise<readonly Reference[]> {
  const format = formatOf(bytes);
  if (format === 'bmp') {
    const raster = await decodeByFfmpeg(bytes, 'bmp');
    if (!raster) return [];
    if (!hasAlphaMask(bytes)) makeOpaque(raster);
    return [{ raster, tolerance: bytes[28] === 16 ? 1 : 0 }];
  }
  if (format === 'heic') return heicReferences(bytes, isDamaged);
  const raster =
    (await decodeBySharp(bytes)) ??
    (format === 'tiff' && isDamaged ? await decodeBySharp(bytes, { failOn: 'none' }) : undefined);
  if (!raster) return [];
  if (format === 'gif') return [{ raster: onStatedScreen(raster, bytes), tolerance: 0 }];
  const { space, icc } = await sharp(bytes).metadata();
  if (format === 'jpg' && space === 'cmyk') {
    const converted = await cmykByFormula(bytes);
    return [...(converted ? [{ raster: converted, tolerance: 1 }] : []), ...(icc ? [{ raster, tolerance: 2 }] : [])];
  }
  const reference = {
    raster,
    tolerance: icc ? 2 : format === 'avif' ? 1 : 0,
    lumaTolerance: format === 'avif' && isSubsampled(bytes) ? 3 : undefined,
    mayOverflow: format === 'webp' && isDamaged && isLossyWebp(bytes),
  };
  const plain = icc && isDamaged && (await decodeBySharp(bytes, { ignoreIcc: true }));
  return plain ? [reference, { ...reference, raster: plain }] : [reference];
}

async function heicReferences(bytes: Bytes, isDamaged: boolean): Promise<readonly Reference[]> {
  const decoded = await decodeHeicByFfmpeg(bytes);
  if (!decoded) return [];
  const { raster, icc, premultiplied, hasKnownColor } = decoded;
  const plain = { raster, premultiplied, tolerance: 1, comparesSizeOnly: !hasKnownColor };
  const converted = icc && (await convertBySharp(raster, icc));
  const references = converted ? [{ ...plain, raster: converted, tolerance: 3 }] : [plain];
  return isDamaged && converted ? [...references, plain] : references;
}

/** True if the BMP has an alpha mask, in a header from version 3 on or by `BI_ALPHABITFIELDS`. */
function hasAlphaMask(bmp: Bytes): boolean {
  const view = viewOf(bmp);
  const mayHaveMask = view.getUint32(14, true) >= 56 || view.getUint32(30, true) === 6;
  return mayHaveMask && view.getUint32(66, true) !== 0;
}

function makeOpaque({ data }: Raster): void {
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
}

/** Sizes of old displays, which GIF writers stated as the screen's. libnsgif ignores these, and sizes above 2048 px. */
const DISPLAYS = ['640 480', '640 512', '800 600', '1024 768', '1280 1024', '1600 1200'];

function onStatedScreen(shown: Raster, gif: Bytes): Raster {
  const view = viewOf(gif);
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const isShownWhole = Math.max(width, height) <= 2048 && !DISPLAYS.includes(`${width} ${height}`);
  const screen = isShownWhole
    ? createRaster(shown.width, shown.height)
    : createRaster(Math.max(width, shown.width), Math.max(height, shown.height));
  const [first] = gifImages(gif);
  if (!first) return shown;
  const right = Math.min(shown.width, first.left + first.width);
  const bottom = Math.min(shown.height, first.top + first.height);
  for (let y = first.top; y < bottom; y++) {
    const row = shown.data.subarray((y * shown.width + first.left) * 4, (y * shown.width + right) * 4);
    screen.data.set(row, (y * screen.width + first.left) * 4);
  }
  return screen;
}

/** Reads `chroma_subsampling_x` from the box `av1C` (AV1 ISOBMFF binding, 2.3.3). */
function isSubsampled(avif: Bytes): boolean {
  const at = Buffer.from(avif.buffer, avif.byteOffset, avif.length).indexOf('av1C');
  return at >= 0 && ((avif[at + 6] ?? 0) & 8) !== 0;
}

const isLossyWebp = (webp: Bytes) => [...riffChunks(webp)].some(({ type }) => type === 'VP8 ');

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

/** Describes the difference in words; `undefined` if the rasters are equal within the tolerance. */
export function differenceFrom(raster: Raster, reference: Reference): string | undefined {
  const { raster: expected, lumaTolerance, premultiplied } = reference;
  const tolerance = lumaTolerance ?? reference.tolerance;
  const apartAt = lumaTolerance !== undefined ? lumaApart : premultiplied ? premultipliedApart : pixelApart;
  const sizes = sizeDifference(raster, expected);
  if (sizes || reference.comparesSizeOnly) return sizes;
  let [most, place, count] = [0, 0, 0];
  for (let at = 0; at < raster.data.length; at += 4) {
    const apart = apartAt(raster.data, expected.data, at);
    if (apart <= tolerance) continue;
    count++;
    if (apart > most) [most, place] = [apart, at];
  }
  if (count === 0) return undefined;
  if (reference.mayOverflow && startsWithOverflow(raster, expected)) return undefined;
  const pixel = (of: Raster) => [...of.data.subarray(place, place + 4)].join(' ');
  const [x, y] = [(place / 4) % raster.width, Math.floor(place / 4 / raster.width)];
  return `${count} pixels of ${raster.width} × ${raster.height}; at ${x}, ${y} ${pixel(raster)} is not ${pixel(expected)}`;
}

/** Size of a VP8 macroblock, and how far before a macroblock the loop filter changes pixels. */
const [MACROBLOCK, FILTER_REACH] = [16, 8];

/** True if a channel is 255 in one raster and 0 in the other, close to the first pixel that differs. */
function startsWithOverflow(a: Raster, b: Raster): boolean {
  const first = Math.floor(a.data.findIndex((level, at) => level !== b.data[at]) / 4);
  const [left, top] = [first % a.width, Math.floor(first / a.width)];
  const reach = MACROBLOCK + FILTER_REACH;
  return a.data.some((level, at) => {
    const [x, y] = [Math.floor(at / 4) % a.width, Math.floor(at / 4 / a.width)];
    const isClose = Math.abs(x - left) <= reach && y - top <= reach;
    return isClose && Math.abs(level - (b.data[at] as number)) === 255;
  });
}

function sizeDifference(a: Raster, b: Raster): string | undefined {
  if (a.width === b.width && a.height === b.height) return undefined;
  return `${a.width} × ${a.height} px are not ${b.width} × ${b.height}`;
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

/** Returns the larger difference of luma (BT.601) and alpha. Ignores luma where a channel is clamped. */
function lumaApart(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  const alpha = Math.abs((a[at + 3] as number) - (b[at + 3] as number));
  for (let channel = at; channel < at + 3; channel++)
    if ([a[channel], b[channel]].some((level) => level === 0 || level === 255)) return alpha;
  const luma = (of: Uint8ClampedArray) =>
    0.299 * (of[at] as number) + 0.587 * (of[at + 1] as number) + 0.114 * (of[at + 2] as number);
  return Math.max(alpha, Math.abs(luma(a) - luma(b)));
}
