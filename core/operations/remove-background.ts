import { checkColor } from '../image/pad/fields.ts';
import { defineOperation } from '../operation.ts';
import { parameters, text, toggle } from '../parameters/fields.ts';

/** Makes everything but the subject transparent, or fills it with a color. */
export const removeBackground = defineOperation({
  id: 'remove-background',
  inputs: { image: 'image' },
  params: parameters({
    background: text({
      default: 'transparent',
      maxLength: 11,
      among: { options: ['transparent'], prefix: '#' },
    }),
    matte: toggle({ default: true }),
  }),
  output: 'image',
  perFrame: true,
  check: ({ background }) => checkColor('background', background),
  isTransparent: ({ background }) => background === 'transparent',
  run: async ({ image }, params, context) =>
    (await import('../image/remove-background.ts')).removeBackground(image, params, context),
});
