import { proxy } from 'comlink';
import type { AudioSummary } from '#core/audio/summary.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { StageName } from '#core/platform/context.ts';
import type { VideoEncoderName } from '#core/platform/media.ts';
import type { JobOptions } from './image-client.ts';
import type { FileInputs, FileResult, MediaApi } from './media.service.ts';
import { PageWorker } from './page-worker.ts';
import { withProgress } from './with-progress.ts';

export type { FileInputs, FileResult } from './media.service.ts';

const worker = new PageWorker<MediaApi>(
  () => new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module', name: 'media' }),
);

export interface FileJobOptions extends JobOptions {
  readonly onStage?: (stage: StageName) => void;
}

/** Runs an operation whose output is `file`. Streams input and output, so memory use doesn't depend on file length. */
export function runFileOperation(
  operation: OperationId,
  inputs: FileInputs,
  params: object,
  { signal, onProgress, onStage }: FileJobOptions = {},
): Promise<FileResult> {
  const [first] = Object.values(inputs).flat();
  return withProgress(onProgress, (report) =>
    worker.call((media, job) => media.run(job, operation, inputs, params, report, proxy(onStage ?? (() => {}))), {
      signal,
      name: first?.name,
    }),
  );
}

/** A caption file, its parameters, and the visitor's own font of its style. */
export interface Captioned {
  readonly captions: File;
  readonly fonts: readonly File[];
  readonly params: object;
}

/** Adds captions to the files of an animation. */
export const withCaptions = <Files extends { readonly fonts: readonly File[] }>(files: Files, added?: Captioned) =>
  added
    ? {
        ...files,
        captions: added.captions,
        fonts: [...files.fonts, ...added.fonts.filter(({ name }) => files.fonts.every((font) => font.name !== name))],
      }
    : files;

export const preferVideoEncoder = (name: VideoEncoderName | undefined): Promise<void> =>
  worker.register('encoder', (media) => media.preferEncoder(name), { isWork: true });

/** @throws FudebakoError `audioMetadata` */
export const summarizeAudio = (file: File): Promise<AudioSummary> =>
  worker.call((media) => media.summarize(file), { name: file.name, again: true });

/** Divides the audio into `count` spans of equal length. Returns the peak amplitude of each span, 0 to 1. */
export const readAudioPeaks = (file: File, count: number, signal?: AbortSignal): Promise<Float32Array> =>
  worker.call((media, job) => media.peaks(job, file, count), { signal, name: file.name, again: true });

export const zipFiles = (
  files: readonly { readonly name: string; readonly blob: Blob }[],
  signal?: AbortSignal,
): Promise<Blob> => worker.call((media, job) => media.zip(job, files), { signal, name: files[0]?.name });
