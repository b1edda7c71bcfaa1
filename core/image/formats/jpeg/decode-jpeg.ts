import { refuseDamage } from '../../../base/damage.ts';
import { wrapRaster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { OperationContext } from '../../../platform/context.ts';
import { foreignProfile } from '../../color/icc-profile.ts';
import { crop, type PixelRect } from '../../crop.ts';
import type { DecodedPixels } from '../image-format.ts';
import { readJpegFrame } from './jpeg-frame.ts';
import { jpegProfile, withoutProfile } from './jpeg-profile.ts';
import { loadJpegReaderKernels } from './jpeg-reader-kernels.ts';
import { readJpegHeader, withoutOrientation } from './jpeg-segments.ts';

/**
 * Decodes a JPEG, or a part, to sRGB without applying orientation. Reports damage in the whole file. Kernels decode
 * undamaged baseline images, three times as fast as the platform's decoder, which decodes other images after a check.
 * Core converts colors, except for CMYK images and profiles with lookup tables. May transfer `bytes`.
 * @param part rectangle inside the image; by default the whole image
 * @throws FudebakoError `imageLoad`; CancelledError; the platform's errors
 */
export async function decodeJpeg(
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  { platform, signal, failOn }: Pick<OperationContext, 'platform' | 'signal' | 'failOn'>,
  part: PixelRect = { x: 0, y: 0, width, height },
): Promise<DecodedPixels> {
  const channels = readJpegHeader(bytes)?.channels ?? 0;
  const icc = channels <= 3 ? jpegProfile(bytes) : undefined;
  const profile = icc && foreignProfile(icc, channels);
  const convertsHere = channels <= 3 && (!profile || profile.conversion !== undefined);
  const stored = await decodeStored(convertsHere ? withoutProfile(bytes) : bytes);
  if (!profile || !convertsHere) return stored;
  const { convertToSrgb } = await import('../convert-to-srgb.ts');
  return { ...(await convertToSrgb(stored, profile, { platform, signal })), damage: stored.damage };

  async function decodeStored(file: Uint8Array<ArrayBuffer>) {
    let whole = file;
    // Estimates the work by the file's size, which determines decoding time more than the number of pixels.
    const options = () => ({ signal, transfer: [whole.buffer], workBytes: whole.length });
    const frame = convertsHere ? readJpegFrame(whole) : undefined;
    if (frame && (await loadJpegReaderKernels())) {
      const read = await platform.workers.run('read-jpeg', { bytes: whole, frame, part }, options());
      if (!('bytes' in read)) return { ...wrapRaster(read.width, read.height, read.data), damage: undefined };
      whole = read.bytes;
    }
    const { bytes: checked, damage } = await platform.workers.run(
      'check-jpeg',
      { bytes: whole, width, height },
      options(),
    );
    refuseDamage(damage, failOn);
    const raster = await platform.images.decode(withoutOrientation(checked), 'image/jpeg');
    if (raster.width !== width || raster.height !== height) return { ...raster, damage };
    const corners = { topX: part.x, topY: part.y, bottomX: part.x + part.width, bottomY: part.y + part.height };
    return { ...crop(raster, corners), damage };
  }
}
