import { defineOperation } from '../operation.ts';
import { inFoldedSection, parameters, slider, toggle } from '../parameters/fields.ts';

const adjustment = () => slider({ default: 0, min: -1, max: 1, step: 0.01, integerDigits: 1 });

/** Adjusts saturation, brightness, hue, contrast, gray and sepia, in this order; 0 changes nothing. */
export const adjustColor = defineOperation({
  id: 'adjust-color',
  inputs: { image: 'image' },
  params: parameters({
    saturation: adjustment(),
    brightness: adjustment(),
    hue: adjustment(),
    contrast: adjustment(),
    ...inFoldedSection('tone', {
      gray: toggle({ default: false }),
      sepia: slider({ default: 0, min: 0, max: 1, step: 0.01, integerDigits: 1 }),
    }),
  }),
  output: 'image',
  perFrame: true,
  run: async ({ image }, params, context) =>
    (await import('../image/adjust-color.ts')).adjustColor(image, params, context),
});
