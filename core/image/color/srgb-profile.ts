import { letters, uint32, viewOf } from '../../base/bytes.ts';
import { apply, bradfordAdaptation, invert, type Matrix3, transpose, type Vector3, xyzOf } from './matrix3.ts';

/** CIE xy chromaticities of the primaries and the white point D65 of sRGB (IEC 61966-2-1). */
const PRIMARIES: readonly (readonly [number, number])[] = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];
const WHITE = [0.3127, 0.329] as const;

/** XYZ of the white point D50 of the ICC profile connection space (ICC.1:2022, 6.3.4.3). */
const PROFILE_WHITE: Vector3 = [0.9642, 1, 0.8249];

/** sRGB curve g, a, b, c, d: `(a·x + b)^g` for x ≥ d, otherwise `c·x` (function type 3; ICC.1:2022, 10.18). */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/** Returns the matrix that adapts XYZ from white point D65 to D50. */
const adaptation = (): Matrix3 => bradfordAdaptation(xyzOf(WHITE), PROFILE_WHITE);

/** Returns the XYZ of the sRGB primaries relative to D50, scaled so that the sum of the primaries is white. */
function colorants(adapt: Matrix3): Matrix3 {
  const primaries = transpose(PRIMARIES.map(xyzOf) as unknown as Matrix3);
  const strengths = apply(invert(primaries), xyzOf(WHITE));
  const [red, green, blue] = transpose(primaries);
  const each = [red, green, blue].map((primary, index) =>
    apply(adapt, primary.map((value) => value * (strengths[index] as number)) as unknown as Vector3),
  );
  return each as unknown as Matrix3;
}

/** Returns the matrix from linear sRGB to XYZ in the ICC profile connection space. */
export const srgbToProfile = (): Matrix3 => transpose(colorants(adaptation()));

const fixed = (value: number) => uint32(Math.round(value * 65_536));
const xyzTag = (value: Vector3) => [...letters('XYZ '), 0, 0, 0, 0, ...value.flatMap(fixed)];

/** Encodes ASCII text as a tag of type `multiLocalizedUnicodeType` (ICC.1:2022, 10.15). */
const textTag = (text: string) => [
  ...letters('mluc'),
  ...[0, 1, 12].flatMap(uint32),
  ...letters('enUS'),
  ...[text.length * 2, 28].flatMap(uint32),
  ...letters(text).flatMap((letter) => [0, letter]),
];

const HEADER_BYTES = 128;

/** Returns an ICC profile of sRGB (version 4; ICC.1:2022, 7 and 9) of about 500 bytes. All calls return equal bytes. */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const adapt = adaptation();
  const [red, green, blue] = colorants(adapt);
  const curve = [...letters('para'), 0, 0, 0, 0, 0, 3, 0, 0, ...CURVE.flatMap(fixed)];
  const tags: readonly (readonly [string, readonly number[]])[] = [
    ['desc', textTag('sRGB')],
    ['cprt', textTag('CC0')],
    ['wtpt', xyzTag(PROFILE_WHITE)],
    ['chad', [...letters('sf32'), 0, 0, 0, 0, ...adapt.flat().flatMap(fixed)]],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, curve] as const),
  ];
  const table: number[] = uint32(tags.length);
  const data: number[] = [];
  const places = new Map<readonly number[], number>();
  for (const [name, content] of tags) {
    const known = places.get(content);
    const place = known ?? HEADER_BYTES + 4 + tags.length * 12 + data.length;
    places.set(content, place);
    table.push(...letters(name), ...uint32(place), ...uint32(content.length));
    if (known === undefined) data.push(...content, ...new Array<number>((4 - (content.length % 4)) % 4).fill(0));
  }
  const profile = new Uint8Array(HEADER_BYTES + table.length + data.length);
  const view = viewOf(profile);
  view.setUint32(0, profile.length);
  view.setUint32(8, 0x04400000);
  profile.set(letters('mntrRGB XYZ '), 12);
  // Writes the date of the sRGB standard as the profile's creation date, so that the bytes are always the same.
  for (const [index, part] of [1999, 10, 18].entries()) view.setUint16(24 + index * 2, part);
  profile.set(letters('acsp'), 36);
  profile.set(PROFILE_WHITE.flatMap(fixed), 68);
  profile.set(table, HEADER_BYTES);
  profile.set(data, HEADER_BYTES + table.length);
  return profile;
}
