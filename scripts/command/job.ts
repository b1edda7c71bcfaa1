import type { FailOn } from '#core/base/damage.ts';
import type { TextEncoding } from '#core/base/detect-encoding.ts';
import {
  CancelledError,
  FudebakoError,
  isOutOfMemory,
  type SerializedError,
  serializeError,
} from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import type { StallPhase } from '#core/base/outside-limits.ts';
import { OPERATIONS_SHARE, partOf } from '#core/base/progress.ts';
import type { Raster } from '#core/base/raster.ts';
import { isAnimatedFormat } from '#core/image/formats/output-formats.ts';
import { writtenAs } from '#core/image/formats/registry.ts';
import { withOrigin } from '#core/image/origin.ts';
import type { Data, WrittenFile } from '#core/operation.ts';
import type { OperationContext } from '#core/platform/context.ts';
import { planAnimation, stepsToWidth, writeAnimation } from '#core/recipes/animate.ts';
import { type EncodedOutput, makeOutputs } from '#core/recipes/outputs.ts';
import {
  baseInput,
  type ParsedStep,
  type RecipeStep,
  type ResolveInput,
  runSteps,
  runStepsOfFile,
  runToFile,
} from '#core/recipes/recipe.ts';
import { type WatchedContext, watchContext } from '#core/workers/watch-context.ts';
import { type OpenFile, openFile, type WrittenPaths } from '../platform/files.ts';
import { allow, beat, type PulsePhase } from '../platform/pulse.mjs';
import type { FileCheck } from './check-file.ts';
import {
  type MemoryFile,
  openMemoryFile,
  type SharedPixels,
  sharePixels,
  sourceOf,
  unsharePixels,
} from './memory-files.ts';
import { withSink, writeWhole } from './result-sink.ts';
import type { CommandOperation } from './words.ts';

/** A recipe step whose inputs are paths. */
export interface CommandStep extends Omit<ParsedStep, 'operation'> {
  readonly operation: CommandOperation;
}

/** The work for one file as plain data, which can be sent to a thread. */
export interface JobOrder {
  readonly steps: readonly RecipeStep[];
  /** Kind of the result. With `pixels`, the result is the decoded image itself, without encoding. */
  readonly output: 'image' | 'file' | 'data' | 'pixels' | 'check';
  /** Path of the image that the first step receives. */
  readonly image: string | undefined;
  /** Inputs that `image` and the steps refer to by a name instead of a path. */
  readonly files?: Readonly<Record<string, MemoryFile>>;
  /** Number of threads for the tasks of this file. By default, the runner decides. */
  readonly threads?: number;
  readonly results: readonly ResultOrder[];
  readonly failOn: FailOn;
  readonly textEncoding?: TextEncoding;
  readonly verify?: boolean;
  readonly check?: FileCheck;
  readonly limits: JobLimits;
  /** Shared memory in which the job records its progress. */
  readonly pulse: Int32Array;
}

export interface ResultOrder extends Partial<EncodedOutput> {
  /** The file of the result. Without a file, the job returns the result in memory. */
  readonly file?: WrittenPaths | undefined;
}

/** A warning: its key in the table of translations `warnings`, and values for the placeholders in the translation. */
export interface JobWarning {
  readonly code: string;
  readonly data: Data;
}

export interface JobResult {
  /** Size and format of the result, or the data of an operation that returns data. */
  readonly facts: Data;
  readonly warnings: readonly JobWarning[];
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly pixels?: SharedPixels;
}

export interface ResultFailure {
  readonly error: SerializedError;
}

