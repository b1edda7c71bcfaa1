import type { Damage } from '../../base/damage.ts';
import type { Raster } from '../../base/raster.ts';

/** Pixels before orientation is applied, with the file's damage. */
export interface DecodedPixels extends Raster {
  readonly damage?: Damage | undefined;
}
