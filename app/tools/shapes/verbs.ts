import { clampPoint, createBox } from '#app/ui/editing/box-editing.ts';
import { wholeBox } from '#core/geometry/box.ts';
import { type Point, roundPoint, type Size } from '#core/geometry/point.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import { smoothStroke } from '#core/shapes/freehand.ts';
import {
  defaultComponent,
  hasCurvePoints,
  MAX_CURVE_POINTS,
  type Shape,
  type ShapeComponent,
  shapeComponent,
} from '#core/shapes/settings.ts';

/** What a drag on the image does: select a shape, or add a shape of a kind. */
export type Verb = 'select' | Added;
export type Added = keyof typeof ADDED | Exclude<Shape, 'none'>;

/** Verbs that add a shape of another kind with settings. */
const ADDED = {
  arrow: { shape: 'line', arrow: 'end' },
  pen: { shape: 'curve', curveMode: 'move', fillBox: false },
  highlighter: { shape: 'curve', curveMode: 'move', fillBox: false, blend: 'multiply' },
} as const satisfies Record<string, Partial<ShapeComponent>>;

export const isOwnVerb = (verb: Verb): verb is keyof typeof ADDED => Object.hasOwn(ADDED, verb);

/** True for a verb that draws by hand, and that stays chosen for further strokes. */
export const isFreehand = (verb: Verb): boolean => verb === 'pen' || verb === 'highlighter';

/** Style of the next shape that is added. */
export interface Ink {
  readonly borderColor: string;
  /** Border width as a fraction of the image's shorter side, so that it suits images of every size. */
  readonly borderShare: number;
  readonly fillBox: boolean;
  readonly fillColor: string;
}

/** Vermilion, the color of a teacher's corrections. */
export const FIRST_INK: Ink = { borderColor: '#c8371b', borderShare: 0.01, fillBox: false, fillColor: '#ffffff' };

/** The highlighter's yellow, as wide as a line of text. */
export const FIRST_HIGHLIGHT: Ink = { ...FIRST_INK, borderColor: '#ffe34d', borderShare: 0.05 };

const shorterSide = ({ width, height }: Size): number => Math.min(width, height);

export const inkOf = ({ borderColor, borderWidth, fillBox, fillColor }: ShapeComponent, size: Size): Ink => ({
  borderColor,
  borderShare: borderWidth / shorterSide(size),
  fillBox,
  fillColor,
});

export const styleOf = ({ borderShare, ...style }: Ink, size: Size) => ({
  ...style,
  borderWidth: clampNumber(shapeComponent.borderWidth, borderShare * shorterSide(size)),
});

/** Returns a shape of a verb's kind that has no place yet. */
export function shapeOf(verb: Added, ink: Ink, size: Size): ShapeComponent {
  const style = styleOf(ink, size);
  return {
    ...defaultComponent(),
    ...style,
    // An invisible shape would be lost.
    borderWidth: style.fillBox ? style.borderWidth : Math.max(1, style.borderWidth),
    borderRadius: 0,
    ...(isOwnVerb(verb) ? ADDED[verb] : { shape: verb }),
  };
}

/** Returns a shape of the same kind and style that has no place yet. */
export function alike(component: ShapeComponent): ShapeComponent {
  const { boundingBox, startPoint, endPoint, rotation, curvePoints, curveMode, activeCurvePointIndex } =
    defaultComponent();
  return { ...component, boundingBox, startPoint, endPoint, rotation, curvePoints, curveMode, activeCurvePointIndex };
}

/** Gives a shape the place of a drag. `keepRatio` makes boxes square, and snaps lines to multiples of 45°. */
export function drawnShape(
  component: ShapeComponent,
  from: Point,
  to: Point,
  size: Size,
  keepRatio = false,
): ShapeComponent {
  if (component.shape === 'line') {
    const startPoint = roundPoint(clampPoint(from, size));
    const endPoint = roundPoint(clampPoint(keepRatio ? straightened(from, to) : to, size));
    // Resets the rotation, because the visitor draws both ends of a line where they should appear.
    return { ...component, startPoint, endPoint, rotation: 0 };
  }
  if (hasCurvePoints(component.shape)) return withStroke(component, [from, to], size, 0);
  return { ...component, boundingBox: wholeBox(createBox(from, to, size, keepRatio ? 1 : undefined), size) };
}

/** Adds a stroke to a shape that is drawn by hand. `tolerance` is in pixels of the image. */
export function withStroke(
  component: ShapeComponent,
  trail: readonly Point[],
  size: Size,
  tolerance: number,
): ShapeComponent {
  const { curvePoints } = component;
  const inside = trail.map((point) => clampPoint(point, size));
  const [first, ...rest] = smoothStroke(inside, tolerance, MAX_CURVE_POINTS - curvePoints.length);
  return first ? { ...component, curvePoints: [...curvePoints, { ...first, connected: false }, ...rest] } : component;
}

/** True if another stroke can join a shape that is drawn by hand. */
export const takesStroke = ({ shape, rotation, curvePoints }: ShapeComponent): boolean =>
  shape === 'curve' && rotation === 0 && curvePoints.length <= MAX_CURVE_POINTS / 2;

/** Share of the image's sides of a shape that is added without a drag. */
const ADDED_SHARE = 1 / 3;

/** Gives a shape a place around a point. A line rises from left to right. */
export function shapeAt(component: ShapeComponent, { x, y }: Point, size: Size): ShapeComponent {
  const [halfX, halfY] = [(size.width * ADDED_SHARE) / 2, (size.height * ADDED_SHARE) / 2];
  return drawnShape(component, { x: x - halfX, y: y + halfY }, { x: x + halfX, y: y - halfY }, size);
}

/** Snaps the direction of a line to multiples of 45°. */
function straightened(from: Point, to: Point): Point {
  const angle = (Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4)) * Math.PI) / 4;
  const length = (to.x - from.x) * Math.cos(angle) + (to.y - from.y) * Math.sin(angle);
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) };
}

/** Curves are drawn by clicks, not by a drag. */
export const isClicked = (verb: Verb): verb is 'curve' | 'polyline' =>
  verb !== 'select' && !isOwnVerb(verb) && hasCurvePoints(verb);