/** Runs a job. If all results failed, throws the first error: FudebakoError, CancelledError or Node's error. */
export async function runJob(
  order: JobOrder,
  steps: readonly CommandStep[],
  context: OperationContext,
): Promise<readonly (JobResult | ResultFailure)[]> {
  const watched = watchByPulse(context, order.pulse);
  const opened: OpenFile[] = [];
  const openPath = async (path: string, stamp?: string) => {
    const file = await openFile(path, watched.onBytes, stamp).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new FudebakoError('fileNotFound', { name: path }) : error;
    });
    opened.push(file);
    return file;
  };
  const { files } = order;
  const memoryOf = (name: string) => (files && Object.hasOwn(files, name) ? files[name] : undefined);
  const openFileOf = (name: string): Promise<SourceFile> => {
    const memory = memoryOf(name);
    const source = memory ? sourceOf(memory) : { path: name, stamp: undefined };
    return 'path' in source ? openPath(source.path, source.stamp) : Promise.resolve(openMemoryFile(source));
  };
  const sharedPixelsOf = (name: string): SharedPixels | undefined => {
    const memory = memoryOf(name);
    return memory && 'pixels' in memory ? memory.pixels : undefined;
  };
  const pixelsOf = async (name: string): Promise<Raster | undefined> => {
    const pixels = sharedPixelsOf(name);
    if (!pixels) return undefined;
    // Attaches the source file. From this file, scaling can decode a JPEG again at a reduced size, which is faster.
    return withOrigin(unsharePixels(pixels), { file: await openFileOf(name), x: 0, y: 0 });
  };
  const inputs: JobInputs = {
    openFile: openFileOf,
    pixelsOf,
    isDecoded: (name) => sharedPixelsOf(name) !== undefined,
    resolve: async (name) => (await pixelsOf(name)) ?? openFileOf(name),
  };
  try {
    // Needs a cast, because core's types allow only core's operations, but the command accepts additional operations.
    const parsed = steps.map((step, index) => ({
      ...step,
      params: order.steps[index]?.params ?? step.params,
      inputs: order.steps[index]?.inputs ?? {},
    }));
    const warned: JobWarning[] = [];
    const listening = {
      ...watched,
      failOn: order.failOn,
      textEncoding: order.textEncoding,
      limits: order.limits,
      onWarning: (warning: JobWarning) => void warned.push(warning),
    };
    const results = await runners[order.output](order, parsed as unknown as ParsedStep[], listening, inputs);
    return results.map((result) =>
      'error' in result ? result : { ...result, warnings: [...warned, ...result.warnings] },
    );
  } finally {
    for (const file of opened) await file.close();
  }
}

interface JobInputs {
  readonly openFile: (name: string) => Promise<SourceFile>;
  readonly pixelsOf: (name: string) => Promise<Raster | undefined>;
  readonly isDecoded: (name: string) => boolean;
  readonly resolve: ResolveInput;
}

type Runner = (
  order: JobOrder,
  steps: readonly ParsedStep[],
  context: WatchedContext,
  inputs: JobInputs,
) => Promise<readonly (JobResult | ResultFailure)[]>;

const runners: Record<JobOrder['output'], Runner> = {
  async image({ image: picture, results }, steps, context, inputs) {
    const file = picture === undefined ? undefined : await inputs.openFile(picture);
    const decoded = picture === undefined ? undefined : await inputs.pixelsOf(picture);
    const piped = decoded ? undefined : await withImagePiped(file, steps, inputs.openFile);
    const outcomes: (JobResult | ResultFailure | undefined)[] = piped
      ? await writeAnimations(piped, results, context)
      : [];
    const stills = results.flatMap((result, index) => (outcomes[index] ? [] : [{ ...result, index }]));
    if (stills.length === 0) return outcomes.filter((each) => each !== undefined);
    const making = { ...context, onProgress: partOf(context.onProgress, 0, OPERATIONS_SHARE) };
    const named = steps[0]?.inputs.image;
    const raster =
      piped?.file && !(typeof named === 'string' && inputs.isDecoded(named))
        ? (await runStepsOfFile(piped.file, piped.steps, making, inputs.resolve)).raster
        : await runSteps(decoded, steps, making, inputs.resolve);
    const base = baseInput(steps, file !== undefined);
    const from = base === undefined ? file : await inputs.openFile(base);
    const writing = { ...context, onProgress: partOf(context.onProgress, OPERATIONS_SHARE, 1) };
    const outputs = stills.map(({ width, encoding }) => {
      if (!encoding) throw new TypeError('An image needs a format');
      return { width, encoding };
    });
    const settled = await makeOutputs(raster, outputs, writing, from, async ({ bytes, width, height }, index) => {
      const to = stills[index]?.file;
      if (to) await writeWhole(to, bytes, context.onBytes);
      const facts = { format: outputs[index]?.encoding.format, width, height, bytes: bytes.length };
      return { facts, warnings: [], ...(!to && { bytes }) };
    });
    const [first] = settled;
    const failed = settled.every(({ status }) => status === 'rejected');
    if (first?.status === 'rejected' && failed && settled.length === results.length) throw first.reason;
    for (const [at, each] of settled.entries())
      outcomes[stills[at]?.index as number] =
        each.status === 'fulfilled' ? each.value : { error: serializeError(each.reason) };
    return outcomes.filter((each) => each !== undefined);
  },

  async file({ results }, steps, context, inputs) {
    const { result, size, bytes } = await withSink(results[0]?.file, context, (sink) =>
      runToFile(steps, { ...context, sink }, inputs.resolve),
    );
    const { extension, mimeType, warnings = [] } = result as WrittenFile;
    const facts = { format: extension, mimeType, bytes: size };
    return [{ facts, warnings: warnings.map((code) => ({ code, data: {} })), ...(bytes && { bytes }) }];
  },

  async data({ verify }, steps, context, inputs) {
    if (verify)
      for (const path of Object.values(steps[0]?.inputs ?? {}).flat())
        await (await import('./verify.ts')).verifyFile(await inputs.openFile(path), context);
    return [{ facts: (await runToFile(steps, context, inputs.resolve)) as Data, warnings: [] }];
  },

  async pixels({ image }, _steps, context, inputs) {
    if (image === undefined) throw new TypeError('The order names no image');
    const { raster, header } = await runStepsOfFile(await inputs.openFile(image), [], context);
    const facts = { width: raster.width, height: raster.height, format: writtenAs(header.format) };
    return [{ facts, warnings: [], pixels: sharePixels(raster) }];
  },

  async check({ image, check }, steps, context, inputs) {
    if (image === undefined || !check) throw new TypeError('A check needs an image');
    const { checkFile } = await import('./check-file.ts');
    const facts = await checkFile(await inputs.openFile(image), check, steps, context, inputs.resolve);
    return [{ facts, warnings: [] }];
  },
};

