import { zlibSync } from 'fflate';
import { joinBytes } from '../../base/bytes.ts';
import { MAX_PROFILE_BYTES } from '../../base/limits.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { ForeignColors } from '../color/color-conversion.ts';
import { pngChunk } from './png/png-chunks.ts';

/** Returns a copy of an ICC profile, because decoding transfers the file's bytes to a worker; not of a too large one. */
export const copyProfile = (profile: Uint8Array | undefined): Uint8Array | undefined =>
  profile && profile.length <= MAX_PROFILE_BYTES ? profile.slice() : undefined;

/**
 * Converts pixels from other colors to sRGB. The platform converts profiles with lookup tables, core all others. The
 * platform gets an opaque image, because decoders lose colors at low alpha. `raster` may be transferred.
 */
export async function convertToSrgb(
  raster: Raster,
  colors: ForeignColors,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  const { platform, signal } = context;
  const { width, height } = raster;
  if (colors.conversion) {
    const { conversion } = colors;
    const input = { width, height, data: raster.data, conversion };
    const options = { signal, transfer: [raster.data.buffer], workBytes: raster.data.length };
    return wrapRaster(width, height, (await platform.workers.run('convert-colors', input, options)).data);
  }
  const opaque = raster.data.slice();
  for (let index = 3; index < opaque.length; index += 4) opaque[index] = 255;
  const { encodePng } = await import('./png/encode-png.ts');
  const png = await encodePng(wrapRaster(width, height, opaque), {}, context);
  const { data } = await platform.images.decode(withProfile(png, colors.icc), 'image/png');
  for (let index = 3; index < data.length; index += 4) data[index] = raster.data[index] as number;
  return wrapRaster(width, height, data);
}

/** File offset after the signature and the IHDR chunk of a PNG. */
const HEADER_END = 33;

/** Adds an iCCP chunk: profile name `p`, zero byte, compression method 0, compressed profile (PNG 3, 11.3.2.3). */
const withProfile = (png: Uint8Array, profile: Uint8Array): Uint8Array<ArrayBuffer> =>
  joinBytes(
    png.subarray(0, HEADER_END),
    pngChunk('iCCP', joinBytes([0x70, 0, 0], zlibSync(profile))),
    png.subarray(HEADER_END),
  );
