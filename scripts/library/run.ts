import { readFile } from 'node:fs/promises';
import { DEFAULT_FAIL_ON, type FailOn, failOnLevels } from '#core/base/damage.ts';
import { CancelledError, deserializeError, ParameterError } from '#core/base/errors.ts';
import { imageMimeType, type OutputFormat } from '#core/image/formats/output-formats.ts';
import type { Data } from '#core/operation.ts';
import type { Warning } from '#core/platform/context.ts';
import { checkStepInputs, type ParsedStep, runToFile } from '#core/recipes/recipe.ts';
import type { JobOrder, JobResult, ResultFailure } from '../command/plan/job-order.ts';
import type { MemoryFile } from '../command/plan/memory-files.ts';
import { syncFolders } from '../platform/durable.ts';
import {
  createPendingFile,
  createSpool,
  type PendingFile,
  refuseMissing,
  stampOfFile,
  writtenPaths,
} from '../platform/files.ts';
import { findOutput } from '../platform/output-place.ts';
import { createPulse } from '../platform/pulse.mjs';
import { chooseEncodings, type PlacedOutput, withOutputFormat } from './encoding.ts';
import { CallError, warningMessage } from './errors.ts';
import type { CallSignal } from './globals.ts';
import type { ResultOptions, RunOptions } from './options.ts';
import { sharedPlatform } from './platform.ts';
import { platformParts } from './platform-parts.ts';
import type { OutputResult, ResultFacts } from './results.ts';
import { isByteSink, writeToSink } from './sinks.ts';
import {
  type CollectedFiles,
  collectFiles,
  createSources,
  type FileInput,
  type OpenedPixels,
  pathOf,
} from './sources.ts';
import { isByteStream } from './streams.ts';

/** Recipe steps, and a function that finds the files that the steps name. */
export interface Call {
  readonly steps: readonly ParsedStep[];
  readonly image?: FileInput | undefined;
  readonly find: (reference: string) => FoundFile;
}

/** A file, with a default name for bytes without a name. */
export interface FoundFile {
  readonly input: FileInput;
  readonly fallbackName?: string;
}

/** Runs a library call. Throws FudebakoError, ParameterError, CancelledError; Node's errors of reading and writing. */
export async function runCall(call: Call, options: ResultOptions): Promise<OutputResult> {
  return (await runOutputs(call, options, [{ encoding: {}, output: options.output }]))[0] as OutputResult;
}

/** Runs a call with several results. Writes streams first, then all files or none. Throws the errors of `runCall`. */
export async function runOutputs(
  call: Call,
  options: ResultOptions,
  outputs: readonly PlacedOutput[],
): Promise<OutputResult[]> {
  if (options.signal?.aborted) throw new CancelledError();
  const { force = false, sync = true } = options;
  const steps = withOutputFormat(call.steps, options);
  checkStepInputs(steps, call.image !== undefined);
  const isImage = steps.length === 0 || steps.at(-1)?.operation.output === 'image';
  if (!isImage && call.image !== undefined)
    throw new CallError('invalidCall', 'This operation takes its files from the inputs of the recipe.');
  const { runner, limits } = platformParts(options.platform ?? sharedPlatform());
  for (const { output } of outputs)
    if (output !== undefined && !isByteSink(output)) requireWritable(pathOf(output), force);
  const image = call.image === undefined ? undefined : IMAGE;
  const collected = collectFiles(options.signal);
  const pending: (PendingFile | undefined)[] = [];
  try {
    const files = await memoryFiles(call, steps, collected);
    const encodings = isImage ? await chooseEncodings(files, image, steps, options, outputs) : [];
    for (const { output } of outputs) pending.push(await pendingFile(output));
    const order: JobOrder = {
      steps: steps.map((step) => ({ ...step, operation: step.operation.id })),
      output: isImage ? 'image' : 'file',
      image,
      files,
      results: outputs.map(({ width }, index) => ({
        width,
        encoding: encodings[index],
        file: writtenPaths(pending[index]),
      })),
      failOn: checkedFailOn(options.failOn) ?? DEFAULT_FAIL_ON,
      limits,
      pulse: createPulse(),
    };
    const made = await runner.run(order, options);
    if (options.signal?.aborted) throw new CancelledError();
    const results = made.map(resultOf);
    await writeToSinks(outputs, pending, options.signal);
    for (const file of pending) await file?.commit({ replace: force, sync });
    if (sync) await syncFolders(new Set(pending.flatMap((file) => file?.folders ?? [])));
    return results.map((result, index) => ({ ...result, ...pathPart(outputs[index]?.output) }) as OutputResult);
  } catch (error) {
    for (const file of pending) await file?.discard();
    throw error;
  } finally {
    await collected.release();
  }
}

/** Throws `EEXIST`; errors of `findOutput`. Checked before the work, and again when the file is renamed. */
function requireWritable(path: string, force: boolean): void {
  if (findOutput(path).existing && !force)
    throw Object.assign(new Error(`EEXIST: file already exists, open '${path}'`), { code: 'EEXIST', path });
}

