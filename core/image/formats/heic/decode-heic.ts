import type { Damage } from '../../../base/damage.ts';
import { type Raster, wrapRaster } from '../../../base/raster.ts';
import type { OperationContext } from '../../../platform/context.ts';
import { foreignProfile } from '../../color/icc-profile.ts';
import { crop } from '../../crop.ts';
import { convertToSrgb, copyProfile } from '../convert-to-srgb.ts';
import { colorOf, hasRegularPrimary, readHeicLayout } from '../heif/layout.ts';
import { readHeicImages } from './heic-images.ts';

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
  const { sequence } = readHeicImages(bytes, layout);
  const { profile, isKnown } = colorOf(bytes, layout.properties);
  // An ICC profile takes precedence over the color codes of an `nclx` box, even if the profile can't be read.
  const icc = copyProfile(profile);
  const foreign = icc && foreignProfile(icc, sequence.isMonochrome ? 1 : 3);
  const { width, height } = layout.size;
  // Omits `workBytes` so that small images use workers too: a worker can be terminated if damage keeps the decoder busy.
  const decoded = await context.platform.workers.run(
    'decode-pixels',
    { format: 'heic', bytes, hasProfile: profile !== undefined },
    { signal: context.signal, transfer: [bytes.buffer] },
  );
  if (decoded.width !== width || decoded.height !== height) throw new RangeError('The image has another size');
  const { aperture: rect } = layout;
  const whole = wrapRaster(width, height, decoded.data);
  const raster = rect
    ? crop(whole, { topX: rect.x, topY: rect.y, bottomX: rect.x + rect.width, bottomY: rect.y + rect.height })
    : whole;
  const isRegular = layout.isInOrder && isKnown && hasRegularPrimary(layout);
  return {
    ...(foreign ? await convertToSrgb(raster, foreign, context) : raster),
    damage: decoded.damage ?? (isRegular ? undefined : 'warning'),
  };
}
