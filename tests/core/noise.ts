import { createRaster, type Raster } from '#core/base/raster.ts';
import { random } from '../random.ts';

/** Returns seeded random bytes. Without `opaque`, half of the pixels are fully opaque or fully transparent. */
export function noiseRaster(width: number, height: number, { seed = 1, opaque = false } = {}): Raster {
  const next = random(seed);
  const byte = () => next(256);
  const raster = createRaster(width, height);
  const { data } = raster;
  // Sets single bytes, because creating an array for each of millions of pixels is slow.
  for (let at = 0; at < data.length; at += 4) {
    const [one, other] = [byte(), byte()];
    const kind = byte() % 4;
    const alpha = kind === 0 ? one : kind === 1 ? other : kind === 2 ? 0 : 255;
    data[at] = byte();
    data[at + 1] = byte();
    data[at + 2] = byte();
    data[at + 3] = opaque ? 255 : alpha;
  }
  return raster;
}

/** Compares bytes without printing every difference. */
export const sameBytes = (a: Uint8ClampedArray, b: Uint8ClampedArray): boolean =>
  Buffer.compare(Buffer.from(a.buffer, a.byteOffset, a.length), Buffer.from(b.buffer, b.byteOffset, b.length)) === 0;
