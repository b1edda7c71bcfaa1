import { basename, join } from 'node:path';
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { baseName, extensionOf, frameSuffix } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { imageFormatOf } from '#core/image/formats/output-formats.ts';
import { needsWidth, type Output, outputsFor } from '#core/recipes/outputs.ts';
import { endsTransparent, type ParsedStep, recipeEncoding, tooFewFiles } from '#core/recipes/recipe.ts';
import { requireInput } from '../../platform/outside-file.ts';
import { STDIO } from '../../platform/standard-streams.ts';
import type { CommandStep } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';
import { positionalInput } from '../parse/positional.ts';
import { extensionsOf, type FrameCounts, type Request } from '../parse/request.ts';
import type { Row } from '../parse/rows.ts';
import type { Shard } from '../parse/shard.ts';
import { type FoundInput, findInputs } from './inputs.ts';
import { createCanonical, createExistenceCheck, unwritable } from './output-paths.ts';
import {
  checkManyOutputs,
  checkNamePattern,
  checkSizeOfRow,
  pipedSteps,
  resolveTarget,
  resultName,
  resultSize,
  type Target,
} from './result-name.ts';
import { balanceSlices, createWorkMeter } from './slices.ts';
import { sourceFormat } from './source-header.ts';

/** One result. */
export interface PlannedJob {
  /** Index of the input file or table row. */
  readonly source: number;
  readonly input: string | undefined;
  /** All files of the job, for an input that takes them together. */
  readonly files?: readonly string[];
  readonly label?: string;
  readonly row?: Row;
  readonly output: string | undefined;
  readonly encoding: ImageEncoding | undefined;
  /** Width to which the result is scaled, if there are several outputs. */
  readonly width?: number | undefined;
  /** Number of the animation's frame from 1, if every frame has its own result. */
  readonly frame?: number;
  /** True if the output exists and `--skip-existing` is set. The job is then skipped if the output is complete. */
  readonly skip: boolean;
  /** Reason why the job fails, if already known. */
  readonly problem?: unknown;
}

/** Consecutive jobs with the same source, which is decoded once. */
export type SourceJobs = readonly [PlannedJob, ...PlannedJob[]];

/** The jobs of a request, grouped by source, and the paths of all files that the jobs read or write. */
export interface Plan {
  readonly sources: readonly SourceJobs[];
  readonly touched: readonly string[];
}

/** @throws UsageError before any file is written: for outputs that collide, exist, or are inputs */
export function planJobs(request: Request): Plan {
  const jobs = request.found?.isEmpty ? [] : listDueJobs(request);
  return { sources: bySource(jobs), touched: touchedFiles(jobs, request) };
}

function listDueJobs(request: Request): readonly PlannedJob[] {
  if (request.outputs) checkManyOutputs(request, request.outputs);
  const target = request.output === 'data' ? undefined : resolveTarget(request);
  if (request.namePattern && target) {
    if (!target.isFolder) throw new UsageError(`--name needs an output folder; ${target.path} is a file.`);
    const { namePattern, rows, steps, output, paths } = request;
    const hasImage = rows?.[0] ? imageOf(rows[0].steps) !== undefined : paths.length > 0;
    checkNamePattern(namePattern, rows ? pipedSteps(steps) : steps, output, hasImage);
  }
  const jobs = listJobs(request, target);
  checkOutputs(jobs, request);
  return applyExistingPolicy(sliceOf(jobs, request.shard), request);
}

/** Returns a shard's jobs in order. Counts existing outputs too, so that a second run computes the same shards. */
function sliceOf(jobs: readonly PlannedJob[], shard: Shard | undefined): readonly PlannedJob[] {
  if (!shard || shard.count === 1) return jobs;
  const workOf = createWorkMeter();
  const sources = bySource(jobs);
  const pieces = sources.map(([job]) => ({ name: job.output ?? sourceName(job) ?? '', work: workOf(filesOf(job)) }));
  const slices = balanceSlices(pieces, shard.count);
  return sources.filter((_, index) => slices[index] === shard.index - 1).flat();
}

function bySource(jobs: readonly PlannedJob[]): readonly SourceJobs[] {
  const groups: [PlannedJob, ...PlannedJob[]][] = [];
  for (const job of jobs) {
    const group = groups.at(-1);
    if (group?.[0].source === job.source) group.push(job);
    else groups.push([job]);
  }
  return groups;
}

const filesOf = ({ input, files, row }: PlannedJob): readonly string[] =>
  files ?? (input === undefined ? (row?.files ?? []) : [input]);

const sharedFiles = (steps: readonly CommandStep[]): readonly string[] =>
  steps.flatMap(({ inputs }) => Object.values(inputs).flat());

const touchedFiles = (jobs: readonly PlannedJob[], { steps, sources = [] }: Request): readonly string[] => [
  ...sources,
  ...jobs.flatMap((job) => [...filesOf(job), ...(job.output === undefined ? [] : [job.output])]),
  ...sharedFiles(steps),
];

