import { apply, type Vector3, xyzOf } from './matrix3.ts';

/** Reciprocal color temperature of D65 in mireds (1,000,000 / kelvins), and its change from temperature 0 to 1. */
const NEUTRAL_MIREDS = 1e6 / 6504;
const MIREDS = 90;

/** Distance from the daylight locus, in the CIE 1960 diagram, from tint 0 to 1. */
const TINT_DISTANCE = 0.02;

/** Matrix from XYZ to linear sRGB (IEC 61966-2-1). */
const XYZ_TO_SRGB = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
] as const;

/**
 * Returns the factors of red, green and blue in linear light that move gray toward a light of another temperature and
 * tint, both from −1 to 1; positive values are warmer and more magenta. The luminance of gray stays. The light is on
 * the daylight locus (CIE 15:2004, 3.1) from 4,100 to 15,700 K for temperature; tint moves it across the locus.
 */
export function whiteBalance(temperature: number, tint: number): Vector3 {
  const [light, neutral] = [lightOf(temperature, tint), lightOf(0, 0)];
  const [red, green, blue] = [light[0] / neutral[0], light[1] / neutral[1], light[2] / neutral[2]];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [red / luminance, green / luminance, blue / luminance];
}

/** Returns the linear sRGB of a light with luminance 1. */
function lightOf(temperature: number, tint: number): Vector3 {
  const mireds = NEUTRAL_MIREDS + temperature * MIREDS;
  const [u, v] = daylight(mireds);
  const [nextU, nextV] = daylight(mireds + 10);
  const [alongU, alongV] = [nextU - u, nextV - v];
  // Across the locus, from green to magenta.
  const shift = (tint * TINT_DISTANCE) / Math.hypot(alongU, alongV);
  return apply(XYZ_TO_SRGB, xyzOf(xyOf([u + alongV * shift, v - alongU * shift])));
}

type Pair = readonly [number, number];

/** Returns the CIE 1960 uv chromaticity of daylight, 4,000 to 25,000 K (CIE 15:2004, equations 3.3 and 3.4). */
function daylight(mireds: number): Pair {
  const t = mireds / 1000;
  const x =
    mireds >= 1000 / 7
      ? 0.244063 + 0.09911 * t + 2.9678 * t ** 2 - 4.607 * t ** 3
      : 0.23704 + 0.24748 * t + 1.9018 * t ** 2 - 2.0064 * t ** 3;
  const y = -3 * x ** 2 + 2.87 * x - 0.275;
  const divisor = -2 * x + 12 * y + 3;
  return [(4 * x) / divisor, (6 * y) / divisor];
}

const xyOf = ([u, v]: Pair): Pair => [(3 * u) / (2 * u - 8 * v + 4), (2 * v) / (2 * u - 8 * v + 4)];
