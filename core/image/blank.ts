import { color, parameters, pixels } from '../parameters/fields.ts';

/** A blank background: its colour and its size in pixels. */
export const blankBackgroundFields = parameters({
  color: color({ default: '#ffffff' }),
  width: pixels({ default: 800, min: 1, max: 5000, step: 100, integerDigits: 4 }),
  height: pixels({ default: 1200, min: 1, max: 5000, step: 100, integerDigits: 4 }),
});

/** The same as the horizontal and the vertical editor let it be typed: a side of 0 makes no background. */
export const textPageBackgroundFields = parameters({
  ...blankBackgroundFields,
  width: { ...blankBackgroundFields.width, min: 0 },
  height: { ...blankBackgroundFields.height, min: 0 },
});
