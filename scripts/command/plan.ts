import { open } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { FudebakoError, ParameterError } from '#core/errors.ts';
import { baseName, extensionOf } from '#core/files.ts';
import { type ImageEncoding, type ImageFormat, imageFormatOf, imageFormats } from '#core/image/encode.ts';
import { type PictureFormat, sniffPicture } from '#core/image/header.ts';
import type { InputSpec } from '#core/operation.ts';
import { exists } from '../platform/files.ts';
import { UsageError } from './errors.ts';
import { canonicalPath, type FoundInput, findInputs } from './inputs.ts';
import type { CommandStep } from './job.ts';
import type { Row } from './rows.ts';

/** What a command line asks for, read but not yet held against the disk. */
export interface Request {
  /** What `--json` calls it: an operation's id, or `run`. */
  readonly name: string;
  readonly steps: readonly CommandStep[];
  readonly output: 'image' | 'file' | 'data';
  /** The input that the paths below are for; without one there is a single result. */
  readonly subject: (InputSpec & { readonly name: string }) | undefined;
  readonly paths: readonly string[];
  /** In place of inputs: rows that each make a result. */
  readonly rows?: readonly Row[];
  /** `-o`. */
  readonly target: string | undefined;
  /** What flags say of the picture's encoding, and then what the steps wish. */
  readonly encoding: { readonly given: Partial<ImageEncoding>; readonly wished: ImageEncoding | undefined };
  /** What an operation of output `file` can write. */
  readonly extensions: readonly string[];
  /** What the command can write besides, for the sentence about a name that asks for nothing it can. */
  readonly otherExtensions?: readonly string[] | undefined;
  readonly force: boolean;
  readonly skipExisting: boolean;
  readonly shard: Shard | undefined;
}

/** The `index`-th (from 1) of `count` slices of the inputs. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** One thing to do. */
export interface PlannedJob {
  readonly input: string | undefined;
  /** The row that it is made from. */
  readonly row?: Row;
  readonly output: string | undefined;
  readonly encoding: ImageEncoding | undefined;
  /** The output is there already and is to be left. */
  readonly skip: boolean;
  /** Why it cannot be done, where that is known already. */
  readonly problem?: unknown;
}

/**
 * Everything that a request comes to, with every reason not to begin found before anything is
 * touched: outputs that meet, exist, or are inputs.
 *
 * @throws UsageError
 */
export async function planJobs(request: Request): Promise<PlannedJob[]> {
  const target = request.output === 'data' ? undefined : await resolveTarget(request);
  const jobs = await listJobs(request, target);
  await checkOutputs(jobs, request);
  return settleExisting(sliceOf(jobs, request.shard), request);
}

/** Every `count`-th job, so that slices of a folder cost about the same. */
function sliceOf(jobs: readonly PlannedJob[], shard: Shard | undefined): readonly PlannedJob[] {
  return shard ? jobs.filter((_, index) => index % shard.count === shard.index - 1) : jobs;
}

interface Target {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Whether `-o` names a file or a folder: what is there says so, then a final slash, then the extension. */
async function resolveTarget(request: Request): Promise<Target> {
  const { target, paths, rows, output, extensions, otherExtensions = [], encoding } = request;
  if (!target) throw new ParameterError('--output', { problem: 'required' }, undefined);
  const isFolder = await isDirectory(target);
  if (isFolder || target.endsWith('/') || target.endsWith(sep)) return { path: target, isFolder: true };
  const isMany = rows !== undefined || paths.length > 1 || (paths[0] !== undefined && (await isDirectory(paths[0])));
  const extension = extensionOf(basename(target));
  if (isMany) {
    if (isFolder === undefined && !canWrite(output, extensions, extension)) return { path: target, isFolder: true };
    throw new UsageError(`${rows ? 'Rows' : 'Several inputs'} need a folder to go to, and ${target} is a file.`);
  }
  if (extension === '' && isFolder === undefined) return { path: target, isFolder: true };
  if (!canWrite(output, extensions, extension)) {
    const known = [...(output === 'image' ? imageFormats : extensions), ...otherExtensions];
    throw new UsageError(`${target}: The name must end in .${known.join(', .')}; a folder's name must end in a slash.`);
  }
  const format = imageFormatOf(extension);
  if (output === 'image' && encoding.given.format && encoding.given.format !== format)
    throw new UsageError(`--format ${encoding.given.format} does not go with ${target}.`);
  return { path: target, isFolder: false };
}

/** `undefined` where there is nothing. */
async function isDirectory(path: string): Promise<boolean | undefined> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return undefined;
  const status = await handle.stat();
  await handle.close();
  return status.isDirectory();
}

function canWrite(output: Request['output'], extensions: readonly string[], extension: string): boolean {
  return output === 'image' ? imageFormatOf(extension) !== undefined : extensions.includes(extension);
}

