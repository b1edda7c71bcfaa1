import { boxField, coordinate, pointField } from '../geometry/fields.ts';
import {
  beside,
  choice,
  color,
  degrees,
  type Field,
  group,
  inFoldedSection,
  list,
  number,
  parameters,
  pixels,
  text,
  toggle,
  type ValuesOf,
  visibleWhen,
} from '../parameters/fields.ts';
import { parseParameters } from '../parameters/parse.ts';

/** Types of shapes, in menu order. */
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
  'step',
] as const;
export type Shape = (typeof shapes)[number];

/** Maximum shapes (tabs in the editor), and maximum shape images. */
export const MAX_COMPONENTS = 10;

/** Maximum number of points in a curve; more would make the page too slow. */
export const MAX_CURVE_POINTS = 1000;

/** Font of texts inside shapes, which has Latin and Japanese characters. */
export const SHAPE_FONT = 'Noto Sans JP';

/** Space between the lines of a text inside a shape, in em. */
export const SHAPE_LINE_GAP_EM = 0.25;

/** Maximum length of a text inside a shape, in UTF-16 units. */
export const MAX_SHAPE_TEXT_LENGTH = 200;

const repeatCount = () => number({ default: 1, min: 1, max: 100, fractionDigits: 0, integerDigits: 3 });
const repeatOffset = () => pixels({ default: 0, min: -5000, max: 5000, integerDigits: 4 });

const curvePoint = parameters({
  x: coordinate(),
  y: coordinate(),
  /** False to leave a gap in the curve between the previous point and this point. */
  connected: toggle({ default: true }),
  /** True for a corner of the curve at this point; false for a smooth curve. */
  sharp: toggle(),
});

const curves = ['curve', 'polyline'] as const satisfies readonly Shape[];
const rounded = ['square', 'rect'] as const satisfies readonly Shape[];

export const hasCurvePoints = (shape: Shape): boolean => curves.some((curve) => curve === shape);

/** Shapes without an outline, at whose ends an arrowhead can be. */
const lines = ['line', ...curves] as const satisfies readonly Shape[];

export const isLine = (shape: Shape): boolean => lines.some((line) => line === shape);

const forShapes = <F extends Field>(among: readonly Shape[], field: F): F => visibleWhen({ shape: among }, field);
const notLine = shapes.filter((shape) => shape !== 'line');
const notCurve = shapes.filter((shape) => !hasCurvePoints(shape));
const boxed = notLine.filter((shape) => !hasCurvePoints(shape));
/** Shapes that can have a text inside. A step has a number instead. */
const withText = boxed.filter((shape) => shape !== 'none' && shape !== 'step');

export const takesText = (shape: Shape): boolean => withText.some((each) => each === shape);

/** Settings of one shape: a tab of the editor, or an entry of `--components`. */
export const shapeComponent = parameters({
  shape: choice({ options: shapes, default: 'none' }),
  /** Name of the image that a shape of type `image` shows. */
  shapeImageKey: forShapes(['image'], text({ maxLength: 255 })),
  shapeAspect: forShapes(['image'], choice({ options: ['none', 'fill', 'fit'], default: 'none' })),
  /** Number in the circle of a shape of type `step`, in the color and width of the border. */
  stepNumber: forShapes(['step'], number({ default: 1, min: 0, max: 99, fractionDigits: 0, integerDigits: 2 })),
  /** Text in the middle of the shape, in lines as long as the shape is wide. */
  text: forShapes(withText, text({ maxLength: MAX_SHAPE_TEXT_LENGTH, multiline: true })),
  borderColor: color({ default: '#000000', alpha: true }),
  borderWidth: pixels({ default: 1, max: 50, integerDigits: 2 }),
  dash: beside(choice({ options: ['solid', 'dashed', 'dotted'], default: 'solid' })),
  /** The ends of a line that have an arrowhead. */
  arrow: forShapes(lines, choice({ options: ['none', 'begin', 'end', 'both'], default: 'none' })),
  /** Length of an arrowhead's sides, in border widths. */
  arrowSize: beside(
    visibleWhen(
      { shape: lines, arrow: ['begin', 'end', 'both'] },
      number({ default: 5, min: 2, max: 20, step: 0.5, fractionDigits: 1, integerDigits: 2 }),
    ),
  ),
  /** How colors mix with the image below; `multiply` leaves dark letters dark under a bright color. */
  blend: choice({ options: ['normal', 'multiply'], default: 'normal' }),
  curveClosePath: forShapes(curves, toggle()),
  fillBox: forShapes(notLine, toggle()),
  fillColor: forShapes(notLine, color({ default: '#ffffff', alpha: true })),
  borderRadius: forShapes(rounded, pixels({ default: 100, max: 200, integerDigits: 3 })),
  ...inFoldedSection('text', {
    /** Size of the text, which is smaller if the text wouldn't fit into the shape. */
    textSize: forShapes(withText, pixels({ default: 32, min: 4, max: 1000, integerDigits: 4 })),
    textColor: beside(forShapes(withText, color({ default: '#000000', alpha: true }))),
  }),
  ...inFoldedSection('position', {
    mode: forShapes(notCurve, choice({ options: ['create', 'move'], default: 'create' })),
    curveMode: forShapes(curves, choice({ options: ['create', 'move', 'design'], default: 'create' })),
    rotation: degrees(),
  }),
  ...inFoldedSection('repeat', {
    repeatCount: repeatCount(),
    repeatXOffset: repeatOffset(),
    repeatYOffset: beside(repeatOffset()),
    repeat2Count: repeatCount(),
    repeat2XOffset: repeatOffset(),
    repeat2YOffset: beside(repeatOffset()),
  }),
  ...inFoldedSection('numbers', {
    startPoint: forShapes(['line'], pointField()),
    endPoint: forShapes(['line'], pointField()),
    boundingBox: forShapes(boxed, boxField()),
    boxMargin: forShapes(boxed, pixels({ default: 0, max: 200, integerDigits: 3 })),
    curvePoints: forShapes(curves, list({ item: group(curvePoint), maxItems: MAX_CURVE_POINTS })),
    /** Index of the selected point of the curve; −1 without a selected point. */
    activeCurvePointIndex: number({
      default: -1,
      min: -1,
      max: MAX_CURVE_POINTS - 1,
      fractionDigits: 0,
      integerDigits: 3,
    }),
  }),
});

export type ShapeComponent = ValuesOf<typeof shapeComponent>;
/** True for a shape that shows a text. */
export const hasText = ({ shape, text }: ShapeComponent): boolean => takesText(shape) && text.trim() !== '';
export type CurvePoint = ValuesOf<typeof curvePoint>;

/** Shapes in painting order, from bottom to top. */
export const shapeComponents = list({ item: group(shapeComponent), maxItems: MAX_COMPONENTS });

export const defaultComponent = (): ShapeComponent => parseParameters(shapeComponent, {});

export const shapeImageKey = (index: number): string => `shapeImage${index}`;
