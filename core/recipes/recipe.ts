import { CancelledError, FudebakoError, ParameterError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { isReservedName } from '../base/outside-json.ts';
import type { Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import { checkImageSize } from '../image/check-size.ts';
import type { CutOf, DecodedImage } from '../image/codecs/decode.ts';
import type { ImageEncoding } from '../image/codecs/encode.ts';
import type { CropParameters } from '../image/crop.ts';
import { inheritPrintScale } from '../image/print-scale.ts';
import type { ScaleParameters } from '../image/scale.ts';
import { type InputSpec, inputSpec } from '../operation.ts';
import { type AnyOperation, findOperation, type OperationId, operations } from '../operations/index.ts';
import { parseParameters, withCurrentNames } from '../parameters/parse.ts';
import type { OperationContext } from '../platform/context.ts';
import { readRecipeForm } from './recipe-form.ts';
import { type MadeOn, madeOnFields, type ParsedStep, type RecipeStep } from './step.ts';

export type { MadeOn, ParsedStep, Recipe, RecipeStep } from './step.ts';

/**
 * Parses untrusted JSON: a step, a list of steps, or an object with `steps`.
 * @param isBase true to skip checks between parameters, because table rows will add missing values
 * @throws ParameterError with a path such as `[1].params.ratio`; FudebakoError `recipeVersion`
 */
export function parseRecipe(raw: unknown, isBase = false): ParsedStep[] {
  const { steps, path } = readRecipeForm(raw);
  if (!Array.isArray(steps)) return [parseStep(steps, path, isBase)];
  return steps.map((step, index) => parseStep(step, `${path}[${index}]`, isBase));
}

function parseStep(raw: unknown, path: string, isBase: boolean): ParsedStep {
  const at = (name: string) => (path ? `${path}.${name}` : name);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new ParameterError(path || '.', { type: 'object' }, raw);
  // Uses a Map instead of an object, because input names from untrusted JSON could reach inherited properties.
  const entries = new Map<string, unknown>(Object.entries(raw));
  const strayName = [...entries.keys()].find((name) => !STEP_NAMES.includes(name));
  if (strayName !== undefined) throw unknownName(at(strayName), strayName, entries.get(strayName));
  const id = entries.get('operation');
  const operation = typeof id === 'string' ? findOperation(id) : undefined;
  if (!operation) throw new ParameterError(at('operation'), { options: operations.map((each) => each.id) }, id);
  return {
    operation,
    params: isBase
      ? (parseParameters(operation.params, entries.get('params'), at('params')) as Record<string, unknown>)
      : parseOperationParameters(operation, entries.get('params'), at('params')),
    inputs: parseInputs(operation, entries.get('inputs'), at('inputs')),
    ...(entries.get('madeOn') !== undefined && {
      madeOn: parseParameters(madeOnFields, entries.get('madeOn'), at('madeOn')) as MadeOn,
    }),
  };
}

const STEP_NAMES = ['operation', 'params', 'inputs', 'madeOn'];

const unknownName = (path: string, name: string, value: unknown) =>
  new ParameterError(path, { problem: isReservedName(name) ? 'reserved' : 'unknown' }, value);

function parseInputs(operation: AnyOperation, raw: unknown, path: string): ParsedStep['inputs'] {
  if (raw === undefined) return {};
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new ParameterError(path, { type: 'object' }, raw);
  const parsed: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) {
    if (!Object.hasOwn(operation.inputs, name)) throw unknownName(`${path}.${name}`, name, value);
    const names: unknown[] = Array.isArray(value) ? value : [value];
    const { max, min = 0 } = inputSpec(operation.inputs[name] as InputSpec);
    if (!names.every((each) => typeof each === 'string') || (Array.isArray(value) && max === undefined))
      throw new ParameterError(`${path}.${name}`, { type: 'text' }, value);
    if (max !== undefined && names.length > max)
      throw new ParameterError(`${path}.${name}`, { maxLength: max }, names.length);
    if (names.length < min) throw tooFewFiles(operation, min, names.length);
    parsed[name] = value as string | readonly string[];
  }
  return parsed;
}

export const tooFewFiles = ({ id }: { readonly id: string }, min: number, count: number) =>
  new FudebakoError('inputsTooFew', { operation: id, min, count });

/** Parses the parameters of an operation from untrusted values and checks rules between parameters. */
export function parseOperationParameters(operation: AnyOperation, raw: unknown, path = ''): Record<string, unknown> {
  const params = parseParameters(operation.params, raw, path);
  try {
    operation.check?.(params);
  } catch (error) {
    if (error instanceof ParameterError && path)
      throw new ParameterError(`${path}.${error.path}`, error.limits, error.value);
    throw error;
  }
  return params as Record<string, unknown>;
}

/** Returns a valid step with the current names of its parameters and options. */
export const currentStep = (step: RecipeStep, parsed: ParsedStep | undefined): RecipeStep =>
  step.params && parsed ? { ...step, params: withCurrentNames(parsed.operation.params, step.params) } : step;

/** Returns the encoding of the recipe's last step that sets an encoding. */
export function recipeEncoding(steps: readonly ParsedStep[]): ImageEncoding | undefined {
  return steps
    .map((step) => step.operation.encoding?.(step.params))
    .filter((encoding) => encoding !== undefined)
    .at(-1);
}

/** True if a recipe's last step makes parts of the image transparent, so that the result isn't written as JPG. */
export function endsTransparent(steps: readonly ParsedStep[]): boolean {
  const last = steps.at(-1);
  return last?.operation.isTransparent?.(last.params) ?? false;
}

/** Returns the file whose metadata the result gets: the first step's base image or bottom layer, if from a file. */
export function baseInput([first]: readonly ParsedStep[], hasImage: boolean): string | undefined {
  const images = Object.entries(first?.operation.inputs ?? {}).flatMap(([name, input]) =>
    inputSpec(input).kind === 'image' ? [name] : [],
  );
  const piped = hasImage ? images.find((name) => first?.inputs[name] === undefined) : undefined;
  for (const name of images.sort((one, other) => rankOf(one) - rankOf(other))) {
    if (name === piped) return undefined;
    const reference = first?.inputs[name];
    if (reference !== undefined) return typeof reference === 'string' ? reference : reference[0];
  }
  return undefined;
}

/** Names of inputs that the result of an operation is based on, preferred names first. */
const BASES = ['base', 'image', 'bottom', 'top'];
const rankOf = (name: string) => (BASES.includes(name) ? BASES.indexOf(name) : BASES.length);

/**
 * Checks, before opening files, that every step receives its inputs. Only the last step may output a file or data.
 * @param subject name of the first step's input that receives a file from outside the recipe
 * @throws FudebakoError `stepNotImage`, `inputRequired`; ParameterError
 */
export function checkStepInputs(steps: readonly ParsedStep[], hasImage: boolean, subject?: string): void {
  for (const [index, { operation, params, inputs }] of steps.entries()) {
    try {
      operation.checkInputs?.(params, inputs);
    } catch (error) {
      throw inStep(error, steps, index);
    }
    if (operation.output !== 'image' && index < steps.length - 1)
      throw new FudebakoError('stepNotImage', { operation: operation.id });
    let isPiped = hasImage || index > 0;
    for (const [name, declared] of Object.entries(operation.inputs)) {
      const { kind, optional } = inputSpec(declared);
      if (inputs[name] !== undefined || (index === 0 && name === subject)) continue;
      if (kind === 'image' && isPiped) isPiped = false;
      else if (!optional) throw new FudebakoError('inputRequired', { operation: operation.id, input: name });
    }
  }
}

/** Returns the file that a step's `inputs` refer to by name, or an image that is already decoded. */
export type ResolveInput = (reference: string) => Promise<SourceFile | Raster>;

/** Runs the steps of a recipe. `image` is undefined if the first step creates the image. */
export async function runSteps(
  image: Raster | undefined,
  steps: readonly ParsedStep[],
  context: OperationContext,
  resolveInput: ResolveInput = rejectReference,
): Promise<Raster> {
  return runRemaining(image, steps, 0, context, resolveInput);
}

/** Runs the steps of a recipe from index `first` on. Errors state a step's number in the complete recipe. */
async function runRemaining(
  image: Raster | undefined,
  steps: readonly ParsedStep[],
  first: number,
  context: OperationContext,
  resolveInput: ResolveInput,
): Promise<Raster> {
  let current = image;
  for (const [index, step] of steps.entries()) {
    if (index < first) continue;
    if (context.signal?.aborted) throw new CancelledError();
    if (step.operation.output !== 'image') throw new FudebakoError('stepNotImage', { operation: step.operation.id });
    const inputs = await stepInputs(step, current, context, resolveInput);
    const onProgress = context.onProgress;
    try {
      const params = {
        ...(await fittedParams(step, current ?? imageIn(inputs))),
        ...(current && (await hiddenLaterOf(steps, index, current))),
      };
      const made = (await step.operation.run(inputs, params, {
        ...context,
        onProgress: onProgress && ((fraction) => onProgress((index - first + fraction) / (steps.length - first))),
      })) as Raster;
      current = inheritPrintScale(made, current);
      checkImageSize(current, context.limits);
    } catch (error) {
      throw inStep(error, steps, index);
    }
  }
  if (!current) throw new FudebakoError('imageRequired');
  return current;
}

/** Returns the parameters of a step, adapted to the size of its image if the step states `madeOn`. */
async function fittedParams(step: ParsedStep, image: Raster | undefined) {
  return step.madeOn && image ? (await import('./refit.ts')).paramsOn(step, image) : step.params;
}

const imageIn = (inputs: Readonly<Record<string, unknown>>): Raster | undefined =>
  Object.values(inputs)
    .flat()
    .find((value): value is Raster => typeof value === 'object' && value !== null && 'data' in value);

/** For a redact step before other redact steps, returns the parameter `hiddenLater` of the operation's algorithm. */
async function hiddenLaterOf(steps: readonly ParsedStep[], index: number, size: Size) {
  const isRedact = ({ operation }: ParsedStep) => operation.id === 'redact';
  if (!steps.slice(index, index + 1).some(isRedact) || !steps.slice(index + 1).some(isRedact)) return undefined;
  return { hiddenLater: (await import('./hidden-later.ts')).hiddenLater(steps, index, size) };
}

/** Imports the image decoder on demand, because the page parses recipes but doesn't decode images. */
const loadDecoder = () => import('../image/codecs/decode.ts');

function inStep(error: unknown, steps: readonly ParsedStep[], index: number): unknown {
  const operation = steps[index]?.operation.id;
  if (error instanceof FudebakoError && steps.length > 1 && operation) error.step ??= { index: index + 1, operation };
  return error;
}

/** Runs a recipe on an image file. If the first step crops or scales, decodes only needed pixels if possible. */
export async function runStepsOfFile(
  file: SourceFile,
  steps: readonly ParsedStep[],
  context: OperationContext,
  resolveInput: ResolveInput = rejectReference,
): Promise<DecodedImage> {
  const isLeading = (step: ParsedStep | undefined, id: OperationId) =>
    step?.operation.id === id && step.inputs.image === undefined;
  const [first] = steps;
  const cut = first && isLeading(first, 'crop') && first.params.shape === 'rect' ? await cutBy(first) : undefined;
  const before = cut ? 1 : 0;
  const scaling = steps[before];
  // Only Lanczos-3 scales an image while it is decoded.
  const byLanczos = scaling?.params.resample === 'auto' || scaling?.params.resample === 'lanczos';
  if (!scaling || !isLeading(scaling, 'scale') || scaling.madeOn || !byLanczos) {
    const { decodeImage } = await loadDecoder();
    const { raster, header } = await decodeImage(file, context, cut);
    return { raster: await runRemaining(raster, steps, before, context, resolveInput), header };
  }
  const { scaleFile } = await import('../image/scale-file.ts');
  const check = (size: Size) => {
    try {
      checkImageSize(size, context.limits);
    } catch (error) {
      throw inStep(error, steps, before);
    }
  };
  const params = scaling.params as unknown as ScaleParameters;
  const { raster, header } = await scaleFile(file, params, { ...context, onProgress: undefined }, cut, check);
  if (before + 1 === steps.length) context.onProgress?.(1);
  return { raster: await runRemaining(raster, steps, before + 1, context, resolveInput), header };
}

async function cutBy(step: ParsedStep): Promise<CutOf> {
  const { cropCornersOf } = await import('../image/crop.ts');
  const { paramsOn } = await import('./refit.ts');
  return (size) => cropCornersOf(paramsOn(step, size) as unknown as CropParameters, size);
}

async function rejectReference(reference: string): Promise<SourceFile> {
  throw new FudebakoError('fileNotFound', { name: reference });
}

/** Returns a step's inputs: `current` for the first image input without a file name, and the named files. */
export async function stepInputs(
  step: ParsedStep,
  current: Raster | undefined,
  context: OperationContext,
  resolveInput: ResolveInput,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  let piped = current;
  for (const [name, declared] of Object.entries(step.operation.inputs)) {
    const spec = inputSpec(declared);
    const load = async (reference: string) => {
      const found = await resolveInput(reference);
      if ('data' in found) {
        if (spec.kind !== 'image') throw new TypeError(`${step.operation.id}.${name} takes a file, not pixels`);
        return found;
      }
      if (spec.kind !== 'image') return found;
      return (await (await loadDecoder()).decodeImage(found, context)).raster;
    };
    const reference = step.inputs[name];
    if (typeof reference === 'string' && spec.max === undefined) values[name] = await load(reference);
    else if (reference) values[name] = await Promise.all([reference].flat().map(load));
    else if (spec.kind === 'image' && piped) {
      values[name] = spec.max === undefined ? piped : [piped];
      piped = undefined;
    } else if (!spec.optional) throw new FudebakoError('inputRequired', { operation: step.operation.id, input: name });
    else if (spec.max !== undefined) values[name] = [];
  }
  return values;
}

/** Runs steps of which the last returns a file or data. */
export async function runToFile(steps: readonly ParsedStep[], context: OperationContext, resolveInput: ResolveInput) {
  const [step, before] = [steps.at(-1), steps.slice(0, -1)];
  if (!step) throw new TypeError('The recipe has no steps');
  const image = before.length > 0 ? await runSteps(undefined, before, context, resolveInput) : undefined;
  const inputs = await stepInputs(step, image, context, resolveInput);
  return step.operation.run(inputs, await fittedParams(step, image ?? imageIn(inputs)), context);
}
