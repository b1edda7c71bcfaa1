import { defineOperation } from '../operation.ts';
import { parameters, pixels } from '../parameters/fields.ts';

/** Cuts a rectangle out. Coordinates past the picture are clamped to it, reversed corners swapped. */
export const crop = defineOperation({
  id: 'crop',
  inputs: { image: 'image' },
  params: parameters({
    topX: pixels({ required: true, remembered: false }),
    topY: pixels({ required: true, remembered: false }),
    bottomX: pixels({ required: true, remembered: false }),
    bottomY: pixels({ required: true, remembered: false }),
  }),
  output: 'image',
  run: async ({ image }, params) => (await import('../image/crop.ts')).crop(image, params),
});
