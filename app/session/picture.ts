import type { Recipe } from '#core/recipes/recipe.ts';
import {
  type BlankBackground,
  type PictureInfo,
  type PictureSource,
  pictureWorker,
} from '../workers/picture-worker.ts';
import type { Job } from '../workers/work.ts';

export interface Picture {
  readonly source: PictureSource;
  /** Size of the source file in bytes; undefined for a blank background. */
  readonly sourceBytes: number | undefined;
  readonly info: PictureInfo;
  /** Version of the preview. Every change of the preview's pixels increases the version. */
  readonly version: string;
}

export type BasePicture = { readonly image: File } | { readonly blank: BlankBackground };

/** Returns the image's size after the steps; zeros if a step fails. */
export const sizeOf = (source: PictureSource, steps: Recipe): Promise<PictureInfo> =>
  pictureWorker.render({ source: source.id, steps }).catch(() => ({ width: 0, height: 0 }));

export async function basePictureOf(source: PictureSource, steps: Recipe, { signal }: Job): Promise<BasePicture> {
  if (steps.length === 0 && 'blank' in source) return { blank: source.blank };
  const blob =
    steps.length === 0 && 'blob' in source
      ? source.blob
      : await pictureWorker.encode({ source: source.id, steps }, { format: 'png', firstFrame: true }, { signal });
  return { image: new File([blob], source.name, { type: blob.type }) };
}
