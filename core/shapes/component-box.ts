import {
  type Box,
  boundsOf,
  boxHeight,
  boxWidth,
  clampBox,
  isUnsetBox,
  normalizeBox,
  wholeBox,
  wholeImage,
} from '../geometry/box.ts';
import type { Point, Size } from '../geometry/point.ts';
import { roundToDigits } from '../parameters/parse.ts';
import { hasCurvePoints, type ShapeComponent } from './settings.ts';

/** Returns a shape's box before rotation: bounds of its points, bounding box, or the whole image if unset. */
export function componentBox(component: ShapeComponent, size: Size): Box {
  if (component.shape === 'line') return boundsOf([component.startPoint, component.endPoint]);
  if (hasCurvePoints(component.shape)) return boundsOf(component.curvePoints);
  return isUnsetBox(component.boundingBox) ? wholeImage(size) : normalizeBox(component.boundingBox);
}

export function withComponentBox(component: ShapeComponent, box: Box, size: Size): ShapeComponent {
  const from = componentBox(component, size);
  const fit = <P extends Point>(point: P): P => ({
    ...point,
    x: stretch(point.x, from.left, boxWidth(from), box.left, boxWidth(box)),
    y: stretch(point.y, from.top, boxHeight(from), box.top, boxHeight(box)),
  });
  if (component.shape === 'line')
    return { ...component, startPoint: fit(component.startPoint), endPoint: fit(component.endPoint) };
  if (hasCurvePoints(component.shape)) return { ...component, curvePoints: component.curvePoints.map(fit) };
  return { ...component, boundingBox: wholeBox(box, size) };
}

/** Maps a coordinate between ranges. A source range of zero length maps to the middle of the target range. */
function stretch(value: number, from: number, length: number, to: number, newLength: number): number {
  const share = length === 0 ? 0.5 : (value - from) / length;
  return roundToDigits(to + share * newLength, 2);
}

/** Moves a shape's box, line and curve into the image. A box that hasn't been drawn stays unset. */
export function clampComponent(component: ShapeComponent, size: Size): ShapeComponent {
  const { boundingBox } = component;
  const line = clampPoints([component.startPoint, component.endPoint], size) as [Point, Point];
  return {
    ...component,
    boundingBox: isUnsetBox(boundingBox) ? boundingBox : wholeBox(normalizeBox(boundingBox), size),
    startPoint: line[0],
    endPoint: line[1],
    curvePoints: clampPoints(component.curvePoints, size),
  };
}

/** Moves points by a common offset into the image. Points that span more than the image are also scaled down. */
function clampPoints<P extends Point>(points: readonly P[], size: Size): P[] {
  const from = boundsOf(points);
  const to = clampBox(from, size);
  return points.map((point) => ({
    ...point,
    x: stretch(point.x, from.left, boxWidth(from), to.left, boxWidth(to)),
    y: stretch(point.y, from.top, boxHeight(from), to.top, boxHeight(to)),
  }));
}
