import type { AnyOperation, OperationId } from '../operations/index.ts';

/** One step of a recipe: an operation with its parameters, as in JSON. */
export interface RecipeStep {
  readonly operation: OperationId;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Names of the step's files, by input; the image from the previous step has no entry. */
  readonly inputs?: Readonly<Record<string, string | readonly string[]>>;
}

/** A recipe: steps that are applied to one image, one after another. */
export type Recipe = readonly RecipeStep[];

export interface ParsedStep {
  readonly operation: AnyOperation;
  readonly params: Record<string, unknown>;
  readonly inputs: Readonly<Record<string, string | readonly string[]>>;
}
