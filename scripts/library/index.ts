/**
 * Fudebako's operations for Node: pictures, text on pictures, sound and video, with the results that
 * the page and the command give.
 *
 * @example
 * import { run } from 'fudebako';
 * const { bytes } = await run('crop', { image: 'photo.jpg' }, { topX: 0, topY: 0, bottomX: 800, bottomY: 600 });
 * await run('scale', { image: bytes }, { width: 400, keepAspect: true }, { output: 'small.webp' });
 *
 * @packageDocumentation
 */
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import type { Data, InputSpecs } from '#core/operation.ts';
import { findOperation } from '#core/operations/index.ts';
import { type ParsedStep, parseOperationParameters, parseRecipe } from '#core/recipes/recipe.ts';
import { positionalInput } from '../command/positional.ts';
import { insideFolder } from './inside-folder.ts';
import type { OperationTypes } from './operations.generated.ts';
import { type OperationId, operations } from './operations.ts';
import type { BytesResult, FileResult } from './results.ts';
import { type Call, type Found, type ResultOptions, type RunOptions, runCall, runForData } from './run.ts';
import type { FileInput } from './sources.ts';

export type { FailOn } from '#core/base/damage.ts';
export { CancelledError, type ErrorCode, type ErrorData, FudebakoError, ParameterError } from '#core/base/errors.ts';
export type { ImageFormat } from '#core/image/codecs/encode.ts';
export { MissingPackageError } from '../platform/missing-package.ts';
export type * from './operations.generated.ts';
export { type OperationId, type OperationInfo, type OperationInput, operations } from './operations.ts';
export { createPlatform, type Platform, type PlatformOptions } from './platform.ts';
export type { BytesResult, FileResult, ResultFacts, ResultWarning } from './results.ts';
export type { ResultOptions, RunOptions } from './run.ts';
export type { FileInput } from './sources.ts';
export { describeError } from './words.ts';
export type { Data };

/** Operations whose result is a picture, a sound or a video. */
export type MakingId = { [Id in OperationId]: OperationTypes[Id]['output'] extends 'data' ? never : Id }[OperationId];
/** The files that an operation takes. */
export type InputsOf<Id extends OperationId> = OperationTypes[Id]['inputs'];
/** The parameters that an operation takes; those with a default, and optional ones, may be left out. */
export type ParametersOf<Id extends OperationId> = OperationTypes[Id]['parameters'];

/** The parameters are an argument that may be left out where none of them is required. */
type Parameters<Id extends OperationId> =
  Partial<ParametersOf<Id>> extends ParametersOf<Id> ? [parameters?: ParametersOf<Id>] : [parameters: ParametersOf<Id>];

/**
 * Does one operation.
 *
 * A picture's pixels are 8 bits a channel, RGBA, sRGB, upright; sizes and coordinates are in pixels
 * from the top left. Without `options.output` the result is bytes in memory.
 *
 * @param operation its name, as `crop`; `operations` lists them
 * @param inputs files by the names that the operation declares
 * @param rest parameters and options
 * @throws ParameterError for a parameter that is refused; FudebakoError for anything else that the
 * operation announces (`code` and `data` say what, `describeError` in a sentence);
 * MissingPackageError where an optional package is needed; CancelledError at `options.signal`;
 * Node's errors of reading and writing, `EEXIST` where `output` is there and `force` is not given
 */
export function run<Id extends MakingId>(
  operation: Id,
  inputs: InputsOf<Id>,
  parameters: ParametersOf<Id>,
  options: ResultOptions & { readonly output: string | URL },
): Promise<FileResult>;
export function run<Id extends MakingId>(
  operation: Id,
  inputs: InputsOf<Id>,
  ...rest: [...Parameters<Id>, options?: ResultOptions & { readonly output?: undefined }]
): Promise<BytesResult>;
export async function run(
  operation: string,
  inputs: Readonly<Record<string, unknown>>,
  parameters?: unknown,
  options: ResultOptions = {},
): Promise<BytesResult | FileResult> {
  const call = callOf(operation, inputs, parameters);
  refuseData(call.steps);
  return runCall(call, options);
}

export interface RecipeOptions extends ResultOptions {
  /** Files that the recipe's `inputs` name, by the names that it has for them. */
  readonly files?: Readonly<Record<string, FileInput>>;
  /** A folder that names in the recipe are looked for in, and nowhere outside of it. Without one, only `files` are found. */
  readonly folder?: string | URL;
}

