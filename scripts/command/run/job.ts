import { CancelledError, FudebakoError, isOutOfMemory, serializeError } from '#core/base/errors.ts';
import type { FileSink, SourceFile } from '#core/base/files.ts';
import type { StallPhase } from '#core/base/outside-limits.ts';
import { OPERATIONS_SHARE, partOf } from '#core/base/progress.ts';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { isAnimatedFormat } from '#core/image/formats/output-formats.ts';
import { writtenAs } from '#core/image/formats/registry.ts';
import { withOrigin } from '#core/image/origin.ts';
import type { Data, WrittenFile } from '#core/operation.ts';
import type { OperationContext } from '#core/platform/context.ts';
import { planAnimation, stepsToWidth, writeAnimation } from '#core/recipes/animate.ts';
import { makeOutputs } from '#core/recipes/outputs.ts';
import {
  baseInput,
  type ParsedStep,
  type ResolveInput,
  runSteps,
  runStepsOfFile,
  runToFile,
} from '#core/recipes/recipe.ts';
import { type WatchedContext, watchContext } from '#core/workers/watch-context.ts';
import { type OpenFile, openFile, openSink, refuseMissing, type WrittenPaths } from '../../platform/files.ts';
import { createMemorySink } from '../../platform/memory-sink.ts';
import { allow, beat, type PulsePhase } from '../../platform/pulse.mjs';
import type { CommandStep } from '../base/environment.ts';
import type { JobOrder, JobResult, JobWarning, ResultFailure, ResultOrder } from '../plan/job-order.ts';
import { openMemoryFile, type SharedPixels, sharePixels, sourceOf, unsharePixels } from '../plan/memory-files.ts';

/** Runs a job. If all results failed, throws the first error: FudebakoError, CancelledError or Node's error. */
export async function runJob(
  order: JobOrder,
  steps: readonly CommandStep[],
  context: OperationContext,
): Promise<readonly (JobResult | ResultFailure)[]> {
  const watched = watchByPulse(context, order.pulse);
  const opened: OpenFile[] = [];
  const openPath = async (path: string, stamp?: string) => {
    const file = await openFile(path, watched.onBytes, stamp).catch(refuseMissing(path));
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
      findsUnused: true,
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
  async image({ image, results }, steps, context, inputs) {
    if (results[0]?.frame !== undefined) return writeFrames(results, steps, context, inputs);
    const file = image === undefined ? undefined : await inputs.openFile(image);
    const decoded = image === undefined ? undefined : await inputs.pixelsOf(image);
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
        await (await import('./check-file.ts')).verifyFile(await inputs.openFile(path), context);
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

/** Writes frames of an animation, each to its own file. Throws FudebakoError unless all frames are there. */
async function writeFrames(
  results: readonly ResultOrder[],
  steps: readonly ParsedStep[],
  context: WatchedContext,
  inputs: JobInputs,
): Promise<readonly JobResult[]> {
  const { extractFrames } = await import('#core/image/animation/extract-frames.ts');
  const file = await inputs.openFile(steps[0]?.inputs.image as string);
  const wanted = new Map(results.map((result) => [result.frame, result]));
  const made = new Map<number, JobResult>();
  for await (const { frame, image, delayMs } of extractFrames(file, context)) {
    const { encoding, file: to } = wanted.get(frame) ?? {};
    if (!encoding) continue;
    const { width, height } = image;
    const bytes = await encodeImage(image, encoding, { ...context, onProgress: undefined }, undefined);
    if (to) await writeWhole(to, bytes, context.onBytes);
    const facts = {
      format: encoding.format,
      width,
      height,
      bytes: bytes.length,
      ...(delayMs !== undefined && { delayMs }),
    };
    made.set(frame, { facts, warnings: [], ...(!to && { bytes }) });
  }
  return results.map(({ frame = 0 }) => {
    const result = made.get(frame);
    if (!result) throw new FudebakoError('imageLoad', { reason: 'truncated' });
    return result;
  });
}

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
      const facts = { format, ...result, bytes: size };
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

/** Runs a task that writes a file or bytes in memory. Returns the size together with the task's result. */
async function withSink<Result>(
  file: WrittenPaths | undefined,
  { onBytes }: WatchedContext,
  write: (sink: FileSink) => Promise<Result>,
) {
  const memory = createMemorySink();
  const sink = file === undefined ? { ...memory, close: async () => {} } : await openSink(file, onBytes);
  let size = 0;
  const counting = {
    write: async (data: Uint8Array, position: number) => {
      size = Math.max(size, position + data.length);
      await sink.write(data, position);
    },
  };
  try {
    const result = await write(counting);
    return { result, size, ...(file === undefined && { bytes: memory.bytes() }) };
  } finally {
    await sink.close();
  }
}

async function writeWhole(file: WrittenPaths, bytes: Uint8Array, onWrite: () => void): Promise<void> {
  const sink = await openSink(file, onWrite);
  try {
    await sink.write(bytes, 0);
  } finally {
    await sink.close();
  }
}
