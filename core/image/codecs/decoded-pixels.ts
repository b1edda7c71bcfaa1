import type { Damage } from '../../base/damage.ts';
import type { Raster } from '../../base/raster.ts';

/** Pixels as stored, with the file's damage. */
export interface DecodedPixels extends Raster {
  readonly damage?: Damage | undefined;
}
