import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { BlankBackground, JobOptions } from '../workers/image-client.ts';
import { PageWorker } from '../workers/page-worker.ts';
import { withProgress } from '../workers/with-progress.ts';
import type {
  BatchOrder,
  BatchResult,
  BatchWorkerApi,
  OrderInputs,
  OutputsOrder,
  Thumbnail,
  TogetherOrder,
} from './batch.service.ts';

export type { BatchOrder, BatchResult, OrderInputs, Thumbnail, TogetherOrder } from './batch.service.ts';

/** Client of the worker for batches. A separate worker lets the open image and a batch process at the same time. */
const worker = new PageWorker<BatchWorkerApi>(
  () => new Worker(new URL('./batch.worker.ts', import.meta.url), { type: 'module', name: 'batch' }),
);

export const batchWorker = {
  run: (
    source: File | BlankBackground,
    order: BatchOrder,
    inputs: OrderInputs,
    { signal, onProgress }: JobOptions = {},
  ): Promise<BatchResult> =>
    withProgress(onProgress, (report) =>
      worker.call((batch, job) => batch.run(job, source, order, inputs, report), {
        signal,
        name: 'name' in source ? source.name : undefined,
      }),
    ),
  runOutputs: (
    source: File | BlankBackground,
    order: OutputsOrder,
    inputs: OrderInputs,
    { signal, onProgress }: JobOptions = {},
  ): Promise<readonly BatchResult[]> =>
    withProgress(onProgress, (report) =>
      worker.call((batch, job) => batch.runOutputs(job, source, order, inputs, report), {
        signal,
        name: 'name' in source ? source.name : undefined,
      }),
    ),
  runTogether: (
    files: readonly File[],
    order: TogetherOrder,
    encoding: ImageEncoding,
    { signal, onProgress }: JobOptions = {},
  ): Promise<BatchResult> =>
    withProgress(onProgress, (report) =>
      worker.call((batch, job) => batch.runTogether(job, files, order, encoding, report), {
        signal,
        name: files[0]?.name,
      }),
    ),
  thumbnail: (file: File, side: number, { signal }: JobOptions = {}): Promise<Thumbnail> =>
    worker.call((batch, job) => batch.thumbnail(job, file, side), { signal, name: file.name, again: true }),
};
