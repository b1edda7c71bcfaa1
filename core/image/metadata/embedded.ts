import type { Density } from './density.ts';

export interface Embedded {
  readonly profile?: Uint8Array | undefined;
  /** Bytes of Exif metadata, starting at the TIFF header. */
  readonly exif?: Uint8Array | undefined;
  /** XMP packet in UTF-8. */
  readonly xmp?: Uint8Array | undefined;
  readonly density?: Density | undefined;
}
