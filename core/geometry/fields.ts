import { MAX_SIDE } from '../base/limits.ts';
import { beside, group, number, pixels } from '../parameters/fields.ts';

/** An edge of a box: whole pixels inside a picture of any size. */
const edge = () => pixels({ default: 0, max: MAX_SIDE });

/** `{ top, left, bottom, right }`; all zero means that no box has been drawn. */
export const boxField = () =>
  group({ top: edge(), left: beside(edge()), bottom: beside(edge()), right: beside(edge()) });

const fraction = () => number({ default: 0, min: 0, max: 1, step: 0.01, fractionDigits: 4, integerDigits: 1 });

/** As `boxField`, in fractions of a picture's sides: for pictures of any size. */
export const boxFractionsField = () =>
  group({ top: fraction(), left: beside(fraction()), bottom: beside(fraction()), right: beside(fraction()) });

/** A coordinate that may lie between pixels; a turned curve's may lie outside the picture. */
export const coordinate = (min = -MAX_SIDE) =>
  number({ default: 0, min, max: MAX_SIDE, step: 1, fractionDigits: 2, integerDigits: 5, unit: 'px' });

/** `{ x, y }` inside a picture. */
export const pointField = () => group({ x: coordinate(0), y: beside(coordinate(0)) });
