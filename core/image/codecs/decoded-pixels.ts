import type { Damage } from '../../base/damage.ts';
import type { Raster } from '../../base/raster.ts';

/** Decoded pixels before Exif orientation is applied, with the damage that the decoder found. */
export interface DecodedPixels extends Raster {
  readonly damage?: Damage | undefined;
  /** Parts of an SVG that are missing or not drawn as in browsers, as the file writes them. */
  readonly undrawn?: readonly string[] | undefined;
}
