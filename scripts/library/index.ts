/**
 * Fudebako for Node: processes images, text on images, audio and video, with the same results as the app and the
 * command.
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
import { type Call, type FoundFile, type ResultOptions, type RunOptions, runCall, runForData } from './run.ts';
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

/** Operations that produce an image, audio or video. */
export type MakingId = { [Id in OperationId]: OperationTypes[Id]['output'] extends 'data' ? never : Id }[OperationId];
export type InputsOf<Id extends OperationId> = OperationTypes[Id]['inputs'];
/** Parameters of an operation. Parameters with a default are optional. */
export type ParametersOf<Id extends OperationId> = OperationTypes[Id]['parameters'];

/** Makes the parameters optional if no parameter is required. */
type Parameters<Id extends OperationId> =
  Partial<ParametersOf<Id>> extends ParametersOf<Id> ? [parameters?: ParametersOf<Id>] : [parameters: ParametersOf<Id>];

/**
 * Runs an operation.
 *
 * Images are processed as 8-bit RGBA in sRGB, with the EXIF orientation applied. Sizes and coordinates are in pixels
 * from the top left corner. Without `options.output`, the result is returned in memory.
 *
 * @param operation name such as `crop`; see `operations`
 * @param inputs files by input name
 * @param rest parameters and options
 * @throws ParameterError for an invalid parameter
 * @throws FudebakoError for other errors of the operation; see `code`, `data` and `describeError`
 * @throws MissingPackageError if an optional package is missing
 * @throws CancelledError when `options.signal` aborts
 * @throws Node's errors of reading and writing, including `EEXIST` if `output` exists and `force` is not set
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
  const call = createCall(operation, inputs, parameters);
  refuseData(call.steps);
  return runCall(call, options);
}

export interface RecipeOptions extends ResultOptions {
  /** Files by the names that the recipe's `inputs` use. */
  readonly files?: Readonly<Record<string, FileInput>>;
  /** Folder of the files that the recipe names; files outside are refused. Without a folder, only `files` are found. */
  readonly folder?: string | URL;
}

/**
 * Runs a recipe: one operation with its parameters, or a list that an image passes through, as the app copies it and
 * `fudebako run` reads it. Recipes may be untrusted: they are validated before any file is opened.
 *
 * @param recipe parsed JSON: `{ operation, params?, inputs? }` or a list of them
 * @param input the image or file that enters the first step; `undefined` if the recipe needs none
 * @throws as `run`; ParameterError with a path such as `[1].params.ratio`
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
  const find = (name: string): FoundFile => {
    if (Object.hasOwn(files, name)) return { input: files[name] as FileInput, fallbackName: name };
    if (folder === undefined) throw new FudebakoError('fileNotFound', { name });
    return { input: insideFolder(folder, name) };
  };
  refuseData(steps);
  if (input === undefined || last.operation.output === 'image') return runCall({ steps, image: input, find }, options);
  const subject = positionalInput(first.operation.inputs)?.name;
  if (subject === undefined) throw new TypeError(`${first.operation.id} takes its files from the inputs of the recipe`);
  const subjectInputs = { ...first.inputs, [subject]: SUBJECT };
  return runCall(
    {
      steps: steps.with(0, { ...first, inputs: subjectInputs }),
      find: (name) =>
        name === SUBJECT ? { input, fallbackName: unnamedAs(first.operation.inputs[subject]) } : find(name),
    },
    options,
  );
}

function refuseData(steps: readonly ParsedStep[]): void {
  const last = steps.at(-1)?.operation;
  if (last?.output === 'data') throw new TypeError(`${last.id} returns data; call ${last.id}() instead`);
}

/** A name that no file in a recipe can have. */
const SUBJECT = '\0subject';

/** Details of a file. The fields depend on its kind. */
export interface Inspection extends Data {
  readonly kind: string;
  readonly format: string;
}

/**
 * Returns details of a file, read from its bytes: format, size after rotation and bit depth of an image; duration,
 * tracks and tags of audio and video. Media files are never read completely.
 *
 * @throws FudebakoError `imageLoad`, `inspectUnknown`, `fileNotFound`; CancelledError; Node's errors of reading
 */
export async function inspect(file: FileInput, options: RunOptions = {}): Promise<Inspection> {
  return (await runForData(createCall('inspect', { file }, {}), options)) as Inspection;
}

/** Creates a call, with generated names for its files as in a recipe. */
function createCall(id: string, inputs: Readonly<Record<string, unknown>>, parameters: unknown): Call {
  const operation = findOperation(id);
  if (!operation) throw new ParameterError('operation', { options: operations.map((each) => each.id) }, id);
  const files = new Map<string, FoundFile>();
  const references: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (!Object.hasOwn(operation.inputs, name)) throw new ParameterError(name, { problem: 'unknown' }, undefined);
    if (value === undefined) continue;
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const unnamed = unnamedAs(operation.inputs[name]);
    const names = items.map((_, index) => `${name}[${index}]`);
    for (const [index, item] of items.entries())
      files.set(names[index] as string, { input: item as FileInput, fallbackName: unnamed });
    references[name] = Array.isArray(value) ? names : (names[0] as string);
  }
  checkCounts(operation.inputs, references);
  const step: ParsedStep = { operation, params: parseOperationParameters(operation, parameters), inputs: references };
  return { steps: [step], find: (reference) => files.get(reference) as FoundFile };
}

/** Returns a name for bytes, with the only extension that the input accepts. */
function unnamedAs(spec: InputSpecs[string] | undefined): string | undefined {
  const [extension] = (typeof spec === 'object' && spec.extensions) || [];
  return extension && `input.${extension}`;
}

function checkCounts(specs: InputSpecs, references: Readonly<Record<string, string | string[]>>): void {
  for (const [name, files] of Object.entries(references)) {
    const spec = specs[name];
    const max = typeof spec === 'object' ? spec.max : undefined;
    if (Array.isArray(files) && max === undefined) throw new ParameterError(name, { maxLength: 1 }, files.length);
    if (max !== undefined && Array.isArray(files) && files.length > max)
      throw new ParameterError(name, { maxLength: max }, files.length);
  }
}