function listJobs(request: Request, target: Target | undefined): PlannedJob[] {
  const { subject, paths, rows } = request;
  if (rows) return rows.flatMap((row, index) => planRow(request, target, row, index));
  if (!subject || paths.length === 0) return planJobsOf(request, target, undefined, 0);
  const folder = target?.isFolder ? target.path : undefined;
  const inputs = findInputs(paths, subject, folder, request.standardInput, request.found);
  if (inputs.length === 0 && !request.found?.allowEmpty)
    throw new UsageError(
      `No supported files in ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}. Use --allow-empty if that is fine.`,
    );
  if (subject.together) return [planTogether(request, target, inputs)];
  return inputs.flatMap((input, index) => planJobsOf(request, target, input, index));
}

/** Plans the only output of a request whose first operation takes all files together. */
function planTogether(request: Request, target: Target | undefined, inputs: readonly FoundInput[]): PlannedJob {
  const { steps, subject: { name = '', min = 0, max = 0 } = {} } = request;
  const operation = steps[0]?.operation;
  if (operation && inputs.length > 0 && inputs.length < min) throw tooFewFiles(operation, min, inputs.length);
  if (inputs.length > max) throw new ParameterError(name, { maxLength: max }, inputs.length);
  const unreadable = inputs.find(({ problem }) => problem);
  const files = inputs.map(({ path }) => path);
  // Messages name a job by its output, but a file that can't be opened by its own path.
  if (unreadable) return planJob(request, target, unreadable, 0);
  return { ...planJob(request, target, undefined, 0), files };
}

/** Plans the outputs of an input: one output, or the outputs of `request.outputs` that aren't wider than the image. */
function planJobsOf(
  request: Request,
  target: Target | undefined,
  input: FoundInput | undefined,
  index: number,
): PlannedJob[] {
  if (request.frameCounts && input && !input.problem)
    return planFrames(request, request.frameCounts, target, input, index);
  if (!request.outputs || !input || input.problem) return [planJob(request, target, input, index)];
  try {
    const size = needsWidth(request.outputs) ? resultSize(input.path, request.steps) : ANY_SIZE;
    return outputsFor(request.outputs, size).map((output) => planJob(request, target, input, index, output));
  } catch (problem) {
    return [planJob(request, target, { ...input, problem }, index)];
  }
}

/** Plans one output per frame, numbered from 1 with as many digits as the last, at least three. */
function planFrames(
  request: Request,
  counts: FrameCounts,
  target: Target | undefined,
  input: FoundInput,
  index: number,
): PlannedJob[] {
  if (target && !target.isFolder)
    throw new UsageError(
      `${request.name} needs an output folder; ${target.path} is a file. Use --frame for one frame.`,
    );
  const counted = counts.get(input.path) ?? { problem: new FudebakoError('fileGone') };
  if ('problem' in counted) return [planJob(request, target, { ...input, problem: counted.problem }, index)];
  return Array.from({ length: counted.frames }, (_, at) => ({
    ...planJob(request, target, input, index, { encoding: {} }, frameSuffix(at + 1, counted.frames)),
    frame: at + 1,
  }));
}

const ANY_SIZE: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

function planJob(
  request: Request,
  target: Target | undefined,
  input: FoundInput | undefined,
  index: number,
  planned: Output = { encoding: {} },
  suffix = '',
): PlannedJob {
  const { width } = planned;
  const job = {
    ...{ source: index, input: input?.path, label: input?.label, width },
    ...{ output: undefined, encoding: undefined, skip: false },
  };
  if (input?.problem) return { ...job, problem: input.problem };
  if (!target) return job;
  if (target.isFolder && !input) throw new UsageError(`${target.path}: The output must be a file, not a folder.`);
  try {
    const encoding =
      request.output === 'image' ? chooseEncoding(request, target, input?.path, planned.encoding) : undefined;
    const extension = encoding?.format ?? request.extensions[0] ?? '';
    const source = input && (input.label === STDIO ? 'stdin' : baseName(basename(input.path)));
    const sourceExt = input && input.label !== STDIO ? extensionOf(basename(input.path)) : '';
    const named = { index: index + 1, ext: extension, 'source-ext': sourceExt };
    const parts = source && { ...named, name: `${source}${suffix}`, dir: input.place };
    const name = parts && resultName({ ...request, width }, parts, input.path);
    const output = target.isFolder && input && name ? join(target.path, name) : target.path;
    return { ...job, output, encoding };
  } catch (problem) {
    return { ...job, problem };
  }
}

/** Plans the outputs of a table row: one output, or the outputs of `request.outputs` that aren't wider than its image. */
function planRow(request: Request, target: Target | undefined, row: Row, index: number): PlannedJob[] {
  const job = { source: index, input: undefined, row, output: undefined, encoding: undefined, skip: false };
  try {
    for (const file of row.files) requireInput(file);
    if (!target) return [job];
    const { steps } = row;
    const image = imageOf(steps);
    // The image sets the default format if the row names it, and not the recipe.
    const source = image !== undefined && row.files.includes(image) ? image : undefined;
    const fromSteps = { ...request, encoding: { ...request.encoding, fromSteps: recipeEncoding(steps) } };
    const { operation, params } = steps.at(-1) as ParsedStep;
    return outputsOfRow(request, steps, image).map((planned) => {
      const { width } = planned;
      const encoding =
        request.output === 'image'
          ? chooseEncoding({ ...fromSteps, steps }, target, source, planned.encoding)
          : undefined;
      const extension = encoding?.format ?? extensionsOf(operation, params)[0] ?? '';
      const sourceExt = image === undefined ? '' : extensionOf(basename(image));
      const parts = { name: row.name, index: index + 1, ext: extension, dir: '', 'source-ext': sourceExt };
      const name = resultName({ ...request, steps, width }, parts, image);
      return { ...job, width, output: join(target.path, name), encoding };
    });
  } catch (problem) {
    return [{ ...job, problem }];
  }
}

