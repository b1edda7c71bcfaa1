import { lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { baseName, extensionOf } from '#core/base/files.ts';
import { checkEncoding, type ImageEncoding, imageFormatOf, imageFormats } from '#core/image/codecs/encode.ts';
import { type ParsedStep, recipeEncoding } from '#core/recipes/recipe.ts';
import { findOutput } from '../platform/output-place.ts';
import { refuseLossyName, requireInput } from '../platform/outside-file.ts';
import { STDIO } from '../platform/standard-streams.ts';
import { UsageError } from './errors.ts';
import { canonicalPath, type FoundInput, findInputs } from './inputs.ts';
import type { CommandStep } from './job.ts';
import { positionalInput } from './positional.ts';
import type { Request } from './request.ts';
import { extensionsOf } from './request-parts.ts';
import { checkNamePattern, resultName } from './result-name.ts';
import type { Row } from './rows.ts';
import type { Shard } from './shard.ts';
import { balanceSlices } from './slices.ts';
import { sourceFormat } from './source-format.ts';
import { createWorkMeter } from './work.ts';

export interface PlannedJob {
  readonly input: string | undefined;
  /** Display name of the input if it differs from its path. */
  readonly label?: string;
  readonly row?: Row;
  readonly output: string | undefined;
  readonly encoding: ImageEncoding | undefined;
  /** True if the output exists and is skipped if it is complete. */
  readonly skip: boolean;
  /** Reason why the job fails, if already known. */
  readonly problem?: unknown;
}

/**
 * Plans all jobs of a request. Detects every reason to refuse before anything is written: outputs that collide, exist,
 * or are inputs.
 *
 * @throws UsageError
 */
export function planJobs(request: Request): readonly PlannedJob[] {
  if (request.found?.isEmpty) return [];
  const target = request.output === 'data' ? undefined : resolveTarget(request);
  if (request.namePattern && target) {
    if (!target.isFolder) throw new UsageError(`--name needs an output folder; ${target.path} is a file.`);
    checkNamePattern(request.namePattern, request.steps, request.output);
  }
  const jobs = listJobs(request, target);
  checkOutputs(jobs, request);
  return applyExistingPolicy(sliceOf(jobs, request.shard), request);
}

/** Returns the jobs of a shard in order. Counts existing outputs too, so that a second run computes the same shards. */
function sliceOf(jobs: readonly PlannedJob[], shard: Shard | undefined): readonly PlannedJob[] {
  if (!shard || shard.count === 1) return jobs;
  const workOf = createWorkMeter();
  const pieces = jobs.map((job) => ({ name: job.output ?? sourceName(job) ?? '', work: workOf(filesOf(job)) }));
  const slices = balanceSlices(pieces, shard.count);
  return jobs.filter((_, index) => slices[index] === shard.index - 1);
}

const filesOf = ({ input, row }: PlannedJob): readonly string[] => (input === undefined ? (row?.files ?? []) : [input]);

const sharedFiles = (steps: readonly CommandStep[]): readonly string[] =>
  steps.flatMap(({ inputs }) => Object.values(inputs).flat());

export const touchedFiles = (jobs: readonly PlannedJob[], { steps, sources = [] }: Request): readonly string[] => [
  ...sources,
  ...jobs.flatMap((job) => [...filesOf(job), ...(job.output === undefined ? [] : [job.output])]),
  ...sharedFiles(steps),
];

interface Target {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Decides whether `-o` is a file or a folder: by what exists, then by a final slash, then by the extension. */
function resolveTarget(request: Request): Target {
  const { target, paths, rows, output, extensions, otherExtensions = [], encoding } = request;
  if (!target) throw new ParameterError('--output', { problem: 'required' }, undefined);
  refuseLossyName(target);
  if (target === STDIO) return standardTarget(request);
  const isFolder = isDirectory(target);
  if (isFolder || target.endsWith('/') || target.endsWith(sep)) return { path: target, isFolder: true };
  const isBatch = rows !== undefined || paths.length > 1 || (paths[0] !== undefined && isDirectory(paths[0]));
  const extension = extensionOf(basename(target));
  if (isBatch) {
    if (isFolder === undefined && !canWrite(output, extensions, extension)) return { path: target, isFolder: true };
    throw new UsageError(`${rows ? 'Table rows' : 'Several inputs'} need an output folder; ${target} is a file.`);
  }
  if (extension === '' && isFolder === undefined) return { path: target, isFolder: true };
  if (!canWrite(output, extensions, extension)) {
    const known = [...(output === 'image' ? imageFormats : extensions), ...otherExtensions];
    throw new UsageError(
      `${target}: Unsupported extension. Use .${known.join(', .')}; end the name of a folder with a slash.`,
    );
  }
  const format = imageFormatOf(extension);
  if (output === 'image' && encoding.fromFlags.format && encoding.fromFlags.format !== format)
    throw new UsageError(`--format ${encoding.fromFlags.format} can't be combined with ${target}.`);
  return { path: target, isFolder: false };
}

function standardTarget({ paths, rows }: Request): Target {
  if (rows !== undefined || paths.length > 1 || (paths[0] !== undefined && isDirectory(paths[0])))
    throw new UsageError(`${rows ? 'Table rows' : 'Several inputs'} need an output folder; stdout takes one result.`);
  return { path: STDIO, isFolder: false };
}

const isDirectory = (path: string): boolean | undefined => statSync(path, { throwIfNoEntry: false })?.isDirectory();

function canWrite(output: Request['output'], extensions: readonly string[], extension: string): boolean {
  return output === 'image' ? imageFormatOf(extension) !== undefined : extensions.includes(extension);
}

function listJobs(request: Request, target: Target | undefined): PlannedJob[] {
  const { subject, paths, rows } = request;
  if (rows) return rows.map((row, index) => planRow(request, target, row, index));
  if (!subject || paths.length === 0) return [planJob(request, target, undefined, 0)];
  const folder = target?.isFolder ? target.path : undefined;
  const inputs = findInputs(paths, subject, folder, request.standardInput, request.found);
  if (inputs.length === 0 && !request.found?.allowEmpty)
    throw new UsageError(
      `No supported files in ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}. Use --allow-empty if that is fine.`,
    );
  return inputs.map((input, index) => planJob(request, target, input, index));
}

function planJob(
  request: Request,
  target: Target | undefined,
  input: FoundInput | undefined,
  index: number,
): PlannedJob {
  const job = { input: input?.path, label: input?.label, output: undefined, encoding: undefined, skip: false };
  if (input?.problem) return { ...job, problem: input.problem };
  if (!target) return job;
  if (target.isFolder && !input) throw new UsageError(`${target.path}: The output must be a file, not a folder.`);
  try {
    const encoding = request.output === 'image' ? chooseEncoding(request, target, input?.path) : undefined;
    const extension = encoding?.format ?? request.extensions[0] ?? '';
    const source = input && (input.label === STDIO ? 'stdin' : baseName(basename(input.path)));
    const parts = source && { name: source, index: index + 1, ext: extension, dir: input.place };
    const name = parts && resultName(request, parts, input.path);
    const output = target.isFolder && input && name ? join(target.path, name) : target.path;
    return { ...job, output, encoding };
  } catch (problem) {
    return { ...job, problem };
  }
}

function planRow(request: Request, target: Target | undefined, row: Row, index: number): PlannedJob {
  const job = { input: undefined, row, output: undefined, encoding: undefined, skip: false };
  try {
    for (const file of row.files) requireInput(file);
    if (!target) return job;
    const { steps } = row;
    const picture = imageOfRow(row, steps);
    const fromSteps = { ...request, encoding: { ...request.encoding, fromSteps: recipeEncoding(steps) } };
    const encoding = request.output === 'image' ? chooseEncoding(fromSteps, target, picture) : undefined;
    const { operation, params } = steps.at(-1) as ParsedStep;
    const extension = encoding?.format ?? extensionsOf(operation, params)[0] ?? '';
    const parts = { name: row.name, index: index + 1, ext: extension, dir: '' };
    return { ...job, output: join(target.path, resultName({ ...request, steps }, parts, picture)), encoding };
  } catch (problem) {
    return { ...job, problem };
  }
}

/** Returns the image of a row that enters the recipe and sets the default format. */
function imageOfRow({ files }: Row, [first]: readonly ParsedStep[]): string | undefined {
  const name = first && positionalInput(first.operation.inputs)?.name;
  const file = name === undefined ? undefined : first?.inputs[name];
  return typeof file === 'string' && files.includes(file) ? file : undefined;
}

/** Chooses the format: by the output's extension, then flags, then steps, then the source. */
function chooseEncoding(
  { encoding: { fromFlags: flags, fromSteps } }: Request,
  target: Target,
  source: string | undefined,
): ImageEncoding {
  const named = target.isFolder ? undefined : imageFormatOf(extensionOf(basename(target.path)));
  const format = named ?? flags.format ?? fromSteps?.format ?? (source ? sourceFormat(source) : 'png');
  const encoding = { ...fromSteps, ...flags, format };
  checkEncoding(encoding);
  return encoding;
}

/** Refuses two outputs with one path, and an output that replaces an input. */
function checkOutputs(jobs: readonly PlannedJob[], { force, shard, steps }: Request): void {
  const canonical = createCanonical();
  // The job that reads a file; `undefined` if several jobs read the file.
  const readers = new Map<string, PlannedJob | undefined>();
  for (const job of jobs)
    for (const file of job.problem ? [] : filesOf(job)) {
      const path = canonical(file);
      readers.set(path, readers.has(path) ? undefined : job);
    }
  // Adds inputs such as a mask, which every job reads.
  for (const file of sharedFiles(steps)) readers.set(canonical(file), jobs.length === 1 ? jobs[0] : undefined);
  const outputs = new Map<string, PlannedJob>();
  for (const job of jobs) {
    if (job.output === undefined || job.output === STDIO) continue;
    const path = canonical(job.output);
    const collision = outputs.get(path);
    if (collision)
      throw new UsageError(`${sourceName(collision)} and ${sourceName(job)} would both be written to ${job.output}.`);
    outputs.set(path, job);
    if (!readers.has(path)) continue;
    if (readers.get(path) !== job)
      throw new UsageError(`${sourceName(job)}: The output ${job.output} would overwrite another input.`);
    if (!force) throw new UsageError(`${job.output} is the input itself; use --force to overwrite it.`);
    // Shards depend on the contents of inputs, which must be the same for all shards.
    if (shard && shard.count > 1)
      throw new UsageError(`${job.output} is the input itself; with --shard, write to another folder.`);
  }
}

export const sourceName = ({ input, label, row }: PlannedJob): string | undefined => label ?? input ?? row?.label;

/** Resolves symlinks of paths, looking up each folder once. */
function createCanonical(): (path: string) => string {
  const folders = new Map<string, { readonly path: string; readonly isThere: boolean }>();
  return (path) => {
    const name = dirname(path);
    let folder = folders.get(name);
    if (!folder) {
      folder = { path: canonicalPath(name), isThere: isDirectory(name) ?? false };
      folders.set(name, folder);
    }
    const isLink = folder.isThere && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? canonicalPath(path) : join(folder.path, basename(path));
  };
}

function applyExistingPolicy(jobs: readonly PlannedJob[], { force, skipExisting }: Request): readonly PlannedJob[] {
  const isThere = createExistenceCheck();
  let [first, others] = ['', -1];
  const remaining = jobs.map((job) => {
    if (job.output === undefined || job.output === STDIO || !isThere(job.output)) return job;
    if (skipExisting) return { ...job, skip: true };
    const problem = unwritable(job.output);
    if (force) return { ...job, problem };
    // Reports errors that `--force` cannot overcome directly.
    if (problem instanceof FudebakoError) throw problem;
    if (others++ < 0) first = job.output;
    return job;
  });
  if (others < 0) return remaining;
  const more = others > 0 ? ` (and ${others} more)` : '';
  throw new UsageError(`${first} already exists${more}; use --force to overwrite or --skip-existing to skip.`);
}

/** Returns why an existing output cannot be replaced. */
function unwritable(output: string): unknown {
  try {
    findOutput(output);
    return undefined;
  } catch (problem) {
    return problem;
  }
}

/** Checks whether a path exists, looking up each folder once. */
function createExistenceCheck(): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  return (path) => {
    const name = dirname(path);
    let isThere = folders.get(name);
    if (isThere === undefined) {
      isThere = isDirectory(name) ?? false;
      folders.set(name, isThere);
    }
    return isThere && lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  };
}
