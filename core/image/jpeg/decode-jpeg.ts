import { type Damage, refuseDamage } from '../../base/damage.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { withoutOrientation } from '../codecs/jpeg.ts';
import { crop, type PixelRect } from '../crop.ts';
import { readJpegFrame } from './jpeg-frame.ts';
import { hasForeignProfile } from './jpeg-profile.ts';
import { loadJpegReaderKernels } from './jpeg-reader-kernels.ts';

/**
 * Returns a JPEG's pixels as stored, or a part of them, and the file's damage. Baseline images in sRGB are decoded here, in
 * a third of the time that a platform's decoder and its canvas take. All other images, and all with damage, are decoded
 * by the platform, which conceals damage: `check-jpeg` looks for it before. The pixels are the same.
 *
 * Damage outside the part counts: a file gets the same answer whatever is cut out of it. Below the part, codes are decoded
 * and pixels are not made.
 *
 * @param bytes may be moved away
 * @param part inside the image; all of it by default
 * @throws FudebakoError `imageLoad`; CancelledError; the platform's errors
 */
export async function decodeJpeg(
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  { platform, signal, failOn }: Pick<OperationContext, 'platform' | 'signal' | 'failOn'>,
  part: PixelRect = { x: 0, y: 0, width, height },
): Promise<{ readonly raster: Raster; readonly damage: Damage | undefined }> {
  let whole = bytes;
  // A pixel takes so little that the file counts and not they.
  const options = () => ({ signal, transfer: [whole.buffer], workBytes: whole.length });
  const frame = hasForeignProfile(whole) ? undefined : readJpegFrame(whole);
  if (frame && (await loadJpegReaderKernels())) {
    const read = await platform.workers.run('read-jpeg', { bytes: whole, frame, part }, options());
    if (!('bytes' in read)) return { raster: wrapRaster(read.width, read.height, read.data), damage: undefined };
    whole = read.bytes;
  }
  const { bytes: checked, damage } = await platform.workers.run(
    'check-jpeg',
    { bytes: whole, width, height },
    options(),
  );
  refuseDamage(damage, failOn);
  const raster = await platform.images.decode(withoutOrientation(checked), 'image/jpeg');
  if (raster.width !== width || raster.height !== height) return { raster, damage };
  const corners = { topX: part.x, topY: part.y, bottomX: part.x + part.width, bottomY: part.y + part.height };
  return { raster: crop(raster, corners), damage };
}
