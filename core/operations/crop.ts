import { ParameterError } from '../base/errors.ts';
import { parseAspectRatio } from '../image/aspect-ratio.ts';
import { defineOperation } from '../operation.ts';
import {
  beside,
  choice,
  needing,
  number,
  parameters,
  pixels,
  text,
  type ValuesOf,
  visibleWhen,
} from '../parameters/fields.ts';

export const cropCorners = parameters({
  topX: pixels({}),
  topY: beside(pixels({})),
  bottomX: pixels({}),
  bottomY: beside(pixels({})),
});

const fraction = () => number({ min: 0, max: 1, step: 0.01, fractionDigits: 4, integerDigits: 1 });
const position = () => number({ default: 0.5, min: 0, max: 1, step: 0.01, fractionDigits: 4, integerDigits: 1 });

/** Edges of a crop as fractions of the image's sides, from the upper left; omitted edges are the edges of the image. */
export const cropEdges = parameters({
  left: fraction(),
  top: beside(fraction()),
  right: fraction(),
  bottom: beside(fraction()),
});

/** Shape of a crop. Everything outside the shape becomes transparent. */
export const cropShape = parameters({
  shape: choice({ options: ['rect', 'ellipse', 'rounded'], default: 'rect' }),
  cornerRadius: visibleWhen({ shape: ['rounded'] }, pixels({ default: 40, max: 10_000 })),
});

const params = parameters({
  ...cropCorners,
  ratio: text({ maxLength: 20 }),
  positionX: needing(['ratio'], position()),
  positionY: beside(needing(['ratio'], position())),
  ...cropEdges,
  ...cropShape,
});

const namesOfSet = (names: object, values: Partial<ValuesOf<typeof params>>) =>
  Object.keys(names).filter((name) => values[name as keyof typeof values] !== undefined);

/** Crops an image. Coordinates are clamped to the image, and reversed corners are swapped. */
export const crop = defineOperation({
  id: 'crop',
  inputs: { image: 'image' },
  params,
  output: 'image',
  perFrame: true,
  check: (values) => {
    const { ratio } = values;
    const [edges, corners] = [namesOfSet(cropEdges, values), namesOfSet(cropCorners, values)];
    if (ratio !== '' && parseAspectRatio(ratio) === undefined)
      throw new ParameterError('ratio', { type: 'ratio' }, ratio);
    if (ratio !== '' && corners.length + edges.length > 0)
      throw new ParameterError('ratio', { problem: 'exclusive', alternatives: [...corners, ...edges] }, ratio);
    const [edge] = edges;
    if (edge !== undefined && corners.length > 0)
      throw new ParameterError(edge, { problem: 'exclusive', alternatives: corners }, values[edge as 'left']);
    if (ratio !== '' || edges.length > 0) return;
    // A shape alone applies to the whole image.
    if (values.shape !== 'rect' && corners.length === 0) return;
    const alternatives = ['ratio', ...Object.keys(cropEdges), Object.keys(cropCorners).join(' + ')];
    if (corners.length === 0) throw new ParameterError('ratio', { problem: 'oneOf', alternatives }, undefined);
    const missing = Object.keys(cropCorners).find((name) => !corners.includes(name));
    if (missing !== undefined) throw new ParameterError(missing, { problem: 'required' }, undefined);
  },
  run: async ({ image }, params, { previewScale = 1 }) => {
    const cropped = (await import('../image/crop.ts')).cropBy(image, params);
    if (params.shape === 'rect') return cropped;
    const { cutToShape } = await import('../image/crop-shape.ts');
    return cutToShape(cropped, params.shape, params.cornerRadius * previewScale);
  },
});
