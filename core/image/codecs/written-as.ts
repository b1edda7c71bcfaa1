import type { ImageFormat } from './encode.ts';
import type { PictureFormat } from './image-header.ts';

/** The format that a picture is written in where nothing asks for one: its source's own, if it can be written. */
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
