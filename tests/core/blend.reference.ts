/**
 * The blend modes in double precision, from the documents (W3C Compositing and Blending Level 1; Adobe's
 * descriptions for Photoshop) and without code of core.
 */
type Channel = (b: number, s: number) => number;
type Color = [number, number, number];

const multiply: Channel = (b, s) => b * s;
const screen: Channel = (b, s) => 1 - (1 - b) * (1 - s);
const hardLight: Channel = (b, s) => (s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1));
const dodge: Channel = (b, s) => (b === 0 ? 0 : s === 1 ? 1 : Math.min(1, b / (1 - s)));
const burn: Channel = (b, s) => (b === 1 ? 1 : s === 0 ? 0 : 1 - Math.min(1, (1 - b) / s));
const plus: Channel = (b, s) => Math.min(1, b + s);

const channelModes: Record<string, Channel> = {
  normal: (_, s) => s,
  add: plus,
  'add-npm': plus,
  'linear-dodge': plus,
  multiply,
  screen,
  overlay: (b, s) => hardLight(s, b),
  darken: (b, s) => Math.min(b, s),
  lighten: (b, s) => Math.max(b, s),
  'color-dodge': dodge,
  'color-burn': burn,
  'linear-burn': (b, s) => Math.max(0, b + s - 1),
  'linear-light': (b, s) => Math.min(1, Math.max(0, b + 2 * s - 1)),
  'hard-light': hardLight,
  'soft-light': (b, s) => {
    const root = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
    return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (root - b);
  },
  'pin-light': (b, s) => (s <= 0.5 ? Math.min(b, 2 * s) : Math.max(b, 2 * s - 1)),
  difference: (b, s) => Math.abs(b - s),
  exclusion: (b, s) => b + s - 2 * b * s,
  subtract: (b, s) => Math.max(0, b - s),
  divide: (b, s) => (s === 0 ? (b === 0 ? 0 : 1) : Math.min(1, b / s)),
  'vivid-light': (b, s) => (s <= 0.5 ? burn(b, 2 * s) : dodge(b, 2 * (s - 0.5))),
  'hard-mix': (b, s) => (Math.round(255 * b) + Math.round(255 * s) >= 255 ? 1 : 0),
  negation: (b, s) => 1 - Math.abs(1 - b - s),
};

const lum = (c: Color) => 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2];
const sat = (c: Color) => Math.max(...c) - Math.min(...c);

function setLum(c: Color, l: number): Color {
  const d = l - lum(c);
  let moved = c.map((each) => each + d) as Color;
  const middle = lum(moved);
  const n = Math.min(...moved);
  const x = Math.max(...moved);
  if (n < 0) moved = moved.map((each) => middle + ((each - middle) * middle) / (middle - n)) as Color;
  if (x > 1) moved = moved.map((each) => middle + ((each - middle) * (1 - middle)) / (x - middle)) as Color;
  return moved;
}

/** Sets a color's saturation. Ranks the channels as the pseudocode of the specification does. */
function setSat(c: Color, s: number): Color {
  const [min, mid, max] = [0, 1, 2].toSorted((i, j) => (c[i] as number) - (c[j] as number)) as [
    0 | 1 | 2,
    0 | 1 | 2,
    0 | 1 | 2,
  ];
  const result: Color = [0, 0, 0];
  if (c[max] > c[min]) {
    result[mid] = ((c[mid] - c[min]) * s) / (c[max] - c[min]);
    result[max] = s;
  }
  return result;
}

const colorModes: Record<string, (b: Color, s: Color) => Color> = {
  saturation: (b, s) => setLum(setSat(b, sat(s)), lum(b)),
  color: (b, s) => setLum(s, lum(b)),
  luminosity: (b, s) => setLum(b, lum(s)),
};

export const referenceModes = [...Object.keys(channelModes), ...Object.keys(colorModes)];

/** Blends two colors whose channels are 0 to 1. */
export function blendExactly(mode: string, b: Color, s: Color): Color {
  const channel = channelModes[mode];
  if (channel) return [channel(b[0], s[0]), channel(b[1], s[1]), channel(b[2], s[2])];
  return (colorModes[mode] as (b: Color, s: Color) => Color)(b, s);
}

type Pixel = ArrayLike<number>;

const levelsOf = (pixel: Pixel): Color => [
  (pixel[0] as number) / 255,
  (pixel[1] as number) / 255,
  (pixel[2] as number) / 255,
];

/** Composites two straight RGBA pixels by source-over, without rounding. `shown` is the mask's value, 0 to 1. */
export function composeExactly(mode: string, bottom: Pixel, top: Pixel, shown = 1): [number, number, number, number] {
  const [b, s] = [levelsOf(bottom), levelsOf(top)];
  const alphaB = (bottom[3] as number) / 255;
  const alphaS = ((top[3] as number) / 255) * shown;
  const alpha = alphaS + alphaB * (1 - alphaS);
  const blended = blendExactly(mode, b, s);
  const channel = (index: 0 | 1 | 2) => {
    const source = (1 - alphaB) * s[index] + alphaB * blended[index];
    return (255 * (alphaS * source + (1 - alphaS) * alphaB * b[index])) / alpha;
  };
  return [channel(0), channel(1), channel(2), 255 * alpha];
}
