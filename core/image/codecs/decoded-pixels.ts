import type { Damage } from '../../base/damage.ts';
import type { Raster } from '../../base/raster.ts';

/** Pixels as stored, and what was wrong with the file. */
export interface DecodedPixels extends Raster {
  readonly damage?: Damage | undefined;
}
