import { isUnsetBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { luminanceOfColor, readableOn } from '#core/image/color/readable.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import { defaultComponent, hasText, type ShapeComponent, shapeComponent } from '#core/shapes/settings.ts';

/** Border width of a new shape, as a fraction of the image's shorter side. */
const FIRST_BORDER_SHARE = 0.006;

const BLACK = '#000000';
const WHITE = '#ffffff';

const DEFAULT_STYLE = styleOf(defaultComponent());

function styleOf({ fillBox, fillColor, borderColor, borderWidth, boxMargin, borderRadius }: ShapeComponent): string {
  return JSON.stringify({ fillBox, fillColor, borderColor, borderWidth, boxMargin, borderRadius });
}

/** Makes a rectangle of a box that is drawn before a shape is chosen. */
export function withFirstShape(next: ShapeComponent, before: ShapeComponent): ShapeComponent {
  const isDrawn = isUnsetBox(before.boundingBox) && !isUnsetBox(next.boundingBox);
  return before.shape === 'none' && next.shape === 'none' && isDrawn ? { ...next, shape: 'rect' } : next;
}

/** Size of the first text in a shape, as a fraction of the image's shorter side. */
const FIRST_TEXT_SHARE = 0.05;

/** Gives the first text in a shape the size of the image's texts, and a color that is readable on the shape. */
export function withFirstText(next: ShapeComponent, before: ShapeComponent, size: Size): ShapeComponent {
  const { textSize, textColor } = defaultComponent();
  const isFirst = !hasText(before) && hasText(next) && next.textSize === textSize && next.textColor === textColor;
  if (!isFirst) return next;
  return {
    ...next,
    textSize: clampNumber(shapeComponent.textSize, Math.min(size.width, size.height) * FIRST_TEXT_SHARE),
    textColor: next.fillBox ? readableOn(luminanceOfColor(next.fillColor), BLACK, WHITE) : next.borderColor,
  };
}

/** Gives a new shape a visible border. Returns `undefined` for a styled shape. */
export function withInitialStyle(next: ShapeComponent, before: ShapeComponent, size: Size): ShapeComponent | undefined {
  if (before.shape !== 'none' || next.shape === 'none') return undefined;
  if (styleOf(before) !== DEFAULT_STYLE || styleOf(next) !== DEFAULT_STYLE) return undefined;
  const width = Math.max(1, Math.round(Math.min(size.width, size.height) * FIRST_BORDER_SHARE));
  return { ...next, borderWidth: clampNumber(shapeComponent.borderWidth, width) };
}
