import { stat } from 'node:fs/promises';
import { CancelledError } from '#core/errors.ts';
import type { CancelSignal, TaskOptions } from '#core/platform.ts';
import { createInlineRunner, type TaskRunner } from '#core/workers.ts';
import { createPendingFile } from '../platform/files.ts';
import { createNodePlatform } from '../platform/index.ts';
import { createThreadPool } from '../platform/thread.ts';
import { type CommandStep, type JobOrder, type JobResult, runJob } from './job.ts';
import type { jobTasks } from './job-tasks.ts';
import type { PlannedJob, Request } from './plan.ts';

/** What became of a job. */
export type Outcome =
  | { readonly kind: 'done'; readonly job: PlannedJob; readonly result: JobResult }
  | { readonly kind: 'failed'; readonly job: PlannedJob; readonly error: unknown }
  | { readonly kind: 'skipped' | 'planned'; readonly job: PlannedJob };

export interface BatchOptions {
  /** Files at the same time. */
  readonly atOnce: number;
  readonly dryRun: boolean;
  readonly signal: CancelSignal;
  /** In the order of the jobs. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** How much of the whole is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Does the jobs, so many at once; a failure does not keep the others from being done.
 * @throws CancelledError when the signal is aborted; what has been done stays, what has been begun is gone
 */
export async function runBatch(jobs: readonly PlannedJob[], request: Request, options: BatchOptions): Promise<void> {
  const { signal, onProgress } = options;
  const atOnce = Math.max(1, Math.min(options.atOnce, jobs.length));
  const fractions = jobs.map(() => 0);
  const note = (index: number, fraction: number) => {
    fractions[index] = fraction;
    onProgress(fractions.reduce((sum, each) => sum + each, 0) / jobs.length);
  };
  const tell = inOrder(options.onOutcome);
  const { runner, close } = createRunner(request.steps, atOnce);
  const waiting = [...jobs.entries()].values();
  const lane = async () => {
    for (const [index, job] of waiting) {
      if (signal.aborted) throw new CancelledError();
      const outcome = await doJob(job, request, runner, options, (fraction) => note(index, fraction));
      note(index, 1);
      tell(index, outcome);
    }
  };
  try {
    const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
    for (const each of lanes) if (each.status === 'rejected') throw each.reason;
  } finally {
    close();
  }
}

/** Calls back in the order of the indices, however they come in. */
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

type JobRunner = TaskRunner<typeof jobTasks>;

/** Files below this are done where the command runs, as long as no thread has been needed: icons do not pay a thread's start. */
const INLINE_BELOW_BYTES = 256 * 1024;

/** A single lane works here and gives its tasks to threads; several give whole files to threads. */
function createRunner(steps: readonly CommandStep[], atOnce: number): { runner: JobRunner; close: () => void } {
  const platform = createNodePlatform();
  if (atOnce === 1) {
    const run = async (_name: 'job', order: JobOrder, options?: TaskOptions) =>
      runJob(order, steps, { platform, signal: options?.signal, onProgress: options?.onProgress });
    return { runner: { size: 1, run: run as JobRunner['run'] }, close: platform.close };
  }
  const inline = createInlineRunner<typeof jobTasks>(
    { job: async (order, context) => runJob(order, steps, context) },
    () => platform,
  );
  const pool = createThreadPool<typeof jobTasks>(new URL('./jobs.worker.ts', import.meta.url), {
    size: atOnce,
    inline: { belowBytes: INLINE_BELOW_BYTES, runner: inline },
  });
  const close = () => {
    pool.close();
    platform.close();
  };
  return { runner: pool, close };
}

async function doJob(
  job: PlannedJob,
  request: Request,
  runner: JobRunner,
  { dryRun, signal }: BatchOptions,
  onProgress: (fraction: number) => void,
): Promise<Outcome> {
  if (job.problem) return { kind: 'failed', job, error: job.problem };
  if (job.skip) return { kind: 'skipped', job };
  if (dryRun) return { kind: 'planned', job };
  try {
    const pending = job.output === undefined ? undefined : await createPendingFile(job.output);
    try {
      const order = orderOf(job, request, pending?.temporary);
      const workBytes = job.input === undefined ? undefined : (await stat(job.input)).size;
      const result = await runner.run('job', order, { signal, onProgress, workBytes });
      if (signal.aborted) throw new CancelledError();
      await pending?.commit({ replace: request.force });
      return { kind: 'done', job, result };
    } catch (error) {
      await pending?.discard();
      throw error;
    }
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return { kind: 'failed', job, error };
  }
}

function orderOf(job: PlannedJob, { steps, output, subject }: Request, temporary: string | undefined): JobOrder {
  const isPicture = output === 'image' && subject?.kind === 'image';
  const named = subject && !isPicture && job.input !== undefined ? { [subject.name]: job.input } : {};
  return {
    steps: (job.row?.steps ?? steps).map(({ operation, params, inputs }, index) => ({
      operation: operation.id as JobOrder['steps'][number]['operation'],
      params,
      inputs: index === 0 ? { ...inputs, ...named } : inputs,
    })),
    output,
    picture: isPicture ? job.input : undefined,
    encoding: job.encoding,
    temporary,
  };
}
