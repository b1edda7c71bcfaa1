import { proxy } from 'comlink';
import type { BatchOrder, BatchResult, BatchWorkerApi, Thumbnail } from './batch.service.ts';
import { PageWorker } from './page-worker.ts';
import type { JobOptions } from './picture-worker.ts';

export type { BatchOrder, BatchResult, Thumbnail } from './batch.service.ts';

/** A worker beside the one that holds the open picture, so that neither waits for the other. */
const worker = new PageWorker<BatchWorkerApi>(
  () => new Worker(new URL('./batch.worker.ts', import.meta.url), { type: 'module', name: 'batch' }),
);

/** The page's side of `batch.service.ts`: files go in, files come out, pixels stay there. */
export const batchWorker = {
  run: (file: File, order: BatchOrder, { signal, onProgress }: JobOptions = {}): Promise<BatchResult> =>
    worker.call((batch, job) => batch.run(job, file, order, proxy(onProgress ?? (() => {}))), {
      signal,
      name: file.name,
    }),
  thumbnail: (file: File, side: number, { signal }: JobOptions = {}): Promise<Thumbnail> =>
    worker.call((batch, job) => batch.thumbnail(job, file, side), { signal, name: file.name, again: true }),
};