function outputsOfRow(
  { outputs }: Request,
  steps: readonly ParsedStep[],
  image: string | undefined,
): readonly Output[] {
  if (!outputs) return [{ encoding: {} }];
  if (!needsWidth(outputs)) return outputsFor(outputs, ANY_SIZE);
  checkSizeOfRow(steps, image);
  return outputsFor(outputs, resultSize(image as string, steps));
}

/** Returns the image that the first step of a table row receives. */
function imageOf([first]: readonly ParsedStep[]): string | undefined {
  const name = first && positionalInput(first.operation.inputs)?.name;
  const file = name === undefined ? undefined : first?.inputs[name];
  return typeof file === 'string' ? file : undefined;
}

/** Chooses the format: by the output's extension, this output's own settings, flags, steps or source, in this order. */
function chooseEncoding(
  { steps, encoding: { fromFlags: flags, fromSteps } }: Request,
  target: Target,
  source: string | undefined,
  own: Partial<ImageEncoding> = {},
): ImageEncoding {
  const named = target.isFolder ? undefined : imageFormatOf(extensionOf(basename(target.path)));
  const isTransparent = endsTransparent(steps as readonly ParsedStep[]) && !flags.flatten;
  const format =
    named ??
    own.format ??
    flags.format ??
    fromSteps?.format ??
    (source && !isTransparent ? sourceFormat(source) : 'png');
  if (isTransparent && format === 'jpg')
    throw new UsageError("A JPG can’t be transparent. Write a PNG or WebP, or name a color: --background '#ffffff'.");
  return { ...fromSteps, ...flags, ...own, format };
}

/** Rejects two outputs with the same path, and an output that replaces an input. */
function checkOutputs(jobs: readonly PlannedJob[], { force, shard, steps }: Request): void {
  const canonical = createCanonical();
  // Maps each input path to the source whose jobs read that file; `undefined` if several sources read the file.
  const readers = new Map<string, number | undefined>();
  const sources = bySource(jobs);
  for (const [job] of sources)
    for (const file of job.problem ? [] : filesOf(job)) {
      const path = canonical(file);
      readers.set(path, readers.has(path) ? undefined : job.source);
    }
  // Adds files that every job reads, such as a mask. Only a run with a single source may overwrite such a file.
  for (const file of sharedFiles(steps))
    readers.set(canonical(file), sources.length === 1 ? jobs[0]?.source : undefined);
  const outputs = new Map<string, PlannedJob>();
  for (const job of jobs) {
    if (job.output === undefined || job.output === STDIO) continue;
    const path = canonical(job.output);
    const collision = outputs.get(path);
    if (collision?.source === job.source)
      throw new UsageError(
        `${sourceName(job)}: Two outputs would be written to ${job.output}; add {width} or {ext} to --name.`,
      );
    if (collision)
      throw new UsageError(`${sourceName(collision)} and ${sourceName(job)} would both be written to ${job.output}.`);
    outputs.set(path, job);
    if (!readers.has(path)) continue;
    if (readers.get(path) !== job.source)
      throw new UsageError(`${sourceName(job)}: The output ${job.output} would overwrite another input.`);
    if (!force) throw new UsageError(`${job.output} is the input itself; use --force to overwrite it.`);
    // With shards, outputs must not replace inputs: the assignment of inputs to shards depends on the inputs' contents.
    if (shard && shard.count > 1)
      throw new UsageError(`${job.output} is the input itself; with --shard, write to another folder.`);
  }
}

export const sourceName = ({ input, label, row }: PlannedJob): string | undefined => label ?? input ?? row?.label;

function applyExistingPolicy(
  jobs: readonly PlannedJob[],
  { force, skipExisting, changed }: Request,
): readonly PlannedJob[] {
  if (changed) return jobs;
  const isThere = createExistenceCheck();
  let [first, others] = ['', -1];
  const remaining = jobs.map((job) => {
    if (job.output === undefined || job.output === STDIO || !isThere(job.output)) return job;
    if (skipExisting) return { ...job, skip: true };
    const problem = unwritable(job.output);
    if (force) return { ...job, problem };
    // An output that even `--force` can't replace, such as a folder. Its error message must not suggest `--force`.
    if (problem) throw problem;
    if (others++ < 0) first = job.output;
    return job;
  });
  if (others < 0) return remaining;
  const more = others > 0 ? ` (and ${others} more)` : '';
  throw new UsageError(`${first} already exists${more}; use --force to overwrite or --skip-existing to skip.`);
}
