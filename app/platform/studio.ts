import { proxy, type Remote, wrap } from 'comlink';
import type { ImageEncoding } from '#core/image/encode.ts';
import type { Raster } from '#core/raster.ts';
import type { RecipeStep } from '#core/recipe.ts';
import { carryErrors } from './comlink-errors.ts';
import { runJob } from './jobs.ts';
import type { FileRef, PictureInfo, PictureRef, PictureSource, StudioApi } from './studio.worker.ts';

export type { BlankSheet, PictureInfo, PictureRef, PictureSource } from './studio.worker.ts';

export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

let remote: Remote<StudioApi> | undefined;

/** The worker starts when the first picture is opened. */
function studioWorker(): Remote<StudioApi> {
  if (!remote) {
    carryErrors();
    const worker = new Worker(new URL('./studio.worker.ts', import.meta.url), { type: 'module', name: 'studio' });
    remote = wrap<StudioApi>(worker);
  }
  return remote;
}

/** A picture as another picture's step names it among its inputs. */
export const pictureReference = ({ source, steps }: PictureRef): string => JSON.stringify({ source, steps });

/** A source's file, undecoded, as a step names it among its inputs. */
export const fileReference = (id: string): string => JSON.stringify({ file: id } satisfies FileRef);

/** The page's side of `studio.worker.ts`: pictures by reference, never their pixels. */
export const studio = {
  addSource: (source: PictureSource): Promise<void> => studioWorker().addSource(source),
  removeSource: (id: string): Promise<void> => studioWorker().removeSource(id),
  render: (picture: PictureRef, { signal, onProgress }: JobOptions = {}): Promise<PictureInfo> =>
    runJob(studioWorker, signal, (worker, job) => worker.render(job, picture, proxy(onProgress ?? (() => {})))),
  preview: (picture: PictureRef, maxSide: number, { signal }: JobOptions = {}): Promise<ImageBitmap> =>
    runJob(studioWorker, signal, (worker, job) => worker.preview(job, picture, maxSide)),
  previewStep: (
    picture: PictureRef,
    maxSide: number,
    step: RecipeStep,
    { signal }: JobOptions = {},
  ): Promise<ImageBitmap> =>
    runJob(studioWorker, signal, (worker, job) => worker.previewStep(job, picture, maxSide, step)),
  pixels: (picture: PictureRef, maxSide: number, { signal }: JobOptions = {}): Promise<Raster> =>
    runJob(studioWorker, signal, (worker, job) => worker.pixels(job, picture, maxSide)),
  encode: (picture: PictureRef, encoding: ImageEncoding, { signal }: JobOptions = {}): Promise<Blob> =>
    runJob(studioWorker, signal, (worker, job) => worker.encode(job, picture, encoding)),
};
