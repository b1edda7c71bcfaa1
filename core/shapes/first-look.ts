import { isUnsetBox } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { clampNumber } from '../parameters/parse.ts';
import { defaultComponent, type ShapeComponent, shapeComponent } from './settings.ts';

/** Of the picture's shorter side: a line that is seen on every screen. */
const FIRST_BORDER_SHARE = 0.006;

const DEFAULT_LOOK = lookOf(defaultComponent());

/** What of a component is neither its shape nor its place. */
function lookOf({ fillBox, fillColor, borderColor, borderWidth, boxMargin, borderRadius }: ShapeComponent): string {
  return JSON.stringify({ fillBox, fillColor, borderColor, borderWidth, boxMargin, borderRadius });
}

/**
 * The component as it is first drawn on a picture, with a border that can be seen there; a box that is
 * drawn before a shape was chosen is a rectangle. Nothing where it was drawn before, or its look has
 * been changed.
 */
export function firstComponent(next: ShapeComponent, before: ShapeComponent, size: Size): ShapeComponent | undefined {
  if (before.shape !== 'none' || lookOf(before) !== DEFAULT_LOOK || lookOf(next) !== DEFAULT_LOOK) return undefined;
  const isDrawn = isUnsetBox(before.boundingBox) && !isUnsetBox(next.boundingBox);
  const shape = next.shape === 'none' && isDrawn ? 'rect' : next.shape;
  if (shape === 'none') return undefined;
  const width = Math.max(1, Math.round(Math.min(size.width, size.height) * FIRST_BORDER_SHARE));
  return { ...next, shape, borderWidth: clampNumber(shapeComponent.borderWidth, width) };
}
