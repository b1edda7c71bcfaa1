import { imageExtensions } from '../image/formats/input-extensions.ts';
import { checkColor } from '../image/pad/fields.ts';
import { defineOperation } from '../operation.ts';
import { beside, choice, number, parameters, pixels, text, visibleWhen } from '../parameters/fields.ts';

/** Puts images side by side, one below another, or in a grid. */
export const join = defineOperation({
  id: 'join',
  inputs: { images: { kind: 'file', min: 2, max: 100, together: true, extensions: imageExtensions } },
  params: parameters({
    layout: choice({ options: ['row', 'column', 'grid'], default: 'row' }),
    columns: beside(
      visibleWhen({ layout: ['grid'] }, number({ min: 1, max: 100, fractionDigits: 0, integerDigits: 3 })),
    ),
    gap: pixels({ default: 0, max: 1000 }),
    background: beside(text({ default: '#ffffff', maxLength: 11, among: { options: ['transparent'], prefix: '#' } })),
  }),
  output: 'image',
  check: ({ background }) => checkColor('background', background),
  run: async ({ images }, params, context) => (await import('../image/join.ts')).joinImages(images, params, context),
});
