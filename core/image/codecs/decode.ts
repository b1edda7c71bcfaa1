import { startsWith } from '../../base/bytes.ts';
import { type Damage, handleDamage, worseDamage } from '../../base/damage.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { readingError } from '../../base/internal-failure.ts';
import type { JobLimits } from '../../base/job-limits.ts';
import { MAX_PIXELS, MAX_SIDE } from '../../base/limits.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { checkImageSize } from '../check-size.ts';
import { type CropCorners, crop, type PixelRect, shownRect } from '../crop.ts';
import { requireProportionate } from '../decode-work.ts';
import type { DecodedPixels } from '../formats/image-format.ts';
import { formatNamed, type ImageHeader, imageMemory, readImageHeader, sniffImage } from '../formats/registry.ts';
import { applyOrientation, turnedSize } from '../orientation.ts';
import { withOrigin } from '../origin.ts';
import { foreignColorsOf } from './foreign-colors.ts';
import { foreignImageFormat } from './foreign-formats.ts';

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
    const embedded = await checkEmbedded(bytes, header, context.limits);
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

/** Decodes row by row in the size of a smaller result, if the format can. */
async function decodeScaled(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  size: Size,
  name: string,
  context: DecodeContext,
  cut: CutOf | undefined,
): Promise<Raster | undefined> {
  const { width, height } = turnedSize(header, header.orientation);
  const part = cut ? shownRect(cut({ width, height }), { width, height }) : { x: 0, y: 0, width, height };
  // Enlarged images are resampled in parallel strips, because many of their rows depend on each source row.
  if (part.width * part.height <= size.width * size.height) return undefined;
  const scaled = await formatNamed(header.format).decodeScaled?.(bytes, header, part, size, context);
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
  const format = formatNamed(header.format);
  const code = format.warningOf?.(bytes);
  if (code) context.onWarning?.({ code, data: { name: file.name } });
  const part = format.decodesParts && cut && header.orientation === 1 ? shownRect(cut(header), header) : undefined;
  const { damage, undrawn = [], ...raster } = await decodePixels(bytes, header, context, part);
  if (undrawn.length > 0)
    context.onWarning?.({ code: 'svgPartsMissing', data: { name: file.name, parts: undrawn.join(', ') } });
  handleDamage(worseDamage(damage, exifDamage(header)), file.name, context);
  requireSize(raster, part ?? header);
  if (part) return withOrigin(raster, { file, x: part.x, y: part.y });
  const { pages = 1 } = header;
  if (pages > 1) context.onWarning?.({ code: 'imagePages', data: { name: file.name, pages } });
  const upright = applyOrientation(raster, header.orientation);
  if (format.decodesParts) withOrigin(upright, { file, x: 0, y: 0 });
  return cut ? crop(upright, cut(upright)) : upright;
}

function checkedHeader(bytes: Uint8Array, limits: JobLimits | undefined): ImageHeader {
  const header = readImageHeader(bytes);
  if (!header) throw headerError(bytes);
  formatNamed(header.format).check?.(bytes);
  checkSize(header, { maxPixels: limits?.maxPixels });
  return header;
}

/** Memory of an image in an SVG in bytes per pixel. */
const EMBEDDED_BYTES_PER_PIXEL = 4;

/** Bounds the pixels of all images inside an image together, as if they were one image, and returns their number. */
async function checkEmbedded(bytes: Uint8Array, header: ImageHeader, limits: JobLimits | undefined): Promise<number> {
  const pixels = (await formatNamed(header.format).embeddedPixels?.(bytes, readImageHeader)) ?? 0;
  if (pixels === 0) return 0;
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
  const sniffed = sniffImage(bytes);
  if (!sniffed) return new FudebakoError('imageLoad', { reason: bytes.length === 0 ? 'empty' : 'notAnImage' });
  return new FudebakoError('imageLoad', { reason: formatNamed(sniffed).isCut?.(bytes) ? 'truncated' : 'damaged' });
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
  header: ImageHeader,
  { platform, signal, failOn }: Pick<OperationContext, 'platform' | 'signal' | 'failOn'>,
  part: PixelRect | undefined,
): Promise<DecodedPixels> {
  const { decode, mayTakeLong } = formatNamed(header.format);
  if (decode) return decode(bytes, header, { platform, signal, failOn }, part);
  // Reads the colors before decoding, because decoding transfers the file's bytes to a worker.
  const colors = await foreignColorsOf(bytes, header);
  const { width, height, data, damage, undrawn } = await platform.workers.run(
    'decode-pixels',
    { format: header.format, bytes },
    {
      signal,
      transfer: [bytes.buffer],
      // Without `workBytes`, a worker decodes the image, however small.
      ...(mayTakeLong ? {} : { workBytes: bytes.length + header.width * header.height * 4 }),
    },
  );
  const decoded = { ...wrapRaster(width, height, data), damage, undrawn };
  if (!colors) return decoded;
  const { convertToSrgb } = await import('../formats/convert-to-srgb.ts');
  return { ...(await convertToSrgb(decoded, colors, { platform, signal })), damage };
}

const exifDamage = ({ hasDamagedExif }: ImageHeader): Damage | undefined => (hasDamagedExif ? 'warning' : undefined);

function requireSize(raster: Raster, { width, height }: Size): void {
  if (raster.width !== width || raster.height !== height) throw new FudebakoError('imageLoad', { reason: 'damaged' });
}

/** Rereads an image file and scales a part of it. Returns `undefined` for a changed, unreadable or unsupported file. */
export async function scaleFromFile(
  file: SourceFile,
  part: PixelRect,
  size: Size,
  context: DecodeContext,
): Promise<Raster | undefined> {
  const bytes = await file.read().catch(() => undefined);
  const header = bytes && readImageHeader(bytes);
  if (!bytes || !header) return undefined;
  const { width, height } = turnedSize(header, header.orientation);
  // The file may have been replaced since its pixels were decoded, so the part may lie outside the new image.
  if (part.x + part.width > width || part.y + part.height > height) return undefined;
  return formatNamed(header.format).decodeScaled?.(bytes, header, part, size, context);
}
