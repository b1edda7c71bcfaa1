import type { Raster } from '#core/base/raster.ts';
import type { Box } from '#core/geometry/box.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { PageWorker } from './page-worker.ts';
import type {
  FileRef,
  PictureInfo,
  PictureRef,
  PictureSource,
  PictureWorkerApi,
  WrittenFile,
} from './picture.service.ts';
import { withProgress } from './with-progress.ts';

export type { BlankBackground, PictureInfo, PictureRef, PictureSource, WrittenFile } from './picture.service.ts';

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

/** The sources as they were added: for sentences about them, and for the worker that makes many. */
const sources = new Map<string, PictureSource>();

/** A picture as another picture's step names it among its inputs. */
export const pictureReference = ({ source, steps }: PictureRef): string => JSON.stringify({ source, steps });

/** A source's file, undecoded, as a step names it among its inputs. */
export const fileReference = (id: string): string => JSON.stringify({ file: id } satisfies FileRef);

/** The file that a `fileReference` names, where it is there. */
export function referredFile(reference: string): Extract<PictureSource, { readonly blob: Blob }> | undefined {
  for (const source of sources.values()) if ('blob' in source && fileReference(source.id) === reference) return source;
  return undefined;
}

const about = ({ source = '' }: PictureRef, { signal }: JobOptions) => ({ signal, name: sources.get(source)?.name });

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
    sources.set(source.id, source);
  },
  async removeSource(id: string): Promise<void> {
    const others = (uses.get(id) ?? 0) - 1;
    if (others > 0) {
      uses.set(id, others);
      return;
    }
    uses.delete(id);
    sources.delete(id);
    await worker.forget(id, (pictureWorker) => pictureWorker.removeSource(id));
  },
  render: (picture: PictureRef, { onProgress, ...options }: JobOptions = {}): Promise<PictureInfo> =>
    withProgress(onProgress, (tell) =>
      worker.call((pictureWorker, job) => pictureWorker.render(job, picture, tell), about(picture, options)),
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
  /** What `encode` would give, for what is only looked at. */
  measure: (picture: PictureRef, encoding: ImageEncoding, options: JobOptions = {}): Promise<Blob> =>
    worker.call((pictureWorker, job) => pictureWorker.measure(job, picture, encoding), look(picture, options)),
  region: (
    picture: PictureRef,
    written: WrittenFile | undefined,
    part: Box,
    width: number,
    options: JobOptions = {},
  ): Promise<ImageBitmap> =>
    worker.call(
      (pictureWorker, job) => pictureWorker.region(job, picture, written, part, width),
      look(picture, options),
    ),
  encode: (picture: PictureRef, encoding: ImageEncoding, options: JobOptions = {}): Promise<Blob> =>
    worker.call((pictureWorker, job) => pictureWorker.encode(job, picture, encoding), about(picture, options)),
};
