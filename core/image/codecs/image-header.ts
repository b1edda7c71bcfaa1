import type { Orientation } from '../orientation.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'avif' | 'heic' | 'tiff' | 'svg';

/** A format's name in results and flags, which is the name of the output format. */
export type FormatName = Exclude<PictureFormat, 'jpeg'> | 'jpg';

export const formatName = (format: PictureFormat): FormatName => (format === 'jpeg' ? 'jpg' : format);

export interface ImageHeader {
  readonly format: PictureFormat;
  /** Width of the stored pixels. Exif orientations 5 to 8 swap width and height. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly hasDamagedExif?: boolean;
  readonly bitDepth: number;
  /** Number of stored channels: 1 for gray, 3 for color, 4 for CMYK or color with alpha. */
  readonly channels: number;
  /** False only if it is certain that every pixel is opaque. */
  readonly mayHaveAlpha: boolean;
  readonly hasProfile: boolean;
  readonly animated: boolean;
  /** TIFF only: number of pages, if there are several. Only the first page is decoded. */
  readonly pages?: number;
}
