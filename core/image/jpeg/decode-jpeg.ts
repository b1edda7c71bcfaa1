import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { withoutOrientation } from '../codecs/jpeg.ts';
import { crop, type PixelRect } from '../crop.ts';
import { readJpegFrame } from './jpeg-frame.ts';
import { hasForeignProfile } from './jpeg-profile.ts';
import { loadJpegReaderKernels } from './jpeg-reader-kernels.ts';

/**
 * A JPEG's pixels as stored, or a part of them: only that is made then. Baseline pictures in sRGB are read here, a
 * third of the work that a platform's decoder and its canvas take; all others, and what makes no sense here, is the
 * platform's. The pixels are the same.
 *
 * @param bytes may be moved away
 * @param part inside the picture; all of it by default
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
  const frame = hasForeignProfile(bytes) ? undefined : readJpegFrame(bytes);
  if (!frame || !(await loadJpegReaderKernels())) return byPlatform(bytes);
  const read = await platform.workers.run(
    'read-jpeg',
    { bytes, frame, part },
    // A pixel takes so little that the file counts and not they.
    { signal, transfer: [bytes.buffer], workBytes: bytes.length },
  );
  return 'bytes' in read ? byPlatform(read.bytes) : wrapRaster(read.width, read.height, read.data);
}
