import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { PictureSource } from '../../platform/picture-worker.ts';
import type { Removed } from '../work.ts';

/** A source that is a file. */
export type FileSource = Extract<PictureSource, { readonly blob: Blob }>;

/** What came of opening one of several: its size as the file has it, or what went wrong; nothing where something else was under way. */
export type OpenedAnother = { readonly size: Size } | { readonly error: unknown } | undefined;

/** The screen on which one of several is looked at. */
export interface BatchStage {
  readonly tool: string;
  /** What was done to the picture on it. */
  present(): Recipe;
  /** What is on it. */
  source(): PictureSource | undefined;
  /**
   * Puts another in its place, with the steps that are made for its size. Nothing is said of one that cannot be opened; if
   * `isStep`, Undo brings back what was there.
   */
  openAnother(source: FileSource, recipeFor: (size: Size) => Recipe, isStep: boolean): Promise<OpenedAnother>;
  /** Opens files once the stage is idle. */
  takeIn(names: readonly string[], open: () => Promise<unknown>): Promise<void>;
  /** Lets files that come wait until this work is over. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
  /** Offers to bring back what was removed from the list; nothing withdraws the offer. */
  showRemoved(removed: Removed | undefined): void;
  /** Calls back after every change of what is on it. @returns ends that */
  watch(changed: () => void): () => void;
}

/** The picture on the stage as the worker of many takes it. */
export function stagePicture(stage: BatchStage) {
  const source = stage.source();
  if (!source || 'checkerboard' in source) throw new FudebakoError('imageRequired');
  return 'blank' in source ? source.blank : new File([source.blob], source.name, { type: source.blob.type });
}
