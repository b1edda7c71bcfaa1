import type { Raster } from '../../../base/raster.ts';
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

/** Writes planes (Y or YCbCr) to a raster of equal size as opaque colors. Interpolates centered chroma linearly. */
export function convertFromYcbcr(planes: readonly SamplePlane[], { matrix, isFullRange }: SampleCoding, to: Raster) {
  const [luma, ...chroma] = planes as readonly [SamplePlane, ...SamplePlane[]];
  const { width, height, data } = to;
  const lumaLevels = levelTable(luma, isFullRange);
  const isIdentity = matrix === IDENTITY;
  const [second, third] = chroma.map((plane) => {
    const range = isIdentity ? lumaRange(plane, isFullRange) : chromaRange(plane, isFullRange);
    return new ChromaRows(plane, range, width, height);
  });
  const [kr, kb] = WEIGHTS[matrix] ?? BT601;
  const kg = 1 - kr - kb;
  const [redOfCr, blueOfCb] = [2 * (1 - kr), 2 * (1 - kb)];
  const [greenOfCb, greenOfCr] = [(kb * blueOfCb) / kg, (kr * redOfCr) / kg];
  for (let row = 0; row < height; row++) {
    const samples = luma.data.subarray(row * luma.width, row * luma.width + width);
    let at = row * width * 4;
    if (!second || !third) {
      for (let x = 0; x < width; x++, at += 4) {
        const value = lumaLevels[samples[x] as number] as number;
        data[at] = value;
        data[at + 1] = value;
        data[at + 2] = value;
        data[at + 3] = 255;
      }
      continue;
    }
    const [cbs, crs] = [second.at(row), third.at(row)];
    if (isIdentity) {
      for (let x = 0; x < width; x++, at += 4) {
        data[at] = crs[x] as number;
        data[at + 1] = lumaLevels[samples[x] as number] as number;
        data[at + 2] = cbs[x] as number;
        data[at + 3] = 255;
      }
      continue;
    }
    for (let x = 0; x < width; x++, at += 4) {
      const y = lumaLevels[samples[x] as number] as number;
      const cb = cbs[x] as number;
      const cr = crs[x] as number;
      data[at] = y + redOfCr * cr;
      data[at + 1] = y - greenOfCb * cb - greenOfCr * cr;
      data[at + 2] = y + blueOfCb * cb;
      data[at + 3] = 255;
    }
  }
}

/** Converts samples to levels: the level of a sample is `scale` times the sample, plus `offset`. */
interface LevelRange {
  readonly scale: number;
  readonly offset: number;
}

/** Maps luma samples to levels from 0 to 255 (ITU-T H.273, formulas 20 to 31). */
function lumaRange({ bits }: SamplePlane, isFullRange: boolean): LevelRange {
  const step = 2 ** (bits - 8);
  const scale = 255 / (isFullRange ? 2 ** bits - 1 : 219 * step);
  return { scale, offset: isFullRange ? 0 : -16 * step * scale };
}

/** Maps chroma samples to levels from −127.5 to 127.5 (ITU-T H.273, formulas 20 to 31). */
function chromaRange({ bits }: SamplePlane, isFullRange: boolean): LevelRange {
  const step = 2 ** (bits - 8);
  const scale = 255 / (isFullRange ? 2 ** bits - 1 : 224 * step);
  return { scale, offset: -128 * step * scale };
}

/** Returns the level of every possible luma sample. */
function levelTable(plane: SamplePlane, isFullRange: boolean): Float64Array {
  const { scale, offset } = lumaRange(plane, isFullRange);
  return Float64Array.from({ length: 2 ** plane.bits }, (_, sample) => sample * scale + offset);
}

/** Upsamples the rows of a chroma plane to the resolution of the image. */
class ChromaRows {
  private readonly isWide: boolean;
  private readonly isHigh: boolean;
  private readonly levels: Float64Array;

  constructor(
    private readonly plane: SamplePlane,
    private readonly range: LevelRange,
    width: number,
    height: number,
  ) {
    this.isWide = plane.width < width;
    this.isHigh = plane.height < height;
    this.levels = new Float64Array(plane.width * (this.isWide ? 2 : 1));
  }

  /** Returns chroma levels of row `y`, valid until the next call. Neighbors are weighted 3/4 and 1/4 per direction. */
  at(y: number): Float64Array {
    const { levels, isWide, isHigh } = this;
    const { width, height, data } = this.plane;
    const row = isHigh ? y >> 1 : y;
    const near = data.subarray(row * width, (row + 1) * width);
    const other = Math.min(height - 1, Math.max(0, row + ((y & 1) * 2 - 1)));
    const far = isHigh ? data.subarray(other * width, (other + 1) * width) : near;
    const { offset } = this.range;
    // The integer weights 3 and 1 sum to 4 in each direction, so the scale is divided by 4 or 16.
    const scale = this.range.scale / (isWide ? 16 : 4);
    let here = 3 * (near[0] as number) + (far[0] as number);
    let left = here;
    for (let x = 0; x < width; x++) {
      const right = x + 1 < width ? 3 * (near[x + 1] as number) + (far[x + 1] as number) : here;
      if (isWide) {
        levels[2 * x] = (3 * here + left) * scale + offset;
        levels[2 * x + 1] = (3 * here + right) * scale + offset;
      } else levels[x] = here * scale + offset;
      left = here;
      here = right;
    }
    return levels;
  }
}
