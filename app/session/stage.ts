import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { PictureSource } from '../workers/picture-worker.ts';
import type { Removed } from '../workers/work.ts';

export type FileSource = Extract<PictureSource, { readonly blob: Blob }>;

/** Result of opening an image: its size or an error; undefined if the stage was busy. */
export type OpenedAnother = { readonly size: Size } | { readonly error: unknown } | undefined;

/** A screen that shows one item of a batch on its stage. */
export interface BatchStage {
  readonly tool: string;
  /** Returns the steps applied to the image on the stage. */
  present(): Recipe;
  source(): PictureSource | undefined;
  /** Opens an image with the steps for its size. `isStep` makes the opening an undo step. Shows no errors. */
  openAnother(source: FileSource, recipeFor: (size: Size) => Recipe, isStep: boolean): Promise<OpenedAnother>;
  /** Opens files when the stage has no running work. */
  openInTurn(names: readonly string[], open: () => Promise<unknown>): Promise<void>;
  /** Keeps the stage from opening files until `work` ends. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
  /** Offers to restore removed items in the status line; undefined withdraws the offer. */
  showRemoved(removed: Removed | undefined): void;
  /** Calls back after every change. The returned function stops watching. */
  watch(changed: () => void): () => void;
}

/** Returns the image on the stage as input for the batch worker. */
export function stagePicture(stage: BatchStage) {
  const source = stage.source();
  if (!source || 'checkerboard' in source) throw new FudebakoError('imageRequired');
  return 'blank' in source ? source.blank : new File([source.blob], source.name, { type: source.blob.type });
}
