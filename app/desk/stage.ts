import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { FileSource } from '../session/session.ts';
import type { PictureSource } from '../workers/picture-worker.ts';
import type { Removed } from '../workers/work.ts';
import type { EditSteps } from './steps.ts';

/** Result of opening an image: the image's size or an error; undefined if other work was running. */
export type OpenedAnother = { readonly size: Size } | { readonly error: unknown } | undefined;

/** A screen that displays one item of a batch at a time. */
export interface BatchStage {
  readonly tool: string;
  source(): PictureSource | undefined;
  /** Opens an image with steps for its size. If `isStep`, undo restores the previous image. Shows no error dialog. */
  openAnother(
    source: FileSource,
    stepsFor: (size: Size, present: EditSteps) => EditSteps,
    isStep: boolean,
  ): Promise<OpenedAnother>;
  /** Queues `open` behind the session's running work. `names` are the files that the status line shows meanwhile. */
  openInTurn(names: readonly string[], open: () => Promise<unknown>): Promise<void>;
  /** Prevents the screen from opening files until `work` has ended. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
  /** Shows an Undo button for removed items in the status line; undefined hides the button. */
  showRemoved(removed: Removed | undefined): void;
  watch(changed: () => void): () => void;
}

export function stagePicture(stage: BatchStage) {
  const source = stage.source();
  if (!source || 'checkerboard' in source) throw new FudebakoError('imageRequired');
  return 'blank' in source ? source.blank : new File([source.blob], source.name, { type: source.blob.type });
}
