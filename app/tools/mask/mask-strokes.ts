import { type MaskParameters, selectionsOf } from '#core/image/make-mask.ts';
import { readsColors, type Selected, type Selection } from '#core/image/mask/selection.ts';
import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import { invertedPen, type Pen, type Stroke } from '#core/image/mask/strokes.ts';
import { roundToDigits } from '#core/parameters/parse.ts';

/** A stroke whose points are one array of x, y and pressure, which is cheap to copy and store. */
export interface PackedStroke extends Pen {
  readonly points: Float64Array<ArrayBuffer>;
}

export type Edges = Pick<Selected, 'refine' | 'grow' | 'feather'>;

export const PLAIN_EDGES: Edges = { refine: true, grow: 0, feather: 0 };

/** An undoable action, in gray levels before inversion. A `fresh` selection removes all selections and inversions. */
export type MaskAction =
  | { readonly kind: 'stroke'; readonly stroke: PackedStroke }
  | { readonly kind: 'invert' }
  | { readonly kind: 'select'; readonly selection: Selection; readonly fresh: boolean }
  | { readonly kind: 'edges'; readonly edges: Edges };

/** Actions on a mask. Only the first `done` actions are in effect; Redo restores the others. */
export interface MaskLog {
  readonly actions: readonly MaskAction[];
  readonly done: number;
}

export const emptyLog: MaskLog = { actions: [], done: 0 };

export function pushAction({ actions, done }: MaskLog, action: MaskAction): MaskLog {
  return { actions: [...actions.slice(0, done), action], done: done + 1 };
}

export const doneLog = ({ actions, done }: MaskLog): MaskLog => ({ actions: actions.slice(0, done), done });

export interface Painted extends Edges {
  readonly strokes: readonly PackedStroke[];
  readonly selections: readonly Selection[];
  readonly invert: boolean;
}

/** Returns the actions in effect as parameters of the operation `make-mask`. */
export function logState({ actions, done }: MaskLog): Painted {
  let strokes: PackedStroke[] = [];
  let selections: Selection[] = [];
  let [invert, edges] = [false, PLAIN_EDGES];
  for (const action of actions.slice(0, done)) {
    if (action.kind === 'stroke') strokes.push(action.stroke);
    else if (action.kind === 'invert') invert = !invert;
    else if (action.kind === 'edges') edges = action.edges;
    else {
      if (action.fresh) {
        // Drops hints about the previous subject. Painted strokes keep their displayed gray level.
        strokes = strokes.filter((stroke) => !isHint(stroke)).map((stroke) => throughInversion(stroke, invert));
        [selections, invert] = [[], false];
      }
      selections.push(action.selection);
    }
  }
  return { ...edges, strokes, selections, invert };
}

export const isHint = ({ tool }: Pick<Pen, 'tool'>): boolean => tool === 'keep' || tool === 'hide';

export const readsBase = (log: MaskLog): boolean => logState(log).selections.some(readsColors);

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

export function packPoints(points: readonly StrokePoint[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(points.length * POINT_LENGTH);
  points.forEach(({ x, y, pressure = 1 }, index) => {
    packed.set([x, y, pressure], index * POINT_LENGTH);
  });
  return packed;
}

export function unpackPoints(packed: Float64Array): StrokePoint[] {
  return Array.from({ length: packed.length / POINT_LENGTH }, (_, index) => ({
    x: packed[index * POINT_LENGTH] as number,
    y: packed[index * POINT_LENGTH + 1] as number,
    pressure: packed[index * POINT_LENGTH + 2] as number,
  }));
}

export const packStroke = ({ points, ...pen }: Stroke): PackedStroke => ({ ...pen, points: packPoints(points) });

export const unpackStroke = ({ points, ...pen }: PackedStroke): Stroke => ({ ...pen, points: unpackPoints(points) });

export function logOf(params: Required<MaskParameters>): MaskLog {
  const { strokes, invert, refine, grow, feather } = params;
  const actions: readonly MaskAction[] = [
    ...selectionsOf(params).map((selection) => ({ kind: 'select', selection, fresh: false }) as const),
    { kind: 'edges', edges: { refine, grow, feather } },
    ...strokes.map((stroke) => ({ kind: 'stroke', stroke: packStroke(stroke) }) as const),
    ...(invert ? [{ kind: 'invert' } as const] : []),
  ];
  return actions.reduce(pushAction, emptyLog);
}
