import { checkColor } from '../image/pad/fields.ts';
import { defineOperation } from '../operation.ts';
import { beside, number, parameters, pixels, text } from '../parameters/fields.ts';

/** Removes borders of one color, or transparent borders. */
export const trim = defineOperation({
  id: 'trim',
  inputs: { image: 'image' },
  params: parameters({
    tolerance: number({ default: 10, min: 0, max: 255, fractionDigits: 0, integerDigits: 3 }),
    margin: beside(pixels({ default: 0, max: 10_000 })),
    color: text({ default: 'auto', maxLength: 11, among: { options: ['auto', 'transparent'], prefix: '#' } }),
  }),
  output: 'image',
  perFrame: true,
  check: ({ color }) => checkColor('color', color),
  survey: async (params) => (await import('../image/trim.ts')).surveyFrames(params),
  run: async ({ image }, params, context) => (await import('../image/trim.ts')).trim(image, params, context),
});
