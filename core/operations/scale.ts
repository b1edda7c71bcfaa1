import { ParameterError } from '../base/errors.ts';
import { checkColor, padAnchor, padBackground } from '../image/pad/fields.ts';
import { defineOperation } from '../operation.ts';
import {
  beside,
  choice,
  needing,
  number,
  parameters,
  pixels,
  ratio,
  renamed,
  toggle,
  visibleWhen,
} from '../parameters/fields.ts';

export const scale = defineOperation({
  id: 'scale',
  inputs: { image: 'image' },
  params: parameters({
    factor: renamed('ratio', ratio({ min: 0.1, max: 4, step: 0.1, integerDigits: 1 })),
    keepAspect: needing(['width', 'height'], toggle()),
    width: pixels({ min: 1, max: 10_000 }),
    height: beside(pixels({ min: 1, max: 10_000 })),
    percent: number({ min: 1, max: 400, step: 1, fractionDigits: 2, integerDigits: 3, unit: 'percent' }),
    longEdge: pixels({ min: 1, max: 10_000 }),
    withoutEnlargement: toggle(),
    fit: needing(
      ['width', 'height'],
      choice({
        options: ['contain', 'cover', 'fill', 'pad'],
        formerOptions: { inside: 'contain' },
        default: 'fill',
      }),
    ),
    anchor: visibleWhen({ fit: ['cover', 'pad'] }, padAnchor),
    background: visibleWhen({ fit: ['pad'] }, padBackground),
    resample: choice({ options: ['auto', 'lanczos', 'area', 'nearest'], default: 'auto' }),
  }),
  output: 'image',
  perFrame: true,
  check: ({ factor, percent, longEdge, width, height, background }) => {
    const sizes = Object.entries({ factor, percent, longEdge, width: width ?? height }).filter(
      ([, value]) => value !== undefined,
    );
    const [first, second] = sizes;
    const alternatives = ['factor', 'percent', 'longEdge', 'width', 'height'];
    if (!first) throw new ParameterError('factor', { problem: 'oneOf', alternatives }, undefined);
    if (second) throw new ParameterError(first[0], { problem: 'exclusive', alternatives: [second[0]] }, first[1]);
    checkColor('background', background);
  },
  run: async ({ image }, params, context) => (await import('../image/scale.ts')).scale(image, params, context),
});
