import { createRaster, type Raster } from '#core/raster.ts';

/** Random bytes, the same in every run; half of the pixels of a translucent picture are opaque or transparent. */
export function noiseRaster(width: number, height: number, { seed = 1, opaque = false } = {}): Raster {
  let state = seed;
  const byte = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  const raster = createRaster(width, height);
  for (let at = 0; at < raster.data.length; at += 4) {
    const alpha = [byte(), byte(), 0, 255][byte() % 4] as number;
    raster.data.set([byte(), byte(), byte(), opaque ? 255 : alpha], at);
  }
  return raster;
}

/** Equality of bytes without the seconds that `toEqual` takes over millions of them. */
export const sameBytes = (a: Uint8ClampedArray, b: Uint8ClampedArray): boolean =>
  Buffer.compare(Buffer.from(a.buffer, a.byteOffset, a.length), Buffer.from(b.buffer, b.byteOffset, b.length)) === 0;
