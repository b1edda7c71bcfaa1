import { imageExtensions } from '../image/formats/input-extensions.ts';
import { defineOperation } from '../operation.ts';
import { beside, choice, number, parameters } from '../parameters/fields.ts';

/** Puts images into a PDF, one per page. */
export const imagesToPdf = defineOperation({
  id: 'images-to-pdf',
  inputs: { images: { kind: 'file', min: 1, max: 500, together: true, extensions: imageExtensions } },
  params: parameters({
    page: choice({ options: ['fit', 'a4', 'letter'], default: 'fit' }),
    margin: beside(number({ default: 0, min: 0, max: 100, fractionDigits: 1, integerDigits: 3, unit: 'mm' })),
  }),
  output: 'file',
  extensions: ['pdf'],
  run: async ({ images }, params, context) =>
    (await import('../image/images-to-pdf.ts')).imagesToPdf(images, params, context),
});
