import type { Raster } from '../../base/raster.ts';
import type { SamplePlane } from './libde265.ts';

/** Coding of colors in samples of Y, Cb and Cr (ITU-T H.273, 8.3). */
export interface SampleCoding {
  /** Code of the matrix coefficients (ITU-T H.273, table 4). */
  readonly matrix: number;
  readonly isFullRange: boolean;
}

const [IDENTITY, BT601] = [0, [0.299, 0.114]] as const;

/** Luma weights of red and blue by matrix code (ITU-T H.273, table 4). As in libheif, unspecified (2) means BT.601. */
const WEIGHTS: Readonly<Record<number, readonly [red: number, blue: number]>> = {
  1: [0.2126, 0.0722],
  2: BT601,
  4: [0.3, 0.11],
  5: BT601,
  6: BT601,
  7: [0.212, 0.087],
  9: [0.2627, 0.0593],
};

export const isKnownMatrix = (matrix: number): boolean => matrix === IDENTITY || matrix in WEIGHTS;

/** Writes the colors of planes (Y or YCbCr) to a raster of equal size. Interpolates centered chroma linearly. */
export function convertFromYcbcr(planes: readonly SamplePlane[], { matrix, isFullRange }: SampleCoding, to: Raster) {
  const [luma, ...chroma] = planes as readonly [SamplePlane, ...SamplePlane[]];
  const { width, height, data } = to;
  const lumaLevels = levelsOf(luma, isFullRange, false);
  const isIdentity = matrix === IDENTITY;
  const [second, third] = chroma.map((plane) => ({
    rows: new ChromaRows(plane, width, height),
    levels: levelsOf(plane, isFullRange, !isIdentity),
  }));
  const [kr, kb] = WEIGHTS[matrix] ?? BT601;
  const kg = 1 - kr - kb;
  const [redOfCr, blueOfCb] = [2 * (1 - kr), 2 * (1 - kb)];
  const [greenOfCb, greenOfCr] = [(kb * blueOfCb) / kg, (kr * redOfCr) / kg];
  for (let row = 0; row < height; row++) {
    const samples = luma.data.subarray(row * luma.width, row * luma.width + width);
    let at = row * width * 4;
    if (!second || !third) {
      for (let x = 0; x < width; x++, at += 4) {
        const value = (samples[x] as number) * lumaLevels.scale + lumaLevels.offset;
        data[at] = value;
        data[at + 1] = value;
        data[at + 2] = value;
      }
      continue;
    }
    const [cbs, crs] = [second.rows.at(row), third.rows.at(row)];
    for (let x = 0; x < width; x++, at += 4) {
      const y = (samples[x] as number) * lumaLevels.scale + lumaLevels.offset;
      const cb = (cbs[x] as number) * second.levels.scale + second.levels.offset;
      const cr = (crs[x] as number) * third.levels.scale + third.levels.offset;
      if (isIdentity) {
        data[at] = cr;
        data[at + 1] = y;
        data[at + 2] = cb;
        continue;
      }
      data[at] = y + redOfCr * cr;
      data[at + 1] = y - greenOfCb * cb - greenOfCr * cr;
      data[at + 2] = y + blueOfCb * cb;
    }
  }
}

/** Returns levels by sample value: 0 to 255, or −127.5 to 127.5 for chroma (ITU-T H.273, formulas 20 to 31). */
function levelsOf({ bits }: SamplePlane, isFullRange: boolean, isCentered: boolean) {
  const step = 2 ** (bits - 8);
  const range = isFullRange ? 2 ** bits - 1 : (isCentered ? 224 : 219) * step;
  const zero = isCentered ? 128 * step : isFullRange ? 0 : 16 * step;
  const scale = 255 / range;
  return { scale, offset: -zero * scale };
}

/** Upsamples the rows of a chroma plane to the resolution of the image. */
class ChromaRows {
  private readonly row: Float32Array;
  private readonly mixed: Float32Array;
  private readonly isWide: boolean;
  private readonly isHigh: boolean;

  constructor(
    private readonly plane: SamplePlane,
    width: number,
    height: number,
  ) {
    this.isWide = plane.width < width;
    this.isHigh = plane.height < height;
    this.row = new Float32Array(width);
    this.mixed = new Float32Array(plane.width);
  }

  /** Returns row `y` of upsampled chroma, valid until the next call. The weights 1/4 and 3/4 are exact. */
  at(y: number): Float32Array | Uint8Array | Uint16Array {
    const { plane, row, isWide, isHigh } = this;
    const source = isHigh ? this.mixRows(y) : plane.data.subarray(y * plane.width, (y + 1) * plane.width);
    if (!isWide) return source;
    const last = plane.width - 1;
    for (let x = 0; x < row.length; x++) {
      const near = x >> 1;
      const far = x & 1 ? Math.min(last, near + 1) : Math.max(0, near - 1);
      row[x] = 0.75 * (source[near] as number) + 0.25 * (source[far] as number);
    }
    return row;
  }

  private mixRows(y: number): Float32Array {
    const { plane, mixed } = this;
    const { width, height, data } = plane;
    const near = (y >> 1) * width;
    const far = (y & 1 ? Math.min(height - 1, (y >> 1) + 1) : Math.max(0, (y >> 1) - 1)) * width;
    for (let x = 0; x < width; x++) mixed[x] = 0.75 * (data[near + x] as number) + 0.25 * (data[far + x] as number);
    return mixed;
  }
}
