import { type MaskParameters, selectionsOf } from '#core/image/make-mask.ts';
import { readsColors, type Selected, type Selection } from '#core/image/mask/selection.ts';
import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import { invertedPen, type Pen, type Stroke } from '#core/image/mask/strokes.ts';
import { roundToDigits } from '#core/parameters/parse.ts';

/** A stroke with x, y and pressure of all points in one array, which is cheap to copy and store. */
export interface PackedStroke extends Pen {
  readonly points: Float64Array<ArrayBuffer>;
}

/** What changes the edges of all selections. */
export type Edges = Pick<Selected, 'refine' | 'grow' | 'feather'>;

export const PLAIN_EDGES: Edges = { refine: true, grow: 0, feather: 0 };

/**
 * An undoable action. Stroke grays and selections are relative to the mask before inversion. A fresh selection replaces
 * all earlier selections and inversions.
 */
export type MaskAction =
  | { readonly kind: 'stroke'; readonly stroke: PackedStroke }
  | { readonly kind: 'invert' }
  | { readonly kind: 'select'; readonly selection: Selection; readonly fresh: boolean }
  | { readonly kind: 'edges'; readonly edges: Edges };

/** Actions applied to a mask; `done` is the number in effect. */
export interface MaskLog {
  readonly actions: readonly MaskAction[];
  readonly done: number;
}

export const emptyLog: MaskLog = { actions: [], done: 0 };

/** Appends an action and drops undone ones. */
export function pushAction({ actions, done }: MaskLog, action: MaskAction): MaskLog {
  return { actions: [...actions.slice(0, done), action], done: done + 1 };
}

export const doneLog = ({ actions, done }: MaskLog): MaskLog => ({ actions: actions.slice(0, done), done });

/** Parameters of core's `make-mask` that follow from a log. */
export interface Painted extends Edges {
  readonly strokes: readonly PackedStroke[];
  readonly selections: readonly Selection[];
  readonly invert: boolean;
}

/** Returns the actions in effect as parameters of core's `make-mask`. */
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
        // Strokes that mark the earlier subject say nothing about the next one. The others keep their displayed gray.
        strokes = strokes.filter((stroke) => !isHint(stroke)).map((stroke) => throughInversion(stroke, invert));
        [selections, invert] = [[], false];
      }
      selections.push(action.selection);
    }
  }
  return { ...edges, strokes, selections, invert };
}

/** True for a stroke that marks parts of a subject or its background. */
export const isHint = ({ tool }: Pick<Pen, 'tool'>): boolean => tool === 'keep' || tool === 'hide';

/** True if the mask depends on the colors of the base image. */
export const readsBase = (log: MaskLog): boolean => logState(log).selections.some(readsColors);

/** Converts a pen between displayed and recorded gray, which are opposite on an inverted mask. */
export const throughInversion = <P extends Pen>(pen: P, invert: boolean): P =>
  invert && !isHint(pen) ? invertedPen(pen) : pen;

/** Ways to combine a selection with a mask, and the same ways on the inverted mask. */
const INVERTED_COMBINATIONS = {
  add: 'subtract',
  subtract: 'add',
  intersect: 'add-outside',
  'add-outside': 'intersect',
} as const;

/** Converts a selection between the displayed mask and the recorded mask, which is inverted last. */
export function selectionThroughInversion(selection: Selection, invert: boolean): Selection {
  return invert ? { ...selection, combine: INVERTED_COMBINATIONS[selection.combine] } : selection;
}

/** Decimal places of recorded positions and pressures, also used while painting. */
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

/** Returns the log that makes the mask of parameters. */
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
