/** 8-bit sRGB pixels (RGBA, straight alpha), top to bottom without padding. Operations never modify an input raster. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Creates a transparent raster. Throws RangeError unless width and height are positive integers. */
export function createRaster(width: number, height: number): Raster {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0))
    throw new RangeError(`A raster needs positive whole sizes, not ${width} × ${height}`);
  return { width, height, data: new Uint8ClampedArray(width * height * 4) };
}

export const copyRaster = ({ width, height, data }: Raster): Raster => ({ width, height, data: data.slice() });

/** Creates a raster whose pixels are `bytes`, without copying. */
export function wrapRaster(
  width: number,
  height: number,
  bytes: Uint8Array<ArrayBuffer> | Uint8ClampedArray<ArrayBuffer>,
): Raster {
  if (bytes.byteLength !== width * height * 4)
    throw new RangeError(`${bytes.byteLength} bytes are not ${width} × ${height} RGBA pixels`);
  return { width, height, data: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

export function pixelWords({ data }: Raster): Uint32Array<ArrayBuffer> {
  return new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

/** Pixels per opacity test. Combining the alpha values of a block with AND is three times as fast as testing each. */
const ALPHA_BLOCK = 4096;

export function isOpaque(raster: Raster): boolean {
  const words = pixelWords(raster);
  for (let index = 0; index < words.length; ) {
    const end = Math.min(words.length, index + ALPHA_BLOCK);
    let common = 0xff_ff_ff_ff;
    for (; index + 3 < end; index += 4)
      common &=
        (words[index] as number) &
        (words[index + 1] as number) &
        (words[index + 2] as number) &
        (words[index + 3] as number);
    while (index < end) common &= words[index++] as number;
    // Alpha is the last byte of a pixel: on little-endian platforms, the highest byte of a 32-bit word.
    if (common >>> 24 !== 255) return false;
  }
  return true;
}
