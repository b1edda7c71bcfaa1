import { ParameterError } from '../base/errors.ts';
import { defineOperation } from '../operation.ts';
import { beside, degrees, number, parameters, slider, text, toggle } from '../parameters/fields.ts';

/** Longest text of a watermark, in characters. */
const MAX_LENGTH = 200;

/** Writes a text or a logo over the whole image, or once in its center. */
export const watermark = defineOperation({
  id: 'watermark',
  inputs: { base: 'image', image: { kind: 'image', optional: true } },
  params: parameters({
    text: text({ maxLength: MAX_LENGTH }),
    angle: degrees({ default: -30 }),
    gap: beside(number({ default: 10, min: 0, max: 1000, fractionDigits: 1, integerDigits: 4, unit: 'percent' })),
    opacity: slider({ default: 0.3, min: 0, max: 1, step: 0.01, fractionDigits: 2, integerDigits: 1 }),
    tile: toggle({ default: true }),
  }),
  output: 'image',
  perFrame: true,
  run: async ({ base, image }, params, context) => {
    if (!image && params.text.trim() === '')
      throw new ParameterError('text', { problem: 'oneOf', alternatives: ['text', 'image'] }, undefined);
    if (image && params.text !== '') throw new ParameterError('text', { problem: 'exclusive' }, params.text);
    return (await import('../text/watermark.ts')).addWatermark(base, image, params, context);
  },
});
