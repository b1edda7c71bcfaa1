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
import { FudebakoError } from '#core/base/errors.ts';
import type { Data } from '#core/operation.ts';
import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import { positionalInput } from '../command/parse/positional.ts';
import { atBoundary, checkedFiles } from './boundary.ts';
import {
  createCall,
  RECIPE_OPTIONS,
  RESULT_OPTIONS,
  RUN_OPTIONS,
  refuseData,
  replacesScale,
  runMany,
  runParsed,
  unnamedAs,
} from './calls.ts';
import { CallError } from './errors.ts';
import type { FileUrl } from './globals.ts';
import type { Inspection } from './inspection.ts';
import type { OperationTypes } from './operations.generated.ts';
import type { OperationId } from './operations.ts';
import type { OutputOptions, ResultOptions, RunOptions } from './options.ts';
import type { BytesResult, FileResult, OutputResult, StreamResult } from './results.ts';
import { decodeShared, type FoundFile, runCall, runForData } from './run.ts';
import type { ByteSink } from './sinks.ts';
import { createOpenImage, type FileInput, insideFolder, type OpenImage } from './sources.ts';

export type { FailOn } from '#core/base/damage.ts';
export { type ErrorCode, errorCodes, type WarningCode } from '#core/base/error-codes.ts';
export { type ErrorData, FudebakoError, ParameterError } from '#core/base/errors.ts';
export type { MetadataChoice } from '#core/image/metadata/choices.ts';
export { CancelledError, describeError, MissingPackageError } from './errors.ts';
export type { ByteBlob, CallSignal, FileUrl } from './globals.ts';
export type {
  AttachedImage,
  AudioInspection,
  ImageInspection,
  Inspection,
  MediaTrack,
  VideoInspection,
} from './inspection.ts';
export type * from './operations.generated.ts';
export {
  type OperationId,
  type OperationInfo,
  type OperationInput,
  operations,
  type Recipe,
  type RecipeDocument,
  type RecipeOutputs,
  type RecipeStep,
} from './operations.ts';
export type { EncodingOptions, OutputOptions, ResultOptions, RunOptions } from './options.ts';
export { createPlatform, type Platform, type PlatformOptions } from './platform.ts';
export type { BytesResult, FileResult, OutputResult, ResultFacts, ResultWarning, StreamResult } from './results.ts';
export type { ByteSink, NodeByteSink, WebByteSink } from './sinks.ts';
export type { FileInput, OpenImage } from './sources.ts';
export type { ByteStream, WebByteStream } from './streams.ts';
export type { Data };

/** Operations that produce an image, audio or video. */
export type MakingId = { [Id in OperationId]: OperationTypes[Id]['output'] extends 'data' ? never : Id }[OperationId];
/** Operations that produce an image. */
export type ImageId = { [Id in OperationId]: OperationTypes[Id]['output'] extends 'image' ? Id : never }[OperationId];
export type InputsOf<Id extends OperationId> = OperationTypes[Id]['inputs'];
/** Parameters of an operation. Parameters with a default are optional. */
export type ParametersOf<Id extends OperationId> = OperationTypes[Id]['parameters'];

/** Type of the argument with the parameters, which is optional if the operation requires no parameter. */
type Parameters<Id extends OperationId> =
  Partial<ParametersOf<Id>> extends ParametersOf<Id> ? [parameters?: ParametersOf<Id>] : [parameters: ParametersOf<Id>];

type FileOptions = ResultOptions & { readonly output: string | FileUrl; readonly outputs?: undefined };
type StreamOptions = ResultOptions & { readonly output: ByteSink; readonly outputs?: undefined };
type BytesOptions = ResultOptions & { readonly output?: undefined; readonly outputs?: undefined };
/** Options of a call with one result, if its type of output (file, stream or bytes) isn't known at compile time. */
type SingleOptions = ResultOptions & { readonly outputs?: undefined };

/** Options of a call with several results. The files of `outputs` appear together when all results are complete. */
export type ManyOptions = ResultOptions & {
  readonly output?: undefined;
  /** The results, at most 80. The inputs are decoded once. */
  readonly outputs: readonly OutputOptions[];
};

/**
 * Runs an operation.
 *
 * Images are processed as 8-bit RGBA in sRGB, with the EXIF orientation applied. Sizes and coordinates are in pixels
 * from the top left corner. Without `options.output`, the result is returned in memory.
 *
 * @param operation name such as `crop`; see `operations`
 * @param inputs files by input name
 * @param rest parameters and options
 * @throws FudebakoError always; see `code`, `message`, `data` and `cause`. ParameterError for an invalid parameter,
 * MissingPackageError if an optional package is missing, CancelledError when `options.signal` aborts. `fileExists` if
 * `output` exists and `force` is not set
 */
