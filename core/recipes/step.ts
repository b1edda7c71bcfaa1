import { MAX_SIDE } from '../base/limits.ts';
import type { Size } from '../geometry/point.ts';
import type { AnyOperation, OperationId } from '../operations/index.ts';
import { choice, parameters, pixels } from '../parameters/fields.ts';

/**
 * Size of the image for which a step's values in pixels were chosen. On an image of another size, the step runs with
 * values that fit the image.
 */
export interface MadeOn extends Size {
  /** Property of a crop that stays the same: its edges as fractions of the sides (default), or its aspect ratio. */
  readonly cropBy?: 'fractions' | 'ratio';
}

/** One step of a recipe: an operation with its parameters, as in JSON. */
export interface RecipeStep {
  readonly operation: OperationId;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Names of the step's files, by input; the image from the previous step has no entry. */
  readonly inputs?: Readonly<Record<string, string | readonly string[]>>;
  readonly madeOn?: MadeOn;
}

/** A recipe: steps that are applied to one image, one after another. */
export type Recipe = readonly RecipeStep[];

export interface ParsedStep {
  readonly operation: AnyOperation;
  readonly params: Record<string, unknown>;
  readonly inputs: Readonly<Record<string, string | readonly string[]>>;
  readonly madeOn?: MadeOn;
}

/** Declares a step's `madeOn`. */
export const madeOnFields = parameters({
  width: pixels({ min: 1, max: MAX_SIDE, required: true }),
  height: pixels({ min: 1, max: MAX_SIDE, required: true }),
  cropBy: choice({ options: ['fractions', 'ratio'], default: 'fractions' }),
});

/** Maximum number of steps of a recipe. */
export const MAX_STEPS = 1000;
