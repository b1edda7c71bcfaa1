import { ParameterError } from '../base/errors.ts';
import { parseAspectRatio } from '../image/aspect-ratio.ts';
import { defineOperation } from '../operation.ts';
import { choice, color, number, parameters, text, toggle, visibleWhen } from '../parameters/fields.ts';

/** Turns, then flips, then straightens an image. Only straightening resamples pixels. */
export const rotate = defineOperation({
  id: 'rotate',
  inputs: { image: 'image' },
  params: parameters({
    turn: number({
      default: 0,
      min: 0,
      max: 270,
      step: 90,
      fractionDigits: 0,
      values: [0, 90, 180, 270],
      unit: 'degrees',
    }),
    flip: choice({ options: ['none', 'horizontal', 'vertical'], default: 'none' }),
    angle: number({ default: 0, min: -45, max: 45, step: 0.1, fractionDigits: 2, integerDigits: 2, unit: 'degrees' }),
    ratio: text({ maxLength: 20 }),
    keepCorners: toggle(),
    background: visibleWhen({ keepCorners: [true] }, color({ default: '#00000000', alpha: true })),
  }),
  output: 'image',
  perFrame: true,
  check: ({ ratio, keepCorners }) => {
    if (ratio === '') return;
    if (parseAspectRatio(ratio) === undefined) throw new ParameterError('ratio', { type: 'ratio' }, ratio);
    if (keepCorners) throw new ParameterError('ratio', { problem: 'exclusive', alternatives: ['keepCorners'] }, ratio);
  },
  run: async ({ image }, params, context) => (await import('../image/rotate/rotate.ts')).rotate(image, params, context),
});
