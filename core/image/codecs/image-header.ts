import type { Orientation } from './orientation.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'avif' | 'heic' | 'svg';

export interface ImageHeader {
  readonly format: PictureFormat;
  /** Stored width; orientations 5 to 8 swap width and height. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** True if Exif is unreadable, so the orientation may be wrong. */
  readonly hasDamagedExif?: boolean;
  readonly bitDepth: number;
  /** Stored channels: 1 gray, 3 color, 4 color with alpha or CMYK. */
  readonly channels: number;
  /** False only if every pixel is opaque. */
  readonly mayHaveAlpha: boolean;
  readonly hasProfile: boolean;
  readonly animated: boolean;
}
