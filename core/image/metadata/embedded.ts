export interface Embedded {
  readonly profile?: Uint8Array | undefined;
  /** Exif block from its TIFF header on. */
  readonly exif?: Uint8Array | undefined;
}
