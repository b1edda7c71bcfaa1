import { type FailOn, failOnLevels } from '#core/base/damage.ts';
import { CancelledError, ParameterError } from '#core/base/errors.ts';
import { extensionOf, type SourceFile } from '#core/base/files.ts';
import { OPERATIONS_SHARE, partOf } from '#core/base/progress.ts';
import {
  type ChromaSubsampling,
  checkEncoding,
  encodeImage,
  type ImageEncoding,
  type ImageFormat,
  imageFormatOf,
  imageFormats,
  imageMimeType,
} from '#core/image/codecs/encode.ts';
import { SIGNATURE_BYTES } from '#core/image/codecs/header.ts';
import type { MetadataChoice } from '#core/image/metadata/choices.ts';
import type { Data, WrittenFile } from '#core/operation.ts';
import { convert } from '#core/operations/convert.ts';
import { parseField } from '#core/parameters/parse.ts';
import type { OperationContext, Warning } from '#core/platform/context.ts';
import {
  baseInput,
  checkStepInputs,
  type ParsedStep,
  recipeEncoding,
  runSteps,
  runStepsOfFile,
} from '#core/recipes/recipe.ts';
import { runToFile } from '../command/job.ts';
import { formatAfterAll } from '../command/source-format.ts';
import { asLimitError, watchLimits } from '../platform/job-limits.ts';
import { type Platform, platformParts } from './platform.ts';
import { type BytesResult, type Destination, type FileResult, fileDestination, memoryDestination } from './results.ts';
import { createSources, type FileInput, type OpenSources, pathOf } from './sources.ts';
import { warningMessage } from './words.ts';

export interface RunOptions {
  /** Platform to run on; by default a platform that all calls share. */
  readonly platform?: Platform;
  /** Signal that aborts the call, which rejects with `CancelledError` and removes partial results. */
  readonly signal?: AbortSignal;
  /** Receives the progress from 0 to 1, which never decreases. */
  readonly onProgress?: (fraction: number) => void;
  /** Least severe damage for which an image is refused, `truncated` by default. Lesser damage is a warning. */
  readonly failOn?: FailOn;
}

export interface ResultOptions extends RunOptions {
  /** File to write instead of returning bytes. Its extension sets the format; it appears when complete. */
  readonly output?: string | URL;
  /** Whether to overwrite an existing `output`. False by default. */
  readonly force?: boolean;
  /** Whether to flush `output` to disk before the call resolves. True by default; false is faster. */
  readonly sync?: boolean;
  /** Image format, unless `output` or the operation sets one. Defaults to the format of the source. */
  readonly format?: ImageFormat;
  /** Image quality, 0 to 1, for formats that have one. */
  readonly quality?: number;
  /** Largest file size in units of 1,000 bytes; lowers the quality to fit. */
  readonly maxKilobytes?: number;
  /** Compression of PNG, 0 (fastest) to 9 (smallest). */
  readonly compression?: number;
  /** Maximum number of colors of PNG, 2 to 256. By default the image keeps every color. */
  readonly colors?: number;
  /** Whether to dither an image with fewer `colors`. True by default. */
  readonly dithering?: boolean;
  /** Metadata to write into the image; none by default. */
  readonly metadata?: MetadataChoice;
  /** Encoding effort of WebP and AVIF, 0 to 9: more takes longer and makes smaller files. */
  readonly effort?: number;
  /** Whether to keep every pixel in WebP and AVIF. False by default. */
  readonly lossless?: boolean;
  /** Chroma subsampling of JPG and AVIF; by default 4:2:0 below the maximum quality. */
  readonly chroma?: ChromaSubsampling;
}

/** Steps, and a function that finds the files that their inputs name. */
export interface Call {
  readonly steps: readonly ParsedStep[];
  readonly image?: FileInput | undefined;
  readonly find: (reference: string) => FoundFile;
}

/** A file, and a name for bytes without one. */
export interface FoundFile {
  readonly input: FileInput;
  readonly fallbackName?: string;
}

