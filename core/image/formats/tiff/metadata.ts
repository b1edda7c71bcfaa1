import type { Density } from '../../metadata/density.ts';
import { readResolution } from '../../metadata/exif-read.ts';
import { firstPage, squareFactors } from './tiff-header.ts';

export { tiffExif as findExif } from './tiff-header.ts';

/** Returns the resolution after pixels are made square. */
export function readDensity(bytes: Uint8Array): Density | undefined {
  const stored = readResolution(bytes);
  const square = squareFactors(firstPage(bytes));
  return stored && { x: stored.x * square.x, y: stored.y * square.y };
}
