import type { Recipe } from '#core/recipes/recipe.ts';
import {
  type BlankBackground,
  type PictureInfo,
  type PictureSource,
  pictureWorker,
} from '../platform/picture-worker.ts';
import type { Job } from './work.ts';

export interface Picture {
  readonly source: PictureSource;
  /** Bytes of the source's file; nothing for a blank background. */
  readonly sourceBytes: number | undefined;
  /** As it is after the present recipe. */
  readonly info: PictureInfo;
  /** What a preview's pixels are: changes with every change of them. */
  readonly version: string;
}

/** What a file of a tool's own is made on: a picture, or a blank background that nothing was done to. */
export type BasePicture = { readonly image: File } | { readonly blank: BlankBackground };

/** Of a source after these steps; nothing of both where that fails. */
export const sizeOf = (source: PictureSource, steps: Recipe): Promise<PictureInfo> =>
  pictureWorker.render({ source: source.id, steps }).catch(() => ({ width: 0, height: 0 }));

export async function basePictureOf(source: PictureSource, steps: Recipe, { signal }: Job): Promise<BasePicture> {
  if (steps.length === 0 && 'blank' in source) return { blank: source.blank };
  const blob =
    steps.length === 0 && 'blob' in source
      ? source.blob
      : await pictureWorker.encode({ source: source.id, steps }, { format: 'png' }, { signal });
  return { image: new File([blob], source.name, { type: blob.type }) };
}
