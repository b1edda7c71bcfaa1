import type { Size } from '../geometry/point.ts';
import { blankBackgroundFields } from '../image/blank.ts';
import { defineOperation } from '../operation.ts';
import { parameters, unusedWith } from '../parameters/fields.ts';
import type { OperationContext } from '../platform/context.ts';
import type { ShapeText } from '../shapes/scene.ts';
import { hasText, MAX_COMPONENTS, SHAPE_FONT, type ShapeComponent, shapeComponents } from '../shapes/settings.ts';
import { checkText } from '../text/prepare.ts';

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
  check: ({ components }) => {
    for (const [index, { text }] of components.entries()) checkText(text, `components[${index}].text`);
  },
  run: async (inputs, params, context) => {
    const { drawShapes } = await import('../shapes/draw.ts');
    const texts = await layoutTexts(params.components, inputs.image ?? params, context);
    return drawShapes(inputs, { ...params, texts }, context);
  },
});

/** Lays out the texts inside shapes. Warns about missing glyphs, and texts that don't fit. */
async function layoutTexts(
  components: readonly ShapeComponent[],
  size: Size,
  context: OperationContext,
): Promise<readonly (ShapeText | undefined)[]> {
  if (!components.some(hasText)) return [];
  const { layoutShapeTexts } = await import('../text/shape-texts.ts');
  const { warnOfMissing } = await import('../text/write.ts');
  const texts = await layoutShapeTexts(components, size, context.platform.fonts);
  warnOfMissing(
    texts.flatMap((text) => text?.missing.map((each) => ({ ...each, font: SHAPE_FONT })) ?? []),
    context,
  );
  const tight = texts.flatMap((text, index) => (text?.overflows ? [`components[${index}].text`] : []));
  if (tight.length > 0) context.onWarning?.({ code: 'textOverflows', data: { texts: tight.join(', ') } });
  return texts;
}