export function run<Id extends MakingId>(
  operation: Id,
  inputs: InputsOf<Id>,
  parameters: ParametersOf<Id>,
  options: FileOptions,
): Promise<FileResult>;
export function run<Id extends MakingId>(
  operation: Id,
  inputs: InputsOf<Id>,
  parameters: ParametersOf<Id>,
  options: StreamOptions,
): Promise<StreamResult>;
export function run<Id extends ImageId>(
  operation: Id,
  inputs: InputsOf<Id>,
  parameters: ParametersOf<Id>,
  options: ManyOptions,
): Promise<OutputResult[]>;
export function run<Id extends MakingId>(
  operation: Id,
  inputs: InputsOf<Id>,
  ...rest: [...Parameters<Id>, options?: BytesOptions]
): Promise<BytesResult>;
export function run<Id extends MakingId>(
  operation: Id,
  inputs: InputsOf<Id>,
  parameters: ParametersOf<Id>,
  options: SingleOptions,
): Promise<OutputResult>;
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

interface RecipeFiles {
  /** Files by the names in the recipe's `inputs`. */
  readonly files?: Readonly<Record<string, FileInput>>;
  /** Folder of the files that the recipe names; files outside are rejected. By default, only `files` are available. */
  readonly folder?: string | FileUrl;
}

export interface RecipeOptions extends ResultOptions, RecipeFiles {}

/** Options of a recipe with several results. */
export type ManyRecipeOptions = RecipeFiles &
  Omit<ManyOptions, 'outputs'> & {
    /** The results, which replace the recipe's own `outputs`; or `'recipe'` for the recipe's own. */
    readonly outputs: readonly OutputOptions[] | 'recipe';
  };

/**
 * Runs a recipe, in the format that the app copies and `fudebako run` reads. Recipes may be untrusted: validation
 * comes before any file access.
 *
 * @param recipe parsed JSON of type `Recipe`: a step, a list of steps, or an object with `steps`
 * @param input the image or file for the first step; `undefined` if the recipe needs none
 * @throws as `run`; ParameterError with a path such as `[1].params.ratio`
 */
export function runRecipe(
  recipe: unknown,
  input: FileInput | undefined,
  options: RecipeFiles & FileOptions,
): Promise<FileResult>;
export function runRecipe(
  recipe: unknown,
  input: FileInput | undefined,
  options: RecipeFiles & StreamOptions,
): Promise<StreamResult>;
export function runRecipe(
  recipe: unknown,
  input: FileInput | undefined,
  options: ManyRecipeOptions,
): Promise<OutputResult[]>;
export function runRecipe(
  recipe: unknown,
  input?: FileInput,
  options?: RecipeFiles & BytesOptions,
): Promise<BytesResult>;
export function runRecipe(
  recipe: unknown,
  input: FileInput | undefined,
  options: RecipeFiles & SingleOptions,
): Promise<OutputResult>;
export async function runRecipe(
  recipe: unknown,
  input?: FileInput,
  options: AnyRecipeOptions = {},
): Promise<OutputResult | OutputResult[]> {
  return atBoundary(options, RECIPE_OPTIONS, () => runAnyRecipe(recipe, input, options));
}

type AnyRecipeOptions = RecipeOptions & { readonly outputs?: readonly OutputOptions[] | 'recipe' | undefined };

async function runAnyRecipe(
  recipe: unknown,
  input: FileInput | undefined,
  { outputs, files = {}, folder, ...options }: AnyRecipeOptions,
): Promise<OutputResult | OutputResult[]> {
  const { steps, outputs: own } = parseRecipeWithOutputs(recipe);
  checkedFiles(files, 'The option files');
  const find = (name: string): FoundFile => {
    if (Object.hasOwn(files, name)) return { input: files[name] as FileInput, fallbackName: name };
    if (folder === undefined) throw new FudebakoError('fileNotFound', { name });
    return { input: insideFolder(folder, name) };
  };
  if (outputs === 'recipe') return runParsed({ steps, image: input, find }, own ?? [{ encoding: {} }], options);
  if (outputs !== undefined) return runMany({ steps, image: input, find }, outputs, options);
  if (own) throw new CallError('invalidCall', "The recipe lists several outputs. Set the option outputs to 'recipe'.");
  refuseData(steps);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || input === undefined || last?.operation.output === 'image')
    return runCall({ steps, image: input, find }, options);
  const subject = positionalInput(first.operation.inputs)?.name;
  if (subject === undefined)
    throw new CallError('invalidCall', `${first.operation.id} takes its files from the inputs of the recipe.`);
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

/** Name of the first step's image. No file in a recipe can have this name. */
const SUBJECT = '\0subject';

/**
 * Returns details from a file's bytes. Images: format, size after rotation, bit depth. Audio and video: duration,
 * tracks, tags. Audio and video files are never read completely.
 *
 * @throws FudebakoError `imageLoad`, `inspectUnknown`, `fileNotFound` and others, as `run`
 */
export async function inspect(file: FileInput, options: RunOptions = {}): Promise<Inspection> {
  return atBoundary(options, RUN_OPTIONS, async () => {
    return (await runForData(createCall('inspect', { file }, {}), options)) as unknown as Inspection;
  });
}
