import { type MaskParameters, selectionsOf } from '#core/image/make-mask.ts';
import { readsColors, type Selected, type Selection } from '#core/image/mask/selection.ts';
import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import { invertedPen, type Pen, type Stroke } from '#core/image/mask/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { roundToDigits } from '#core/parameters/parse.ts';

const { points: _, ...pen } = makeMask.params.strokes.item.fields;

export const penFields = pen;

/** A stroke whose points are one list of x, y and pressure, which is cheap to copy and store. */
export interface PackedStroke extends Pen {
  readonly points: readonly number[];
}

export type Edges = Pick<Selected, 'refine' | 'grow' | 'feather'>;

export const PLAIN_EDGES: Edges = { refine: true, grow: 0, feather: 0 };

/** What the visitor did, in displayed gray levels. A `fresh` selection removes all selections and inversions. */
export type MaskAction =
  | { readonly kind: 'stroke'; readonly stroke: PackedStroke }
  | { readonly kind: 'invert' }
  | { readonly kind: 'select'; readonly selection: Selection; readonly fresh: boolean }
  | { readonly kind: 'edges'; readonly edges: Edges };

export interface Painted extends Edges {
  readonly strokes: readonly PackedStroke[];
  readonly selections: readonly Selection[];
  readonly invert: boolean;
}

/** Returns actions as parameters of the operation `make-mask`, in gray levels before its inversion. */
export function paintedBy(actions: readonly MaskAction[]): Painted {
  let strokes: PackedStroke[] = [];
  let selections: Selection[] = [];
  let [invert, edges] = [false, PLAIN_EDGES];
  for (const action of actions) {
    if (action.kind === 'stroke') strokes.push(throughInversion(action.stroke, invert));
    else if (action.kind === 'invert') invert = !invert;
    else if (action.kind === 'edges') edges = action.edges;
    else if (!action.fresh) selections.push(selectionThroughInversion(action.selection, invert));
    else {
      // Drops hints about the previous subject. Painted strokes keep their displayed gray level.
      strokes = strokes.filter((stroke) => !isHint(stroke)).map((stroke) => throughInversion(stroke, invert));
      [selections, invert] = [[action.selection], false];
    }
  }
  return { ...edges, strokes, selections, invert };
}

export const isHint = ({ tool }: Pick<Pen, 'tool'>): boolean => tool === 'keep' || tool === 'hide';

export const readsBase = (actions: readonly MaskAction[]): boolean => paintedBy(actions).selections.some(readsColors);

/** Converts a pen between displayed and recorded gray levels, which are complements on an inverted mask. */
export const throughInversion = <P extends Pen>(pen: P, invert: boolean): P =>
  invert && !isHint(pen) ? invertedPen(pen) : pen;

/** Maps each way to combine a selection with a mask to its equivalent on the inverted mask. */
const INVERTED_COMBINATIONS = {
  add: 'subtract',
  subtract: 'add',
  intersect: 'add-outside',
  'add-outside': 'intersect',
} as const;

/** Converts a selection between the displayed mask and the recorded mask, because inversion is applied last. */
export function selectionThroughInversion(selection: Selection, invert: boolean): Selection {
  return invert ? { ...selection, combine: INVERTED_COMBINATIONS[selection.combine] } : selection;
}

/** Decimal places of recorded stroke positions and pressures; painting rounds to the same precision. */
const [PLACE_DIGITS, PRESSURE_DIGITS] = [2, 3];

export function roundPoint({ x, y, pressure = 1 }: StrokePoint): Required<StrokePoint> {
  return {
    x: roundToDigits(x, PLACE_DIGITS),
    y: roundToDigits(y, PLACE_DIGITS),
    pressure: roundToDigits(pressure, PRESSURE_DIGITS),
  };
}

export const POINT_LENGTH = 3;

export const packPoints = (points: readonly StrokePoint[]): number[] =>
  points.flatMap(({ x, y, pressure = 1 }) => [x, y, pressure]);

export function unpackPoints(packed: readonly number[]): StrokePoint[] {
  return Array.from({ length: packed.length / POINT_LENGTH }, (_, index) => ({
    x: packed[index * POINT_LENGTH] as number,
    y: packed[index * POINT_LENGTH + 1] as number,
    pressure: packed[index * POINT_LENGTH + 2] as number,
  }));
}

export const packStroke = ({ points, ...pen }: Stroke): PackedStroke => ({ ...pen, points: packPoints(points) });

export const unpackStroke = ({ points, ...pen }: PackedStroke): Stroke => ({ ...pen, points: unpackPoints(points) });

export function actionsOf(params: MaskParameters & Edges): readonly MaskAction[] {
  const { strokes, invert, refine, grow, feather } = params;
  return [
    ...selectionsOf(params).map((selection) => ({ kind: 'select', selection, fresh: false }) as const),
    { kind: 'edges', edges: { refine, grow, feather } },
    ...strokes.map((stroke) => ({ kind: 'stroke', stroke: packStroke(stroke) }) as const),
    ...(invert ? [{ kind: 'invert' } as const] : []),
  ];
}
