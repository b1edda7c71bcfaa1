import { ParameterError } from '../base/errors.ts';
import { parseAspectRatio } from '../image/aspect-ratio.ts';
import { checkColor, padAnchor, padBackground } from '../image/pad/fields.ts';
import { defineOperation } from '../operation.ts';
import { beside, parameters, pixels, text } from '../parameters/fields.ts';

/** Extends an image to a size or an aspect ratio, without scaling or cropping the image. */
export const pad = defineOperation({
  id: 'pad',
  inputs: { image: 'image' },
  params: parameters({
    width: pixels({ min: 1, max: 20_000 }),
    height: beside(pixels({ min: 1, max: 20_000 })),
    ratio: text({ maxLength: 20 }),
    anchor: padAnchor,
    background: padBackground,
  }),
  output: 'image',
  perFrame: true,
  check: ({ width, height, ratio, background }) => {
    const hasSize = width !== undefined || height !== undefined;
    if (ratio === '' && !hasSize)
      throw new ParameterError('width', { problem: 'oneOf', alternatives: ['width', 'height', 'ratio'] }, undefined);
    if (ratio !== '' && hasSize)
      throw new ParameterError(
        'ratio',
        { problem: 'exclusive', alternatives: [width === undefined ? 'height' : 'width'] },
        ratio,
      );
    if (ratio !== '' && parseAspectRatio(ratio) === undefined)
      throw new ParameterError('ratio', { type: 'ratio' }, ratio);
    checkColor('background', background);
  },
  run: async ({ image }, params, context) => (await import('../image/pad/pad.ts')).pad(image, params, context),
});
