import { startsWith } from '../../base/bytes.ts';
import { type Damage, handleDamage, worseDamage } from '../../base/damage.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { readingError } from '../../base/internal-failure.ts';
import type { JobLimits } from '../../base/job-limits.ts';
import { MAX_PIXELS, MAX_SIDE, MAX_SVG_BYTES } from '../../base/limits.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { checkImageSize, imageMemory } from '../check-size.ts';
import { type CropCorners, crop, shownRect } from '../crop.ts';
import { requireProportionate } from '../decode-work.ts';
import { hasVerticalText } from '../formats/svg/svg.ts';
import { hasTiffSignature } from '../formats/tiff/tiff-directory.ts';
import { endsBeforeDirectory } from '../formats/tiff/tiff-header.ts';
import { unsupportedJpeg } from '../jpeg/jpeg-segments.ts';
import { applyOrientation, turnedSize } from '../orientation.ts';
import { withOrigin } from '../origin.ts';
import type { DecodedPixels } from './decoded-pixels.ts';
import { foreignColorsOf } from './foreign-colors.ts';
import { foreignImageFormat } from './foreign-formats.ts';
import { readImageHeader, sniffPicture } from './header.ts';
import type { ImageHeader, PictureFormat } from './image-header.ts';
import type { PixelDecodeInput } from './wasm-codecs.ts';

export interface DecodedImage {
  readonly raster: Raster;
  readonly header: ImageHeader;
}

export type DecodeContext = Pick<OperationContext, 'platform' | 'signal' | 'failOn' | 'limits' | 'onWarning'>;

export type CutOf = (size: Size) => CropCorners;
export type SizeOf = (size: Size) => Size;

/**
 * Decodes a file to straight RGBA with orientation applied, then crops and scales. Checks the size before decoding.
 * @throws FudebakoError `imageLoad` (with a reason), `imageFormat`, `imageTooLarge`, `imageTooLong`, `memoryLimit`,
 * `imageWork`, `svgTooLarge`, `svgImagesTooLarge`, `fontLoad`; CancelledError
 */
export async function decodeImage(
  file: SourceFile,
  context: DecodeContext,
  cut?: CutOf,
  sizeOf?: SizeOf,
): Promise<DecodedImage> {
  const bytes = await file.read();
  const header = checkedHeader(bytes, context.limits);
  if (context.signal?.aborted) throw new CancelledError();
  try {
    const size = sizeOf?.(turnedSize(header, header.orientation));
    const scaled = size && (await decodeScaled(bytes, header, size, file.name, context, cut));
    if (scaled) return { raster: scaled, header };
    // Checks the memory limit only now, because scaling row by row needs no memory for all pixels.
    const embedded = header.format === 'svg' ? await checkEmbedded(bytes, header, context.limits) : 0;
    checkImageSize(header, context.limits, imageMemory(header, file.size) + embedded * EMBEDDED_BYTES_PER_PIXEL);
    // Reads the file again if `decodeScaled` has transferred the bytes to a worker without success.
    const raster = await decodeCut(bytes.length > 0 ? bytes : await file.read(), header, file, context, cut);
    if (!size) return { raster, header };
    const { resample } = await import('../resample/resample.ts');
    return { raster: await resample(raster, size.width, size.height, context), header };
  } catch (error) {
    throw readingError(error, 'imageLoad', { reason: 'damaged' });
  }
}

/** Decodes a JPEG or PNG row by row in the size of a smaller result, if possible. */
async function decodeScaled(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  size: Size,
  name: string,
  context: DecodeContext,
  cut: CutOf | undefined,
): Promise<Raster | undefined> {
  const { format } = header;
  if (format !== 'jpeg' && format !== 'png') return undefined;
  const { width, height } = turnedSize(header, header.orientation);
  const part = cut ? shownRect(cut({ width, height }), { width, height }) : { x: 0, y: 0, width, height };
  // Enlarged images are resampled in parallel strips, because many of their rows depend on each source row.
  if (part.width * part.height <= size.width * size.height) return undefined;
  const decodeRows =
    format === 'jpeg'
      ? (await import('./scale-jpeg.ts')).decodeScaledJpeg
      : (await import('../formats/png/scale-png.ts')).decodeScaledPng;
  const scaled = await decodeRows(bytes, header, part, size, context);
  if (scaled) handleDamage(exifDamage(header), name, context);
  return scaled;
}

async function decodeCut(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  file: SourceFile,
  context: DecodeContext,
  cut: CutOf | undefined,
): Promise<Raster> {
  const { format } = header;
  if (format === 'jpeg' && cut && header.orientation === 1)
    return decodeJpegPart(bytes, header, cut(header), file, context);
  if (format === 'svg' && hasVerticalText(bytes))
    context.onWarning?.({ code: 'svgVerticalText', data: { name: file.name } });
  const { damage, undrawn = [], ...raster } = await decodePixels(bytes, format, header, context);
  if (undrawn.length > 0)
    context.onWarning?.({ code: 'svgPartsMissing', data: { name: file.name, parts: undrawn.join(', ') } });
  handleDamage(worseDamage(damage, exifDamage(header)), file.name, context);
  requireSize(raster, header);
  const { pages = 1 } = header;
  if (pages > 1) context.onWarning?.({ code: 'imagePages', data: { name: file.name, pages } });
  const upright = applyOrientation(raster, header.orientation);
  if (format === 'jpeg') withOrigin(upright, { file, x: 0, y: 0 });
  return cut ? crop(upright, cut(upright)) : upright;
}

