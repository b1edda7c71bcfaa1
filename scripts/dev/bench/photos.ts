import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileFromBytes } from '#core/base/files.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { type CutOf, decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import type { Platform } from '#core/platform/platform.ts';
import { nodeImages } from '../../platform/images.ts';

/** Photo sizes in megapixels that are common for cameras. */
export const photoSizes = {
  '1 MP': { width: 1200, height: 800 },
  '12 MP': { width: 4000, height: 3000 },
  '24 MP': { width: 6000, height: 4000 },
} as const;

export type PhotoSize = keyof typeof photoSizes;

const photos = new Map<PhotoSize, Raster>();

/** Generates an opaque photo that is identical in every run. Codecs take about as long as for a real photo. */
export function photo(size: PhotoSize): Raster {
  const made = photos.get(size) ?? paintPhoto(photoSizes[size]);
  photos.set(size, made);
  return made;
}

export function cutOutPhoto(size: PhotoSize): Raster {
  const { width, height, data } = photo(size);
  const result: Raster = { width, height, data: data.slice() };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromCentre = Math.hypot((2 * x) / width - 1, (2 * y) / height - 1);
      result.data[(y * width + x) * 4 + 3] = (1 - fromCentre) * 600;
    }
  return result;
}

/** Generates the same photo as `photo` in another size. */
export function paintPhoto({ width, height }: { readonly width: number; readonly height: number }): Raster {
  const raster = createRaster(width, height);
  const { data } = raster;
  const shapes = [waves(1 / 900), waves(1 / 170), waves(1 / 40)] as const;
  let grain = 1;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      grain = (Math.imul(grain, 1664525) + 1013904223) >>> 0;
      const noise = (grain >>> 24) / 16 - 8;
      const light = 110 + 60 * shapes[0](x, y) + 30 * shapes[1](x, y) + 12 * shapes[2](x, y);
      const edge = shapes[0](y, x) > 0.3 ? 40 : 0;
      data[at] = light + edge + noise;
      data[at + 1] = light + noise + 20 * shapes[1](y, x);
      data[at + 2] = light - edge / 2 + noise + 60 * (y / height - 0.5);
      data[at + 3] = 255;
    }
  return raster;
}

/** Returns a smooth pattern between −1 and 1 with a period of about `1 / frequency` pixels. */
function waves(frequency: number): (x: number, y: number) => number {
  const table = Float32Array.from({ length: 4096 }, (_, index) => Math.sin((index / 4096) * 2 * Math.PI));
  const steps = frequency * 4096;
  return (x, y) =>
    ((table[((x + 0.6 * y) * steps) & 4095] as number) + (table[((y - 0.4 * x) * steps * 1.3) & 4095] as number)) / 2;
}

export const JPEG_QUALITY = 95;

export interface PhotoFile {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

const sample = resolve(import.meta.dirname, '../../../../shared/samples/images/photo-10mp-nikon-d80.jpg');

/** Synthetic photos, and a real photo if the sample files exist. */
export const photoFiles: readonly PhotoFile[] = [
  ...(Object.keys(photoSizes) as PhotoSize[]).map((size) => ({
    name: size,
    ...photoSizes[size],
    read: () => nodeImages.encodeJpeg(photo(size), JPEG_QUALITY / 100),
  })),
  ...(existsSync(sample)
    ? [
        {
          name: '10 MP camera photo',
          width: 3872,
          height: 2592,
          read: async () => new Uint8Array(await readFile(sample)),
        },
      ]
    : []),
];

export async function throughFudebako(
  bytes: Uint8Array<ArrayBuffer>,
  format: ImageEncoding['format'],
  platform: Platform,
  change: (image: Raster) => Raster | Promise<Raster> = (image) => image,
  cut?: CutOf,
): Promise<Uint8Array> {
  const { raster } = await decodeImage(fileFromBytes('photo.jpg', bytes), { platform }, cut);
  return encodeImage(await change(raster), { format, quality: JPEG_QUALITY / 100 }, { platform });
}