/**
 * Runs a call.
 * @throws FudebakoError, ParameterError, CancelledError; Node's errors of reading and writing
 */
export function runCall(call: Call, options: ResultOptions): Promise<BytesResult | FileResult> {
  return withinLimits(options, (limited) => runWithin(call, limited));
}

async function runWithin(call: Call, options: ResultOptions): Promise<BytesResult | FileResult> {
  const sources = createSources();
  const warnings: Warning[] = [];
  const steps = withOutputFormat(call.steps, options);
  checkStepInputs(steps, call.image !== undefined);
  const isPicture = steps.at(-1)?.operation.output === 'image';
  const encoding = isPicture ? chooseEncoding(steps, options) : {};
  const context = contextOf(options, warnings);
  const { output, force = false, sync = true } = options;
  const destination =
    output === undefined ? memoryDestination() : await fileDestination(output, { replace: force, sync });
  try {
    const make = isPicture ? makeImage : makeFile;
    const facts = await make({ ...call, steps }, encoding, context, sources, destination);
    if (options.signal?.aborted) throw new CancelledError();
    const { size } = destination;
    const described = warnings.map((warning) => ({ ...warning, message: warningMessage(warning) }));
    return { ...facts, size, warnings: described, ...(await destination.finish()) };
  } catch (error) {
    await destination.discard();
    throw error;
  } finally {
    await sources.close();
  }
}

export function runForData(call: Call, options: RunOptions): Promise<Data> {
  return withinLimits(options, async (limited) => {
    const sources = createSources();
    try {
      const open = opener(call, sources);
      return (await runToFile(call.steps, contextOf(limited, []), open)) as Data;
    } finally {
      await sources.close();
    }
  });
}

/**
 * Aborts a call that exceeds its platform's limits.
 * @throws FudebakoError `timedOut`, `memoryLimit`
 */
async function withinLimits<Options extends RunOptions, Result>(
  options: Options,
  act: (options: Options) => Promise<Result>,
): Promise<Result> {
  const { limits } = platformParts(options.platform);
  const { signal } = options;
  const controller = new AbortController();
  const forward = () => controller.abort();
  if (signal?.aborted) forward();
  signal?.addEventListener('abort', forward);
  let reason: unknown;
  const unwatch = watchLimits(
    limits,
    () => true,
    (error) => {
      reason = error;
      controller.abort();
    },
  );
  try {
    return await act({ ...options, signal: controller.signal });
  } catch (error) {
    throw reason ?? asLimitError(error, limits);
  } finally {
    unwatch();
    signal?.removeEventListener('abort', forward);
  }
}

const opener = (call: Call, sources: OpenSources) => async (reference: string) => {
  const { input, fallbackName: unnamed } = call.find(reference);
  return sources.open(input, unnamed);
};

function contextOf({ platform, signal, onProgress, failOn }: RunOptions, warnings: Warning[]): OperationContext {
  const { node, limits } = platformParts(platform);
  return {
    platform: node,
    signal,
    onProgress,
    failOn: checkedFailOn(failOn),
    limits,
    onWarning: (warning) => void warnings.push(warning),
  };
}

function checkedFailOn(failOn: FailOn | undefined): FailOn | undefined {
  if (failOn !== undefined && !failOnLevels.includes(failOn))
    throw new ParameterError('failOn', { options: failOnLevels }, failOn);
  return failOn;
}

type Make = (
  call: Call,
  encoding: Partial<ImageEncoding>,
  context: OperationContext,
  sources: OpenSources,
  destination: Destination,
) => Promise<{ readonly format: string; readonly mimeType: string; readonly width?: number; readonly height?: number }>;