function checkedHeader(bytes: Uint8Array, limits: JobLimits | undefined): ImageHeader {
  const header = readImageHeader(bytes);
  if (!header) throw headerError(bytes);
  const unsupported = header.format === 'jpeg' ? unsupportedJpeg(bytes) : undefined;
  if (unsupported) throw new FudebakoError('imageFormat', { format: unsupported });
  if (header.format === 'svg' && bytes.length > MAX_SVG_BYTES)
    throw new FudebakoError('svgTooLarge', { megabytes: MAX_SVG_BYTES / 1e6 });
  checkSize(header, { maxPixels: limits?.maxPixels });
  return header;
}

/** Memory of an image in an SVG in bytes per pixel. */
const EMBEDDED_BYTES_PER_PIXEL = 4;

/** Bounds the pixels of all images in an SVG together, as if they were one image, and returns their number. */
async function checkEmbedded(bytes: Uint8Array, header: ImageHeader, limits: JobLimits | undefined): Promise<number> {
  const pixels = (await import('../formats/svg/images.ts')).embeddedPixels(bytes);
  const most = Math.min(limits?.maxPixels ?? MAX_PIXELS, MAX_PIXELS);
  if (pixels > most)
    throw new FudebakoError('svgImagesTooLarge', { megapixels: Math.ceil(pixels / 1e4) / 100, limit: most / 1e6 });
  requireProportionate('embeddedPixels', pixels, { ...header, bytes: bytes.length });
  return pixels;
}

/** Returns the error for a file without a readable image header: another or an unsupported format, or damage. */
export function headerError(bytes: Uint8Array): FudebakoError {
  if (startsWith(bytes, GZIP)) return new FudebakoError('imageFormat', { format: 'SVGZ (gzip)' });
  const format = foreignImageFormat(bytes);
  if (format) return new FudebakoError('imageFormat', { format });
  if (!sniffPicture(bytes))
    return new FudebakoError('imageLoad', { reason: bytes.length === 0 ? 'empty' : 'notAnImage' });
  const isCut = hasTiffSignature(bytes) && endsBeforeDirectory(bytes);
  return new FudebakoError('imageLoad', { reason: isCut ? 'truncated' : 'damaged' });
}

/** First bytes of a gzip file (RFC 1952, 2.3.1): ID1, ID2 and CM (deflate). */
const GZIP = [0x1f, 0x8b, 8];

function checkSize(size: Size, limits: JobLimits): void {
  checkImageSize(size, limits);
  const { width, height } = size;
  if (Math.max(width, height) > MAX_SIDE) throw new FudebakoError('imageTooLong', { width, height, side: MAX_SIDE });
}

async function decodePixels(
  bytes: Uint8Array<ArrayBuffer>,
  format: PictureFormat,
  header: ImageHeader,
  { platform, signal, failOn }: Pick<OperationContext, 'platform' | 'signal' | 'failOn'>,
): Promise<DecodedPixels> {
  if (format === 'jpeg') {
    const { decodeJpeg } = await import('../jpeg/decode-jpeg.ts');
    const { raster, damage } = await decodeJpeg(bytes, header, { platform, signal, failOn });
    return { ...raster, damage };
  }
  if (format === 'avif')
    return (await import('../formats/avif/decode-avif.ts')).decodeAvif(bytes, { platform, signal });
  if (format === 'heic') return (await import('./decode-heic.ts')).decodeHeic(bytes, { platform, signal });
  // Reads the colors before decoding, because decoding transfers the file's bytes to a worker.
  const colors = await foreignColorsOf(bytes, header);
  const decoded = await decodeExactly(bytes, format, header, { platform, signal });
  if (!colors) return decoded;
  const { convertToSrgb } = await import('./profile.ts');
  return { ...(await convertToSrgb(decoded, colors, { platform, signal })), damage: decoded.damage };
}

async function decodeJpegPart(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  corners: CropCorners,
  file: SourceFile,
  context: DecodeContext,
): Promise<Raster> {
  const part = shownRect(corners, header);
  const { decodeJpeg } = await import('../jpeg/decode-jpeg.ts');
  const { raster, damage } = await decodeJpeg(bytes, header, context, part);
  handleDamage(worseDamage(damage, exifDamage(header)), file.name, context);
  requireSize(raster, part);
  return withOrigin(raster, { file, x: part.x, y: part.y });
}

const exifDamage = ({ hasDamagedExif }: ImageHeader): Damage | undefined => (hasDamagedExif ? 'warning' : undefined);

function requireSize(raster: Raster, { width, height }: Size): void {
  if (raster.width !== width || raster.height !== height) throw new FudebakoError('imageLoad', { reason: 'damaged' });
}

async function decodeExactly(
  bytes: Uint8Array<ArrayBuffer>,
  format: PixelDecodeInput['format'],
  size: { readonly width: number; readonly height: number },
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<DecodedPixels> {
  const { width, height, data, damage, undrawn } = await platform.workers.run(
    'decode-pixels',
    { format, bytes },
    {
      signal,
      transfer: [bytes.buffer],
      // Without `workBytes`, a worker renders the SVG. A short SVG can take hours, and a worker can be terminated.
      ...(format === 'svg' ? {} : { workBytes: bytes.length + size.width * size.height * 4 }),
    },
  );
  return { ...wrapRaster(width, height, data), damage, undrawn };
}
