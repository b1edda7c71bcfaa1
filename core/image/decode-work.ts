import { FudebakoError } from '../base/errors.ts';
import type { Size } from '../geometry/point.ts';

/**
 * Limits on the work of decoding, which is known from headers before any pixel is decoded. Work may be at most `times`
 * the sum of the image's pixels and the file's bytes, plus `free`. Undamaged files need a fraction of these limits.
 */
const WORK_LIMITS = {
  /** Pixels of HEVC pictures and AV1 frames, hidden ones included. An image with alpha and layers needs up to 8. */
  codedPixels: { times: 8, free: 2 ** 24 },
  /** Pixels of HEVC slices, each as large as its picture, because slices may overlap. Encoders write a few, or one a row. */
  slicePixels: { times: 64, free: 2 ** 24 },
  /** Bytes of compressed data, counted again for each tile or strip that shares these bytes. */
  codedBytes: { times: 2, free: 2 ** 20 },
  /** Bytes of decompressed strips and tiles of a TIFF. A pixel has at most 32 bytes: 16 samples of 16 bits. */
  unpackedBytes: { times: 64, free: 2 ** 26 },
  /** Pixels of animation frames, each counted in its stored size. Screen recordings in full frames reach 200. */
  framePixels: { times: 250, free: 2 ** 27 },
  /** Pixels of images in an SVG, counted again for each use. */
  embeddedPixels: { times: 64, free: 2 ** 24 },
} as const;

export type WorkKind = keyof typeof WORK_LIMITS;

/** An image as its header and its file state it. */
export interface Declared extends Size {
  readonly bytes: number;
}

/** True if the work is in proportion to the declared size. */
export function isProportionate(kind: WorkKind, work: number, { width, height, bytes }: Declared): boolean {
  const { times, free } = WORK_LIMITS[kind];
  return work <= times * (width * height + bytes) + free;
}

/** Throws FudebakoError `imageWork` if the work is out of proportion to the declared size. */
export function requireProportionate(kind: WorkKind, work: number, declared: Declared): void {
  if (!isProportionate(kind, work, declared)) throw new FudebakoError('imageWork');
}
