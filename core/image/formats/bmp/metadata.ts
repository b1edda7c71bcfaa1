import { viewOf } from '../../../base/bytes.ts';
import { type Density, METERS_PER_INCH } from '../../metadata/density.ts';

/** Reads the fields biXPelsPerMeter and biYPelsPerMeter, which headers of at least 40 bytes have. */
export function readDensity(bytes: Uint8Array): Density | undefined {
  const view = viewOf(bytes);
  if (view.getUint32(14, true) < 40) return undefined;
  return { x: view.getInt32(38, true) * METERS_PER_INCH, y: view.getInt32(42, true) * METERS_PER_INCH };
}
