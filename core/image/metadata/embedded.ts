/** What stands beside the pixels of a file. */
export interface Embedded {
  /** An ICC profile that describes the pixels. */
  readonly profile?: Uint8Array | undefined;
  /** An Exif block, from its TIFF header on. */
  readonly exif?: Uint8Array | undefined;
}
