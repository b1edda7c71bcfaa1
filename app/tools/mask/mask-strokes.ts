import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import { invertedPen, type Pen, type Stroke } from '#core/image/mask/strokes.ts';
import { roundToDigits } from '#core/parameters/parse.ts';

/** A stroke with x, y and pressure of all points in one array, which is cheap to copy and store. */
export interface PackedStroke extends Pen {
  readonly points: Float64Array<ArrayBuffer>;
}

/** An undoable action. Stroke grays are relative to the mask before inversion. */
export type MaskAction = { readonly kind: 'stroke'; readonly stroke: PackedStroke } | { readonly kind: 'invert' };

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

/** Returns the parameters of core's `make-mask`: the strokes in effect, and whether the mask is inverted. */
export function logState({ actions, done }: MaskLog): { strokes: PackedStroke[]; invert: boolean } {
  const strokes: PackedStroke[] = [];
  let invert = false;
  for (const action of actions.slice(0, done))
    if (action.kind === 'stroke') strokes.push(action.stroke);
    else invert = !invert;
  return { strokes, invert };
}

/** Converts a pen between displayed and recorded gray, which are opposite on an inverted mask. */
export const throughInversion = <P extends Pen>(pen: P, invert: boolean): P => (invert ? invertedPen(pen) : pen);

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
