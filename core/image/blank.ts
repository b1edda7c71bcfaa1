import { color, parameters, pixels } from '../parameters/fields.ts';

/** A blank background: its colour and its size in pixels. */
export const blankSheetFields = parameters({
  color: color({ default: '#ffffff' }),
  width: pixels({ default: 800, min: 1, max: 5000, step: 100, integerDigits: 4 }),
  height: pixels({ default: 1200, min: 1, max: 5000, step: 100, integerDigits: 4 }),
});
