import { blankBackgroundFields } from '../image/blank.ts';
import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { MAX_COMPONENTS, shapeComponents } from '../shapes/settings.ts';

/** Draws shapes on a picture, or on a blank background of the given size where there is none. */
export const drawShapes = defineOperation({
  id: 'draw-shapes',
  inputs: {
    image: { kind: 'image', optional: true },
    /** What shapes of the kind `image` show: by file name, or `shapeImage0` for the first and so on. */
    shapeImages: { kind: 'file', optional: true, max: MAX_COMPONENTS },
  },
  params: parameters({
    width: blankBackgroundFields.width,
    height: blankBackgroundFields.height,
    background: blankBackgroundFields.color,
    components: shapeComponents,
  }),
  output: 'image',
  run: async (inputs, params, context) => (await import('../shapes/draw.ts')).drawShapes(inputs, params, context),
});
