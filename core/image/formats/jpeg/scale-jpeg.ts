import type { Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { OperationContext } from '../../../platform/context.ts';
import { foreignProfile } from '../../color/icc-profile.ts';
import type { PixelRect } from '../../crop.ts';
import { applyOrientation, storedRect, turnedSize } from '../../orientation.ts';
import type { FileHeader } from '../image-format.ts';
import { readJpegFrame } from './jpeg-frame.ts';
import { jpegProfile, withoutProfile } from './jpeg-profile.ts';
import { jpegReduction } from './jpeg-reduction.ts';

type Context = Pick<OperationContext, 'platform' | 'signal'>;

/**
 * Decodes a part of a JPEG and scales it row by row, so memory doesn't depend on the file's height. Decodes at a
 * reduced resolution for small results (`jpegReduction`). May transfer `bytes`. Throws CancelledError.
 * @param part rectangle inside the image with orientation applied; the result has its orientation applied, too
 * @returns `undefined` for damage, a color profile, or a JPEG that the kernels can't read; at full resolution also for
 * a turned image, because rows and columns round differently
 */
export async function decodeScaledJpeg(
  bytes: Uint8Array<ArrayBuffer>,
  { orientation, channels, width, height }: FileHeader,
  part: PixelRect,
  size: Size,
  { platform, signal }: Context,
): Promise<Raster | undefined> {
  if (orientation !== 1 && jpegReduction(part, size) === 1) return undefined;
  const icc = jpegProfile(bytes);
  if (icc && foreignProfile(icc, channels)) return undefined;
  const file = withoutProfile(bytes);
  const frame = readJpegFrame(file);
  if (!frame) return undefined;
  const stored = { width, height };
  const read = await platform.workers.run(
    'read-jpeg',
    { bytes: file, frame, part: storedRect(part, orientation, stored), size: turnedSize(size, orientation) },
    { signal, transfer: [file.buffer], workBytes: file.length },
  );
  return 'bytes' in read ? undefined : applyOrientation(read, orientation);
}
