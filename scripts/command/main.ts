import { FudebakoError } from '#core/base/errors.ts';
import { extractFrames } from '#core/operations/extract-frames.ts';
import { syncFolders } from '../platform/durable.ts';
import { needsWatch } from '../platform/job-limits.ts';
import { STDIO } from '../platform/standard-streams.ts';
import type { CommandEnvironment, CommandWords } from './base/environment.ts';
import { describeError, errorCode, isSystemCode, systemPath, UsageError, withFlagName } from './base/errors.ts';
import { escapeControlLines, escapeControls } from './base/text.ts';
import type { OutputRecords } from './cache/output-records.ts';
import type { GeneralFlags } from './parse/general-flags.ts';
import { parseCommandLine } from './parse/program.ts';
import type { Request } from './parse/request.ts';
import { type PlannedJob, planJobs } from './plan/plan.ts';
import { roundedFlags } from './plan/rounded-flags.ts';
import { spoolRequestInput } from './plan/standard-input.ts';
import { unusedFlags } from './plan/unused-flags.ts';
import { createManifest } from './report/manifest.ts';
import { createReport, type Report, stackOf } from './report/report.ts';
import { createReportFile, isReport } from './report/report-file.ts';
import { runBatch } from './run/batch.ts';
import { readReportedBytes, removeLeftovers } from './run/existing-result.ts';
import { chooseJobCount } from './run/job-count.ts';
import type { JobRunner } from './run/threaded-jobs.ts';

/** Returns the exit code: 0, 1 for a failed input, 2 for an invalid command line. For signals, see `supervisor.mjs`. */
export async function runCommand(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { words, stderr } = environment;
  try {
    const command = await parseCommandLine(args, environment);
    if (command.kind === 'finished') return command.exitCode;
    if (command.kind === 'request') return await execute(command.request, command.flags, environment);
    (await import('./cache/prune.ts')).runPrune(command.request, environment.stdout);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof FudebakoError || isSystemError(error);
    const reason = describeError(withFlagName(error), words);
    const path = systemPath(error);
    const place = path === undefined || reason.includes(path) ? '' : `${path}: `;
    stderr.write(`fudebako: ${escapeControls(place + reason)}\n`);
    if (args.includes('--debug') || !isUsage) stderr.write(`${escapeControlLines(stackOf(error))}\n`);
    return isUsage ? 2 : 1;
  }
}

const isSystemError = (error: unknown) => isSystemCode(errorCode(error));

async function execute(request: Request, flags: GeneralFlags, environment: CommandEnvironment): Promise<number> {
  const standard = await spoolRequestInput(request);
  try {
    return await executeWith(standard.request, flags, environment);
  } finally {
    await standard.release();
  }
}

const namedOutputs = (jobs: readonly PlannedJob[], { report, manifest }: GeneralFlags) =>
  [...jobs.map(({ output }) => output), report, manifest].filter(
    (path) => path !== undefined && path !== STDIO,
  ) as string[];

