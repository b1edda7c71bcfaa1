import { readFileSync } from 'node:fs';
import { decodeByReference } from './image-oracle.ts';

/**
 * Decodes a JPEG from stdin, and prints the reference pixels as JSON. `JSIMD_FORCENONE` must be 1 before libjpeg-turbo
 * starts.
 */
const references = await decodeByReference(new Uint8Array(readFileSync(0)), true);
process.stdout.write(
  JSON.stringify(
    references.map(({ raster: { width, height, data }, tolerance }) => ({
      width,
      height,
      data: Buffer.from(data).toString('base64'),
      tolerance,
    })),
  ),
);
