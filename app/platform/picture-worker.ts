import { proxy } from 'comlink';
import type { Raster } from '#core/base/raster.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { PageWorker } from './page-worker.ts';
import type { FileRef, PictureInfo, PictureRef, PictureSource, PictureWorkerApi } from './picture.service.ts';

export type { BlankBackground, PictureInfo, PictureRef, PictureSource } from './picture.service.ts';

export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** The worker starts when the first picture is opened. */
const worker = new PageWorker<PictureWorkerApi>(
  () => new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module', name: 'picture' }),
);

/** By how many each source is used. */
const uses = new Map<string, number>();

/** What the sources are called, for sentences about them. */
const names = new Map<string, string>();

/** A picture as another picture's step names it among its inputs. */
export const pictureReference = ({ source, steps }: PictureRef): string => JSON.stringify({ source, steps });

/** A source's file, undecoded, as a step names it among its inputs. */
export const fileReference = (id: string): string => JSON.stringify({ file: id } satisfies FileRef);

const about = ({ source = '' }: PictureRef, { signal }: JobOptions) => ({ signal, name: names.get(source) });

/** For what is only looked at. */
const look = (picture: PictureRef, options: JobOptions) => ({ ...about(picture, options), again: true });

/**
 * The page's side of `picture.service.ts`: pictures by reference, never their pixels. A worker that is
 * started anew receives the sources, and makes every picture again from its recipe.
 */
export const pictureWorker = {
  /** A source that several tools use is there until the last of them has removed it. */
  async addSource(source: PictureSource): Promise<void> {
    uses.set(source.id, (uses.get(source.id) ?? 0) + 1);
    try {
      await worker.keep(source.id, (pictureWorker) => pictureWorker.addSource(source), { isWork: true });
    } catch (error) {
      uses.set(source.id, (uses.get(source.id) ?? 1) - 1);
      throw error;
    }
    names.set(source.id, source.name);
  },
  async removeSource(id: string): Promise<void> {
    const others = (uses.get(id) ?? 0) - 1;
    if (others > 0) {
      uses.set(id, others);
      return;
    }
    uses.delete(id);
    names.delete(id);
    await worker.forget(id, (pictureWorker) => pictureWorker.removeSource(id));
  },
  render: (picture: PictureRef, { onProgress, ...options }: JobOptions = {}): Promise<PictureInfo> =>
    worker.call(
      (pictureWorker, job) => pictureWorker.render(job, picture, proxy(onProgress ?? (() => {}))),
      about(picture, options),
    ),
  preview: (picture: PictureRef, maxSide: number, options: JobOptions = {}): Promise<ImageBitmap> =>
    worker.call((pictureWorker, job) => pictureWorker.preview(job, picture, maxSide), look(picture, options)),
  previewStep: (
    picture: PictureRef,
    maxSide: number,
    step: RecipeStep,
    options: JobOptions = {},
  ): Promise<ImageBitmap> =>
    worker.call((pictureWorker, job) => pictureWorker.previewStep(job, picture, maxSide, step), look(picture, options)),
  pixels: (picture: PictureRef, maxSide: number, options: JobOptions = {}): Promise<Raster> =>
    worker.call((pictureWorker, job) => pictureWorker.pixels(job, picture, maxSide), look(picture, options)),
  encode: (picture: PictureRef, encoding: ImageEncoding, options: JobOptions = {}): Promise<Blob> =>
    worker.call((pictureWorker, job) => pictureWorker.encode(job, picture, encoding), about(picture, options)),
};
