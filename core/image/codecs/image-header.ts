import type { Orientation } from './orientation.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'avif' | 'heic' | 'svg';

/** What a picture's first bytes say of it, before anything is decoded. */
export interface ImageHeader {
  readonly format: PictureFormat;
  /** In pixels, as stored: an orientation of 5 to 8 exchanges them. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Exif is there and can't be read, so that the orientation may be another. */
  readonly hasDamagedExif?: boolean;
  /** Bits a channel. */
  readonly bitDepth: number;
  /** As stored: 1 gray, 3 colour, 4 colour and alpha or CMYK. */
  readonly channels: number;
  /** False promises that every pixel is opaque. */
  readonly mayHaveAlpha: boolean;
  /** An ICC profile is embedded. */
  readonly hasProfile: boolean;
  readonly animated: boolean;
}
