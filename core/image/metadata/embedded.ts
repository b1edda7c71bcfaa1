import type { Density } from './density.ts';

export interface Embedded {
  readonly profile?: Uint8Array | undefined;
  /** Bytes of Exif metadata, starting at the TIFF header. */
  readonly exif?: Uint8Array | undefined;
  /** XMP packet in UTF-8. */
  readonly xmp?: Uint8Array | undefined;
  readonly density?: Density | undefined;
}

/** Returns a part of a file; `undefined` if the part exceeds the file. */
export const pieceOf = (bytes: Uint8Array, start: number, end: number): Uint8Array | undefined =>
  start <= end && end <= bytes.length ? bytes.subarray(start, end) : undefined;

/** Metadata of a JPEG that affects how pixels look. If this object is passed, the ICC profile is preserved too. */
export interface PreservedMetadata {
  readonly orientation: number;
}

/** Bytes that `shortened` cuts off: more than encoders add as padding, less than a word of a text. */
export const CUT_BYTES = 8;
