import { letters, uint32, viewOf } from '../../base/bytes.ts';

type Vector = readonly [number, number, number];
export type Matrix = readonly [Vector, Vector, Vector];

/** CIE xy chromaticities of the primaries and the white point D65 of sRGB (IEC 61966-2-1). */
const PRIMARIES: readonly (readonly [number, number])[] = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];
const WHITE = [0.3127, 0.329] as const;

/** XYZ of the white point D50 of the ICC profile connection space (ICC.1:2022, 6.3.4.3). */
const PROFILE_WHITE: Vector = [0.9642, 1, 0.8249];

/** Matrix from XYZ to Bradford cone responses (ICC.1:2022, annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** sRGB curve g, a, b, c, d: `(a·x + b)^g` for x ≥ d, otherwise `c·x` (function type 3; ICC.1:2022, 10.18). */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const xyz = ([x, y]: readonly [number, number]): Vector => [x / y, 1, (1 - x - y) / y];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (matrix: Matrix, by: Vector): Vector => [dot(matrix[0], by), dot(matrix[1], by), dot(matrix[2], by)];
const columns = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];
const product = (a: Matrix, b: Matrix): Matrix => {
  const [x, y, z] = columns(b);
  return columns([times(a, x), times(a, y), times(a, z)]);
};
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function inverse(matrix: Matrix): Matrix {
  const [a, b, c] = matrix;
  const determinant = dot(a, cross(b, c));
  const adjugate: Matrix = [cross(b, c), cross(c, a), cross(a, b)];
  return columns(adjugate.map((row) => row.map((value) => value / determinant)) as unknown as Matrix);
}

/** Returns the matrix that adapts XYZ from white point D65 to D50 (ICC.1:2022, annex E). */
function adaptation(): Matrix {
  const [from, to] = [times(BRADFORD, xyz(WHITE)), times(BRADFORD, PROFILE_WHITE)];
  const scaled = BRADFORD.map((row, index) =>
    row.map((value) => (value * (to[index] as number)) / (from[index] as number)),
  );
  return product(inverse(BRADFORD), scaled as unknown as Matrix);
}

/** Returns the XYZ of the sRGB primaries relative to D50, scaled so that the sum of the primaries is white. */
function colorants(adapt: Matrix): Matrix {
  const primaries = columns(PRIMARIES.map(xyz) as unknown as Matrix);
  const strengths = times(inverse(primaries), xyz(WHITE));
  const [red, green, blue] = columns(primaries);
  const each = [red, green, blue].map((primary, index) =>
    times(adapt, primary.map((value) => value * (strengths[index] as number)) as unknown as Vector),
  );
  return each as unknown as Matrix;
}

/** Returns the matrix from linear sRGB to XYZ in the ICC profile connection space. */
export const srgbToProfile = (): Matrix => columns(colorants(adaptation()));

const fixed = (value: number) => uint32(Math.round(value * 65_536));
const xyzTag = (value: Vector) => [...letters('XYZ '), 0, 0, 0, 0, ...value.flatMap(fixed)];

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
