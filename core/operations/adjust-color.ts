import { ParameterError } from '../base/errors.ts';
import { defineOperation } from '../operation.ts';
import {
  beside,
  inFoldedSection,
  needing,
  number,
  parameters,
  slider,
  toggle,
  visibleWhen,
} from '../parameters/fields.ts';

const adjustment = () => slider({ default: 0, min: -1, max: 1, step: 0.01, integerDigits: 1 });
const mix = () => visibleWhen({ gray: [true] }, needing(['gray'], adjustment()));
const level = { fractionDigits: 0, integerDigits: 3 } as const;

/**
 * Adjusts saturation, brightness, hue, contrast, gray and sepia, in this order; 0 changes nothing. Light, temperature,
 * tint and vibrance come before them.
 */
export const adjustColor = defineOperation({
  id: 'adjust-color',
  inputs: { image: 'image' },
  params: parameters({
    saturation: adjustment(),
    brightness: adjustment(),
    hue: adjustment(),
    contrast: adjustment(),
    ...inFoldedSection('light', {
      auto: toggle({ default: false }),
      exposure: slider({ default: 0, min: -2, max: 2, step: 0.01, integerDigits: 1 }),
      highlights: adjustment(),
      shadows: adjustment(),
      blackPoint: number({ default: 0, min: 0, max: 254, ...level }),
      whitePoint: beside(number({ default: 255, min: 1, max: 255, ...level })),
    }),
    ...inFoldedSection('color', {
      temperature: adjustment(),
      tint: adjustment(),
      vibrance: adjustment(),
    }),
    ...inFoldedSection('tone', {
      gray: toggle({ default: false }),
      grayRed: mix(),
      grayGreen: mix(),
      grayBlue: mix(),
      sepia: slider({ default: 0, min: 0, max: 1, step: 0.01, integerDigits: 1 }),
    }),
  }),
  output: 'image',
  perFrame: true,
  check: ({ blackPoint, whitePoint }) => {
    if (whitePoint <= blackPoint) throw new ParameterError('whitePoint', { min: blackPoint + 1, max: 255 }, whitePoint);
  },
  survey: async (params) => (await import('../image/adjust-color.ts')).surveyFrames(params),
  run: async ({ image }, params, context) =>
    (await import('../image/adjust-color.ts')).adjustColor(image, params, context),
});
