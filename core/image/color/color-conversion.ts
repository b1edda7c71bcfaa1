import type { Raster } from '../../base/raster.ts';
import type { Matrix3, Vector3 } from './matrix3.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'convert-colors': typeof convertColors;
  }
}

/** Conversion from other colors to linear sRGB: a curve per channel, a tone curve for HDR, then a matrix. */
export interface ColorConversion {
  /** Linear light at each of the 256 levels. In HDR, 1 is the reference white of 203 cd/m². */
  readonly curves: readonly [Float64Array, Float64Array, Float64Array];
  readonly hdr?: HdrLight | undefined;
  /** Matrix from linear light in the source's primaries to linear sRGB; `undefined` for gray. */
  readonly matrix: Matrix3 | undefined;
}

/** Colors other than sRGB: a conversion, or an ICC profile with lookup tables, which only the platform can convert. */
export type ForeignColors =
  // The name states color codes or chunks; ICC profiles have a name of their own.
  | { readonly conversion: ColorConversion; readonly name?: string }
  | { readonly conversion: undefined; readonly icc: Uint8Array };

export interface HdrLight {
  /** Matrix from linear light in the source's primaries to linear BT.2020. */
  readonly toBt2020: Matrix3;
  /** Luminances of the primaries for scene light (HLG); `undefined` for display light (PQ). */
  readonly sceneLuminance: Vector3 | undefined;
}

/** Maximum difference in 8-bit levels at which colors count as sRGB, so that pixels need no conversion. */
const TOLERANCE = 1;

/** 8-bit levels at which colors are compared with sRGB, in all combinations of red, green and blue. */
const TRIED = [0, 32, 64, 96, 128, 160, 192, 224, 255];

export function isSrgb({ curves: [reds, greens, blues], matrix }: Omit<ColorConversion, 'hdr'>): boolean {
  const convert = (...[red, green, blue]: readonly [number, number, number]): Vector3 => {
    const [r, g, b] = [reds[red] as number, greens[green] as number, blues[blue] as number];
    if (!matrix) return [r, g, b];
    const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrix;
    return [rr * r + rg * g + rb * b, gr * r + gg * g + gb * b, br * r + bg * g + bb * b];
  };
  const isNear = (...levels: readonly [number, number, number]) =>
    convert(...levels).every(
      (value, channel) => Math.abs(encode(value) * 255 - (levels[channel] as number)) <= TOLERANCE,
    );
  for (let level = 0; level < 256; level++) if (!isNear(level, level, level)) return false;
  return !matrix || TRIED.every((red) => TRIED.every((green) => TRIED.every((blue) => isNear(red, green, blue))));
}

/** Encodes linear light as sRGB (IEC 61966-2-1), also above 1. */
export const toSrgb = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

const encode = (linear: number): number => toSrgb(Math.max(0, Math.min(1, linear)));

export interface ConvertColorsInput extends Raster {
  readonly conversion: ColorConversion;
}

/** Last index of the table from linear light to sRGB. Adjacent entries differ by at most 1/20 of an 8-bit level. */
const STEPS = 65_535;

let encoded: Uint8Array | undefined;

/** Converts pixels to sRGB in place. Clips colors outside the sRGB gamut, and doesn't change alpha. */
export function convertPixels({ width, height, data, conversion }: ConvertColorsInput): Raster {
  encoded ??= Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(encode(step / STEPS) * 255));
  const levels = encoded;
  const { curves, matrix, hdr } = conversion;
  const [reds, greens, blues] = curves;
  const level = (linear: number) =>
    levels[linear <= 0 ? 0 : linear >= 1 ? STEPS : (linear * STEPS + 0.5) | 0] as number;
  if (!matrix) {
    const grays = Uint8Array.from(reds, level);
    for (let at = 0; at < data.length; at += 4)
      for (let channel = 0; channel < 3; channel++) data[at + channel] = grays[data[at + channel] as number] as number;
    return { width, height, data };
  }
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrix;
  const gainOf = hdr && hdrGain(hdr);
  for (let at = 0; at < data.length; at += 4) {
    let r = reds[data[at] as number] as number;
    let g = greens[data[at + 1] as number] as number;
    let b = blues[data[at + 2] as number] as number;
    if (gainOf) {
      const gain = gainOf(r, g, b);
      [r, g, b] = [r * gain, g * gain, b * gain];
    }
    data[at] = level(rr * r + rg * g + rb * b);
    data[at + 1] = level(gr * r + gg * g + gb * b);
    data[at + 2] = level(br * r + bg * g + bb * b);
  }
  return { width, height, data };
}

/** Converts pixels in place in a worker. */
export const convertColors = async (input: ConvertColorsInput): Promise<Raster> => convertPixels(input);

/** Luminances in cd/m² of the HDR reference white (ITU-R BT.2408), and the assumed peak luminance of HDR images. */
export const REFERENCE_WHITE = 203;
const PEAK = 1000 / REFERENCE_WHITE;

/**
 * Returns a function for the gain of Chromium's HDR tone mapping (SMPTE ST 2094-50): ½ up to the reference white, then
 * a parabola up to white at 1,000 cd/m². The largest BT.2020 component sets the gain, which preserves hues.
 */
function hdrGain({ toBt2020: [[xr, xg, xb], [yr, yg, yb], [zr, zg, zb]], sceneLuminance }: HdrLight) {
  const [lr, lg, lb] = sceneLuminance ?? [0, 0, 0];
  return (r: number, g: number, b: number): number => {
    // Applies HLG's system gamma, which is 1.2 at a peak of 1,000 cd/m² (ITU-R BT.2100, table 5).
    const display = sceneLuminance ? PEAK * (lr * r + lg * g + lb * b) ** 0.2 : 1;
    const most = display * Math.max(xr * r + xg * g + xb * b, yr * r + yg * g + yb * b, zr * r + zg * g + zb * b);
    if (most <= 1) return display / 2;
    if (most >= PEAK) return display / most;
    return (display * kneeOf(most)) / most;
  };
}

/** Returns y at `x` of the tone curve, a quadratic Bézier with control points (1, 0.5), (1.65, 0.825), (`PEAK`, 1). */
function kneeOf(x: number): number {
  const [a, b] = [PEAK - 2.3, 0.65];
  const t = (Math.sqrt(b * b + a * (x - 1)) - b) / a;
  return 0.5 + 0.65 * t - 0.15 * t * t;
}
