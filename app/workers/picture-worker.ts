import type { Raster } from '#core/base/raster.ts';
import type { Box } from '#core/geometry/box.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { PageWorker } from './page-worker.ts';
import type {
  EncodedFile,
  FileRef,
  PictureInfo,
  PictureRef,
  PictureSource,
  PictureWorkerApi,
} from './picture.service.ts';
import { withProgress } from './with-progress.ts';

export type {
  BlankBackground,
  EncodedFile,
  PictureInfo,
  PictureRef,
  PictureSource,
  ShownAnimation,
} from './picture.service.ts';

export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

const worker = new PageWorker<PictureWorkerApi>(
  () => new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module', name: 'picture' }),
);

const uses = new Map<string, number>();

/** All opened files of the worker by ID, for error messages and batch jobs. */
const sources = new Map<string, PictureSource>();

/** Returns a text that refers to a processed image, for use as an input of a recipe step. */
export const pictureReference = ({ source, steps }: PictureRef): string => JSON.stringify({ source, steps });

export const fileReference = (id: string): string => JSON.stringify({ file: id } satisfies FileRef);

export function referredFile(reference: string): Extract<PictureSource, { readonly blob: Blob }> | undefined {
  for (const source of sources.values()) if ('blob' in source && fileReference(source.id) === reference) return source;
  return undefined;
}

const about = ({ source = '' }: PictureRef, { signal }: JobOptions) => ({ signal, name: sources.get(source)?.name });

const look = (picture: PictureRef, options: JobOptions) => ({ ...about(picture, options), again: true });

/** Page-side client of `picture.service.ts`. Holds no pixels. A restarted worker rebuilds images from their recipes. */
export const pictureWorker = {
  /** Opens a file for a tool. The worker releases the file when the last tool calls `removeSource`. */
  async addSource(source: PictureSource): Promise<void> {
    uses.set(source.id, (uses.get(source.id) ?? 0) + 1);
    try {
      await worker.register(source.id, (pictureWorker) => pictureWorker.addSource(source), { isWork: true });
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
    await worker.unregister(id, (pictureWorker) => pictureWorker.removeSource(id));
  },
  render: (picture: PictureRef, { onProgress, ...options }: JobOptions = {}): Promise<PictureInfo> =>
    withProgress(onProgress, (report) =>
      worker.call((pictureWorker, job) => pictureWorker.render(job, picture, report), about(picture, options)),
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
  /** Encodes an image to show the file size. Unlike `encode`, repeats the call if the worker ends. */
  measure: (picture: PictureRef, encoding: ImageEncoding, options: JobOptions = {}): Promise<Blob> =>
    worker.call((pictureWorker, job) => pictureWorker.measure(job, picture, encoding), look(picture, options)),
  region: (
    picture: PictureRef,
    written: EncodedFile | undefined,
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
