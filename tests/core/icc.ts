import { crc32, deflateSync } from 'node:zlib';
import { joinBytes, letters, uint16, uint32 } from '#core/base/bytes.ts';

type Curve = readonly number[];

const fixed = (value: number) => uint32(Math.round(value * 65_536));
const xyz = (value: readonly number[]) => [...letters('XYZ '), ...uint32(0), ...value.flatMap(fixed)];

/** Curve tags (ICC.1:2022, 10.6 and 10.18): an exponent, a table of points, or parameters of a parametric curve. */
export const gamma = (exponent: number): Curve => [...letters('curv'), ...[0, 1].flatMap(uint32), ...uint16(Math.round(exponent * 256)), 0, 0]; // biome-ignore format: one tag
export const table = (points: number, curve: (level: number) => number): Curve => [
  ...letters('curv'),
  ...[0, points].flatMap(uint32),
  ...Array.from({ length: points }, (_, index) => uint16(Math.round(curve(index / (points - 1)) * 65_535))).flat(),
];
export const parametric = (type: number, ...numbers: readonly number[]): Curve => [
  ...letters('para'),
  ...uint32(0),
  ...uint16(type),
  0,
  0,
  ...numbers.flatMap(fixed),
];

/** Converts an sRGB level to linear light (IEC 61966-2-1). */
export const srgbLinear = (level: number) => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4);
export const srgbCurve = parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);

/** XYZ coordinates (D50) of red, green and blue in each color space. */
export const colorants = {
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  p3: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
  adobe: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  proPhoto: [
    [0.79767, 0.28804, 0],
    [0.13519, 0.71188, 0],
    [0.03134, 0.00009, 0.82491],
  ],
} as const;

interface ProfileParts {
  readonly curve: Curve;
  /** XYZ coordinates of the primaries; if omitted, the profile is a gray profile. */
  readonly colors?: readonly (readonly number[])[];
  readonly connection?: string;
  readonly name?: string;
  readonly more?: Readonly<Record<string, readonly number[]>>;
}

/** Returns an ICC profile of version 2 or 4 (ICC.1:2022, 7). */
export function iccProfile({
  curve,
  colors,
  connection = 'XYZ ',
  name = 'Test',
  more = {},
}: ProfileParts): Uint8Array<ArrayBuffer> {
  const text = letters(name);
  const tags: [string, readonly number[]][] = [
    // Tag with a text description, as in version 2 (ICC.1:2001-04, 6.5.17).
    ['desc', [...letters('desc'), ...uint32(0), ...uint32(text.length + 1), ...text, ...new Array<number>(79).fill(0)]],
    ['cprt', [...letters('text'), ...uint32(0), ...letters('CC0'), 0]],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ...(colors ?? []).map((color, index): [string, number[]] => [`${'rgb'[index]}XYZ`, xyz(color)]),
    ...(colors ? ['rTRC', 'gTRC', 'bTRC'] : ['kTRC']).map((tag): [string, Curve] => [tag, curve]),
    ...Object.entries(more),
  ];
  let at = 132 + tags.length * 12;
  const padded = tags.map(([, content]) => [...content, ...new Array<number>((4 - (content.length % 4)) % 4).fill(0)]);
  const list = tags.map(([tag, content], index) => {
    const entry = [...letters(tag), ...uint32(at), ...uint32(content.length)];
    at += padded[index]?.length ?? 0;
    return entry;
  });
  const version = curve[0] === letters('p')[0] ? 0x04200000 : 0x02400000;
  const start = [
    ...uint32(at),
    ...uint32(0),
    ...uint32(version),
    ...letters(`mntr${colors ? 'RGB ' : 'GRAY'}${connection}`),
  ];
  const date = [2026, 1, 1, 0, 0, 0].flatMap(uint16);
  const head = [
    ...start,
    ...date,
    ...letters('acsp'),
    ...new Array<number>(28).fill(0),
    ...[0.9642, 1, 0.8249].flatMap(fixed),
  ];
  return joinBytes(head, new Uint8Array(128 - head.length), uint32(tags.length), ...list, ...padded);
}

/** Returns the PNG with another ICC profile. */
export function withPngProfile(png: Uint8Array, profile: Uint8Array): Uint8Array<ArrayBuffer> {
  const content = joinBytes(letters('iCCPp\0\0'), deflateSync(profile));
  const chunk = joinBytes(uint32(content.length - 4), content, uint32(crc32(content)));
  return joinBytes(png.subarray(0, 33), chunk, png.subarray(33));
}
