export interface Embedded {
  readonly profile?: Uint8Array | undefined;
  /** Bytes of Exif metadata, starting at the TIFF header. */
  readonly exif?: Uint8Array | undefined;
}
