import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { readJpegHeader, withoutOrientation } from '../codecs/jpeg.ts';
import { foreignProfile } from '../color/icc-profile.ts';
import { crop, type PixelRect } from '../crop.ts';
import { readJpegFrame } from './jpeg-frame.ts';
import { jpegProfile, withoutProfile } from './jpeg-profile.ts';
import { loadJpegReaderKernels } from './jpeg-reader-kernels.ts';

/**
 * Decodes a JPEG, or a part of it, as stored, in sRGB. Baseline images are read here, in a third of the time that a
 * platform's decoder and its canvas take; the platform decodes all others, and what makes no sense here. The pixels are
 * the same. Colors are converted in core, except from CMYK and by lookup tables.
 *
 * @param bytes may be moved away
 * @param part inside the image; all of it by default
 * @throws CancelledError, and the platform's errors
 */
export async function decodeJpeg(
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
  part: PixelRect = { x: 0, y: 0, width, height },
): Promise<Raster> {
  const byPlatform = async (whole: Uint8Array<ArrayBuffer>) => {
    const raster = await platform.images.decode(withoutOrientation(whole), 'image/jpeg');
    if (raster.width !== width || raster.height !== height) return raster;
    return crop(raster, {
      topX: part.x,
      topY: part.y,
      bottomX: part.x + part.width,
      bottomY: part.y + part.height,
    });
  };
  const channels = readJpegHeader(bytes)?.channels ?? 0;
  const icc = channels <= 3 ? jpegProfile(bytes) : undefined;
  const profile = icc && foreignProfile(icc, channels);
  if (channels > 3 || (profile && !profile.conversion)) return byPlatform(bytes);
  const raster = await decodeStored(withoutProfile(bytes));
  if (!profile) return raster;
  return (await import('../codecs/profile.ts')).convertFromProfile(raster, profile, { platform, signal });

  async function decodeStored(stored: Uint8Array<ArrayBuffer>): Promise<Raster> {
    const frame = readJpegFrame(stored);
    if (!frame || !(await loadJpegReaderKernels())) return byPlatform(stored);
    const read = await platform.workers.run(
      'read-jpeg',
      { bytes: stored, frame, part },
      // A pixel takes so little that the file counts and not they.
      { signal, transfer: [stored.buffer], workBytes: stored.length },
    );
    return 'bytes' in read ? byPlatform(read.bytes) : wrapRaster(read.width, read.height, read.data);
  }
}
