import { proxy } from 'comlink';
import type { AudioSummary } from '#core/audio/summary.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { StageName } from '#core/platform/context.ts';
import type { VideoEncoderName } from '#core/platform/media.ts';
import type { FileInputs, FileResult, MediaApi } from './media.service.ts';
import { PageWorker } from './page-worker.ts';
import type { JobOptions } from './picture-worker.ts';
import { withProgress } from './with-progress.ts';

export type { FileInputs, FileResult } from './media.service.ts';

/** The worker starts with the first file. */
const worker = new PageWorker<MediaApi>(
  () => new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module', name: 'media' }),
);

export interface FileJobOptions extends JobOptions {
  readonly onStage?: (stage: StageName) => void;
}

/**
 * Runs an operation whose output is a file in a worker, by its id. Files are read where they are
 * needed, and the result is written as it comes, so memory does not grow with their length.
 *
 * @param inputs files by the names of the operation's inputs
 * @throws FudebakoError, CancelledError
 */
export function runFileOperation(
  operation: OperationId,
  inputs: FileInputs,
  params: object,
  { signal, onProgress, onStage }: FileJobOptions = {},
): Promise<FileResult> {
  const [first] = Object.values(inputs).flat();
  return withProgress(onProgress, (tell) =>
    worker.call((media, job) => media.run(job, operation, inputs, params, tell, proxy(onStage ?? (() => {}))), {
      signal,
      name: first?.name,
    }),
  );
}

/** Puts one encoder of video in front of the others; `undefined` leaves the choice to what works. */
export const preferVideoEncoder = (name: VideoEncoderName | undefined): Promise<void> =>
  worker.keep('encoder', (media) => media.preferEncoder(name), { isWork: true });

/** @throws FudebakoError `audioMetadata` */
export const summarizeAudio = (file: File): Promise<AudioSummary> =>
  worker.call((media) => media.summarize(file), { name: file.name });

/** The loudest sample, 0 to 1, of each of `count` equal stretches. */
export const readAudioPeaks = (file: File, count: number, signal?: AbortSignal): Promise<Float32Array> =>
  worker.call((media, job) => media.peaks(job, file, count), { signal, name: file.name, again: true });

/** One archive of several files. */
export const zipFiles = (
  files: readonly { readonly name: string; readonly blob: Blob }[],
  signal?: AbortSignal,
): Promise<Blob> => worker.call((media, job) => media.zip(job, files), { signal, name: files[0]?.name });
