import { defineOperation } from '../operation.ts';
import { parameters, slider } from '../parameters/fields.ts';

/** Blurs an image if `sharpness` is negative; sharpens it if positive. */
export const blurSharpen = defineOperation({
  id: 'blur-sharpen',
  inputs: { image: 'image' },
  params: parameters({
    sharpness: slider({ default: 0, min: -1, max: 1, step: 0.01, integerDigits: 1 }),
  }),
  output: 'image',
  perFrame: true,
  run: async ({ image }, params, context) =>
    (await import('../image/blur-sharpen.ts')).blurSharpen(image, params, context, context.previewScale),
});
