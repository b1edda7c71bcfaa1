import { transfer } from 'comlink';
import { FudebakoError } from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import { OPERATIONS_SHARE, partOf } from '#core/base/progress.ts';
import type { Raster } from '#core/base/raster.ts';
import type { Size } from '#core/geometry/point.ts';
import { blankRaster } from '#core/image/blank.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { imageMimeType, type OutputFormat } from '#core/image/formats/output-formats.ts';
import { writtenAs } from '#core/image/formats/registry.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { OperationContext, Warning } from '#core/platform/context.ts';
import { stepsToWidth, writeAnimationOf } from '#core/recipes/animate.ts';
import { type EncodedOutput, makeOutputs, type Output, outputsFor } from '#core/recipes/outputs.ts';
import {
  endsTransparent,
  type ParsedStep,
  parseRecipe,
  type Recipe,
  recipeEncoding,
  runSteps,
} from '#core/recipes/recipe.ts';
import { type CropBy, refitRecipe } from '#core/recipes/refit.ts';
import { createBrowserPlatform } from '../platform/browser.ts';
import { decodeWithWarnings } from '../platform/decode-with-warnings.ts';
import { createBrowserWorkers } from '../platform/workers.ts';
import { sourceFile } from '../workers/files.ts';
import type { BlankBackground } from '../workers/image.service.ts';
import { Jobs } from '../workers/jobs.ts';
import { limitConcurrency } from '../workers/limit-concurrency.ts';
import { serve } from '../workers/serve.ts';
import { createBlobSink } from '../workers/sinks.ts';
import { isStepWarning } from '../workers/step-warnings.ts';

export interface BatchOrder {
  readonly recipe: Recipe;
  /** Size of the image for which the recipe was made; undefined if no step depends on the size. */
  readonly madeOn: Size | undefined;
  readonly cropBy: CropBy;
  /** Output format. By default the source's format or, if that can't be written, the most similar format. */
  readonly format: OutputFormat | undefined;
  readonly encoding: Omit<ImageEncoding, 'format'>;
}

export interface OutputsOrder extends Pick<BatchOrder, 'recipe' | 'madeOn'> {
  readonly outputs: readonly Output[];
}

/** An operation that takes all files together, with its parameters. */
export interface TogetherOrder {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, unknown>>;
}

export type OrderInputs = Readonly<Record<string, { readonly name: string; readonly blob: Blob }>>;

export interface BatchResult extends Size {
  readonly blob: Blob;
  readonly format: OutputFormat;
  readonly warnings: readonly Warning[];
}

export interface Thumbnail {
  readonly bitmap: ImageBitmap;
  readonly size: Size;
  readonly warnings: readonly Warning[];
}

/** Maximum number of images in memory, which limits peak memory. */
const MAX_DECODED = 2;

/** Converts each image from file to file, and frees the pixels of each image after its export. */
class BatchWorker {
  private readonly platform = createBrowserPlatform(createBrowserWorkers({ sparing: 1 }));
  private readonly jobs = new Jobs(this.platform);
  private readonly turns = limitConcurrency(MAX_DECODED);

  run(
    job: number,
    source: File | BlankBackground,
    order: BatchOrder,
    inputs: OrderInputs,
    onProgress: (fraction: number) => void,
  ): Promise<BatchResult> {
    return this.turn(job, onProgress, async (context) => {
      const { raster, own, file, warnings } = await open(source, context);
      const { madeOn = raster, recipe, cropBy, encoding, format = own } = order;
      const steps = parseRecipe(refitRecipe(recipe, madeOn, raster, cropBy));
      const { stepWarnings, making } = makingSteps(context);
      const animated = file && (await writeAnimated(file, steps, { ...encoding, format }, context));
      if (animated?.blob) return { ...animated, format };
      const made = await runSteps(raster, steps, making, (reference) => openInput(inputs, reference));
      const writing = { ...context, onProgress: partOf(context.onProgress, OPERATIONS_SHARE, 1) };
      const bytes = await encodeImage(made, { ...encoding, format }, writing, file);
      const blob = new Blob([bytes], { type: imageMimeType(format) });
      const all = [...warnings, ...(animated?.warnings ?? []), ...stepWarnings];
      return { blob, format, width: made.width, height: made.height, warnings: all };
    });
  }

  /** Decodes an image once and makes several output files, which equal the command line's files byte for byte. */
  runOutputs(
    job: number,
    source: File | BlankBackground,
    order: OutputsOrder,
    inputs: OrderInputs,
    onProgress: (fraction: number) => void,
  ): Promise<readonly BatchResult[]> {
    return this.turn(job, onProgress, async (context) => {
      const { raster, own, file, warnings } = await open(source, context);
      const { recipe, madeOn = raster, outputs } = order;
      const steps = parseRecipe(refitRecipe(recipe, madeOn, raster));
      const { stepWarnings, making } = makingSteps(context);
      const made = await runSteps(raster, steps, making, (reference) => openInput(inputs, reference));
      const ofSteps = recipeEncoding(steps);
      const wanted = outputsFor(outputs, made).map(({ width, encoding }) => {
        const format = encoding.format ?? ofSteps?.format ?? (endsTransparent(steps) ? 'png' : own);
        return { width, encoding: { ...ofSteps, ...encoding, format } };
      });
      const writing = { ...context, onProgress: partOf(context.onProgress, OPERATIONS_SHARE, 1) };
      return writeOutputs(made, file, steps, wanted, [...warnings, ...stepWarnings], writing);
    });
  }

