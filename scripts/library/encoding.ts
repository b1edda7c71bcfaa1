import { ParameterError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { imageFormatOf, type OutputFormat, outputFormats } from '#core/image/formats/output-formats.ts';
import { SIGNATURE_BYTES } from '#core/image/formats/registry.ts';
import { convert } from '#core/operations/convert.ts';
import { parseField } from '#core/parameters/parse.ts';
import type { Output } from '#core/recipes/outputs.ts';
import { endsTransparent, type ParsedStep, recipeEncoding } from '#core/recipes/recipe.ts';
import { type MemoryFile, openMemoryFile, sourceOf } from '../command/plan/memory-files.ts';
import { formatAfterAll } from '../command/plan/source-header.ts';
import { openFile, refuseMissing } from '../platform/files.ts';
import type { ResultOptions } from './options.ts';
import { isByteSink } from './sinks.ts';
import { pathOf } from './sources.ts';

/** One of several results: its encoding and its output file. */
export interface PlacedOutput extends Output {
  readonly output?: ResultOptions['output'];
}

/** Returns the file name of the first step's first image. */
function firstImage([first]: readonly ParsedStep[]): string | undefined {
  const [name] =
    Object.entries(first?.operation.inputs ?? {}).find(
      ([, input]) => input === 'image' || (typeof input === 'object' && input.kind === 'image'),
    ) ?? [];
  const reference = name === undefined ? undefined : first?.inputs[name];
  return typeof reference === 'string' ? reference : reference?.[0];
}

/** Chooses the encodings of results. The default format is the first image's. Throws FudebakoError or Node's errors. */
export async function chooseEncodings(
  files: Readonly<Record<string, MemoryFile>>,
  image: string | undefined,
  steps: readonly ParsedStep[],
  options: ResultOptions,
  outputs: readonly PlacedOutput[],
): Promise<ImageEncoding[]> {
  const encodings = outputs.map(({ encoding, output }) => ({
    ...chooseEncoding(steps, { ...options, ...encoding, output }),
    ...encoding,
  }));
  const name = image ?? firstImage(steps);
  const needsSource = encodings.some(({ format }) => format === undefined);
  const ofSource = needsSource ? await formatOfSource(name === undefined ? undefined : files[name]) : 'png';
  return encodings.map((encoding) => ({ ...encoding, format: encoding.format ?? ofSource }));
}

async function formatOfSource(file: MemoryFile | undefined): Promise<OutputFormat> {
  if (!file) return 'png';
  const source = sourceOf(file);
  if (!('path' in source)) return formatAfterAll(await openMemoryFile(source).read(0, SIGNATURE_BYTES));
  const opened = await openFile(source.path, undefined, source.stamp).catch(refuseMissing(source.path));
  try {
    return formatAfterAll(await opened.read(0, SIGNATURE_BYTES));
  } finally {
    await opened.close();
  }
}

const { format: _, ...encodingOptions } = convert.params;

/** Chooses an image result's encoding: by the output's extension, then by options, then by steps. */
function chooseEncoding(
  steps: readonly ParsedStep[],
  { output, format, ...options }: ResultOptions,
): Partial<ImageEncoding> {
  const encoding = recipeEncoding(steps);
  const named = output === undefined || isByteSink(output) ? undefined : namedFormat(pathOf(output));
  if (named && format && named !== format) throw new ParameterError('format', { options: [named] }, format);
  if (format && !outputFormats.includes(format)) throw new ParameterError('format', { options: outputFormats }, format);
  const given = Object.entries(encodingOptions).flatMap(([name, field]) => {
    const value = (options as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, parseField(field, value, name)]];
  });
  const isTransparent = endsTransparent(steps) && !options.flatten;
  const chosen = named ?? format ?? encoding?.format ?? (isTransparent ? 'png' : undefined);
  if (isTransparent && chosen === 'jpg')
    throw new ParameterError('format', { options: ['png', 'webp', 'avif'] }, chosen);
  return { ...encoding, ...Object.fromEntries(given), format: chosen };
}

function namedFormat(path: string): OutputFormat {
  const extension = extensionOf(path);
  const format = imageFormatOf(extension);
  if (!format) throw new ParameterError('output', { options: outputFormats.map((each) => `.${each}`) }, path);
  return format;
}

/** Returns the format for the output's extension, for operations that write files in several formats. */
export function withOutputFormat(steps: readonly ParsedStep[], { output }: ResultOptions): readonly ParsedStep[] {
  const last = steps.at(-1);
  if (output === undefined || isByteSink(output) || last?.operation.output !== 'file') return steps;
  const { operation, params } = last;
  const extension = extensionOf(pathOf(output));
  const { extensions = [], params: fields } = operation;
  if (!extensions.includes(extension))
    throw new ParameterError('output', { options: extensions.map((each) => `.${each}`) }, pathOf(output));
  const isChoice = fields.format?.kind === 'choice' && fields.format.options.includes(extension);
  return isChoice ? steps.with(-1, { ...last, params: { ...params, format: extension } }) : steps;
}
