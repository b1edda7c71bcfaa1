import { startsWith } from '../../base/bytes.ts';
import { type Damage, handleDamage } from '../../base/damage.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { MAX_PIXELS, MAX_SIDE, MAX_SVG_BYTES } from '../../base/limits.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type CropCorners, crop, cropRect } from '../crop.ts';
import { foreignImageFormat } from './foreign-formats.ts';
import { readImageHeader, sniffPicture } from './header.ts';
import type { ImageHeader, PictureFormat } from './image-header.ts';
import { jpegIsComplete } from './jpeg-complete.ts';
import { applyOrientation } from './orientation.ts';
import { essentialPng } from './png.ts';
import type { WasmDecodeInput } from './wasm-codecs.ts';
import { withoutWebpOrientation } from './webp.ts';

export interface DecodedImage {
  /** Upright. */
  readonly raster: Raster;
  readonly header: ImageHeader;
}

/** What decoding needs of an operation's context. */
export type DecodeContext = Pick<OperationContext, 'platform' | 'signal' | 'failOn' | 'onWarning'>;

/** Pixels as stored, and what was wrong with the file. */
export interface DecodedPixels extends Raster {
  readonly damage?: Damage | undefined;
}

/** The corners, in pixels of an upright picture of this size, of what is wanted of it. */
export type CutOf = (size: Size) => CropCorners;

/**
 * A file's picture, upright, in straight RGBA, or what is cut out of it as `crop` does, which may be less work. A file is what its bytes say; its size is held
 * against the limits before anything is decoded.
 *
 * @throws FudebakoError `imageLoad` (with a reason), `imageFormat`, `imageTooLarge`, `imageTooLong`, `svgTooLarge`,
 *   `fontLoad`; CancelledError
 */
export async function decodeImage(file: SourceFile, context: DecodeContext, cut?: CutOf): Promise<DecodedImage> {
  const bytes = await file.read();
  const header = checkedHeader(bytes);
  if (context.signal?.aborted) throw new CancelledError();
  try {
    const { format } = header;
    if (format === 'heic') {
      const { raster, header: turned } = await decodeHeic(bytes, header, context);
      return { raster: cut ? crop(raster, cut(raster)) : raster, header: turned };
    }
    if (format === 'jpeg' && cut && header.orientation === 1)
      return { raster: await decodeJpegPart(bytes, header, cut(header), context), header };
    const { damage, ...raster } = await decodePixels(bytes, format, header, context);
    handleDamage(damage, file.name, context);
    requireSize(raster, header);
    const upright = applyOrientation(raster, header.orientation);
    return { raster: cut ? crop(upright, cut(upright)) : upright, header };
  } catch (error) {
    if (error instanceof FudebakoError || error instanceof CancelledError) throw error;
    throw new FudebakoError('imageLoad', { reason: 'damaged' }, { cause: error });
  }
}

/** The header of a picture that may be decoded. */
function checkedHeader(bytes: Uint8Array): ImageHeader {
  if (!sniffPicture(bytes)) throw notAPicture(bytes);
  const header = readImageHeader(bytes);
  if (!header) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  if (header.format === 'svg' && bytes.length > MAX_SVG_BYTES)
    throw new FudebakoError('svgTooLarge', { megabytes: MAX_SVG_BYTES / 1e6 });
  checkSize(header);
  return header;
}

/** What is said of bytes that are no picture, or are packed: of an SVG as `.svgz`, for one. */
export function notAPicture(bytes: Uint8Array): FudebakoError {
  if (startsWith(bytes, GZIP)) return new FudebakoError('imageFormat', { format: 'SVGZ (gzip)' });
  const format = foreignImageFormat(bytes);
  if (format) return new FudebakoError('imageFormat', { format });
  return new FudebakoError('imageLoad', { reason: bytes.length === 0 ? 'empty' : 'notAnImage' });
}

/** RFC 1952, 2.3.1, and deflate, which is all there is. */
const GZIP = [0x1f, 0x8b, 8];

function checkSize({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width * height > MAX_PIXELS)
    throw new FudebakoError('imageTooLarge', { width, height, megapixels: MAX_PIXELS / 1e6 });
  if (Math.max(width, height) > MAX_SIDE) throw new FudebakoError('imageTooLong', { width, height, side: MAX_SIDE });
}

/**
 * By the platform's own decoder, where it has one: Safari has. It turns and cuts the picture as the file
 * says, so that its size is known only then.
 */
async function decodeHeic(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  { platform }: Pick<OperationContext, 'platform'>,
): Promise<DecodedImage> {
  const raster = await platform.images.decode(bytes, 'image/heic').catch((cause: unknown) => {
    throw new FudebakoError('imageFormat', { format: 'HEIC' }, { cause });
  });
  const { width, height } = raster;
  checkSize(raster);
  return { raster, header: { ...header, width, height } };
}

async function decodePixels(
  bytes: Uint8Array<ArrayBuffer>,
  format: Exclude<PictureFormat, 'heic'>,
  header: ImageHeader,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<DecodedPixels> {
  if (format === 'jpeg') {
    requireComplete(bytes);
    return (await import('../jpeg/decode-jpeg.ts')).decodeJpeg(bytes, header, { platform, signal });
  }
  if (format === 'gif' || format === 'bmp') return platform.images.decode(bytes, `image/${format}`);
  // An animation's first frame is the platform's to find; the WebAssembly codec knows stills.
  if (format === 'webp' && header.animated) return platform.images.decode(withoutWebpOrientation(bytes), 'image/webp');
  const profiles = header.hasProfile ? await import('./profile.ts') : undefined;
  // Looked for first: the bytes move into the worker that decodes them.
  const profile = profiles?.foreignProfile(bytes, format);
  const pixels = format === 'png' ? essentialPng(bytes) : bytes;
  const raster = await decodeExactly(pixels, format, header, { platform, signal });
  return profiles && profile ? profiles.convertFromProfile(raster, profile, { platform, signal }) : raster;
}

async function decodeJpegPart(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  corners: CropCorners,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  requireComplete(bytes);
  const rect = cropRect(corners, header);
  // A cut without an area is none.
  const part = rect.width > 0 && rect.height > 0 ? rect : { x: 0, y: 0, width: header.width, height: header.height };
  const { decodeJpeg } = await import('../jpeg/decode-jpeg.ts');
  const raster = await decodeJpeg(bytes, header, context, part);
  requireSize(raster, part);
  return raster;
}

function requireComplete(jpeg: Uint8Array): void {
  if (!jpegIsComplete(jpeg)) throw new FudebakoError('imageLoad', { reason: 'damaged' });
}

function requireSize(raster: Raster, { width, height }: Size): void {
  if (raster.width !== width || raster.height !== height) throw new FudebakoError('imageLoad', { reason: 'damaged' });
}

async function decodeExactly(
  bytes: Uint8Array<ArrayBuffer>,
  format: WasmDecodeInput['format'],
  size: { readonly width: number; readonly height: number },
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  const { width, height, data } = await platform.workers.run(
    'decode-wasm',
    { format, bytes },
    {
      signal,
      transfer: [bytes.buffer],
      // A few letters of SVG can be work for hours, so that it always gets a worker that can be ended.
      ...(format === 'svg' ? {} : { workBytes: bytes.length + size.width * size.height * 4 }),
    },
  );
  return wrapRaster(width, height, data);
}
