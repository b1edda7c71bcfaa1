import type { FailOn } from '#core/base/damage.ts';
import { FudebakoError, type SerializedError, serializeError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import type { StallPhase } from '#core/base/outside-limits.ts';
import { OPERATIONS_SHARE, partOf } from '#core/base/progress.ts';
import type { Data, WrittenFile } from '#core/operation.ts';
import type { OperationContext } from '#core/platform/context.ts';
import { type EncodedOutput, makeOutputs } from '#core/recipes/outputs.ts';
import {
  baseInput,
  type ParsedStep,
  type RecipeStep,
  type ResolveInput,
  runSteps,
  runStepsOfFile,
  stepInputs,
} from '#core/recipes/recipe.ts';
import { type WatchedContext, watchContext } from '#core/workers/watch-context.ts';
import { type OpenFile, openFile, openSink } from '../platform/files.ts';
import { allow, beat, type PulsePhase } from '../platform/pulse.mjs';
import type { FileCheck } from './check-file.ts';
import type { CommandOperation } from './words.ts';

/** A recipe step whose inputs are paths. */
export interface CommandStep extends Omit<ParsedStep, 'operation'> {
  readonly operation: CommandOperation;
}

/** The work for one file, as plain data that can be posted to a thread. */
export interface JobOrder {
  readonly steps: readonly RecipeStep[];
  readonly output: 'image' | 'file' | 'data' | 'check';
  /** Path of the image that enters the first step. */
  readonly image: string | undefined;
  /** The results: several for an image with several outputs, otherwise one. */
  readonly results: readonly ResultOrder[];
  readonly failOn: FailOn;
  /** Decodes the file completely before returning its properties. */
  readonly verify?: boolean;
  /** For the output `check`. */
  readonly check?: FileCheck;
  readonly limits: JobLimits;
  /** Shared memory that records progress. */
  readonly pulse: Int32Array;
}

/** A result of a job: a width and an encoding, for an image. */
export interface ResultOrder extends Partial<EncodedOutput> {
  /** Path of the existing temporary file to write to. */
  readonly temporary?: string | undefined;
}

/** A key of the table `warnings`, and the values for its placeholders. */
export interface JobWarning {
  readonly code: string;
  readonly data: Data;
}

export interface JobResult {
  /** Size and format of the result, or the result itself if it is data. */
  readonly facts: Data;
  readonly warnings: readonly JobWarning[];
}

/** The failure of one of several results. */
export interface ResultFailure {
  readonly error: SerializedError;
}

/**
 * Runs one job from input file to output files.
 * @returns the outcomes of the order's results. If all results failed, throws the first error.
 * @param steps parsed steps of the recipe; parameters and inputs come from the order
 * @throws FudebakoError, CancelledError, and Node's errors of reading and writing
 */
export async function runJob(
  order: JobOrder,
  steps: readonly CommandStep[],
  context: OperationContext,
): Promise<readonly (JobResult | ResultFailure)[]> {
  const watched = watchByPulse(context, order.pulse);
  const opened: OpenFile[] = [];
  const resolveInput = async (path: string) => {
    const file = await openFile(path, watched.onBytes).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new FudebakoError('fileNotFound', { name: path }) : error;
    });
    opened.push(file);
    return file;
  };
  try {
    // Core's types list its operations, whereas the command accepts any operation.
    const parsed = steps.map((step, index) => ({
      ...step,
      params: order.steps[index]?.params ?? step.params,
      inputs: order.steps[index]?.inputs ?? {},
    }));
    const warned: JobWarning[] = [];
    const listening = {
      ...watched,
      failOn: order.failOn,
      limits: order.limits,
      onWarning: (warning: JobWarning) => void warned.push(warning),
    };
    const results = await runners[order.output](order, parsed as unknown as ParsedStep[], listening, resolveInput);
    return results.map((result) =>
      'error' in result ? result : { ...result, warnings: [...warned, ...result.warnings] },
    );
  } finally {
    for (const file of opened) await file.close();
  }
}

type ResolveFile = (path: string) => Promise<OpenFile>;

