import type { OutputFormat } from './formats.ts';
import type { PictureFormat } from './image-header.ts';

/** Output format by source format: the source format if Fudebako can encode it, else PNG. */
export const writtenAs: Readonly<Record<PictureFormat, OutputFormat>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
  bmp: 'png',
  heic: 'png',
  tiff: 'png',
  svg: 'png',
};
