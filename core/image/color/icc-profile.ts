import { ascii, sameBytes, viewOf } from '../../base/bytes.ts';
import { type ColorConversion, type ForeignColors, isSrgb } from './color-conversion.ts';
import { invert, type Matrix3 } from './matrix3.ts';
import { srgbToProfile } from './srgb-profile.ts';

type ForeignProfile = ForeignColors & { readonly icc: Uint8Array };

/** The last profile whose colors equal sRGB, because the photos of a folder usually have the same profile. */
let lastSrgb: Uint8Array | undefined;

/** Returns an ICC profile with other colors than sRGB; `undefined` for sRGB, damage, or mismatch with `channels`. */
export function foreignProfile(icc: Uint8Array, channels: number): ForeignProfile | undefined {
  if (lastSrgb && sameBytes(lastSrgb, icc)) return undefined;
  try {
    const space = ascii(icc, SPACE_AT, 4);
    if (ascii(icc, SIGNATURE_AT, 4) !== 'acsp') return undefined;
    if (space !== 'RGB ' && !(space === 'GRAY' && channels <= 2)) return undefined;
    const tags = readTags(icc);
    // Core converts no profile with lookup tables (`A2B…`), which override curves, or `cicp`, which may denote others.
    if ([...tags.keys()].some((name) => name.startsWith('A2B') || name === 'cicp'))
      return { icc, conversion: undefined };
    const conversion = space === 'GRAY' ? readGray(icc, tags) : readMatrix(icc, tags);
    if (!isSrgb(conversion)) return { icc, conversion };
    lastSrgb = icc.slice();
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Offsets of color space, profile connection space and signature in an ICC header (ICC.1:2022, 7.2). */
const SPACE_AT = 16;
const CONNECTION_AT = 20;
const SIGNATURE_AT = 36;

/** Offset of the tag table in an ICC profile (ICC.1:2022, 7.3). */
const TAGS_AT = 128;
const TAG_BYTES = 12;

const MAX_TAGS = 100;

type Tags = ReadonlyMap<string, number>;

function readTags(icc: Uint8Array): Tags {
  const view = viewOf(icc);
  const tags = new Map<string, number>();
  for (let index = 0; index < Math.min(MAX_TAGS, view.getUint32(TAGS_AT)); index++) {
    const at = TAGS_AT + 4 + index * TAG_BYTES;
    tags.set(ascii(icc, at, 4), view.getUint32(at + 4));
  }
  return tags;
}

function tagOffset(tags: Tags, name: string): number {
  const at = tags.get(name);
  if (at === undefined) throw new RangeError(`The profile has no ${name}`);
  return at;
}

/** Reads an ICC matrix profile (ICC.1:2022, annex F.3): three curves to linear light, and three colorants in XYZ. */
function readMatrix(icc: Uint8Array, tags: Tags): ColorConversion {
  if (ascii(icc, CONNECTION_AT, 4) !== 'XYZ ') throw new RangeError('Colorants are XYZ');
  const view = viewOf(icc);
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => {
    const at = tagOffset(tags, name) + 8;
    return [readFixed(view, at), readFixed(view, at + 4), readFixed(view, at + 8)] as const;
  }) as unknown as Matrix3;
  const toXyz = [0, 1, 2].map((row) => [red[row], green[row], blue[row]]) as unknown as Matrix3;
  const fromXyz = invert(srgbToProfile());
  const matrix = fromXyz.map((row) =>
    [0, 1, 2].map((column) => row.reduce((sum, value, index) => sum + value * (toXyz[index]?.[column] as number), 0)),
  ) as unknown as Matrix3;
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => readLevels(icc, tagOffset(tags, name)));
  return { curves: curves as unknown as ColorConversion['curves'], matrix };
}

/** Reads a gray ICC profile (ICC.1:2022, annex F.2): one curve to Y, or to L* if the connection space is Lab. */
function readGray(icc: Uint8Array, tags: Tags): ColorConversion {
  const levels = readLevels(icc, tagOffset(tags, 'kTRC'));
  const curve = ascii(icc, CONNECTION_AT, 4) === 'Lab ' ? levels.map(lightnessToY) : levels;
  return { curves: [curve, curve, curve], matrix: undefined };
}

/** Returns the luminance Y, 0 to 1, of the lightness L* / 100 (CIE 15). */
const lightnessToY = (lightness: number) =>
  lightness > 0.08 ? ((lightness * 100 + 16) / 116) ** 3 : (lightness * 2700) / 24_389;

const readFixed = (view: DataView, at: number) => view.getInt32(at) / 65_536;

/** Evaluates the tone curve of an ICC profile (ICC.1:2022, 10.6 and 10.18) at each of the 256 levels. */
function readLevels(icc: Uint8Array, at: number): Float64Array {
  const type = ascii(icc, at, 4);
  const curve =
    type === 'curv' ? readTable(viewOf(icc), at) : type === 'para' ? readParameters(viewOf(icc), at) : undefined;
  if (!curve) throw new RangeError(`An unknown curve ${type}`);
  return Float64Array.from({ length: 256 }, (_, level) => Math.max(0, Math.min(1, curve(level / 255))));
}

type Curve = (level: number) => number;

function readTable(view: DataView, at: number): Curve {
  const count = view.getUint32(at + 8);
  const first = at + 12;
  if (count === 0) return (level) => level;
  if (count === 1) {
    const gamma = view.getUint16(first) / 256;
    return (level) => level ** gamma;
  }
  const point = (index: number) => view.getUint16(first + index * 2) / 65_535;
  point(count - 1);
  return (level) => {
    const place = level * (count - 1);
    const below = Math.min(count - 2, Math.floor(place));
    return point(below) + (point(below + 1) - point(below)) * (place - below);
  };
}

const PARAMETERS = [1, 3, 4, 5, 7];

function readParameters(view: DataView, at: number): Curve | undefined {
  const type = view.getUint16(at + 8);
  const count = PARAMETERS[type];
  if (!count) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => readFixed(view, at + 12 + index * 4));
  const [gamma = 1, a = 1, b = 0] = numbers;
  const power = (level: number) => Math.max(0, a * level + b) ** gamma;
  if (type <= 2) {
    const [, , , offset = 0] = numbers;
    return (level) => power(level) + offset;
  }
  const [, , , slope = 0, start = 0, offset = 0, lineOffset = 0] = numbers;
  return (level) => (level >= start ? power(level) + offset : slope * level + lineOffset);
}
