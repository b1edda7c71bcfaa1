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
import { convert } from '#core/operations/convert.ts';
import { findOperation } from '#core/operations/index.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { parseOutputs } from '#core/recipes/outputs.ts';
import { type ParsedStep, parseOperationParameters, parseRecipe } from '#core/recipes/recipe.ts';
import { positionalInput } from '../command/positional.ts';
import { atBoundary } from './boundary.ts';
import { insideFolder } from './inside-folder.ts';
import type { Inspection } from './inspection.ts';
import type { OperationTypes } from './operations.generated.ts';
import { type OperationId, operations } from './operations.ts';
import type { OutputOptions, ResultOptions, RunOptions } from './options.ts';
import type { BytesResult, FileResult } from './results.ts';
import { type Call, decodeShared, type FoundFile, runCall, runForData, runOutputs } from './run.ts';
import { createOpenImage, type FileInput, type OpenImage } from './sources.ts';

export type { FailOn } from '#core/base/damage.ts';
export { CancelledError, type ErrorCode, type ErrorData, FudebakoError, ParameterError } from '#core/base/errors.ts';
export type { ImageFormat } from '#core/image/codecs/encode.ts';
export type { MetadataChoice } from '#core/image/metadata/choices.ts';
export { MissingPackageError } from '../platform/missing-package.ts';
export type { AudioInspection, ImageInspection, Inspection, MediaTrack, VideoInspection } from './inspection.ts';
export type * from './operations.generated.ts';
export {
  type OperationId,
  type OperationInfo,
  type OperationInput,
  operations,
  type Recipe,
  type RecipeStep,
} from './operations.ts';
export type { EncodingOptions, OutputOptions, ResultOptions, RunOptions } from './options.ts';
export { createPlatform, type Platform, type PlatformOptions } from './platform.ts';
export type { BytesResult, FileResult, ResultFacts, ResultWarning } from './results.ts';
export type { FileInput, OpenImage } from './sources.ts';
export type { ByteStream, WebByteStream } from './streams.ts';
export { describeError } from './words.ts';
export type { Data };

/** Operations that produce an image, audio or video. */
export type MakingId = { [Id in OperationId]: OperationTypes[Id]['output'] extends 'data' ? never : Id }[OperationId];
export type InputsOf<Id extends OperationId> = OperationTypes[Id]['inputs'];
/** Parameters of an operation. Parameters with a default are optional. */
export type ParametersOf<Id extends OperationId> = OperationTypes[Id]['parameters'];

/** Makes the argument optional if no parameter is required. */
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
export function run<Id extends ImageId>(
  operation: Id,
  inputs: InputsOf<Id>,
  parameters: ParametersOf<Id>,
  options: ManyOptions,
): Promise<OutputResult[]>;
export function run<Id extends MakingId>(
  operation: Id,
  inputs: InputsOf<Id>,
  ...rest: [...Parameters<Id>, options?: ResultOptions & { readonly output?: undefined; readonly outputs?: undefined }]
): Promise<BytesResult>;
export async function run(
  operation: string,
  inputs: Readonly<Record<string, unknown>>,
  parameters?: unknown,
  options: AnyOptions = {},
): Promise<OutputResult | OutputResult[]> {
  return atBoundary(options, RESULT_OPTIONS, async () => {
    const { outputs, ...single } = options;
    const call = createCall(operation, inputs, parameters, replacesScale(operation, outputs));
    if (outputs !== undefined) return runMany(call, outputs, single);
    refuseData(call.steps);
    return runCall(call, single);
  });
}

type AnyOptions = ResultOptions & { readonly outputs?: readonly OutputOptions[] | undefined };

const RUN_OPTIONS: readonly string[] = ['platform', 'signal', 'onProgress', 'failOn'];
const RESULT_OPTIONS = [...RUN_OPTIONS, 'output', 'force', 'sync', 'outputs', ...Object.keys(convert.params)];
const RECIPE_OPTIONS = [...RESULT_OPTIONS, 'files', 'folder'];

/** Operations that produce an image. */
export type ImageId = {
  [Id in OperationId]: OperationTypes[Id]['output'] extends 'image' ? Id : never;
}[OperationId];

/** Options of a call with several results. The files of `outputs` appear together when all results are complete. */
export type ManyOptions = ResultOptions & {
  readonly output?: undefined;
  /** The results, at most 80. The inputs are decoded once. */
  readonly outputs: readonly OutputOptions[];
};

/** A result with `bytes`, or with `path` for an output with a file. */
export type OutputResult = BytesResult | FileResult;

