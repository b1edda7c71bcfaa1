import { blankBackgroundFields } from '../image/blank.ts';
import { defineOperation } from '../operation.ts';
import { parameters, unusedWith } from '../parameters/fields.ts';
import { MAX_COMPONENTS, shapeComponents } from '../shapes/settings.ts';

export const drawShapes = defineOperation({
  id: 'draw-shapes',
  inputs: {
    image: { kind: 'image', optional: true },
    /** Image files for shapes of type `image`, which refer to a file by name or as `shapeImage0`. */
    shapeImages: { kind: 'file', optional: true, max: MAX_COMPONENTS },
  },
  params: parameters({
    width: unusedWith('image', blankBackgroundFields.width),
    height: unusedWith('image', blankBackgroundFields.height),
    background: unusedWith('image', blankBackgroundFields.color),
    components: shapeComponents,
  }),
  output: 'image',
  run: async (inputs, params, context) => (await import('../shapes/draw.ts')).drawShapes(inputs, params, context),
});
