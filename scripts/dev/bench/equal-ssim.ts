import { resolve } from 'node:path';
import sharp from 'sharp';
import type { Raster } from '#core/base/raster.ts';
import { lumaOf, ssim } from './ssim.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const SAMPLES = resolve(ROOT, '../shared/samples/images');

/** Photos, each with a width to which it is scaled down. Otherwise, the photos' JPEG artifacts would favor JPEG. */
export const PHOTOS = [
  ['photo-10mp-nikon-d80.jpg', 800],
  ['photo-12mp-pixel8-ultrahdr.jpg', 800],
  ['photo-london-1020x768.jpg', 800],
  ['progressive-tower.jpg', 400],
  ['exif-orientation-1.jpg', 450],
] as const;

export interface Sample {
  readonly raster: Raster;
  readonly luma: Float64Array;
}

/** SSIM and size of an image that was encoded with a quality. */
export interface Point {
  readonly quality: number;
  readonly ssim: number;
  readonly bytes: number;
}

/** Reads a file as opaque pixels, at most `width` pixels wide. */
export async function openOpaque(path: string, width: number): Promise<Raster> {
  const { data, info } = await sharp(path)
    .flatten({ background: '#ffffff' })
    .resize({ width, withoutEnlargement: true })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

export async function openPhoto(name: string, width: number): Promise<Sample> {
  const raster = await openOpaque(resolve(SAMPLES, name), width);
  return { raster, luma: lumaOf(raster.data) };
}

export async function pointOf({ raster, luma }: Sample, quality: number, bytes: Uint8Array): Promise<Point> {
  const decoded = await sharp(bytes).ensureAlpha().raw().toBuffer();
  return { quality, ssim: ssim(luma, lumaOf(decoded), raster.width, raster.height), bytes: bytes.length };
}

/** Returns the quality and file size that reach an SSIM, interpolated linearly between two measurements. */
export function interpolate(below: Point, above: Point, wanted: number): Pick<Point, 'quality' | 'bytes'> {
  const share = above.ssim === below.ssim ? 0 : (wanted - below.ssim) / (above.ssim - below.ssim);
  const between = (from: number, to: number) => from + share * (to - from);
  return { quality: between(below.quality, above.quality), bytes: between(below.bytes, above.bytes) };
}
