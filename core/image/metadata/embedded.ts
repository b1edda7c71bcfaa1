export interface Embedded {
  readonly profile?: Uint8Array | undefined;
  /** Exif, starting at its TIFF header. */
  readonly exif?: Uint8Array | undefined;
}
