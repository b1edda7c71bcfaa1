import { boxField, coordinate, pointField } from '../geometry/fields.ts';
import {
  choice,
  color,
  degrees,
  group,
  list,
  number,
  parameters,
  pixels,
  text,
  toggle,
  type ValuesOf,
} from '../parameters/fields.ts';
import { parseParameters } from '../parameters/parse.ts';

/** Everything a component can be, in the order of the list that visitors choose from. */
export const shapes = [
  'none',
  'line',
  'curve',
  'polyline',
  'square',
  'rect',
  'circle',
  'ellipse',
  'image',
  'triangle',
  'pentagon',
  'hexagon',
  'heptagon',
  'octagon',
  'decagon',
  'dodecagon',
  'star',
  'diamond',
  'heart',
  'snowflake',
  'cross',
] as const;
export type Shape = (typeof shapes)[number];

/** Tabs of the shape editor, and pictures that shapes can show. */
export const MAX_COMPONENTS = 10;

/** More points than a hand sets; a bound against files that would hang the page. */
const MAX_CURVE_POINTS = 1000;

const repeatCount = () => number({ default: 1, min: 1, max: 100, fractionDigits: 0, integerDigits: 3 });
const repeatOffset = () => pixels({ default: 0, min: -5000, max: 5000, integerDigits: 4 });

const curvePoint = parameters({
  x: coordinate(),
  y: coordinate(),
  /** Off: nothing is drawn from the point before to this one. */
  connected: toggle({ default: true }),
  /** The curve has a corner here instead of passing smoothly. */
  sharp: toggle({ default: false }),
});

/** The settings of one component: a tab of the editor, an entry of `--components`. */
export const shapeComponent = parameters({
  boundingBox: boxField(),
  startPoint: pointField(),
  endPoint: pointField(),
  mode: choice({ options: ['create', 'move'], default: 'create' }),
  rotation: degrees(),
  shape: choice({ options: shapes, default: 'none' }),
  fillBox: toggle({ default: false }),
  borderColor: color({ default: '#000000' }),
  fillColor: color({ default: '#ffffff' }),
  boxMargin: pixels({ default: 0, max: 200, integerDigits: 3 }),
  borderWidth: pixels({ default: 1, max: 50, integerDigits: 2 }),
  borderRadius: pixels({ default: 100, max: 200, integerDigits: 3 }),
  repeatCount: repeatCount(),
  repeatXOffset: repeatOffset(),
  repeatYOffset: repeatOffset(),
  repeat2Count: repeatCount(),
  repeat2XOffset: repeatOffset(),
  repeat2YOffset: repeatOffset(),
  /** The name of the picture that the shape `image` shows. */
  shapeImageKey: text({ maxLength: 255 }),
  shapeAspect: choice({ options: ['none', 'fill', 'fit'], default: 'none' }),
  curveMode: choice({ options: ['create', 'move', 'design'], default: 'create' }),
  curvePoints: list({ item: group(curvePoint), maxItems: MAX_CURVE_POINTS }),
  /** The point that the visitor has selected; −1 for none. */
  activeCurvePointIndex: number({
    default: -1,
    min: -1,
    max: MAX_CURVE_POINTS - 1,
    fractionDigits: 0,
    integerDigits: 3,
  }),
  curveClosePath: toggle({ default: false }),
});

export type ShapeComponent = ValuesOf<typeof shapeComponent>;
export type CurvePoint = ValuesOf<typeof curvePoint>;

/** The components of a picture, at most ten, painted one over the other. */
export const shapeComponents = list({ item: group(shapeComponent), maxItems: MAX_COMPONENTS });

/** A component with every setting at its default. */
export const defaultComponent = (): ShapeComponent => parseParameters(shapeComponent, {});

/** Corner radius means something for these. */
export const hasCornerRadius = (shape: Shape): boolean => shape === 'square' || shape === 'rect';

/** Drawn from `curvePoints` instead of a box. */
export const hasCurvePoints = (shape: Shape): boolean => shape === 'curve' || shape === 'polyline';
