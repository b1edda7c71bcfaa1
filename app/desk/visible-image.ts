import type { Recipe } from '#core/recipes/recipe.ts';
import { type BlankBackground, type ImageInfo, type ImageSource, imageWorker } from '../workers/image-client.ts';
import type { Job } from '../workers/work.ts';

export interface VisibleImage {
  readonly source: ImageSource;
  /** Size of the source file in bytes; undefined for a blank background. */
  readonly sourceBytes: number | undefined;
  readonly info: ImageInfo;
  /** Version of the preview. Every change of the preview's pixels increases the version. */
  readonly version: string;
}

export type BaseImage = { readonly image: File } | { readonly blank: BlankBackground };

/** Returns the image's size after the steps; zeros if a step fails. */
export const sizeOf = (source: ImageSource, steps: Recipe): Promise<ImageInfo> =>
  imageWorker.render({ source: source.id, steps }).catch(() => ({ width: 0, height: 0 }));

export async function baseImageOf(source: ImageSource, steps: Recipe, { signal }: Job): Promise<BaseImage> {
  if (steps.length === 0 && 'blank' in source) return { blank: source.blank };
  if (steps.length === 0 && 'blob' in source)
    return { image: new File([source.blob], source.name, { type: source.blob.type }) };
  // Compresses fast and little, because only a worker of this page reads the file.
  const encoding = { format: 'png', compression: 1, firstFrame: true } as const;
  const blob = await imageWorker.encode({ source: source.id, steps }, encoding, { signal });
  return { image: new File([blob], source.name, { type: blob.type }) };
}
