import { Unzlib, zlibSync } from 'fflate';
import { ascii, letters, viewOf } from '../../base/bytes.ts';
import { MAX_PROFILE_BYTES } from '../../base/limits.ts';
import { type Raster, wrapRaster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { readBmpLayout } from '../bmp/bmp-layout.ts';
import { encodeImage } from './encode.ts';
import type { PictureFormat } from './image-header.ts';
import { crc32, pngChunks } from './png.ts';
import { riffChunks } from './webp.ts';

/**
 * The ICC profile of a PNG, WebP or BMP whose colours are other than sRGB's, or `undefined`. Only
 * profiles of RGB pictures count: the codecs give gray ones as RGB.
 */
export function foreignProfile(bytes: Uint8Array, format: PictureFormat): Uint8Array | undefined {
  try {
    const profile = profileReaders[format]?.(bytes);
    return profile && isRgb(profile) && !isSrgb(profile) ? profile : undefined;
  } catch {
    // A profile that cannot be read is as if there were none: the pixels are sound.
    return undefined;
  }
}

const profileReaders: Partial<Record<PictureFormat, (bytes: Uint8Array) => Uint8Array | undefined>> = {
  png: pngProfile,
  webp: webpProfile,
  bmp: (bytes) => readBmpLayout(bytes)?.profile,
};

/** PNG 3, 11.3.2.3: a name of up to 79 bytes, a null byte, a compression method, zlib data. */
function pngProfile(bytes: Uint8Array): Uint8Array | undefined {
  for (const { type, start, end } of pngChunks(bytes)) {
    if (type === 'IDAT') return undefined;
    if (type !== 'iCCP') continue;
    const nameEnd = bytes.subarray(start, Math.min(end, start + 80)).indexOf(0);
    return nameEnd < 1 ? undefined : inflate(bytes.subarray(start + nameEnd + 2, end));
  }
  return undefined;
}

/** What is pushed at a time: deflate packs up to 1,032 bytes into one. */
const PUSHED_BYTES = 1024;

/** @throws where the data is damaged, or is more than `MAX_PROFILE_BYTES` */
function inflate(packed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const stream = new Unzlib((part, final) => {
    length += part.length;
    if (length > MAX_PROFILE_BYTES) throw new RangeError('The profile is too large');
    parts.push(part);
    isWhole = final;
  });
  for (let at = 0; at < packed.length; at += PUSHED_BYTES)
    stream.push(packed.subarray(at, at + PUSHED_BYTES), at + PUSHED_BYTES >= packed.length);
  if (!isWhole) throw new RangeError('The profile is cut off');
  const profile = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    profile.set(part, at);
    at += part.length;
  }
  return profile;
}

function webpProfile(bytes: Uint8Array): Uint8Array | undefined {
  for (const { type, start, end } of riffChunks(bytes))
    if (type === 'ICCP') return end - start > MAX_PROFILE_BYTES ? undefined : bytes.subarray(start, end);
  return undefined;
}

/** ICC.1:2022, 7.2.6: the colour space of the data. */
const isRgb = (profile: Uint8Array): boolean => ascii(profile, 16, 4) === 'RGB ';

/** By its description, which is ASCII or UTF-16 as the profile's version has it. */
function isSrgb(profile: Uint8Array): boolean {
  const name = letters('sRGB');
  let matched = 0;
  for (const byte of profile) {
    if (byte === 0) continue;
    matched = byte === name[matched] ? matched + 1 : byte === name[0] ? 1 : 0;
    if (matched === name.length) return true;
  }
  return false;
}

/**
 * The picture in sRGB. The platform's decoder knows profiles but loses translucent colours, so it
 * is given the picture opaque, and alpha is put back afterwards.
 */
export async function convertFromProfile(
  raster: Raster,
  profile: Uint8Array,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  const { width, height } = raster;
  const opaque = raster.data.slice();
  for (let index = 3; index < opaque.length; index += 4) opaque[index] = 255;
  const png = await encodeImage(wrapRaster(width, height, opaque), { format: 'png' }, context);
  const { data } = await context.platform.images.decode(withProfile(png, profile), 'image/png');
  for (let index = 3; index < data.length; index += 4) data[index] = raster.data[index] as number;
  return wrapRaster(width, height, data);
}

/** Where a PNG's first chunk, the header, ends. */
const HEADER_END = 33;

function withProfile(png: Uint8Array, profile: Uint8Array): Uint8Array<ArrayBuffer> {
  // 'iCCP', the name 'p', its null byte, method 0, then the data.
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
