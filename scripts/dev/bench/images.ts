import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileFromBytes } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { type CutOf, decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import type { Platform } from '#core/platform/platform.ts';
import { nodeImages } from '../../platform/images.ts';
import { type PhotoSize, photo, photoSizes } from './photos.ts';

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
