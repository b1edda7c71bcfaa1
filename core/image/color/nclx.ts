import { type ColorConversion, REFERENCE_WHITE } from './color-conversion.ts';
import { apply, bradfordAdaptation, invert, type Matrix3, multiply, transpose, xyzOf } from './matrix3.ts';

/** Color codes (ITU-T H.273), as in `nclx` boxes and AV1 sequence headers. */
export interface NclxCodes {
  readonly primaries: number;
  readonly transfer: number;
}

type Pair = readonly [number, number];

export type Primaries = readonly [red: Pair, green: Pair, blue: Pair, white: Pair];

export interface ColorSpace {
  readonly primaries: Primaries;
  /** Transfer function from an encoded value to linear light, 0 to 1. In HDR, 1 is reference white: 203 cd/m². */
  readonly toLinear: (value: number) => number;
  /** Kind of light of an HDR color space: `display` for PQ, `scene` for HLG; `undefined` without HDR. */
  readonly hdr?: 'display' | 'scene' | undefined;
}

const D65: Pair = [0.3127, 0.329];
const C: Pair = [0.31, 0.316];
export const BT709: Primaries = [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], D65]; // biome-ignore format: chromaticities
const BT2020: Primaries = [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], D65]; // biome-ignore format: chromaticities
const SMPTE170M: Primaries = [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], D65]; // biome-ignore format: chromaticities

/** Chromaticities of color primaries by code (ITU-T H.273, table 2). As in Chromium, unspecified (2) means BT.709. */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: BT709,
  2: BT709,
  4: [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08], C],
  5: [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06], D65],
  6: SMPTE170M,
  7: SMPTE170M,
  8: [[0.681, 0.319], [0.243, 0.692], [0.145, 0.049], C],
  9: BT2020,
  11: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351]],
  12: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], D65],
  22: [[0.63, 0.34], [0.295, 0.605], [0.155, 0.077], D65],
}; // biome-ignore format: chromaticities

/** Returns the linear light of an sRGB-encoded value (IEC 61966-2-1). */
export const fromSrgb = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** Returns the linear light of a PQ-encoded value (SMPTE ST 2084), relative to the reference white. */
function fromPq(value: number): number {
  const power = value ** (1 / 78.84375);
  return (
    (10_000 / REFERENCE_WHITE) *
    (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125)
  );
}

/** Returns the scene light, 0 to 1, of an HLG-encoded value (ITU-R BT.2100, table 5). */
const fromHlg = (v: number) => (v <= 0.5 ? v ** 2 / 3 : (Math.exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12);

/** Transfer functions by code (ITU-T H.273, table 3). As in Chromium, video curves and 2 (unspecified) mean sRGB. */
const TRANSFERS: Readonly<Record<number, (value: number) => number>> = {
  ...Object.fromEntries([1, 2, 6, 11, 12, 13, 14, 15].map((code) => [code, fromSrgb])),
  4: (v) => v ** 2.2,
  5: (v) => v ** 2.8,
  7: (v) => (v < 0.0913 ? v / 4 : ((v + 0.1115) / 1.1115) ** (1 / 0.45)),
  8: (v) => v,
  16: fromPq,
  17: (v) => (52.37 / 48) * v ** 2.6,
  18: fromHlg,
};

/** Returns the color space of color codes; `undefined` for reserved codes, which callers treat as sRGB. */
export function nclxSpace(primaries: number, transfer: number): ColorSpace | undefined {
  const [known, toLinear] = [PRIMARIES[primaries], TRANSFERS[transfer]];
  if (!known || !toLinear) return undefined;
  return { primaries: known, toLinear, hdr: transfer === 16 ? 'display' : transfer === 18 ? 'scene' : undefined };
}

/** True if the color codes mean sRGB, or are reserved. */
export function isSrgbSpace({ primaries, transfer }: NclxCodes): boolean {
  const space = nclxSpace(primaries, transfer);
  return !space || isSrgbLike(space);
}

export const codesName = ({ primaries, transfer }: NclxCodes): string => `CICP ${primaries}/${transfer}`;

const isSrgbLike = ({ primaries, toLinear }: ColorSpace) => primaries === BT709 && toLinear === fromSrgb;

/** Returns the conversion from a color space to sRGB; `undefined` for sRGB in full range. */
export function conversionOf(
  space: ColorSpace,
  { isNarrow = false, isGray = false } = {},
): ColorConversion | undefined {
  if (isSrgbLike(space) && !isNarrow) return undefined;
  const { primaries, toLinear, hdr } = space;
  // In narrow range, the levels 16 to 235 are black to white (ITU-T H.273, 8.3).
  const encoded = (level: number) => (isNarrow ? Math.max(0, Math.min(1, (level - 16) / 219)) : level / 255);
  const curve = Float64Array.from({ length: 256 }, (_, level) => toLinear(encoded(level)));
  return {
    curves: [curve, curve, curve],
    // A matrix would not change grays, because their white point is adapted. The tone curve of HDR needs the matrix.
    matrix: isGray && !hdr ? undefined : matrixBetween(primaries, BT709),
    ...(hdr && {
      hdr: {
        toBt2020: matrixBetween(primaries, BT2020),
        sceneLuminance: hdr === 'scene' ? rgbToXyz(primaries)[1] : undefined,
      },
    }),
  };
}

/** True if the chromaticities form a triangle around the white point, so that each primary has a positive luminance. */
export const hasRealPrimaries = (primaries: Primaries): boolean =>
  primaries.every(([x, y]) => y > 0 && x + y <= 1) && rgbToXyz(primaries)[1].every((luminance) => luminance > 0);

/** Returns the matrix between linear RGB of two primaries, with Bradford adaptation of the white point. */
function matrixBetween(from: Primaries, to: Primaries): Matrix3 {
  return multiply(invert(rgbToXyz(to)), multiply(bradfordAdaptation(xyzOf(from[3]), xyzOf(to[3])), rgbToXyz(from)));
}

function rgbToXyz([red, green, blue, white]: Primaries): Matrix3 {
  const columns = transpose([xyzOf(red), xyzOf(green), xyzOf(blue)]);
  const scale = apply(invert(columns), xyzOf(white));
  return columns.map((row) => row.map((value, index) => value * (scale[index] as number))) as unknown as Matrix3;
}
