import { makeZip } from 'client-zip';
import { type AudioSummary, readAudioSummary } from '#core/audio/summary.ts';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import type { WrittenFile } from '#core/operation.ts';
import { findOperation, type OperationId } from '#core/operations/index.ts';
import type { OperationContext, StageName, Warning } from '#core/platform/context.ts';
import type { VideoEncoderName } from '#core/platform/media.ts';
import { parseOperationParameters, stepInputs } from '#core/recipes/recipe.ts';
import { readSourcePeaks } from '#core/video/audio/source-peaks.ts';
import { createBrowserPlatform } from '../platform/browser.ts';
import { preferVideoEncoder } from '../platform/video.ts';
import { createBrowserWorkers } from '../platform/workers.ts';
import { sourceFile } from './files.ts';
import { Jobs } from './jobs.ts';
import { serve } from './serve.ts';
import { createResultSink, type ResultSink } from './sinks.ts';

export type FileInputs = Readonly<Record<string, File | readonly File[]>>;

/** An output file. On disk if the browser supports that. */
export interface FileResult extends WrittenFile {
  readonly blob: Blob;
  /** Warnings with data for the placeholders of their messages. */
  readonly reported: readonly Warning[];
}

type OnProgress = (fraction: number) => void;
type OnStage = (stage: StageName) => void;

/** Runs audio and video operations in a worker. Streams files that are larger than memory. */
class Media {
  private readonly platform = createBrowserPlatform(createBrowserWorkers());
  private readonly jobs = new Jobs(this.platform);

  run(
    job: number,
    id: OperationId,
    inputs: FileInputs,
    params: unknown,
    onProgress: OnProgress,
    onStage: OnStage,
  ): Promise<FileResult> {
    return this.jobs.run(job, onProgress, async (context) => {
      const operation = findOperation(id);
      if (operation?.output !== 'file') throw new TypeError(`${id} does not write a file`);
      const parsed = parseOperationParameters(operation, params);
      const { references, resolveInput } = referTo(inputs);
      const step = { operation, params: parsed, inputs: references };
      const values = await stepInputs(step, undefined, context, resolveInput);
      const reported: Warning[] = [];
      const onWarning = (warning: Warning) => void reported.push(warning);
      return this.write(context, async (sink) => {
        const written = (await operation.run(values, parsed, { ...context, onStage, onWarning, sink })) as WrittenFile;
        return { ...written, reported, blob: await sink.finish(written.mimeType) };
      });
    });
  }

  preferEncoder(name: VideoEncoderName | undefined): void {
    preferVideoEncoder(name);
  }

  summarize(file: File): Promise<AudioSummary> {
    return readAudioSummary(sourceFile(file, file.name));
  }

  peaks(job: number, file: File, count: number): Promise<Float32Array> {
    return this.jobs.run(job, undefined, (context) => readSourcePeaks(sourceFile(file, file.name), count, context));
  }

  /** Creates an archive without compression, because audio files don't compress well. */
  zip(job: number, files: readonly { readonly name: string; readonly blob: Blob }[]): Promise<Blob> {
    return this.jobs.run(job, undefined, (context) =>
      this.write(context, async (sink) => {
        const entries = files.map(({ name, blob }) => ({ name, input: blob.stream(), size: blob.size }));
        const reader = makeZip(entries).getReader();
        let position = 0;
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          if (context.signal?.aborted) throw new CancelledError();
          await sink.write(next.value, position);
          position += next.value.length;
        }
        return sink.finish('application/zip');
      }),
    );
  }

  cancel(job: number): void {
    this.jobs.cancel(job);
  }

  /** Provides an output file to a function. Deletes the file on failure or cancellation. */
  private async write<Result>(
    { signal }: OperationContext,
    work: (sink: ResultSink) => Promise<Result>,
  ): Promise<Result> {
    const sink = await createResultSink();
    let diskFull: unknown;
    // Reports a full disk as `storageFull`, even if the operation has wrapped the original error.
    const write: ResultSink['write'] = (data, position) =>
      sink.write(data, position).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'QuotaExceededError') diskFull = error;
        throw error;
      });
    try {
      if (signal?.aborted) throw new CancelledError();
      return await work({ ...sink, write });
    } catch (error) {
      await sink.discard();
      throw diskFull && !signal?.aborted ? new FudebakoError('storageFull', {}, { cause: diskFull }) : error;
    }
  }
}

function referTo(inputs: FileInputs) {
  const files = new Map<string, SourceFile>();
  const refer = (file: File) => {
    const reference = `${files.size}/${file.name}`;
    files.set(reference, sourceFile(file, file.name));
    return reference;
  };
  const references: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(inputs))
    references[name] = value instanceof Blob ? refer(value) : value.map(refer);
  const resolveInput = async (reference: string) => files.get(reference) as SourceFile;
  return { references, resolveInput };
}

export type MediaApi = Media;
serve(new Media());
