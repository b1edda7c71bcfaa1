import { createRaster, type Raster } from '#core/base/raster.ts';

/** Random bytes, the same in every run; half of the pixels of a translucent picture are opaque or transparent. */
export function noiseRaster(width: number, height: number, { seed = 1, opaque = false } = {}): Raster {
  let state = seed;
  const byte = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  const raster = createRaster(width, height);
  const { data } = raster;
  // Pixel by pixel without a list for each: there are millions of them.
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

/** Equality of bytes, for where the list of all that differ would fill the screen. */
export const sameBytes = (a: Uint8ClampedArray, b: Uint8ClampedArray): boolean =>
  Buffer.compare(Buffer.from(a.buffer, a.byteOffset, a.length), Buffer.from(b.buffer, b.byteOffset, b.length)) === 0;
