import type { Raster } from '#core/base/raster.ts';
import type { Box } from '#core/geometry/box.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { LevelCounts } from '#core/image/color/auto-levels.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { EncodedFile, FileRef, ImageInfo, ImageRef, ImageSource, ImageWorkerApi } from './image.service.ts';
import { PageWorker } from './page-worker.ts';
import { withProgress } from './with-progress.ts';

export type {
  BlankBackground,
  EncodedFile,
  ImageInfo,
  ImageRef,
  ImageSource,
  ShownAnimation,
} from './image.service.ts';

export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

const worker = new PageWorker<ImageWorkerApi>(
  () => new Worker(new URL('./image.worker.ts', import.meta.url), { type: 'module', name: 'image' }),
);

const uses = new Map<string, number>();

/** All opened files of the worker by ID, for error messages and batch jobs. */
const sources = new Map<string, ImageSource>();

/** Returns a text that refers to a processed image, for use as an input of a recipe step. */
export const imageReference = ({ source, steps }: ImageRef): string => JSON.stringify({ source, steps });

export const fileReference = (id: string): string => JSON.stringify({ file: id } satisfies FileRef);

export function referredFile(reference: string): Extract<ImageSource, { readonly blob: Blob }> | undefined {
  for (const source of sources.values()) if ('blob' in source && fileReference(source.id) === reference) return source;
  return undefined;
}

const about = ({ source = '' }: ImageRef, { signal }: JobOptions) => ({ signal, name: sources.get(source)?.name });

const look = (image: ImageRef, options: JobOptions) => ({ ...about(image, options), again: true });

/** Page-side client of `image.service.ts`. Holds no pixels. A restarted worker rebuilds images from their recipes. */
export const imageWorker = {
  /** Opens a file for a tool. The worker releases the file when the last tool calls `removeSource`. */
  async addSource(source: ImageSource): Promise<void> {
    uses.set(source.id, (uses.get(source.id) ?? 0) + 1);
    try {
      await worker.register(source.id, (imageWorker) => imageWorker.addSource(source), { isWork: true });
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
    await worker.unregister(id, (imageWorker) => imageWorker.removeSource(id));
  },
  render: (image: ImageRef, { onProgress, ...options }: JobOptions = {}): Promise<ImageInfo> =>
    withProgress(onProgress, (report) =>
      worker.call((imageWorker, job) => imageWorker.render(job, image, report), about(image, options)),
    ),
  preview: (image: ImageRef, maxSide: number, options: JobOptions = {}): Promise<ImageBitmap> =>
    worker.call((imageWorker, job) => imageWorker.preview(job, image, maxSide), look(image, options)),
  previewStep: (image: ImageRef, maxSide: number, step: RecipeStep, options: JobOptions = {}): Promise<ImageBitmap> =>
    worker.call((imageWorker, job) => imageWorker.previewStep(job, image, maxSide, step), look(image, options)),
  levels: (image: ImageRef, options: JobOptions = {}): Promise<LevelCounts> =>
    worker.call((imageWorker, job) => imageWorker.levels(job, image), look(image, options)),
  pixels: (image: ImageRef, maxSide: number, options: JobOptions = {}): Promise<Raster> =>
    worker.call((imageWorker, job) => imageWorker.pixels(job, image, maxSide), look(image, options)),
  /** Encodes an image to show the file size. Unlike `encode`, repeats the call if the worker ends. */
  measure: (image: ImageRef, encoding: ImageEncoding, options: JobOptions = {}): Promise<Blob> =>
    worker.call((imageWorker, job) => imageWorker.measure(job, image, encoding), look(image, options)),
  region: (
    image: ImageRef,
    written: EncodedFile | undefined,
    part: Box,
    width: number,
    options: JobOptions = {},
  ): Promise<ImageBitmap> =>
    worker.call((imageWorker, job) => imageWorker.region(job, image, written, part, width), look(image, options)),
  frames: (image: ImageRef, { onProgress, ...options }: JobOptions = {}): Promise<readonly Blob[]> =>
    withProgress(onProgress, (report) =>
      worker.call((imageWorker, job) => imageWorker.frames(job, image, report), about(image, options)),
    ),
  encode: (image: ImageRef, encoding: ImageEncoding, options: JobOptions = {}): Promise<Blob> =>
    worker.call((imageWorker, job) => imageWorker.encode(job, image, encoding), about(image, options)),
};
