import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError, deserializeError, FudebakoError, isOutOfMemory } from '#core/base/errors.ts';
import { createPendingFile, type PendingFile } from '../../platform/files.ts';
import { createStandardOutput, STDIO } from '../../platform/standard-streams.ts';
import type { CachedJob, ResultCache } from '../cache/cache.ts';
import { findCached } from '../cache/cache.ts';
import type { Request } from '../parse/request.ts';
import type { JobResult, ResultFailure } from '../plan/job-order.ts';
import { createOrder, resultOrder } from '../plan/job-order.ts';
import { type PlannedJob, type SourceJobs, sourceName } from '../plan/plan.ts';
import { completeBytes } from './existing-result.ts';
import type { JobRunner } from './threaded-jobs.ts';

export type Outcome =
  | {
      readonly kind: 'done';
      readonly job: PlannedJob;
      readonly result: JobResult;
      /** Set if the result came from the cache: copied to the output file, or equal to the existing output file. */
      readonly cached?: 'copied' | 'unchanged';
    }
  | { readonly kind: 'failed'; readonly job: PlannedJob; readonly error: unknown }
  | { readonly kind: 'skipped'; readonly job: PlannedJob; readonly bytes: number }
  | { readonly kind: 'planned'; readonly job: PlannedJob }
  /** With `--changed`: the output already has the content that a run would write. */
  | { readonly kind: 'unchanged'; readonly job: PlannedJob };

export interface BatchOptions {
  readonly parallelJobs: number;
  readonly dryRun: boolean;
  readonly cache?: ResultCache | undefined;
  /** Receives errors that occur while a result is stored in the cache. These errors don't fail the job. */
  readonly onCacheError?: (error: unknown) => void;
  readonly runner: JobRunner;
  /** Sizes of results in bytes by path, from an earlier run's report. */
  readonly reportedBytes?: ReadonlyMap<string, number> | undefined;
  /** Receives folders with new files. `syncFolders` must flush them, or a power failure may lose the new names. */
  readonly onFolders?: (folders: readonly string[]) => void;
  readonly signal?: CancelSignal;
  /** Receives the outcomes in the order of the jobs. */
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onProgress: (fraction: number) => void;
}

/** @throws CancelledError when the signal aborts; complete results stay, partial results are removed */
export async function runBatch(sources: readonly SourceJobs[], request: Request, options: BatchOptions): Promise<void> {
  const { signal, runner } = options;
  const reportProgress = createProgressSum(sources.length, options.onProgress);
  const reportOutcomes = inOrder(options.onOutcome);
  const queue = sources.entries();
  const worker = async () => {
    for (const [index, source] of queue) {
      if (signal?.aborted) throw new CancelledError();
      const outcomes = await runSource(source, request, options, (fraction) => reportProgress(index, fraction));
      reportProgress(index, 1);
      reportOutcomes(index, outcomes);
    }
  };
  try {
    const count = Math.max(1, Math.min(options.parallelJobs, sources.length));
    const workers = await Promise.allSettled(Array.from({ length: count }, worker));
    for (const each of workers) if (each.status === 'rejected') throw each.reason;
  } finally {
    runner.close();
  }
}

/** Sums the progress of all jobs. Memory holds only the progress of running jobs. */
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

function inOrder(callback: (outcome: Outcome) => void): (index: number, outcomes: readonly Outcome[]) => void {
  const early = new Map<number, readonly Outcome[]>();
  let next = 0;
  return (index, outcomes) => {
    early.set(index, outcomes);
    for (let due = early.get(next); due; due = early.get(next)) {
      early.delete(next++);
      for (const outcome of due) callback(outcome);
    }
  };
}

