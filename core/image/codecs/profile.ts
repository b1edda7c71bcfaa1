import { zlibSync } from 'fflate';
import { viewOf } from '../../base/bytes.ts';
import { MAX_PROFILE_BYTES } from '../../base/limits.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { ForeignColors } from '../color/color-conversion.ts';
import { readBmpLayout } from '../formats/bmp/bmp-layout.ts';
import { colorOf, readAvifLayout, readHeicLayout } from '../formats/heif/layout.ts';
import { crc32 } from '../formats/png/png-chunks.ts';
import { pngProfile } from '../formats/png/png-colors.ts';
import { tiffProfile } from '../formats/tiff/tiff-header.ts';
import type { PictureFormat } from './image-header.ts';
import { riffChunks } from './webp.ts';

/** Returns a copy of the ICC profile in an image file; `undefined` for a missing, damaged or too large profile. */
export function embeddedProfile(bytes: Uint8Array, format: PictureFormat): Uint8Array | undefined {
  try {
    const profile = profileReaders[format]?.(bytes);
    // Copies the ICC profile, because decoding transfers the file's bytes to a worker.
    return profile && profile.length <= MAX_PROFILE_BYTES ? profile.slice() : undefined;
  } catch {
    // Ignores a damaged ICC profile, because the pixels can be decoded without a profile.
    return undefined;
  }
}

const profileReaders: Partial<Record<PictureFormat, (bytes: Uint8Array) => Uint8Array | undefined>> = {
  png: pngProfile,
  webp: webpProfile,
  avif: (bytes) => colorOf(bytes, readAvifLayout(bytes).properties).profile,
  heic: (bytes) => colorOf(bytes, readHeicLayout(bytes).properties).profile,
  tiff: tiffProfile,
  bmp: (bytes) => readBmpLayout(bytes)?.profile,
};

function webpProfile(bytes: Uint8Array): Uint8Array | undefined {
  for (const { type, start, end } of riffChunks(bytes)) if (type === 'ICCP') return bytes.subarray(start, end);
  return undefined;
}

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
  const { encodePng } = await import('../formats/png/encode-png.ts');
  const png = await encodePng(wrapRaster(width, height, opaque), {}, context);
  const { data } = await platform.images.decode(withProfile(png, colors.icc), 'image/png');
  for (let index = 3; index < data.length; index += 4) data[index] = raster.data[index] as number;
  return wrapRaster(width, height, data);
}

/** File offset after the signature and the IHDR chunk of a PNG. */
const HEADER_END = 33;

function withProfile(png: Uint8Array, profile: Uint8Array): Uint8Array<ArrayBuffer> {
  // Start of a PNG's iCCP chunk: type, profile name `p`, zero byte, compression method 0 (PNG 3, 11.3.2.3).
  const head = [0x69, 0x43, 0x43, 0x50, 0x70, 0, 0];
  const packed = zlibSync(profile);
  const content = new Uint8Array(head.length + packed.length);
  content.set(head);
  content.set(packed, head.length);
  const result = new Uint8Array(png.length + content.length + 8);
  result.set(png.subarray(0, HEADER_END));
  const view = viewOf(result);
  view.setUint32(HEADER_END, content.length - 4);
  result.set(content, HEADER_END + 4);
  view.setUint32(HEADER_END + 4 + content.length, crc32(content));
  result.set(png.subarray(HEADER_END), HEADER_END + 8 + content.length);
  return result;
}
