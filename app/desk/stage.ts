import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageSource } from '../workers/image-client.ts';
import type { DeskImage } from './document.ts';
import type { ListChange, MaybeList } from './image-list.ts';
import type { EditSteps } from './steps.ts';

/** Result of opening an image: the image's size or an error; undefined if other work was running. */
export type OpenedAnother = { readonly size: Size } | { readonly error: unknown } | undefined;

/** How an image of a list is displayed. */
export interface Showing {
  /** Adapts the present steps, which were made for an image of the size `madeOn`. */
  readonly stepsFor: (size: Size, present: EditSteps, madeOn: Size | undefined) => EditSteps;
  /** Marks the image as displayed. Returns the same list if the image has left the list. */
  readonly mark: (size: Size) => (list: MaybeList) => MaybeList;
  /** True if the visitor has chosen the image, so that Undo shows the image before it. */
  readonly isStep: boolean;
}

/** A screen whose document has a list of images, and that displays one of them at a time. */
export interface BatchStage {
  readonly tool: string;
  readonly images: {
    list(): MaybeList;
    /** File ID of the document's image. */
    shown(): string | undefined;
    change(label: ListChange, apply: (list: MaybeList) => MaybeList): void;
    watch(changed: () => void): () => void;
  };
  source(): ImageSource | undefined;
  /** Opens and displays an image of the list. Shows no error dialog. */
  openListed(image: DeskImage, showing: Showing): Promise<OpenedAnother>;
  /** Queues `open` behind the screen's running work. `names` are the files that the status line shows meanwhile. */
  openInTurn(names: readonly string[], open: () => Promise<unknown>, place?: string): Promise<void>;
  /** Prevents the screen from opening files until `work` has ended. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
  watch(changed: () => void): () => void;
}

export function stageImage(stage: Pick<BatchStage, 'source'>) {
  const source = stage.source();
  if (!source || 'checkerboard' in source) throw new FudebakoError('imageRequired');
  return 'blank' in source ? source.blank : new File([source.blob], source.name, { type: source.blob.type });
}
