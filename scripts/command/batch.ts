import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError, FudebakoError, isOutOfMemory } from '#core/base/errors.ts';
import { createPendingFile, type PendingFile } from '../platform/files.ts';
import { createPulse } from '../platform/pulse.mjs';
import { createStandardOutput, STDIO } from '../platform/standard-streams.ts';
import { completeBytes } from './existing-result.ts';
import type { JobOrder, JobResult } from './job.ts';
import { type PlannedJob, sourceName } from './plan.ts';
import type { Request } from './request.ts';
import type { JobRunner } from './runners.ts';

export type Outcome =
  | { readonly kind: 'done'; readonly job: PlannedJob; readonly result: JobResult }
  | { readonly kind: 'failed'; readonly job: PlannedJob; readonly error: unknown }
  | { readonly kind: 'skipped'; readonly job: PlannedJob; readonly bytes: number }
  | { readonly kind: 'planned'; readonly job: PlannedJob };

export interface BatchOptions {
  readonly parallelJobs: number;
  readonly dryRun: boolean;
  readonly runner: JobRunner;
  /** Sizes of results in an earlier run's report, by path. */
  readonly reportedBytes?: ReadonlyMap<string, number> | undefined;
  /** Receives the folders whose entries changed. Their new names survive a power cut only after `syncFolders`. */
  readonly onFolders?: (folders: readonly string[]) => void;
  readonly signal?: CancelSignal;
  /** Receives the outcomes in the order of the jobs. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** Receives the progress of the whole batch, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Runs jobs in parallel. A failed job does not stop the others.
 * @throws CancelledError when the signal aborts; completed results stay, partial ones are removed
 */
export async function runBatch(jobs: readonly PlannedJob[], request: Request, options: BatchOptions): Promise<void> {
  const { signal, runner } = options;
  const reportProgress = createProgressSum(jobs.length, options.onProgress);
  const reportOutcome = inOrder(options.onOutcome);
  const queue = jobs.entries();
  const worker = async () => {
    for (const [index, job] of queue) {
      if (signal?.aborted) throw new CancelledError();
      const outcome = await runPlannedJob(job, request, options, (fraction) => reportProgress(index, fraction));
      reportProgress(index, 1);
      reportOutcome(index, outcome);
    }
  };
  try {
    const count = Math.max(1, Math.min(options.parallelJobs, jobs.length));
    const workers = await Promise.allSettled(Array.from({ length: count }, worker));
    for (const each of workers) if (each.status === 'rejected') throw each.reason;
  } finally {
    runner.close();
  }
}

/** Returns a sum of all jobs' progress. Stores only the jobs that run. */
function createProgressSum(
  total: number,
  onProgress: (fraction: number) => void,
): (index: number, fraction: number) => void {
  const fractions = new Map<number, number>();
  let done = 0;
  let partly = 0;
  return (index, fraction) => {
    partly += (fraction < 1 ? fraction : 0) - (fractions.get(index) ?? 0);
    if (fraction < 1) fractions.set(index, fraction);
    else {
      fractions.delete(index);
      done++;
    }
    onProgress(Math.min(1, (done + partly) / total));
  };
}

/** Delays outcomes, so that the callback receives them in the order of the jobs. */
function inOrder(callback: (outcome: Outcome) => void): (index: number, outcome: Outcome) => void {
  const early = new Map<number, Outcome>();
  let next = 0;
  return (index, outcome) => {
    early.set(index, outcome);
    for (let due = early.get(next); due; due = early.get(next)) {
      early.delete(next++);
      callback(due);
    }
  };
}

async function runPlannedJob(
  job: PlannedJob,
  request: Request,
  { dryRun, runner, signal, reportedBytes, onFolders }: BatchOptions,
  onProgress: (fraction: number) => void,
): Promise<Outcome> {
  if (job.problem) return { kind: 'failed', job, error: job.problem };
  try {
    if (job.skip && job.output !== undefined) {
      const bytes = await completeBytes(job.output, reportedBytes?.get(job.output));
      if (bytes !== undefined) return { kind: 'skipped', job, bytes };
    }
    if (dryRun) return { kind: 'planned', job };
    const pending = await createOutput(job.output);
    onFolders?.(pending?.folders ?? []);
    try {
      const order = createOrder(job, request, pending?.temporary);
      const name = sourceName(job) ?? job.output ?? request.name;
      const result = await runner.run(order, name, { signal, onProgress });
      if (signal?.aborted) throw new CancelledError();
      await pending?.commit({ replace: request.force || job.skip, sync: request.sync });
      return { kind: 'done', job, result: job.skip ? withReplaced(result, job.output) : result };
    } catch (error) {
      await pending?.discard();
      throw error;
    }
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return { kind: 'failed', job, error: asMemoryError(error) };
  }
}

/** Converts a platform's out-of-memory error to one error code. */
const asMemoryError = (error: unknown) =>
  isOutOfMemory(error) ? new FudebakoError('memoryExhausted', {}, { cause: error }) : error;

const withReplaced = (result: JobResult, output: string | undefined): JobResult => ({
  ...result,
  warnings: [{ code: 'resultReplaced', data: { output } }, ...result.warnings],
});

/** Creates the file of a result. Returns `undefined` for a result that is data, which the report prints. */
async function createOutput(output: string | undefined): Promise<PendingFile | undefined> {
  if (output === undefined) return undefined;
  return output === STDIO ? createStandardOutput() : createPendingFile(output);
}

function createOrder(
  job: PlannedJob,
  { steps, output, subject, failOn, verify, limits }: Request,
  temporary: string | undefined,
): JobOrder {
  const isPicture = output === 'image' && subject?.kind === 'image';
  const named = subject && !isPicture && job.input !== undefined ? { [subject.name]: job.input } : {};
  return {
    steps: (job.row?.steps ?? steps).map(({ operation, params, inputs }, index) => ({
      operation: operation.id as JobOrder['steps'][number]['operation'],
      params,
      inputs: index === 0 ? { ...inputs, ...named } : inputs,
    })),
    output,
    image: isPicture ? job.input : undefined,
    encoding: job.encoding,
    temporary,
    failOn,
    ...(verify && { verify }),
    limits,
    pulse: createPulse(),
  };
}
