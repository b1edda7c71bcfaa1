/**
 * Blend modes for compositor, GPU preview, command and dropdown. In formulas, `b` is a color of the backdrop (bottom
 * layer) and `s` of the source (top layer): straight alpha, sRGB, 0 to 1. Results need not be clamped. Formulas: W3C
 * Compositing and Blending Level 1, 10.1 and 10.2; for other modes, Adobe's formulas of Photoshop.
 */

export const blendGroups = ['normal', 'darken', 'lighten', 'contrast', 'comparison', 'component'] as const;
export type BlendGroup = (typeof blendGroups)[number];

export type Rgb = readonly [red: number, green: number, blue: number];

interface ModeBase<Id extends string> {
  readonly id: Id;
  readonly group: BlendGroup;
  /** Formula in GLSL ES 3.00, with floats in channel modes or `vec3` in color modes. May call `blendFunctions`. */
  readonly glsl: string;
}

export interface ChannelMode<Id extends string = string> extends ModeBase<Id> {
  readonly channel: (b: number, s: number) => number;
}

export interface ColorMode<Id extends string = string> extends ModeBase<Id> {
  readonly color: (b: Rgb, s: Rgb) => Rgb;
  /** Number of the color blend mode in the WebAssembly kernel `core/image/blend/kernels/blend.ts`. */
  readonly kernel: number;
}

const hardLight = (b: number, s: number) => (s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1));
const colorDodge = (b: number, s: number) => (b <= 0 ? 0 : b >= 1 - s ? 1 : b / (1 - s));
const colorBurn = (b: number, s: number) => (b >= 1 ? 1 : 1 - b >= s ? 0 : 1 - (1 - b) / s);
const vividLight = (b: number, s: number) => (s <= 0.5 ? colorBurn(b, 2 * s) : colorDodge(b, 2 * s - 1));
const pinLight = (b: number, s: number) => (s <= 0.5 ? Math.min(b, 2 * s) : Math.max(b, 2 * s - 1));
const divide = (b: number, s: number) => (b <= 0 ? 0 : b >= s ? 1 : b / s);

function softLight(b: number, s: number): number {
  if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
  const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
  return b + (2 * s - 1) * (d - b);
}

/** Blend mode hard mix. The threshold is 1 minus half an 8-bit level, so rounding errors can't turn white to black. */
const hardMix = (b: number, s: number) => (b + s > 1 - 0.5 / 255 ? 1 : 0);

const luminosityOf = ([red, green, blue]: Rgb) => 0.3 * red + 0.59 * green + 0.11 * blue;
const leastOf = ([red, green, blue]: Rgb) => Math.min(red, green, blue);
const mostOf = ([red, green, blue]: Rgb) => Math.max(red, green, blue);
const saturationOf = (color: Rgb) => mostOf(color) - leastOf(color);

const scaled = ([red, green, blue]: Rgb, factor: number, added: number): Rgb => [
  red * factor + added,
  green * factor + added,
  blue * factor + added,
];

/** Moves a color outside 0…1 toward its luminosity: `ClipColor` of W3C Compositing and Blending. */
function clipColor(color: Rgb): Rgb {
  const luminosity = luminosityOf(color);
  const least = leastOf(color);
  const most = mostOf(color);
  let factor = 1;
  if (least < 0) factor = luminosity / (luminosity - least);
  if (most > 1) factor = Math.min(factor, (1 - luminosity) / (most - luminosity));
  return factor === 1 ? color : scaled(color, factor, luminosity - luminosity * factor);
}

/** Sets the luminosity of a color: `SetLum` of W3C Compositing and Blending. */
const withLuminosity = (color: Rgb, luminosity: number) =>
  clipColor(scaled(color, 1, luminosity - luminosityOf(color)));

/** Sets the saturation of a color: `SetSat` of W3C Compositing and Blending. */
function withSaturation(color: Rgb, saturation: number): Rgb {
  const range = saturationOf(color);
  if (range <= 0) return [0, 0, 0];
  const factor = saturation / range;
  return scaled(color, factor, -leastOf(color) * factor);
}

/** GLSL functions for luminosity and saturation, which blend formulas call. */
export const blendFunctions = `
float hardLight(float b, float s) { return s <= 0.5 ? 2.0 * b * s : b + (2.0 * s - 1.0) - b * (2.0 * s - 1.0); }
float colorDodge(float b, float s) { return b <= 0.0 ? 0.0 : b >= 1.0 - s ? 1.0 : b / (1.0 - s); }
float colorBurn(float b, float s) { return b >= 1.0 ? 1.0 : 1.0 - b >= s ? 0.0 : 1.0 - (1.0 - b) / s; }
float divide(float b, float s) { return b <= 0.0 ? 0.0 : b >= s ? 1.0 : b / s; }
float softLight(float b, float s) {
  if (s <= 0.5) return b - (1.0 - 2.0 * s) * b * (1.0 - b);
  float d = b <= 0.25 ? ((16.0 * b - 12.0) * b + 4.0) * b : sqrt(b);
  return b + (2.0 * s - 1.0) * (d - b);
}
float luminosityOf(vec3 color) { return dot(color, vec3(0.3, 0.59, 0.11)); }
float leastOf(vec3 color) { return min(color.r, min(color.g, color.b)); }
float mostOf(vec3 color) { return max(color.r, max(color.g, color.b)); }
float saturationOf(vec3 color) { return mostOf(color) - leastOf(color); }
vec3 clipColor(vec3 color) {
  float luminosity = luminosityOf(color);
  float least = leastOf(color);
  float most = mostOf(color);
  float factor = 1.0;
  if (least < 0.0) factor = luminosity / (luminosity - least);
  if (most > 1.0) factor = min(factor, (1.0 - luminosity) / (most - luminosity));
  return luminosity + (color - luminosity) * factor;
}
vec3 withLuminosity(vec3 color, float luminosity) { return clipColor(color + (luminosity - luminosityOf(color))); }
vec3 withSaturation(vec3 color, float saturation) {
  float range = saturationOf(color);
  return range > 0.0 ? (color - leastOf(color)) * saturation / range : vec3(0.0);
}
`;

