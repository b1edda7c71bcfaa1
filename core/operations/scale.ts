import { ParameterError } from '../base/errors.ts';
import { defineOperation } from '../operation.ts';
import { beside, parameters, pixels, ratio, toggle } from '../parameters/fields.ts';

/** Resizes: by a ratio, or to a width and a height, one of which may follow from the other. */
export const scale = defineOperation({
  id: 'scale',
  inputs: { image: 'image' },
  params: parameters({
    ratio: ratio({ min: 0.1, max: 4, step: 0.1, integerDigits: 1 }),
    keepAspect: toggle({ default: false }),
    width: pixels({ min: 1, max: 10_000 }),
    height: beside(pixels({ min: 1, max: 10_000 })),
  }),
  output: 'image',
  check: ({ ratio, width, height }) => {
    const bySize = width !== undefined || height !== undefined;
    if (ratio === undefined && !bySize) throw new ParameterError('ratio', { problem: 'required' }, undefined);
    if (ratio !== undefined && bySize) throw new ParameterError('ratio', { problem: 'exclusive' }, ratio);
  },
  run: async ({ image }, params, context) => (await import('../image/scale.ts')).scale(image, params, context),
});
