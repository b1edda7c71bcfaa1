import type { Damage } from '../../base/damage.ts';
import { FudebakoError } from '../../base/errors.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { foreignProfile } from '../color/icc-profile.ts';
import { crop } from '../crop.ts';
import { colorOf, hasRegularPrimary, readHeicLayout } from './avif-layout.ts';
import { readHeicImages } from './heic-images.ts';
import { convertToSrgb, embeddedProfile } from './profile.ts';

/**
 * Decodes a HEIC to sRGB, cropped by `clap` but not rotated. Never uses the platform's decoder, so that page and
 * command give equal pixels. Refuses truncated files.
 * @throws FudebakoError `imageLoad`, `imageFormat`, `imageTooLarge`, `imageTooLong`, `imageWork`; RangeError;
 * CancelledError
 */
export async function decodeHeic(
  bytes: Uint8Array<ArrayBuffer>,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster & { readonly damage?: Damage | undefined }> {
  const layout = readHeicLayout(bytes);
  const { sequence, hasManySlices } = readHeicImages(bytes, layout);
  const { profile, isKnown } = colorOf(bytes, layout.properties);
  // An ICC profile takes precedence over the color codes of an `nclx` box, even if the profile can't be read.
  const icc = profile && embeddedProfile(bytes, 'heic');
  const foreign = icc && foreignProfile(icc, sequence.isMonochrome ? 1 : 3);
  const { width, height } = layout.size;
  const { workers } = context.platform;
  const { signal } = context;
  const copy = bytes.slice();
  // Checks the slices while another worker decodes. Omits `workBytes` so that small images use workers too: a worker
  // can be terminated if damage keeps the decoder busy.
  const checking = workers.run('check-heic', { bytes: copy }, { signal, transfer: [copy.buffer] });
  // Slices that don't overlap and cover the image once are as much work as one slice.
  if (hasManySlices) {
    const { isDamaged, isChecked } = await checking;
    if (isDamaged || !isChecked) throw new FudebakoError('imageWork');
  }
  const [check, pixels] = await Promise.allSettled([
    checking,
    workers.run(
      'decode-pixels',
      { format: 'heic', bytes, hasProfile: profile !== undefined },
      { signal, transfer: [bytes.buffer] },
    ),
  ]);
  if (pixels.status === 'rejected') throw pixels.reason;
  if (check.status === 'rejected') throw check.reason;
  const decoded = pixels.value;
  if (decoded.width !== width || decoded.height !== height) throw new RangeError('The image has another size');
  const { aperture: rect } = layout;
  const whole = wrapRaster(width, height, decoded.data);
  const raster = rect
    ? crop(whole, { topX: rect.x, topY: rect.y, bottomX: rect.x + rect.width, bottomY: rect.y + rect.height })
    : whole;
  const isRegular = layout.isInOrder && isKnown && hasRegularPrimary(layout);
  return {
    ...(foreign ? await convertToSrgb(raster, foreign, context) : raster),
    damage: check.value.isDamaged ? 'error' : (decoded.damage ?? (isRegular ? undefined : 'warning')),
  };
}
