import { defineOperation } from '../operation.ts';
import { beside, parameters, pixels } from '../parameters/fields.ts';

/** Cuts a rectangle out. Coordinates past the picture are clamped to it, reversed corners swapped. */
export const crop = defineOperation({
  id: 'crop',
  inputs: { image: 'image' },
  params: parameters({
    topX: pixels({ required: true }),
    topY: beside(pixels({ required: true })),
    bottomX: pixels({ required: true }),
    bottomY: beside(pixels({ required: true })),
  }),
  output: 'image',
  run: async ({ image }, params) => (await import('../image/crop.ts')).crop(image, params),
});
