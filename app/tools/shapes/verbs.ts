import { clampPoint, createBox } from '#app/ui/editing/box-editing.ts';
import { boxAround, wholeBox } from '#core/geometry/box.ts';
import { type Point, roundPoint, type Size } from '#core/geometry/point.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import { smoothStroke } from '#core/shapes/freehand.ts';
import {
  defaultComponent,
  hasCurvePoints,
  hasText,
  MAX_CURVE_POINTS,
  type Shape,
  type ShapeComponent,
  shapeComponent,
  takesText,
} from '#core/shapes/settings.ts';

/** What a drag on the image does: select a shape, or add a shape of a kind. */
export type Verb = 'select' | Added;
export type Added = keyof typeof ADDED | Exclude<Shape, 'none'>;

/** Verbs that add a shape of another kind with settings. */
const ADDED = {
  arrow: { shape: 'line', arrow: 'end' },
  text: { shape: 'rect', borderWidth: 0, fillBox: false },
  pen: { shape: 'curve', curveMode: 'move', fillBox: false },
  highlighter: { shape: 'curve', curveMode: 'move', fillBox: false, blend: 'multiply' },
} as const satisfies Record<string, Partial<ShapeComponent>>;

export const isOwnVerb = (verb: Verb): verb is keyof typeof ADDED => Object.hasOwn(ADDED, verb);

/** True for a verb that draws by hand. */
export const isFreehand = (verb: Verb): boolean => verb === 'pen' || verb === 'highlighter';

/** True for a verb that stays chosen after it has added a shape. */
export const isLasting = (verb: Verb): boolean => isFreehand(verb) || verb === 'step';

/** True for a shape of which nothing shows until a text is typed. */
export const isBareText = (component: ShapeComponent): boolean =>
  takesText(component.shape) &&
  component.shape !== 'image' &&
  !hasText(component) &&
  component.borderWidth === 0 &&
  !component.fillBox;

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

/** Returns the style of a shape. The color of a numbered step is the color of its circle. */
export function inkOf(component: ShapeComponent, size: Size): Partial<Ink> {
  const { shape, borderColor, borderWidth, fillBox, fillColor } = component;
  if (shape === 'step') return { borderColor: fillColor };
  return { borderColor, borderShare: borderWidth / shorterSide(size), fillBox, fillColor };
}

/** True for a field that the bar sets too. */
export const isInk = (field: string): boolean => ['borderColor', 'borderWidth', 'fillBox', 'fillColor'].includes(field);

export const widthOf = (borderShare: number, size: Size): number =>
  clampNumber(shapeComponent.borderWidth, borderShare * shorterSide(size));

export function withInk(
  component: ShapeComponent,
  { borderShare, ...style }: Partial<Ink>,
  size: Size,
): ShapeComponent {
  if (component.shape === 'step') return { ...component, fillColor: style.borderColor ?? component.fillColor };
  const borderWidth = borderShare === undefined ? component.borderWidth : widthOf(borderShare, size);
  // A text in the border's color keeps the border's color.
  const follows =
    style.borderColor !== undefined && hasText(component) && component.textColor === component.borderColor;
  return { ...component, ...style, borderWidth, ...(follows && { textColor: style.borderColor }) };
}

/** Border width and diameter of a new numbered step, as fractions of the image's shorter side. */
const STEP = { border: 0.007, diameter: 0.08 } as const;

/** Returns a shape of a verb's kind that has no place yet. */
export function shapeOf(verb: Added, ink: Ink, size: Size): ShapeComponent {
  const plain = { ...defaultComponent(), borderRadius: 0 };
  if (verb === 'step') {
    const borderWidth = Math.max(1, widthOf(STEP.border, size));
    return withInk({ ...plain, shape: verb, fillBox: true, borderColor: '#ffffff', borderWidth }, ink, size);
  }
  const styled = withInk({ ...plain, ...(isOwnVerb(verb) ? undefined : { shape: verb }) }, ink, size);
  return {
    ...styled,
    // An invisible shape would be lost.
    borderWidth: styled.fillBox ? styled.borderWidth : Math.max(1, styled.borderWidth),
    ...(isOwnVerb(verb) && ADDED[verb]),
  };
}

/** Gives a numbered step the number after the highest number. */
export function numbered(component: ShapeComponent, among: readonly ShapeComponent[]): ShapeComponent {
  if (component.shape !== 'step') return component;
  const numbers = among.map(({ shape, stepNumber }) => (shape === 'step' ? stepNumber : 0));
  return { ...component, stepNumber: clampNumber(shapeComponent.stepNumber, Math.max(0, ...numbers) + 1) };
}

/** Returns a shape of the same kind and style that has no place and no text yet. */
export function alike(component: ShapeComponent): ShapeComponent {
  const { boundingBox, startPoint, endPoint, rotation, curvePoints, curveMode, activeCurvePointIndex, text } =
    defaultComponent();
  const place = { boundingBox, startPoint, endPoint, rotation, curvePoints, curveMode, activeCurvePointIndex };
  return { ...component, ...place, text };
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
  if (component.shape === 'step') {
    const side = STEP.diameter * shorterSide(size);
    return { ...component, boundingBox: wholeBox(boxAround({ x, y }, { width: side, height: side }), size) };
  }
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
