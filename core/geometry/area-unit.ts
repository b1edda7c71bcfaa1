import { ParameterError } from '../base/errors.ts';
import { choice } from '../parameters/fields.ts';

export type AreaUnit = 'px' | 'fraction';

/** Declares the unit of an area's values: pixels, or fractions of the image's sides. */
export const unitField = () => choice({ options: ['px', 'fraction'], required: false });

/** Coordinates and lengths of one area; values that are not set are undefined. */
export interface AreaValues {
  readonly coordinates: readonly (number | undefined)[];
  readonly lengths?: readonly (number | undefined)[];
}

/**
 * Returns the stated unit of an area. Without a stated unit, values that are all from 0 to 1 are fractions. Values that
 * are all whole or beyond ±2, with a coordinate outside 0 to 1, are pixels. Returns `undefined` for other values, such as
 * fractions slightly outside the image.
 */
export function unitOf(unit: AreaUnit | undefined, { coordinates, lengths = [] }: AreaValues): AreaUnit | undefined {
  if (unit !== undefined) return unit;
  const isShare = (value: number | undefined) => value === undefined || (value >= 0 && value <= 1);
  const isPixel = (value: number | undefined) => value === undefined || Number.isInteger(value) || Math.abs(value) > 2;
  const values = [...coordinates, ...lengths];
  if (values.every(isShare)) return 'fraction';
  return values.every(isPixel) && !coordinates.every(isShare) ? 'px' : undefined;
}

/** @throws ParameterError `parameterUnit` if an area needs a stated unit, which `path` names */
export function requireUnit(unit: AreaUnit | undefined, values: AreaValues, path: string): void {
  if (unitOf(unit, values) === undefined) throw new ParameterError(path, { problem: 'unit' }, unit);
}

/** Largest rounding error, in pixels, of a coordinate that was converted to a fraction with six digits. */
const ROUNDING = 1 / 32;

/** Converts a fraction to pixels. Whole pixels stay whole, although fractions are rounded to six digits. */
export function fractionInPixels(value: number, side: number): number {
  const px = value * side;
  const whole = Math.round(px);
  return Math.abs(px - whole) < ROUNDING ? whole : px;
}
