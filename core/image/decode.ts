import { CancelledError, FudebakoError } from '../errors.ts';
import type { SourceFile } from '../files.ts';
import { MAX_PIXELS, MAX_SIDE } from '../limits.ts';
import type { OperationContext } from '../platform.ts';
import { type Raster, wrapRaster } from '../raster.ts';
import type { WasmFormat } from './codecs.ts';
import { type ImageHeader, readImageHeader, sniffPicture } from './header.ts';
import { withoutOrientation } from './jpeg.ts';
import { jpegIsComplete } from './jpeg-complete.ts';
import { applyOrientation } from './orientation.ts';
import { essentialPng } from './png.ts';
import { withoutWebpOrientation } from './webp.ts';

export interface DecodedImage {
  /** Upright. */
  readonly raster: Raster;
  readonly header: ImageHeader;
}

/**
 * A file's picture, upright, in straight RGBA. A file is what its bytes say; its size is held
 * against the limits before anything is decoded.
 *
 * @throws FudebakoError `imageLoad` (with a reason), `imageTooLarge`, `imageTooLong`; CancelledError
 */
export async function decodeImage(
  file: SourceFile,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<DecodedImage> {
  const bytes = await file.read();
  const header = checkedHeader(bytes);
  if (context.signal?.aborted) throw new CancelledError();
  try {
    const raster = await decodePixels(bytes, header, context);
    if (raster.width !== header.width || raster.height !== header.height)
      throw new FudebakoError('imageLoad', { reason: 'damaged' });
    return { raster: applyOrientation(raster, header.orientation), header };
  } catch (error) {
    if (error instanceof FudebakoError || error instanceof CancelledError) throw error;
    throw new FudebakoError('imageLoad', { reason: 'damaged' }, { cause: error });
  }
}

/** The header of a picture that may be decoded. */
export function checkedHeader(bytes: Uint8Array): ImageHeader {
  if (bytes.length === 0) throw new FudebakoError('imageLoad', { reason: 'empty' });
  if (!sniffPicture(bytes)) throw new FudebakoError('imageLoad', { reason: 'notAnImage' });
  const header = readImageHeader(bytes);
  if (!header) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const { width, height } = header;
  if (width * height > MAX_PIXELS)
    throw new FudebakoError('imageTooLarge', { width, height, megapixels: MAX_PIXELS / 1e6 });
  if (Math.max(width, height) > MAX_SIDE) throw new FudebakoError('imageTooLong', { width, height, side: MAX_SIDE });
  return header;
}

async function decodePixels(
  bytes: Uint8Array<ArrayBuffer>,
  header: ImageHeader,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  if (header.format === 'jpeg') {
    if (!jpegIsComplete(bytes)) throw new FudebakoError('imageLoad', { reason: 'damaged' });
    return platform.images.decode(withoutOrientation(bytes), 'image/jpeg');
  }
  if (header.format === 'gif' || header.format === 'bmp')
    return platform.images.decode(bytes, `image/${header.format}`);
  // An animation's first frame is the platform's to find; the WebAssembly codec knows stills.
  if (header.format === 'webp' && header.animated)
    return platform.images.decode(withoutWebpOrientation(bytes), 'image/webp');
  const profiles = header.hasProfile ? await import('./profile.ts') : undefined;
  // Looked for first: the bytes move into the worker that decodes them.
  const profile = profiles?.foreignProfile(bytes, header.format);
  const pixels = header.format === 'png' ? essentialPng(bytes) : bytes;
  const raster = await decodeExactly(pixels, header.format, header, { platform, signal });
  return profiles && profile ? profiles.convertFromProfile(raster, profile, { platform, signal }) : raster;
}

async function decodeExactly(
  bytes: Uint8Array<ArrayBuffer>,
  format: WasmFormat,
  size: { readonly width: number; readonly height: number },
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  const { width, height, data } = await platform.workers.run(
    'decode-wasm',
    { format, bytes },
    { signal, transfer: [bytes.buffer], workBytes: bytes.length + size.width * size.height * 4 },
  );
  return wrapRaster(width, height, data);
}
