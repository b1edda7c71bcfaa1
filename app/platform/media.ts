import { proxy, type Remote, wrap } from 'comlink';
import type { AudioSummary } from '#core/audio/summary.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { StageName } from '#core/platform.ts';
import type { VideoEncoderName } from '#core/video/encoder.ts';
import { carryErrors } from './comlink-errors.ts';
import { runJob } from './jobs.ts';
import type { FileInputs, FileResult, MediaApi } from './media.worker.ts';
import type { JobOptions } from './studio.ts';

export type { FileInputs, FileResult } from './media.worker.ts';

let remote: Remote<MediaApi> | undefined;

/** The worker starts with the first file. */
function mediaWorker(): Remote<MediaApi> {
  if (!remote) {
    carryErrors();
    const worker = new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module', name: 'media' });
    remote = wrap<MediaApi>(worker);
  }
  return remote;
}

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
  return runJob(mediaWorker, signal, (media, job) =>
    media.run(job, operation, inputs, params, proxy(onProgress ?? (() => {})), proxy(onStage ?? (() => {}))),
  );
}

/** Puts one encoder of video in front of the others; `undefined` leaves the choice to what works. */
export const preferVideoEncoder = (name: VideoEncoderName | undefined): Promise<void> =>
  mediaWorker().preferEncoder(name);

/** @throws FudebakoError `audioMetadata` */
export const summarizeAudio = (file: File): Promise<AudioSummary> => mediaWorker().summarize(file);

/** The loudest sample, 0 to 1, of each of `count` equal stretches. */
export const readAudioPeaks = (file: File, count: number, signal?: AbortSignal): Promise<Float32Array> =>
  runJob(mediaWorker, signal, (media, job) => media.peaks(job, file, count));

/** One archive of several files. */
export const zipFiles = (
  files: readonly { readonly name: string; readonly blob: Blob }[],
  signal?: AbortSignal,
): Promise<Blob> => runJob(mediaWorker, signal, (media, job) => media.zip(job, files));
