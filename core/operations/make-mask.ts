import { defineOperation } from '../operation.ts';
import { choice, group, list, number, parameters, pixels, toggle } from '../parameters/fields.ts';

const side = () => pixels({ max: 999_999, integerDigits: 6 });
const gray = (value: number) => number({ default: value, min: 0, max: 255, fractionDigits: 0, integerDigits: 3 });
const coordinate = () => number({ required: true, min: -100_000, max: 100_000, integerDigits: 6 });

/** Position of a stroke in pixels, and pressure, which scales the stroke's width. */
const point = group({
  x: coordinate(),
  y: coordinate(),
  pressure: number({ default: 1, min: 0, max: 1, integerDigits: 1, fractionDigits: 3 }),
});

/** A stroke of a pen or of an eraser, which paints gray level 0. `feather` softens the stroke's edge. */
const stroke = group({
  tool: choice({ options: ['pen', 'eraser'], default: 'pen' }),
  gray: gray(255),
  widthPx: pixels({ default: 32, min: 1, max: 512, integerDigits: 3, control: 'slider' }),
  feather: number({ default: 0, min: 0, max: 100, integerDigits: 3, fractionDigits: 1, unit: 'px' }),
  points: list({ item: point, maxItems: 100_000, required: true }),
});

/** Paints strokes on a gray background or on an image's luminance. */
export const makeMask = defineOperation({
  id: 'make-mask',
  inputs: { image: { kind: 'image', optional: true } },
  params: parameters({
    width: side(),
    height: side(),
    gray: gray(0),
    strokes: list({ item: stroke, maxItems: 10_000 }),
    invert: toggle({ default: false }),
  }),
  output: 'image',
  run: async ({ image }, params, context) => (await import('../image/make-mask.ts')).makeMask(image, params, context),
});