/** Runs the jobs of one source together, so that the source is decoded once. */
async function runSource(
  jobs: SourceJobs,
  request: Request,
  options: BatchOptions,
  onProgress: (fraction: number) => void,
): Promise<readonly Outcome[]> {
  const { runner, signal, onFolders, cache, onCacheError } = options;
  const outcomes = new Map<PlannedJob, Outcome>();
  const writing: OpenJob[] = [];
  try {
    for (const job of jobs) {
      const settled = await settleBefore(job, request, options);
      if ('kind' in settled) {
        outcomes.set(job, settled);
        continue;
      }
      const pending = await createOutput(job.output).catch((error: unknown) => failed(job, error));
      if (pending && 'kind' in pending) {
        outcomes.set(job, pending);
        continue;
      }
      if (pending) onFolders?.(pending.folders);
      const open: OpenJob = { job, pending, cached: settled.cached, stored: undefined };
      writing.push(open);
      const { entry } = settled.cached ?? {};
      if (entry && pending && (await cache?.copyTo(entry, pending)))
        [open.stored, open.sha256] = [entry.result, entry.sha256];
    }
    const missing = writing.filter(({ stored }) => !stored);
    const [first] = missing;
    if (first) {
      const results = missing.map(({ job, pending }) => resultOrder(job, pending));
      const name = sourceName(first.job) ?? first.job.output ?? request.name;
      const made = await runner.run(createOrder(first.job, request, results), name, { signal, onProgress });
      if (signal?.aborted) throw new CancelledError();
      for (const [index, open] of missing.entries()) {
        open.made = made[index];
        if (open.made && 'facts' in open.made && open.cached && open.pending)
          open.sha256 = await cache
            ?.store(open.cached, open.pending.temporary, open.made)
            .catch((error) => void onCacheError?.(error));
      }
    }
    for (const open of writing) {
      const outcome = await commit(open, request);
      outcomes.set(open.job, outcome);
      if (outcome.kind === 'done') recordOutput(open.job, open.sha256, cache);
    }
  } catch (error) {
    for (const { pending } of writing) await pending?.discard();
    if (error instanceof CancelledError) throw error;
    // The frames of an animation fail for the same reason, which is reported once.
    const reported = jobs[0].frame === undefined ? writing : writing.slice(0, 1);
    for (const { job } of reported) outcomes.set(job, failed(job, error));
  }
  return jobs.flatMap((job) => outcomes.get(job) ?? []);
}

interface OpenJob {
  readonly job: PlannedJob;
  readonly pending: PendingFile | undefined;
  readonly cached: CachedJob | undefined;
  stored: JobResult | undefined;
  made?: JobResult | ResultFailure | undefined;
  sha256?: string | undefined;
}

/** Records the source of an output, so that `--prune` finds the outputs of deleted sources. */
function recordOutput({ input, output }: PlannedJob, sha256: string | undefined, cache: ResultCache | undefined): void {
  if (input === undefined || output === undefined || output === STDIO || sha256 === undefined) return;
  cache?.outputs.add(output, input, sha256);
}

const failed = (job: PlannedJob, error: unknown): Outcome => ({ kind: 'failed', job, error: asMemoryError(error) });

/** Returns the outcome of a job that needs no run. For a job that must run, returns the job's cache entry instead. */
async function settleBefore(
  job: PlannedJob,
  request: Request,
  { dryRun, reportedBytes, cache }: BatchOptions,
): Promise<Outcome | { readonly cached: CachedJob | undefined }> {
  if (job.problem) return { kind: 'failed', job, error: job.problem };
  try {
    if (job.skip && job.output !== undefined) {
      const bytes = await completeBytes(job.output, reportedBytes?.get(job.output));
      if (bytes !== undefined) return { kind: 'skipped', job, bytes };
    }
    const cached = await findCached(job, request, cache);
    if (cached?.entry && cached.isSame) {
      if (request.changed) return { kind: 'unchanged', job };
      recordOutput(job, cached.entry.sha256, cache);
      return { kind: 'done', job, result: cached.entry.result, cached: 'unchanged' };
    }
    return dryRun || request.changed ? { kind: 'planned', job } : { cached };
  } catch (error) {
    return failed(job, error);
  }
}

async function commit({ job, pending, stored, made }: OpenJob, { force, sync }: Request): Promise<Outcome> {
  try {
    const result = stored ?? made;
    if (!result) throw new TypeError('A result is missing');
    if ('error' in result) throw deserializeError(result.error);
    await pending?.commit({ replace: force || job.skip, sync });
    return {
      kind: 'done',
      job,
      result: job.skip ? withReplaced(result, job.output) : result,
      ...(stored && { cached: 'copied' as const }),
    };
  } catch (error) {
    await pending?.discard();
    return failed(job, error);
  }
}

const asMemoryError = (error: unknown) =>
  isOutOfMemory(error) ? new FudebakoError('memoryExhausted', {}, { cause: error }) : error;

const withReplaced = (result: JobResult, output: string | undefined): JobResult => ({
  ...result,
  warnings: [{ code: 'resultReplaced', data: { output } }, ...result.warnings],
});

/** Creates the file of a result. Returns `undefined` for a data result, which the report prints. */
async function createOutput(output: string | undefined): Promise<PendingFile | undefined> {
  if (output === undefined) return undefined;
  return output === STDIO ? createStandardOutput() : createPendingFile(output);
}