async function listJobs(request: Request, target: Target | undefined): Promise<PlannedJob[]> {
  const { subject, paths, rows } = request;
  if (rows && target) return Promise.all(rows.map((row) => planRow(request, target, row)));
  if (!subject || paths.length === 0) return [await planJob(request, target, undefined)];
  const inputs = await findInputs(paths, subject, target?.isFolder ? target.path : undefined);
  if (inputs.length === 0) throw new UsageError(`There is nothing to open in ${paths.join(', ')}.`);
  const jobs: PlannedJob[] = [];
  // One after another: a folder may hold more files than a process may have open.
  for (const input of inputs) jobs.push(await planJob(request, target, input));
  return jobs;
}

async function planJob(
  request: Request,
  target: Target | undefined,
  input: FoundInput | undefined,
): Promise<PlannedJob> {
  const job = { input: input?.path, output: undefined, encoding: undefined, skip: false };
  if (input?.problem) return { ...job, problem: input.problem };
  if (!target) return job;
  if (target.isFolder && !input) throw new UsageError(`${target.path}: A file is needed here, not a folder.`);
  try {
    const encoding = request.output === 'image' ? await chooseEncoding(request, target, input?.path) : undefined;
    const extension = encoding?.format ?? request.extensions[0] ?? '';
    const name = input && `${baseName(basename(input.path))}.${extension}`;
    const output = target.isFolder && input && name ? join(target.path, input.place, name) : target.path;
    return { ...job, output, encoding };
  } catch (problem) {
    return { ...job, problem };
  }
}

async function planRow(request: Request, target: Target, row: Row): Promise<PlannedJob> {
  const encoding = await chooseEncoding(request, target, undefined);
  return { input: undefined, row, output: join(target.path, `${row.name}.${encoding.format}`), encoding, skip: false };
}

const writtenAs: Record<PictureFormat, ImageFormat> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'png',
  bmp: 'png',
};

/** The format that the output's name says, then flags, then the steps, then the source's own. */
async function chooseEncoding(
  { encoding: { given, wished } }: Request,
  target: Target,
  source: string | undefined,
): Promise<ImageEncoding> {
  const named = target.isFolder ? undefined : imageFormatOf(extensionOf(basename(target.path)));
  const format = named ?? given.format ?? wished?.format ?? (source ? await sourceFormat(source) : 'png');
  return { format, quality: given.quality ?? wished?.quality };
}

/** Enough for every signature that `sniffPicture` knows. */
const SIGNATURE_BYTES = 64;

async function sourceFormat(path: string): Promise<ImageFormat> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    const format = sniffPicture(buffer.subarray(0, bytesRead));
    if (!format) throw new FudebakoError('imageLoad', { reason: bytesRead === 0 ? 'empty' : 'notAnImage' });
    return writtenAs[format];
  } finally {
    await handle.close();
  }
}

/** Two results under one name, or a result in place of an input. */
async function checkOutputs(jobs: readonly PlannedJob[], { force }: Request): Promise<void> {
  const inputs = new Map<string, PlannedJob>();
  for (const job of jobs) if (job.input && !job.problem) inputs.set(await canonicalPath(job.input), job);
  const outputs = new Map<string, PlannedJob>();
  for (const job of jobs) {
    if (job.output === undefined) continue;
    const path = await canonicalOutput(job.output);
    const rival = outputs.get(path);
    if (rival)
      throw new UsageError(`${sourceName(rival)} and ${sourceName(job)} would both be written to ${job.output}.`);
    outputs.set(path, job);
    const source = inputs.get(path);
    if (source && (source !== job || !force))
      throw new UsageError(
        source === job
          ? `${job.output} is the input itself; --force replaces it.`
          : `${job.output}, the result of ${job.input}, would replace another input.`,
      );
  }
}

/** What a job is made from, for people. */
export const sourceName = ({ input, row }: PlannedJob): string | undefined => input ?? row?.label;

const canonicalOutput = async (path: string) => join(await canonicalPath(dirname(path)), basename(path));

async function settleExisting(jobs: readonly PlannedJob[], { force, skipExisting }: Request): Promise<PlannedJob[]> {
  const settled: PlannedJob[] = [];
  const taken: string[] = [];
  for (const job of jobs) {
    const isTaken = job.output !== undefined && !force && (await exists(job.output));
    if (isTaken && !skipExisting) taken.push(job.output as string);
    settled.push({ ...job, skip: isTaken });
  }
  const [first] = taken;
  if (first === undefined) return settled;
  const others = taken.length > 1 ? ` (and ${taken.length - 1} more)` : '';
  throw new UsageError(`${first} exists already${others}; --force replaces, --skip-existing leaves it.`);
}
