import type { Damage } from '../../base/damage.ts';
import type { Raster } from '../../base/raster.ts';

/** Pixels to which Exif orientation is not yet applied, with the damage of the file. */
export interface DecodedPixels extends Raster {
  readonly damage?: Damage | undefined;
}
