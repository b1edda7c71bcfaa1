import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import { invertedPen, type Pen, type Stroke } from '#core/image/mask/strokes.ts';
import { roundToDigits } from '#core/parameters/parse.ts';

/** A stroke as the page keeps it: x, y and pressure of each point in one array, which is copied and stored at once. */
export interface PackedStroke extends Pen {
  readonly points: Float64Array<ArrayBuffer>;
}

/** What can be undone. Strokes have the grays that they have on the mask before any inversion. */
export type MaskAction = { readonly kind: 'stroke'; readonly stroke: PackedStroke } | { readonly kind: 'invert' };

/** What has been done to a mask, and how much of it holds: undo and redo move `done`. */
export interface MaskLog {
  readonly actions: readonly MaskAction[];
  readonly done: number;
}

export const emptyLog: MaskLog = { actions: [], done: 0 };

/** Does one thing more; what was undone is forgotten. */
export function pushAction({ actions, done }: MaskLog, action: MaskAction): MaskLog {
  return { actions: [...actions.slice(0, done), action], done: done + 1 };
}

/** The log without what was undone. */
export const doneLog = ({ actions, done }: MaskLog): MaskLog => ({ actions: actions.slice(0, done), done });

/** The strokes that hold, and whether the mask is inverted after them: the parameters of core's `make-mask`. */
export function logState({ actions, done }: MaskLog): { strokes: PackedStroke[]; invert: boolean } {
  const strokes: PackedStroke[] = [];
  let invert = false;
  for (const action of actions.slice(0, done))
    if (action.kind === 'stroke') strokes.push(action.stroke);
    else invert = !invert;
  return { strokes, invert };
}

/**
 * Turns what is painted on the mask as it shows into what is recorded, and back: under an
 * inversion, white is painted by black.
 */
export const throughInversion = <P extends Pen>(pen: P, invert: boolean): P => (invert ? invertedPen(pen) : pen);

/** The digits that a stroke's data has, so that what is painted is what is written down. */
const [PLACE_DIGITS, PRESSURE_DIGITS] = [2, 3];

export function roundPoint({ x, y, pressure = 1 }: StrokePoint): Required<StrokePoint> {
  return {
    x: roundToDigits(x, PLACE_DIGITS),
    y: roundToDigits(y, PLACE_DIGITS),
    pressure: roundToDigits(pressure, PRESSURE_DIGITS),
  };
}

/** Numbers for each point. */
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