/** Creates an output's temporary file, whose content is later moved to the final file or written to the stream. */
async function pendingFile(output: ResultOptions['output']): Promise<PendingFile | undefined> {
  if (output === undefined) return undefined;
  return isByteSink(output) ? createSpool('') : createPendingFile(pathOf(output));
}

const pathPart = (output: ResultOptions['output']): { readonly path?: string } =>
  output === undefined || isByteSink(output) ? {} : { path: pathOf(output) };

/** Writes all streams at once, because their readers may wait for each other. Throws the first error. */
async function writeToSinks(
  outputs: readonly PlacedOutput[],
  pending: readonly (PendingFile | undefined)[],
  signal: CallSignal | undefined,
): Promise<void> {
  await Promise.all(
    outputs.map(async ({ output }, index) => {
      const temporary = pending[index]?.temporary;
      if (isByteSink(output) && temporary !== undefined) await writeToSink(temporary, output, signal);
    }),
  );
}

function resultOf(made: JobResult | ResultFailure): ResultFacts {
  if ('error' in made) throw deserializeError(made.error);
  const { facts, warnings, bytes } = made;
  const { format, mimeType, bytes: size, ...dimensions } = facts as unknown as ImageResult;
  return {
    format,
    mimeType: mimeType ?? imageMimeType(format as OutputFormat),
    size,
    ...dimensions,
    warnings: warnings.map((each) => {
      const warning = each as Warning;
      return { ...warning, message: warningMessage(warning) };
    }),
    ...(bytes && { bytes }),
  };
}

interface ImageResult {
  readonly format: string;
  readonly mimeType?: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
}

/** Name of the image that the first step receives. No file in a recipe can have this name. */
const IMAGE = '\0image';

/** Returns a call's inputs as plain data, which can be sent to a thread. */
async function memoryFiles(
  { image, find }: Call,
  steps: readonly ParsedStep[],
  collected: CollectedFiles,
): Promise<Record<string, MemoryFile>> {
  const files: Record<string, MemoryFile> = Object.create(null);
  if (image !== undefined) files[IMAGE] = await collected.add(image);
  for (const reference of steps.flatMap(({ inputs }) => Object.values(inputs).flat())) {
    const { input, fallbackName } = find(reference);
    files[reference] = await collected.add(input, fallbackName);
  }
  return files;
}

export async function runForData(call: Call, options: RunOptions): Promise<Data> {
  const { node, limits } = platformParts(options.platform ?? sharedPlatform());
  const { signal, failOn } = options;
  const sources = createSources(signal);
  try {
    const open = async (reference: string) => {
      const { input, fallbackName } = call.find(reference);
      return sources.open(input, fallbackName);
    };
    const context = { platform: node, signal, failOn: checkedFailOn(failOn), limits };
    return (await runToFile(call.steps, context, open)) as Data;
  } finally {
    await sources.close();
  }
}

/** Decodes an image into memory that several calls share. Throws the errors of `runCall`. */
export async function decodeShared(image: FileInput, options: RunOptions): Promise<OpenedPixels> {
  if (options.signal?.aborted) throw new CancelledError();
  const { runner, limits } = platformParts(options.platform ?? sharedPlatform());
  const collected = collectFiles(options.signal);
  try {
    const source = await snapshotOf(await collected.add(image), isByteStream(image));
    const order: JobOrder = {
      ...{ steps: [], output: 'pixels', image: IMAGE, files: { [IMAGE]: source }, results: [] },
      ...{ failOn: checkedFailOn(options.failOn) ?? DEFAULT_FAIL_ON, limits, pulse: createPulse() },
    };
    const [made] = await runner.run(order, options);
    if (!made || 'error' in made || !made.pixels) throw new TypeError('The image is missing');
    return { pixels: made.pixels, source };
  } finally {
    await collected.release();
  }
}

/**
 * Returns a source file that can't change: bytes, or a path with the file's stamp. Reads a copied stream into memory,
 * because its temporary file will be removed. Throws FudebakoError `fileNotFound`; Node.js errors.
 */
async function snapshotOf(file: MemoryFile, isSpooled: boolean): Promise<MemoryFile> {
  if ('pixels' in file) return snapshotOf(file.source, false);
  if (!('path' in file))
    return file.content instanceof Blob ? file : { ...file, content: new Uint8Array(file.content) };
  if (file.stamp !== undefined) return file;
  const { path } = file;
  if (isSpooled) return { name: 'input', content: await readFile(path) };
  const stamp = await stampOfFile(path).catch(refuseMissing(path));
  return { path, stamp };
}

function checkedFailOn(failOn: FailOn | undefined): FailOn | undefined {
  if (failOn !== undefined && !failOnLevels.includes(failOn))
    throw new ParameterError('failOn', { options: failOnLevels }, failOn);
  return failOn;
}
