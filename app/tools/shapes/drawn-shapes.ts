import { restoreComponent } from '#app/tools/shapes/clipboard.ts';
import { withFirstShape, withFirstText, withInitialStyle } from '#app/tools/shapes/initial-style.ts';
import { refitComponent } from '#core/recipes/refit-drawn.ts';
import { clampComponent, componentBox, withComponentBox } from '#core/shapes/component-box.ts';
import { defaultComponent, MAX_COMPONENTS, type ShapeComponent } from '#core/shapes/settings.ts';
import { DrawnItems } from '../../image-tool/drawn-items.ts';
import { ReadableColors } from '../../image-tool/readable-color.ts';

export type Components = readonly ShapeComponent[];

const BLACK = defaultComponent().borderColor;

/** Chooses border colors that contrast with the image, until the visitor chooses a color. */
export const shapeColors = new ReadableColors<ShapeComponent>({
  get: ({ borderColor }) => borderColor,
  set: (component, borderColor) => ({ ...component, borderColor }),
  dark: () => BLACK,
  place: componentBox,
});

export const shapeDocument = new DrawnItems<ShapeComponent>({
  tool: 'shape_editor',
  operation: 'draw-shapes',
  tabs: MAX_COMPONENTS,
  restore: restoreComponent,
  fit: (component, size) => shapeColors.follow(clampComponent(component, size), component),
  refit: refitComponent,
  isFree: ({ shape }) => shape === 'none',
  filesOf: ({ shapeImageKey }) => (shapeImageKey ? [shapeImageKey] : []),
  placing: {
    placeOf: (component, size) => ({ box: componentBox(component, size), rotation: component.rotation }),
    place: withComponentBox,
  },
  complete: (next, before) => {
    const { size } = shapeColors;
    const placed = withFirstShape(next, before);
    const shape = size ? withFirstText(placed, before, size) : placed;
    const first = size && withInitialStyle(shape, before, size);
    return first ? shapeColors.choose(first) : shapeColors.follow(shape, before);
  },
});

export const useShapeDocument = shapeDocument.use;