type Runner = (
  order: JobOrder,
  steps: readonly ParsedStep[],
  context: WatchedContext,
  resolveInput: ResolveFile,
) => Promise<readonly (JobResult | ResultFailure)[]>;

const runners: Record<JobOrder['output'], Runner> = {
  async image({ image: picture, results }, steps, context, resolveInput) {
    const file = picture === undefined ? undefined : await resolveInput(picture);
    const making = { ...context, onProgress: partOf(context.onProgress, 0, OPERATIONS_SHARE) };
    const raster = file
      ? (await runStepsOfFile(file, steps, making, resolveInput)).raster
      : await runSteps(undefined, steps, making, resolveInput);
    const base = baseInput(steps, file !== undefined);
    const from = base === undefined ? file : await resolveInput(base);
    const writing = { ...context, onProgress: partOf(context.onProgress, OPERATIONS_SHARE, 1) };
    const outputs = results.map(({ width, encoding }) => {
      if (!encoding) throw new TypeError('An image needs a format');
      return { width, encoding };
    });
    const settled = await makeOutputs(raster, outputs, writing, from, async ({ bytes, width, height }, index) => {
      await writeWhole(temporaryOf(results[index]), bytes, context.onBytes);
      return { format: outputs[index]?.encoding.format, width, height, bytes: bytes.length };
    });
    const [first] = settled;
    if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected')) throw first.reason;
    return settled.map((each) =>
      each.status === 'fulfilled' ? { facts: each.value, warnings: [] } : { error: serializeError(each.reason) },
    );
  },

  async file({ results }, steps, context, resolveInput) {
    const sink = await openSink(temporaryOf(results[0]), context.onBytes);
    let bytes = 0;
    const counting = {
      write: async (data: Uint8Array, position: number) => {
        bytes = Math.max(bytes, position + data.length);
        await sink.write(data, position);
      },
    };
    try {
      const written = (await runToFile(steps, { ...context, sink: counting }, resolveInput)) as WrittenFile;
      const { extension, mimeType, warnings = [] } = written;
      return [
        { facts: { format: extension, mimeType, bytes }, warnings: warnings.map((code) => ({ code, data: {} })) },
      ];
    } finally {
      await sink.close();
    }
  },

  async data({ verify }, steps, context, resolveInput) {
    if (verify)
      for (const path of Object.values(steps[0]?.inputs ?? {}).flat())
        await (await import('./verify.ts')).verifyFile(await resolveInput(path), context);
    return [{ facts: (await runToFile(steps, context, resolveInput)) as Data, warnings: [] }];
  },

  async check({ image, check }, steps, context, resolveInput) {
    if (image === undefined || !check) throw new TypeError('A check needs an image');
    const { checkFile } = await import('./check-file.ts');
    const facts = await checkFile(await resolveInput(image), check, steps, context, resolveInput);
    return [{ facts, warnings: [] }];
  },
};

function temporaryOf(result: ResultOrder | undefined): string {
  if (result?.temporary === undefined) throw new TypeError('The result needs a temporary file');
  return result.temporary;
}

export async function runToFile(steps: readonly ParsedStep[], context: OperationContext, resolveInput: ResolveInput) {
  const [step, before] = [steps.at(-1), steps.slice(0, -1)];
  if (!step) throw new TypeError('The recipe has no steps');
  const picture = before.length > 0 ? await runSteps(undefined, before, context, resolveInput) : undefined;
  const inputs = await stepInputs(step, picture, context, resolveInput);
  return step.operation.run(inputs, step.params, context);
}

async function writeWhole(path: string, bytes: Uint8Array, onWrite: () => void): Promise<void> {
  const sink = await openSink(path, onWrite);
  try {
    await sink.write(bytes, 0);
  } finally {
    await sink.close();
  }
}

/** Phases by activity; time limits treat decoding as reading. */
const phases: Record<StallPhase, PulsePhase> = { reading: 'reading', decoding: 'reading', working: 'working' };

/** Wraps a context so that progress is recorded in shared memory. */
const watchByPulse = (context: OperationContext, pulse: Int32Array): WatchedContext =>
  watchContext(context, {
    allow: (seconds, phase) => allow(pulse, seconds, phases[phase]),
    beat: () => beat(pulse),
  });
