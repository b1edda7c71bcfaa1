import { blendModes } from '../image/blend/blend-modes.ts';
import { padAnchor } from '../image/pad/fields.ts';
import { defineOperation } from '../operation.ts';
import { beside, choice, degrees, number, parameters, pixels, renamed, slider } from '../parameters/fields.ts';

const offset = () => pixels({ default: 0, min: -32_767, max: 32_767 });

export const layer = defineOperation({
  id: 'layer',
  inputs: {
    top: { kind: 'image', optional: true },
    bottom: { kind: 'image', optional: true },
    mask: { kind: 'image', optional: true },
  },
  params: parameters({
    blendMode: choice({ options: blendModes.map(({ id }) => id), default: 'normal' }),
    view: choice({ options: ['combined', 'top', 'bottom', 'mask'], default: 'combined' }),
    anchor: renamed('gravity', padAnchor),
    margin: beside(
      number({ default: 0, min: 0, max: 50, step: 0.5, fractionDigits: 2, integerDigits: 2, unit: 'percent' }),
    ),
    offsetX: offset(),
    offsetY: beside(offset()),
    scale: number({ default: 1, min: 0.01, max: 100, step: 0.01, fractionDigits: 4, integerDigits: 3 }),
    rotation: beside(degrees()),
    opacity: slider({ default: 1, min: 0, max: 1, step: 0.01, fractionDigits: 2, integerDigits: 1 }),
  }),
  output: 'image',
  run: async (layers, params, context) => (await import('../image/layer.ts')).composeLayers(layers, params, context),
});
