import { isUnsetBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import { defaultComponent, type ShapeComponent, shapeComponent } from '#core/shapes/settings.ts';

/** Border width of a new shape, as a fraction of the image's shorter side. */
const FIRST_BORDER_SHARE = 0.006;

const DEFAULT_STYLE = styleOf(defaultComponent());

function styleOf({ fillBox, fillColor, borderColor, borderWidth, boxMargin, borderRadius }: ShapeComponent): string {
  return JSON.stringify({ fillBox, fillColor, borderColor, borderWidth, boxMargin, borderRadius });
}

/** Makes a rectangle of a box that is drawn before a shape is chosen. */
export function withFirstShape(next: ShapeComponent, before: ShapeComponent): ShapeComponent {
  const isDrawn = isUnsetBox(before.boundingBox) && !isUnsetBox(next.boundingBox);
  return before.shape === 'none' && next.shape === 'none' && isDrawn ? { ...next, shape: 'rect' } : next;
}

/** Gives a new shape a visible border. Returns `undefined` for a styled shape. */
export function withInitialStyle(next: ShapeComponent, before: ShapeComponent, size: Size): ShapeComponent | undefined {
  if (before.shape !== 'none' || next.shape === 'none') return undefined;
  if (styleOf(before) !== DEFAULT_STYLE || styleOf(next) !== DEFAULT_STYLE) return undefined;
  const width = Math.max(1, Math.round(Math.min(size.width, size.height) * FIRST_BORDER_SHARE));
  return { ...next, borderWidth: clampNumber(shapeComponent.borderWidth, width) };
}