interface PipedImage {
  readonly file: SourceFile | undefined;
  readonly steps: readonly ParsedStep[];
}

/** Returns the image that the first step receives: `file`, or the file that the step names as its input `image`. */
async function withImagePiped(
  file: SourceFile | undefined,
  steps: readonly ParsedStep[],
  openFile: (reference: string) => Promise<SourceFile>,
): Promise<PipedImage> {
  const [first, ...others] = steps;
  const { image, ...inputs } = first?.inputs ?? {};
  if (file || !first?.operation.perFrame || typeof image !== 'string') return { file, steps };
  return { file: await openFile(image), steps: [{ ...first, inputs }, ...others] };
}

/** Writes the results that are animations. If several results are written, an error fails only the affected result. */
async function writeAnimations(
  { file, steps }: PipedImage,
  results: readonly ResultOrder[],
  context: WatchedContext,
): Promise<(JobResult | ResultFailure | undefined)[]> {
  const outcomes: (JobResult | ResultFailure | undefined)[] = [];
  const warned = new Set<string>();
  const onWarning: WatchedContext['onWarning'] = (warning) => {
    if (!warned.has(warning.code)) context.onWarning?.(warning);
    warned.add(warning.code);
  };
  for (const [index, { width, encoding, file: to }] of results.entries()) {
    if (!encoding || !file) continue;
    const { format } = encoding;
    const all = width === undefined ? steps : [...steps, ...stepsToWidth(width)];
    try {
      const animation = await planAnimation(file, all, encoding, { ...context, onWarning });
      if (!animation || !isAnimatedFormat(format)) continue;
      const { result, size, bytes } = await withSink(to, context, (sink) =>
        writeAnimation(animation, all, { ...encoding, format }, { ...context, onWarning, sink }),
      );
      const facts = { format, ...result, frames: animation.frames, bytes: size };
      outcomes[index] = { facts, warnings: [], ...(bytes && { bytes }) };
    } catch (error) {
      if (results.length === 1 || error instanceof CancelledError || isOutOfMemory(error)) throw error;
      outcomes[index] = { error: serializeError(error) };
    }
  }
  return outcomes;
}

/** Phase of each activity. For time limits, decoding counts as reading. */
const phases: Record<StallPhase, PulsePhase> = { reading: 'reading', decoding: 'reading', working: 'working' };

/** Wraps a context so that progress is recorded in shared memory. */
const watchByPulse = (context: OperationContext, pulse: Int32Array): WatchedContext =>
  watchContext(context, {
    allow: (seconds, phase) => allow(pulse, seconds, phases[phase]),
    beat: () => beat(pulse),
  });
