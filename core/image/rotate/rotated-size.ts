import type { Size } from '../../geometry/point.ts';
import { parseAspectRatio } from '../aspect-ratio.ts';
import { largestRect } from '../largest-rect.ts';
import { sinPi } from '../resample/lanczos.ts';

export type Flip = 'none' | 'horizontal' | 'vertical';

export interface RotateParameters {
  /** Clockwise turn in degrees: 0, 90, 180 or 270. */
  readonly turn: number;
  readonly flip: Flip;
  /** Clockwise rotation in degrees, −45 to 45, that straightens the image. */
  readonly angle: number;
  /** Aspect ratio of the rectangle that is cut from the straightened image; empty for the rectangle of largest area. */
  readonly ratio: string;
  /** True to enlarge the result until the whole rotated image fits. */
  readonly keepCorners: boolean;
  /** Color of the corners of the result that the rotated image does not cover. */
  readonly background: string;
}

/** Returns cosine and sine with the same bits in every JavaScript engine, unlike `Math.cos`. */
export const exactCosSin = (degrees: number): readonly [cos: number, sin: number] => [
  sinPi(0.5 - degrees / 180),
  sinPi(degrees / 180),
];

export const turnedSize = ({ width, height }: Size, turn: number): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** Returns the size of the rotated and cropped image, at least 1 px. */
export function rotatedSize(size: Size, { turn, angle, ratio, keepCorners }: RotateParameters): Size {
  const turned = turnedSize(size, turn);
  const aspect = keepCorners ? undefined : parseAspectRatio(ratio);
  if (angle === 0) {
    if (aspect === undefined) return turned;
    const { width, height } = largestRect(turned, aspect);
    return { width, height };
  }
  return keepCorners ? boundingSize(turned, angle) : insideSize(turned, angle, aspect);
}

/** Tolerance for rounding errors, so that 99.99… px count as 100 px. */
const TINY = 1e-6;

/** Returns the size of the bounding box of an image that is rotated by −45° to 45°. */
function boundingSize({ width, height }: Size, angle: number): Size {
  const [cos, sin] = exactCosSin(Math.abs(angle));
  return {
    width: Math.ceil(width * cos + height * sin - TINY),
    height: Math.ceil(width * sin + height * cos - TINY),
  };
}

/** Returns the size of the largest upright rectangle inside an image that is rotated by −45° to 45°. */
function insideSize({ width, height }: Size, angle: number, aspect: number | undefined): Size {
  const [cos, sin] = exactCosSin(Math.abs(angle));
  const whole = (wide: number, high: number): Size => ({
    width: Math.max(1, Math.floor(wide + TINY)),
    height: Math.max(1, Math.floor(high + TINY)),
  });
  // A rectangle fits if `wide · cos + high · sin ≤ width` and `wide · sin + high · cos ≤ height`.
  if (aspect !== undefined) {
    const high = Math.min(width / (aspect * cos + sin), height / (aspect * sin + cos));
    return whole(high * aspect, high);
  }
  const [long, short] = width >= height ? [width, height] : [height, width];
  const double = 2 * sin * cos;
  if (short <= double * long || cos - sin < TINY) {
    // In a narrow image, two corners of the rectangle touch the long sides; the other two are halfway between.
    const [along, across] = [short / (2 * sin), short / (2 * cos)];
    return width >= height ? whole(along, across) : whole(across, along);
  }
  const cosOfDouble = cos * cos - sin * sin;
  return whole((width * cos - height * sin) / cosOfDouble, (height * cos - width * sin) / cosOfDouble);
}
