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
import { distance, type Point, type Size } from '../geometry/point.ts';
import { roundToDigits } from '../parameters/parse.ts';
import { type CurvePoint, hasCurvePoints, type Shape, type ShapeComponent } from './settings.ts';

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

/** False for a shape whose box, line or curve hasn't been drawn. */
export function isPlaced({ shape, boundingBox, startPoint, endPoint, curvePoints }: ShapeComponent): boolean {
  if (shape === 'line') return distance(startPoint, endPoint) > 0;
  return hasCurvePoints(shape) ? curvePoints.length > 0 : !isUnsetBox(boundingBox);
}

/** Changes the kind of a shape. The box stays; a new line or curve lies on the diagonal of the box. */
export function withShape(component: ShapeComponent, shape: Shape, size: Size): ShapeComponent {
  const next = { ...component, shape };
  const isSeen = component.shape !== 'none' && component.shape !== 'line' && !hasCurvePoints(component.shape);
  if (shape === 'none' || !(isSeen || isPlaced(component))) return next;
  const box = componentBox(component, size);
  const [from, to] = diagonalOf(component, box);
  if (shape === 'line' && component.shape !== 'line') return { ...next, startPoint: from, endPoint: to };
  if (hasCurvePoints(shape) && !hasCurvePoints(component.shape)) {
    const curvePoints = [from, to].map((point): CurvePoint => ({ ...point, connected: true, sharp: false }));
    return { ...next, curvePoints, curveMode: 'design', activeCurvePointIndex: -1 };
  }
  return withComponentBox(next, box, size);
}

/** Returns the ends of a line or curve; for other shapes, the corners at the top left and at the bottom right. */
function diagonalOf({ shape, startPoint, endPoint, curvePoints }: ShapeComponent, box: Box): [Point, Point] {
  const [first = startPoint, last = endPoint] = hasCurvePoints(shape) ? [curvePoints[0], curvePoints.at(-1)] : [];
  const isBox = shape !== 'line' && !hasCurvePoints(shape);
  const [left, right] = isBox || first.x <= last.x ? [box.left, box.right] : [box.right, box.left];
  const [top, bottom] = isBox || first.y <= last.y ? [box.top, box.bottom] : [box.bottom, box.top];
  return [
    { x: left, y: top },
    { x: right, y: bottom },
  ];
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