async function executeWith(request: Request, flags: GeneralFlags, environment: CommandEnvironment): Promise<number> {
  const { stdout, stderr, words, supervisor } = environment;
  const { json, debug, dryRun } = flags;
  const isResult = request.target === STDIO;
  if (isResult && json) throw new UsageError("--json can't be combined with -o -; use --report FILE.");
  const { sources, touched } = planJobs(await withFrameCounts(request));
  const jobs = sources.flat();
  for (const sentence of [...unusedFlags(request, jobs), ...roundedFlags(request)])
    stderr.write(`fudebako: ${sentence}\n`);
  // Removes the part files of a killed run before that run is resumed.
  const isReadOnly = dryRun || request.changed === true;
  if (request.skipExisting && !isReadOnly) removeLeftovers(namedOutputs(jobs, flags));
  const { skipExisting, report: reportPath, threads, limits } = flags;
  const reportedBytes =
    skipExisting && reportPath !== undefined && isReport(reportPath) ? readReportedBytes(reportPath) : undefined;
  const parallelJobs = chooseJobCount(
    sources.map(([job]) => job),
    flags,
  );
  const isAlone = (sources.length < 2 || !supervisor) && !needsWatch(limits);
  const runner = lazyRunner(async () =>
    isAlone
      ? (await import('./run/inline-jobs.ts')).createInlineJobs(request.steps, threads, supervisor, words)
      : (await import('./run/threaded-jobs.ts')).createThreadedJobs({ parallelJobs, threads, limits }),
  );
  const cache =
    flags.cache === undefined ? undefined : (await import('./cache/cache.ts')).openCache(flags.cache, isReadOnly);
  const { shard } = request;
  const manifest = request.changed ? undefined : await createManifest(flags, touched);
  const reportFile = await createReportFile(flags, touched, (path, error) => report.reportFailure(path, error));
  const report = createReport({
    stdout,
    stderr,
    words,
    name: request.name,
    json,
    isResult,
    quiet: flags.quiet,
    record: reportFile?.line,
    debug,
    config: flags.config,
    hasCache: cache !== undefined,
    prunes: flags.prune,
    rules: request.check?.rules,
    checkFormat: request.check?.format,
    shard,
  });
  const folders = new Set<string>();
  try {
    await runBatch(sources, request, {
      parallelJobs,
      dryRun,
      cache,
      onCacheError: warnOnce((error) => stderr.write(`fudebako: ${cacheFailure(flags, error, words)}\n`)),
      runner,
      reportedBytes,
      onFolders: (changed) => {
        for (const folder of changed) folders.add(folder);
      },
      onOutcome: (outcome) => {
        report.outcome(outcome);
        manifest?.add(outcome);
      },
      onProgress: report.progress,
    });
    if (flags.prune && cache) await pruneOutputs(cache.outputs, request, jobs, isReadOnly, report);
    await cache?.close().catch(() => {});
    if (request.sync) await syncEach(folders, report.reportFailure);
    if (!dryRun) await manifest?.write().catch((error: unknown) => report.reportFailure(manifest.path, error));
    report.summarize();
    await reportFile?.commit();
    return report.failures > 0 ? 1 : 0;
  } finally {
    report.end();
    await reportFile?.discard();
  }
}

/** Adds the numbers of frames to a request in which every frame has its own result. */
async function withFrameCounts(request: Request): Promise<Request> {
  const { name, steps } = request;
  if (name !== extractFrames.id || steps[0]?.params.frame !== undefined) return request;
  return { ...request, frameCounts: await (await import('./plan/frame-counts.ts')).countEachFrame(request) };
}

/** Removes the outputs below the output folder whose source files no longer exist. */
async function pruneOutputs(
  outputs: OutputRecords,
  { target }: Request,
  jobs: readonly PlannedJob[],
  isReadOnly: boolean,
  report: Report,
): Promise<void> {
  if (target === undefined || target === STDIO) return;
  const planned = jobs.flatMap(({ output }) => output ?? []);
  for (const { path, isWritten } of await outputs.findStale(target, planned)) {
    try {
      if (isWritten && !isReadOnly) outputs.remove(path);
      report.pruned(path, !isWritten ? 'kept' : isReadOnly ? 'planned' : 'removed');
    } catch (error) {
      report.reportFailure(path, error);
    }
  }
}

/** Delays loading codecs until the first job, because loading takes longer than a fully cached run. */
function lazyRunner(create: () => Promise<JobRunner>): JobRunner {
  let created: Promise<JobRunner> | undefined;
  return {
    async run(...job) {
      created ??= create();
      return (await created).run(...job);
    },
    close: () => void created?.then((runner) => runner.close()),
  };
}

function warnOnce(warn: (error: unknown) => void): (error: unknown) => void {
  let hasWarned = false;
  return (error) => {
    if (!hasWarned) warn(error);
    hasWarned = true;
  };
}

const cacheFailure = ({ cache }: GeneralFlags, error: unknown, words: CommandWords) =>
  escapeControls(`--cache ${cache}: Results were not stored. ${describeError(error, words)}`);

/** Flushes folders once for the whole batch. The contents of files are already flushed. */
async function syncEach(folders: Iterable<string>, onFailure: (path: string, error: unknown) => void): Promise<void> {
  for (const folder of folders) await syncFolders([folder]).catch((error: unknown) => onFailure(folder, error));
}