async function runMany(call: Call, outputs: readonly OutputOptions[], options: ResultOptions): Promise<OutputResult[]> {
  if (options.output !== undefined) throw new ParameterError('output', { problem: 'exclusive' }, options.output);
  if (call.steps.at(-1)?.operation.output === 'file')
    throw new ParameterError('outputs', { problem: 'unknown' }, outputs);
  refuseData(call.steps);
  const encodings = Array.isArray(outputs) ? outputs.map(({ output: _, ...encoding }) => encoding) : outputs;
  const parsed = parseOutputs(encodings);
  return runOutputs(
    call,
    options,
    parsed.map((each, index) => ({ ...each, output: outputs[index]?.output })),
  );
}

/** True if each output sets the size instead of `scale`. */
const replacesScale = (operation: string, outputs: readonly OutputOptions[] | undefined): boolean =>
  operation === 'scale' && Array.isArray(outputs) && outputs.some((each) => each?.width !== undefined);

/**
 * Decodes an image once, so that several calls share its pixels.
 *
 * @example
 * using photo = await open('photo.jpg');
 * await run('scale', { image: photo }, { width: 640 }, { output: 'small.webp' });
 * await runRecipe(recipe, photo, { output: 'edited.jpg' });
 *
 * @throws as `run`
 */
export async function open(image: FileInput, options: RunOptions = {}): Promise<OpenImage> {
  return atBoundary(options, RUN_OPTIONS, async () => createOpenImage(await decodeShared(image, options)));
}

export interface RecipeOptions extends ResultOptions {
  /** Files by the names in the recipe's `inputs`. */
  readonly files?: Readonly<Record<string, FileInput>>;
  /**
   * Folder with the files that the recipe names. Files outside of the folder are rejected. Without a folder, only
   * `files` are available.
   */
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
  input: FileInput | undefined,
  options: RecipeOptions & ManyOptions,
): Promise<OutputResult[]>;
export function runRecipe(
  recipe: unknown,
  input?: FileInput,
  options?: RecipeOptions & { readonly output?: undefined; readonly outputs?: undefined },
): Promise<BytesResult>;
export async function runRecipe(
  recipe: unknown,
  input?: FileInput,
  options: RecipeOptions & AnyOptions = {},
): Promise<OutputResult | OutputResult[]> {
  return atBoundary(options, RECIPE_OPTIONS, () => runAnyRecipe(recipe, input, options));
}

async function runAnyRecipe(
  recipe: unknown,
  input: FileInput | undefined,
  { outputs, files = {}, folder, ...options }: RecipeOptions & AnyOptions,
): Promise<OutputResult | OutputResult[]> {
  const steps = parseRecipe(recipe);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) throw new ParameterError('[0]', { problem: 'required' }, undefined);
  const find = (name: string): FoundFile => {
    if (Object.hasOwn(files, name)) return { input: files[name] as FileInput, fallbackName: name };
    if (folder === undefined) throw new FudebakoError('fileNotFound', { name });
    return { input: insideFolder(folder, name) };
  };
  if (outputs !== undefined) return runMany({ steps, image: input, find }, outputs, options);
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

/** Name of the first step's image. No file in a recipe can have this name. */
const SUBJECT = '\0subject';

/**
 * Returns details of a file, read from its bytes: format, size after rotation and bit depth of an image; duration,
 * tracks and tags of audio and video. Media files are never read completely.
 *
 * @throws FudebakoError `imageLoad`, `inspectUnknown`, `fileNotFound`; CancelledError; Node's errors of reading
 */
export async function inspect(file: FileInput, options: RunOptions = {}): Promise<Inspection> {
  return atBoundary(options, RUN_OPTIONS, async () => {
    return (await runForData(createCall('inspect', { file }, {}), options)) as unknown as Inspection;
  });
}

/** Creates a call of one operation. The files get generated names, as in a recipe. */
function createCall(
  id: string,
  inputs: Readonly<Record<string, unknown>>,
  parameters: unknown,
  isReplaced = false,
): Call {
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
  if (isReplaced) {
    parseParameters(operation.params, parameters);
    if (Object.keys(parameters ?? {}).length > 0)
      throw new ParameterError('outputs', { problem: 'exclusive' }, parameters);
    const image = references.image as string;
    return { steps: [], image: files.get(image)?.input, find: (reference) => files.get(reference) as FoundFile };
  }
  const step: ParsedStep = { operation, params: parseOperationParameters(operation, parameters), inputs: references };
  return { steps: [step], find: (reference) => files.get(reference) as FoundFile };
}

/** Returns a file name for bytes, with the input's extension if the input accepts exactly one extension. */
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