const makeImage: Make = async (call, encoding, context, sources, { sink }) => {
  const { steps, image: picture } = call;
  const openFound = opener(call, sources);
  const opened = new Map<string, SourceFile>();
  const source = picture === undefined ? undefined : await sources.open(picture);
  const open = async (reference: string) => {
    const file = await openFound(reference);
    opened.set(reference, file);
    return file;
  };
  const making = { ...context, onProgress: partOf(context.onProgress, 0, OPERATIONS_SHARE) };
  const raster = source
    ? (await runStepsOfFile(source, steps, making, open)).raster
    : await runSteps(undefined, steps, making, open);
  const first = source ?? opened.get(firstImage(steps) ?? '');
  const base = baseInput(steps, source !== undefined);
  const { format = first ? formatAfterAll(await first.read(0, SIGNATURE_BYTES)) : 'png' } = encoding;
  const bytes = await encodeImage(
    raster,
    { ...encoding, format },
    { ...context, onProgress: partOf(context.onProgress, OPERATIONS_SHARE, 1) },
    base === undefined ? source : opened.get(base),
  );
  await sink.write(bytes, 0);
  return { format, mimeType: imageMimeType(format), width: raster.width, height: raster.height };
};

/** Returns the name of the first step's first image. */
function firstImage([first]: readonly ParsedStep[]): string | undefined {
  const [name] =
    Object.entries(first?.operation.inputs ?? {}).find(
      ([, input]) => input === 'image' || (typeof input === 'object' && input.kind === 'image'),
    ) ?? [];
  const reference = name === undefined ? undefined : first?.inputs[name];
  return typeof reference === 'string' ? reference : reference?.[0];
}

const makeFile: Make = async (call, _wished, context, sources, { sink }) => {
  const { steps, image: picture } = call;
  if (picture !== undefined) throw new TypeError('This operation takes its files from the inputs of the recipe');
  const open = opener(call, sources);
  const written = (await runToFile(steps, { ...context, sink }, open)) as WrittenFile;
  for (const code of written.warnings ?? []) context.onWarning?.({ code: code as Warning['code'], data: {} });
  return { format: written.extension, mimeType: written.mimeType };
};

/** Options of the encoder, which `convert` declares. */
const { format: _, ...encodingOptions } = convert.params;

/** Chooses the encoding: by the extension of the output, then options, then steps. */
function chooseEncoding(
  steps: readonly ParsedStep[],
  { output, format, ...options }: ResultOptions,
): Partial<ImageEncoding> {
  const encoding = recipeEncoding(steps);
  const named = output === undefined ? undefined : namedFormat(pathOf(output));
  if (named && format && named !== format) throw new ParameterError('format', { options: [named] }, format);
  if (format && !imageFormats.includes(format)) throw new ParameterError('format', { options: imageFormats }, format);
  const given = Object.entries(encodingOptions).flatMap(([name, field]) => {
    const value = (options as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, parseField(field, value, name)]];
  });
  const chosen = { ...encoding, ...Object.fromEntries(given), format: named ?? format ?? encoding?.format };
  if (chosen.format) checkEncoding({ ...chosen, format: chosen.format });
  return chosen;
}

function namedFormat(path: string): ImageFormat {
  const extension = extensionOf(path);
  const format = imageFormatOf(extension);
  if (!format) throw new ParameterError('output', { options: imageFormats.map((each) => `.${each}`) }, path);
  return format;
}

/** Takes the format from the extension of the output, for operations that write files in several formats. */
function withOutputFormat(steps: readonly ParsedStep[], { output }: ResultOptions): readonly ParsedStep[] {
  const last = steps.at(-1);
  if (output === undefined || last?.operation.output !== 'file') return steps;
  const { operation, params } = last;
  const extension = extensionOf(pathOf(output));
  const { extensions = [], params: fields } = operation;
  if (!extensions.includes(extension))
    throw new ParameterError('output', { options: extensions.map((each) => `.${each}`) }, pathOf(output));
  const isChoice = fields.format?.kind === 'choice' && fields.format.options.includes(extension);
  return isChoice ? steps.with(-1, { ...last, params: { ...params, format: extension } }) : steps;
}
