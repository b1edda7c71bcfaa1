import { ascii, viewOf } from '../../base/bytes.ts';
import { APP2, headerSegments } from '../codecs/jpeg.ts';

/**
 * False where the colours of a JPEG are sRGB's: without a profile, or with one that says sRGB itself, by numbers and not by its
 * name. Such a profile is passed over, as decoders do. What is only near it, or in several pieces, counts as another.
 */
export function hasForeignProfile(jpeg: Uint8Array): boolean {
  try {
    return [...headerSegments(jpeg)]
      .filter(({ marker, start }) => marker === APP2 && ascii(jpeg, start, 12) === 'ICC_PROFILE\0')
      .some(({ start, end }) => jpeg[start + 13] !== 1 || !saysSrgb(jpeg.subarray(start + 14, end)));
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Red, green and blue of IEC 61966-2-1 by the profile's white, D50: columns of X, Y and Z. */
const PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const;

/** Exponent, factor and offset, slope and end of the line near black, then what is added to both. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0] as const;

/** How many of these a curve of each type has (ICC.1:2022, 10.18). */
const CURVE_NUMBERS: Readonly<Record<number, number>> = { 3: 5, 4: 7 };

/** Rounding to 16 bits of fraction, and to four digits before. */
const TOLERANCE = 0.0005;
const isNear = (value: number, wanted: number) => Math.abs(value - wanted) < TOLERANCE;

/** A table of fewer points is not near enough between them. */
const MIN_TABLE = 1024;

/** @throws RangeError where the profile is cut off */
function saysSrgb(profile: Uint8Array): boolean {
  const view = viewOf(profile);
  if (ascii(profile, 16, 8) !== 'RGB XYZ ') return false;
  const tags = new Map<string, number>();
  for (let index = 0; index < Math.min(100, view.getUint32(128)); index++)
    tags.set(ascii(profile, 132 + index * 12, 4), view.getUint32(136 + index * 12));
  // Tables from colours to colours come before primaries and curves.
  if ([...tags.keys()].some((name) => name.startsWith('A2B') || name === 'cicp')) return false;
  const fixed = (at: number) => view.getInt32(at) / 65_536;
  const arePrimaries = Object.entries(PRIMARIES).every(([name, wanted]) => {
    const at = tags.get(name);
    return at !== undefined && wanted.every((value, index) => isNear(fixed(at + 8 + index * 4), value));
  });
  return (
    arePrimaries &&
    ['rTRC', 'gTRC', 'bTRC'].every((name) => {
      const at = tags.get(name);
      if (at === undefined) return false;
      if (ascii(profile, at, 4) === 'curv') return isSrgbTable(view, at);
      const numbers = CURVE_NUMBERS[view.getUint16(at + 8)] ?? 0;
      const isCurve = ascii(profile, at, 4) === 'para' && numbers > 0;
      return isCurve && CURVE.slice(0, numbers).every((value, index) => isNear(fixed(at + 12 + index * 4), value));
    })
  );
}

function isSrgbTable(view: DataView, at: number): boolean {
  const points = view.getUint32(at + 8);
  if (points < MIN_TABLE) return false;
  for (let point = 0; point < points; point++)
    if (!isNear(view.getUint16(at + 12 + point * 2) / 65_535, linear(point / (points - 1)))) return false;
  return true;
}

const linear = (level: number) => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4);