const linearDodge = { channel: (b: number, s: number) => b + s, glsl: 'min(1.0, b + s)' };

/** Blend modes in dropdown order. `add`, `add-npm` and `linear-dodge` are three common names of one mode. */
export const blendModes = [
  { id: 'normal', group: 'normal', channel: (_, s) => s, glsl: 's' },

  { id: 'darken', group: 'darken', channel: Math.min, glsl: 'min(b, s)' },
  { id: 'multiply', group: 'darken', channel: (b, s) => b * s, glsl: 'b * s' },
  { id: 'color-burn', group: 'darken', channel: colorBurn, glsl: 'colorBurn(b, s)' },
  { id: 'linear-burn', group: 'darken', channel: (b, s) => b + s - 1, glsl: 'max(0.0, b + s - 1.0)' },

  { id: 'lighten', group: 'lighten', channel: Math.max, glsl: 'max(b, s)' },
  { id: 'screen', group: 'lighten', channel: (b, s) => b + s - b * s, glsl: 'b + s - b * s' },
  { id: 'color-dodge', group: 'lighten', channel: colorDodge, glsl: 'colorDodge(b, s)' },
  { id: 'linear-dodge', group: 'lighten', ...linearDodge },
  { id: 'add', group: 'lighten', ...linearDodge },
  { id: 'add-npm', group: 'lighten', ...linearDodge },

  { id: 'overlay', group: 'contrast', channel: (b, s) => hardLight(s, b), glsl: 'hardLight(s, b)' },
  { id: 'soft-light', group: 'contrast', channel: softLight, glsl: 'softLight(b, s)' },
  { id: 'hard-light', group: 'contrast', channel: hardLight, glsl: 'hardLight(b, s)' },
  {
    id: 'vivid-light',
    group: 'contrast',
    channel: vividLight,
    glsl: 's <= 0.5 ? colorBurn(b, 2.0 * s) : colorDodge(b, 2.0 * s - 1.0)',
  },
  {
    id: 'linear-light',
    group: 'contrast',
    channel: (b, s) => b + 2 * s - 1,
    glsl: 'clamp(b + 2.0 * s - 1.0, 0.0, 1.0)',
  },
  {
    id: 'pin-light',
    group: 'contrast',
    channel: pinLight,
    glsl: 's <= 0.5 ? min(b, 2.0 * s) : max(b, 2.0 * s - 1.0)',
  },
  { id: 'hard-mix', group: 'contrast', channel: hardMix, glsl: 'b + s > 1.0 - 0.5 / 255.0 ? 1.0 : 0.0' },

  { id: 'difference', group: 'comparison', channel: (b, s) => Math.abs(b - s), glsl: 'abs(b - s)' },
  { id: 'exclusion', group: 'comparison', channel: (b, s) => b + s - 2 * b * s, glsl: 'b + s - 2.0 * b * s' },
  { id: 'negation', group: 'comparison', channel: (b, s) => 1 - Math.abs(1 - b - s), glsl: '1.0 - abs(1.0 - b - s)' },
  { id: 'subtract', group: 'comparison', channel: (b, s) => b - s, glsl: 'max(0.0, b - s)' },
  { id: 'divide', group: 'comparison', channel: divide, glsl: 'divide(b, s)' },

  {
    id: 'saturation',
    group: 'component',
    kernel: 1,
    color: (b, s) => withLuminosity(withSaturation(b, saturationOf(s)), luminosityOf(b)),
    glsl: 'withLuminosity(withSaturation(b, saturationOf(s)), luminosityOf(b))',
  },
  {
    id: 'color',
    group: 'component',
    kernel: 2,
    color: (b, s) => withLuminosity(s, luminosityOf(b)),
    glsl: 'withLuminosity(s, luminosityOf(b))',
  },
  {
    id: 'luminosity',
    group: 'component',
    kernel: 3,
    color: (b, s) => withLuminosity(b, luminosityOf(s)),
    glsl: 'withLuminosity(b, luminosityOf(s))',
  },
] as const satisfies readonly (ChannelMode | ColorMode)[];

export type BlendModeId = (typeof blendModes)[number]['id'];
export type BlendMode = ChannelMode<BlendModeId> | ColorMode<BlendModeId>;

const modesById: ReadonlyMap<BlendModeId, BlendMode> = new Map(
  blendModes.map((mode: BlendMode) => [mode.id, mode] as const),
);

export function blendMode(id: BlendModeId): BlendMode {
  return modesById.get(id) as BlendMode;
}
