import type { ImageFormat } from './encode.ts';
import type { PictureFormat } from './image-header.ts';

/** Output format by source format: the source format if Fudebako can encode it. */
export const writtenAs: Readonly<Record<PictureFormat, ImageFormat>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'png',
  bmp: 'png',
  heic: 'png',
  svg: 'png',
};