  /** Makes one image of all files, by an operation that takes them together. */
  runTogether(
    job: number,
    files: readonly File[],
    { operation, params }: TogetherOrder,
    encoding: ImageEncoding,
    onProgress: (fraction: number) => void,
  ): Promise<BatchResult> {
    return this.turn(job, onProgress, async (context) => {
      const inputs = Object.fromEntries(files.map((file, index) => [index, { name: file.name, blob: file }]));
      const steps = parseRecipe([{ operation, params, inputs: { images: Object.keys(inputs) } }]);
      const { stepWarnings, making } = makingSteps(context);
      const { width, height, ...made } = await runSteps(undefined, steps, making, (name) => openInput(inputs, name));
      const writing = { ...context, onProgress: partOf(context.onProgress, OPERATIONS_SHARE, 1) };
      const bytes = await encodeImage({ width, height, ...made }, encoding, writing, undefined);
      const { format } = encoding;
      return {
        blob: new Blob([bytes], { type: imageMimeType(format) }),
        format,
        width,
        height,
        warnings: stepWarnings,
      };
    });
  }

  thumbnail(job: number, file: File, side: number): Promise<Thumbnail> {
    return this.turn(job, undefined, async (context) => {
      const { raster, warnings } = await decodeWithWarnings(sourceFile(file, file.name), context);
      const { width, height, data } = raster;
      const scale = Math.min(1, side / Math.max(width, height));
      const bitmap = await createImageBitmap(new ImageData(data, width, height), {
        resizeWidth: Math.max(1, Math.round(width * scale)),
        resizeHeight: Math.max(1, Math.round(height * scale)),
        resizeQuality: 'medium',
      });
      return transfer({ bitmap, size: { width, height }, warnings }, [bitmap]);
    });
  }

  cancel(job: number): void {
    this.jobs.cancel(job);
  }

  private turn<Result>(
    job: number,
    onProgress: ((fraction: number) => void) | undefined,
    work: (context: OperationContext) => Promise<Result>,
  ): Promise<Result> {
    return this.jobs.run(job, onProgress, (context) => this.turns(() => work(context), context.signal));
  }
}

/** Returns the context of steps, and the warnings of steps, which it collects. */
function makingSteps(context: OperationContext) {
  const stepWarnings: Warning[] = [];
  const onWarning = (warning: Warning) => {
    if (isStepWarning(warning)) stepWarnings.push(warning);
  };
  const onProgress = partOf(context.onProgress, 0, OPERATIONS_SHARE);
  return { stepWarnings, making: { ...context, onProgress, onWarning } };
}

/** Writes an image's outputs, as animations if source and steps support animations. Throws the first error. */
async function writeOutputs(
  image: Raster,
  file: SourceFile | undefined,
  steps: readonly ParsedStep[],
  outputs: readonly EncodedOutput[],
  warnings: readonly Warning[],
  context: OperationContext,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  for (const [index, { width, encoding }] of outputs.entries()) {
    const all = width === undefined ? steps : [...steps, ...stepsToWidth(width)];
    const animated = file && (await writeAnimated(file, all, encoding, context));
    if (animated?.blob)
      results[index] = { ...animated, format: encoding.format, warnings: [...warnings, ...animated.warnings] };
  }
  const stills = outputs.flatMap((output, index) => (results[index] ? [] : [{ ...output, index }]));
  const outcomes = await makeOutputs(image, stills, context, file, async ({ bytes, width, height }, at) => {
    const { format } = (stills[at] as EncodedOutput).encoding;
    return { blob: new Blob([bytes], { type: imageMimeType(format) }), format, width, height, warnings };
  });
  for (const [at, each] of outcomes.entries()) {
    if (each.status === 'rejected') throw each.reason;
    results[stills[at]?.index as number] = each.value;
  }
  return results;
}

async function openInput(inputs: OrderInputs, reference: string): Promise<SourceFile> {
  const input = Object.hasOwn(inputs, reference) ? inputs[reference] : undefined;
  if (!input) throw new FudebakoError('fileNotFound', { name: reference });
  return sourceFile(input.blob, input.name);
}

/** Exports an animation. Returns no `blob` if the source isn't an animation or a step doesn't support animations. */
async function writeAnimated(
  file: SourceFile,
  steps: readonly ParsedStep[],
  encoding: ImageEncoding,
  context: OperationContext,
) {
  const warnings: Warning[] = [];
  const sink = createBlobSink();
  const onWarning = (warning: Warning) => void warnings.push(warning);
  const written = await writeAnimationOf(file, steps, encoding, { ...context, onWarning, sink });
  if (!written) return { warnings };
  const { width, height } = written;
  return { width, height, warnings, blob: await sink.finish(imageMimeType(encoding.format)) };
}

/** Decodes the source image. `own` is the format of the export if the visitor has chosen no format. */
async function open(source: File | BlankBackground, context: OperationContext) {
  if ('color' in source)
    return { raster: blankRaster(source, source.color), own: 'png', file: undefined, warnings: [] } as const;
  const file = sourceFile(source, source.name);
  const { raster, header, warnings } = await decodeWithWarnings(file, context);
  return { raster, own: writtenAs(header.format), file, warnings };
}

export type BatchWorkerApi = BatchWorker;
serve(new BatchWorker());
