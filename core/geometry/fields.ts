import { MAX_SIDE } from '../base/limits.ts';
import { beside, group, number, pixels } from '../parameters/fields.ts';

const edge = () => pixels({ default: 0, max: MAX_SIDE });

/** A box in pixels; all zeros mean that no box has been drawn. */
export const boxField = () =>
  group({ top: edge(), left: beside(edge()), bottom: beside(edge()), right: beside(edge()) });

const fraction = () => number({ default: 0, min: 0, max: 1, step: 0.01, fractionDigits: 4, integerDigits: 1 });

/** A box in fractions of the image's sides; all zeros mean that no box has been drawn. */
export const boxFractionsField = () =>
  group({ top: fraction(), left: beside(fraction()), bottom: beside(fraction()), right: beside(fraction()) });

/** A coordinate in pixels, which may be fractional or outside the image, as points of a rotated curve are. */
export const coordinate = (min = -MAX_SIDE) =>
  number({ default: 0, min, max: MAX_SIDE, step: 1, fractionDigits: 2, integerDigits: 5, unit: 'px' });

export const pointField = () => group({ x: coordinate(0), y: beside(coordinate(0)) });