/**
 * Does what a recipe says: an operation with its parameters, or a list of them that a picture goes
 * through, as each tool's menu copies it and `fudebako run` takes it. A recipe may come from
 * anywhere: it is held against the declarations before anything is opened.
 *
 * @param recipe as parsed from JSON: `{ operation, params?, inputs? }` or a list of those
 * @param input the picture that goes into the first step, or the file that the first step is about;
 * `undefined` where the recipe makes something from nothing
 * @throws as `run`; ParameterError with a path as `[1].params.ratio`
 */
export function runRecipe(
  recipe: unknown,
  input: FileInput | undefined,
  options: RecipeOptions & { readonly output: string | URL },
): Promise<FileResult>;
export function runRecipe(
  recipe: unknown,
  input?: FileInput,
  options?: RecipeOptions & { readonly output?: undefined },
): Promise<BytesResult>;
export async function runRecipe(
  recipe: unknown,
  input?: FileInput,
  options: RecipeOptions = {},
): Promise<BytesResult | FileResult> {
  const steps = parseRecipe(recipe);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) throw new ParameterError('[0]', { problem: 'required' }, undefined);
  const { files = {}, folder } = options;
  const find = (name: string): Found => {
    if (Object.hasOwn(files, name)) return { input: files[name] as FileInput, unnamed: name };
    if (folder === undefined) throw new FudebakoError('fileNotFound', { name });
    return { input: insideFolder(folder, name) };
  };
  refuseData(steps);
  if (input === undefined || last.operation.output === 'image')
    return runCall({ steps, picture: input, find }, options);
  const subject = positionalInput(first.operation.inputs)?.name;
  if (subject === undefined) throw new TypeError(`${first.operation.id} takes its files from the inputs of the recipe`);
  const subjectInputs = { ...first.inputs, [subject]: SUBJECT };
  return runCall(
    {
      steps: steps.with(0, { ...first, inputs: subjectInputs }),
      find: (name) => (name === SUBJECT ? { input, unnamed: unnamedAs(first.operation.inputs[subject]) } : find(name)),
    },
    options,
  );
}

function refuseData(steps: readonly ParsedStep[]): void {
  const last = steps.at(-1)?.operation;
  if (last?.output === 'data') throw new TypeError(`${last.id} returns data; call ${last.id}() instead`);
}

/** No file in a recipe can have this name. */
const SUBJECT = '\0subject';

/** What `inspect` says of a file; which fields there are depends on its kind. */
export interface Inspection extends Data {
  readonly kind: string;
  readonly format: string;
}

/**
 * Says what a file is, from its own bytes: a picture's format, upright size in pixels, bit depth and
 * so on; of sound and video the duration in seconds, tracks and tags. Media are never read whole.
 *
 * @throws FudebakoError `imageLoad`, `inspectUnknown`, `fileNotFound`; CancelledError; Node's errors of reading
 */
export async function inspect(file: FileInput, options: RunOptions = {}): Promise<Inspection> {
  return (await runForData(callOf('inspect', { file }, {}), options)) as Inspection;
}

/** A call with its files under names of their own, as a recipe would name them. */
function callOf(id: string, inputs: Readonly<Record<string, unknown>>, parameters: unknown): Call {
  const operation = findOperation(id);
  if (!operation) throw new ParameterError('operation', { options: operations.map((each) => each.id) }, id);
  const files = new Map<string, Found>();
  const references: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (!Object.hasOwn(operation.inputs, name)) throw new ParameterError(name, { problem: 'unknown' }, undefined);
    if (value === undefined) continue;
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const unnamed = unnamedAs(operation.inputs[name]);
    const names = items.map((_, index) => `${name}[${index}]`);
    for (const [index, item] of items.entries())
      files.set(names[index] as string, { input: item as FileInput, unnamed });
    references[name] = Array.isArray(value) ? names : (names[0] as string);
  }
  checkCounts(operation.inputs, references);
  const step: ParsedStep = { operation, params: parseOperationParameters(operation, parameters), inputs: references };
  return { steps: [step], find: (reference) => files.get(reference) as Found };
}

/** Bytes for an input of one extension are taken for what it takes, until they are looked at. */
function unnamedAs(spec: InputSpecs[string] | undefined): string | undefined {
  const [extension] = (typeof spec === 'object' && spec.extensions) || [];
  return extension && `input.${extension}`;
}

function checkCounts(specs: InputSpecs, references: Readonly<Record<string, string | string[]>>): void {
  for (const [name, given] of Object.entries(references)) {
    const spec = specs[name];
    const max = typeof spec === 'object' ? spec.max : undefined;
    if (Array.isArray(given) && max === undefined) throw new ParameterError(name, { maxLength: 1 }, given.length);
    if (max !== undefined && Array.isArray(given) && given.length > max)
      throw new ParameterError(name, { maxLength: max }, given.length);
  }
}
