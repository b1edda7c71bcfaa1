import type { SourceFile } from '../base/files.ts';
import type { Raster } from '../base/raster.ts';

/** The JPEG file that a raster's pixels were decoded from, with orientation applied. */
export interface Origin {
  readonly file: SourceFile;
  /** Position of the raster's top left pixel in the whole image, of which the raster may be a part. */
  readonly x: number;
  readonly y: number;
}

const origins = new WeakMap<Raster, Origin>();

/** Returns the JPEG file that holds the raster's pixels, if known, so that scaling can decode a part of the file. */
export const originOf = (raster: Raster): Origin | undefined => origins.get(raster);

/** Remembers the file of a raster, and returns the raster. */
export function withOrigin(raster: Raster, origin: Origin | undefined): Raster {
  if (origin) origins.set(raster, origin);
  return raster;
}
