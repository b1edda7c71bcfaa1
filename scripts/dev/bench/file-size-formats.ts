import type { Sharp } from 'sharp';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';

interface LossyFormat {
  readonly name: string;
  readonly encoding: ImageEncoding;
  /** Name of sharp's call in the table. */
  readonly sharp: string;
  encodeBySharp(image: Sharp, quality: number): Sharp;
}

interface LosslessFormat extends Omit<LossyFormat, 'encodeBySharp'> {
  encodeBySharp(image: Sharp): Sharp;
}

/** Both programs use the same chroma subsampling, because the SSIM of luma ignores chroma. */
export const lossyFormats: readonly LossyFormat[] = [
  {
    name: 'JPEG',
    encoding: { format: 'jpg' },
    sharp: 'jpeg()',
    encodeBySharp: (image, quality) => image.jpeg({ quality }),
  },
  {
    name: 'JPEG, progressive',
    encoding: { format: 'jpg', progressive: true },
    sharp: 'jpeg({ progressive: true })',
    encodeBySharp: (image, quality) => image.jpeg({ quality, progressive: true }),
  },
  {
    name: 'JPEG, smaller',
    encoding: { format: 'jpg', smaller: true },
    sharp: 'jpeg({ mozjpeg: true })',
    encodeBySharp: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
  },
  {
    name: 'WebP',
    encoding: { format: 'webp' },
    sharp: 'webp()',
    encodeBySharp: (image, quality) => image.webp({ quality }),
  },
  {
    name: 'AVIF, 4:2:0',
    encoding: { format: 'avif' },
    sharp: "avif({ chromaSubsampling: '4:2:0' })",
    encodeBySharp: (image, quality) => image.avif({ quality, chromaSubsampling: '4:2:0' }),
  },
  {
    name: 'AVIF, 4:4:4',
    encoding: { format: 'avif', chroma: '4:4:4' },
    sharp: 'avif()',
    encodeBySharp: (image, quality) => image.avif({ quality }),
  },
];

export const losslessFormats: readonly LosslessFormat[] = [
  {
    name: 'PNG',
    encoding: { format: 'png', compression: 6 },
    sharp: 'png({ compressionLevel: 9, adaptiveFiltering: true })',
    encodeBySharp: (image) => image.png({ compressionLevel: 9, adaptiveFiltering: true }),
  },
  {
    name: 'WebP, lossless',
    encoding: { format: 'webp', lossless: true },
    sharp: 'webp({ lossless: true })',
    encodeBySharp: (image) => image.webp({ lossless: true }),
  },
];
