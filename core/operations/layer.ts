import { blendModes } from '../image/blend/blend-modes.ts';
import { defineOperation } from '../operation.ts';
import { beside, choice, parameters, pixels } from '../parameters/fields.ts';

const offset = () => pixels({ default: 0, min: -32_767, max: 32_767 });

/** Lays a picture over another, by one of 26 blend modes and through a mask. */
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
    offsetX: offset(),
    offsetY: beside(offset()),
  }),
  output: 'image',
  run: async (layers, params, context) => (await import('../image/layer.ts')).composeLayers(layers, params, context),
});
