/** A color matrix for straight-alpha sRGB from 0 to 1: four rows (RGBA) of four factors and an offset. */
export type ColorMatrix = readonly number[];

export interface ColorAdjustment {
  /** Color adjustments from −1 to 1; 0 leaves colors unchanged. */
  readonly saturation: number;
  readonly brightness: number;
  readonly hue: number;
  readonly contrast: number;
  /** True for black and white, by the luminance of the other adjustments' result. */
  readonly gray?: boolean;
  /** Brightness of red, green and blue in black and white, from −1 to 1; 0 means their luminance. */
  readonly grayRed?: number;
  readonly grayGreen?: number;
  readonly grayBlue?: number;
  /** Strength of a sepia tone from 0 to 1. */
  readonly sepia?: number;
}

const identity: ColorMatrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0];

/** Luminance weights in SVG and CSS filters (Filter Effects 1, 10.4). */
export const LUMINANCE = [0.213, 0.715, 0.072] as const;
const [RED, GREEN, BLUE] = LUMINANCE;

/** Combines saturation, brightness, hue, contrast, gray and sepia, in this order, so that levels are clamped once. */
export function adjustmentMatrix(adjustment: ColorAdjustment): ColorMatrix {
  const { saturation, brightness, hue, contrast, gray = false, sepia = 0 } = adjustment;
  let matrix = identity;
  if (saturation !== 0) matrix = composeMatrices(saturationMatrix(1 + saturation), matrix);
  if (brightness !== 0) matrix = composeMatrices(linearMatrix(1 + brightness, 0), matrix);
  if (hue !== 0) matrix = composeMatrices(hueMatrix(hue * Math.PI), matrix);
  if (contrast !== 0) matrix = composeMatrices(linearMatrix(1 + contrast, -contrast / 2), matrix);
  if (gray) matrix = composeMatrices(grayMatrix(adjustment), matrix);
  if (sepia !== 0) matrix = composeMatrices(sepiaMatrix(sepia), matrix);
  return matrix;
}

export const isIdentity = (matrix: ColorMatrix): boolean => matrix === identity;

/** Returns the color matrix of the filter `saturate(amount)` (Filter Effects 1, 10.4): 0 is gray, 1 is neutral. */
export function saturationMatrix(amount: number): ColorMatrix {
  const diagonal = (weight: number) => weight + (1 - weight) * amount;
  const offDiagonal = (weight: number) => weight - weight * amount;
  return [
    ...[diagonal(RED), offDiagonal(GREEN), offDiagonal(BLUE), 0, 0],
    ...[offDiagonal(RED), diagonal(GREEN), offDiagonal(BLUE), 0, 0],
    ...[offDiagonal(RED), offDiagonal(GREEN), diagonal(BLUE), 0, 0],
    ...[0, 0, 0, 1, 0],
  ];
}

/** Returns the color matrix of the filter `hue-rotate(angle)` (Filter Effects 1, 10.4). */
export function hueMatrix(radians: number): ColorMatrix {
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return [
    ...[RED + cos * (1 - RED) - sin * RED, GREEN - cos * GREEN - sin * GREEN, BLUE - cos * BLUE + sin * (1 - BLUE)],
    ...[0, 0],
    ...[RED - cos * RED + sin * 0.143, GREEN + cos * (1 - GREEN) + sin * 0.14, BLUE - cos * BLUE - sin * 0.283],
    ...[0, 0],
    ...[RED - cos * RED - sin * (1 - RED), GREEN - cos * GREEN + sin * GREEN, BLUE + cos * (1 - BLUE) + sin * BLUE],
    ...[0, 0],
    ...[0, 0, 0, 1, 0],
  ];
}

/** Stops (factors of 2) by which a channel of the black-and-white mix changes from 0 to 1. */
const MIX_STOPS = 3;

/**
 * Returns the color matrix of black and white. Like a color filter on a lens, each of `grayRed`, `grayGreen` and
 * `grayBlue` multiplies the luminance weight of its channel by 2^(3v). The weights' sum stays 1, so grays stay.
 */
function grayMatrix({ grayRed = 0, grayGreen = 0, grayBlue = 0 }: ColorAdjustment): ColorMatrix {
  if (grayRed === grayGreen && grayGreen === grayBlue) return saturationMatrix(0);
  const weights = [grayRed, grayGreen, grayBlue].map(
    (value, channel) => (LUMINANCE[channel] as number) * 2 ** (MIX_STOPS * value),
  );
  const sum = weights.reduce((total, weight) => total + weight);
  const row = [...weights.map((weight) => weight / sum), 0, 0];
  return [...row, ...row, ...row, 0, 0, 0, 1, 0];
}

/** Returns the color matrix of the filter `sepia(amount)` (Filter Effects 1, 10.4): 0 is neutral. */
function sepiaMatrix(amount: number): ColorMatrix {
  const rest = 1 - amount;
  return [
    ...[0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest, 0, 0],
    ...[0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest, 0, 0],
    ...[0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest, 0, 0],
    ...[0, 0, 0, 1, 0],
  ];
}

function linearMatrix(slope: number, intercept: number): ColorMatrix {
  return [
    ...[slope, 0, 0, 0, intercept],
    ...[0, slope, 0, 0, intercept],
    ...[0, 0, slope, 0, intercept],
    ...[0, 0, 0, 1, 0],
  ];
}

function composeMatrices(second: ColorMatrix, first: ColorMatrix): ColorMatrix {
  return identity.map((_, index) => {
    const row = Math.floor(index / 5) * 5;
    const column = index % 5;
    let sum = column === 4 ? at(second, row + 4) : 0;
    for (let inner = 0; inner < 4; inner++) sum += at(second, row + inner) * at(first, inner * 5 + column);
    return sum;
  });
}

const at = (matrix: ColorMatrix, index: number): number => matrix[index] ?? 0;
