import { FudebakoError } from '../base/errors.ts';
import type { FileSink, SourceFile } from '../base/files.ts';
import type { Raster } from '../base/raster.ts';
import { wholeImage } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { animatedBytes } from '../image/animation/animation-file.ts';
import type { ExtractedFrame } from '../image/animation/extract-frames.ts';
import { limitDelays, withDelays } from '../image/animation/limit-frame-rate.ts';
import type { AnimationFacts } from '../image/animation/read-animation.ts';
import { animationMemory, checkImageSize } from '../image/check-size.ts';
import type { ImageEncoding } from '../image/codecs/encode.ts';
import { flatten } from '../image/flatten.ts';
import { sequenceFrames } from '../image/formats/heif/heif.ts';
import {
  type AnimatedFormat,
  checkOutputSize,
  formatName,
  isAnimatedFormat,
  stillOptions,
} from '../image/formats/output-formats.ts';
import { formatNamed, type ImageHeader, readImageHeader } from '../image/formats/registry.ts';
import type { AnimationFrame } from '../image/frames/coded-frame.ts';
import type { OperationContext } from '../platform/context.ts';
import { widthParameters } from './outputs.ts';
import { type ParsedStep, parseRecipe, runSteps } from './recipe.ts';

/** A source animation whose frames a recipe processes one by one, with an animation as the result. */
export interface AnimationPlan extends AnimationFacts {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly header: ImageHeader;
}

/** Returns the step that scales each frame of an animation to the width of an output. */
export const stepsToWidth = (width: number): ParsedStep[] =>
  parseRecipe({ operation: 'scale', params: widthParameters(width) });

export const isPerFrame = (steps: readonly ParsedStep[]): boolean =>
  steps.every(({ operation, inputs }) => operation.perFrame === true && Object.keys(inputs).length === 0);

/**
 * Opens an animation if recipe and output format preserve animations. For other animated files, warns with
 * `animationFirstFrame` unless `firstFrame` is set.
 * @throws FudebakoError `animationTooLong`, `animationTargetSize`
 */
export async function planAnimation(
  file: SourceFile,
  steps: readonly ParsedStep[],
  encoding: ImageEncoding,
  { onWarning, limits }: Pick<OperationContext, 'onWarning' | 'limits'>,
): Promise<AnimationPlan | undefined> {
  const { format, firstFrame, maxKilobytes } = encoding;
  if (firstFrame) return undefined;
  const bytes = await animatedBytes(file);
  const sequence = bytes ? sequenceFrames(bytes) : 1;
  if (sequence > 1) onWarning?.({ code: 'animationFirstFrame', data: { name: file.name, frames: sequence } });
  const facts = bytes && (await (await import('../image/animation/read-animation.ts')).readAnimation(bytes));
  const header = bytes && readImageHeader(bytes);
  if (!facts || !header) return undefined;
  if (!isAnimatedFormat(format) || !isPerFrame(steps)) {
    onWarning?.({ code: 'animationFirstFrame', data: { name: file.name, frames: facts.frames } });
    return undefined;
  }
  checkImageSize(header, limits, animationMemory(header, facts.largest, bytes.length, format));
  (await import('../image/animation/read-animation.ts')).requireAnimationWithinLimits(facts);
  if (maxKilobytes !== undefined) throw new FudebakoError('animationTargetSize');
  for (const option of stillOptions(format, encoding))
    onWarning?.({ code: 'animationOption', data: { name: file.name, option, format: formatName(format) } });
  return { ...facts, name: file.name, bytes, header };
}

/**
 * Runs a recipe on every frame, in constant memory. Writes no metadata. Returns size and number of the frames.
 * @throws FudebakoError of decoding, of the steps and of encoding; CancelledError
 */
export async function writeAnimation(
  { bytes, header, name, loop, ...facts }: AnimationPlan,
  steps: readonly ParsedStep[],
  encoding: ImageEncoding & { readonly format: AnimatedFormat },
  context: OperationContext & { readonly sink: FileSink },
): Promise<Size & { readonly frames: number }> {
  const delaysMs = limitDelays(facts.delaysMs, encoding.frameRate);
  const frames = delaysMs.filter((delayMs) => delayMs !== undefined);
  const { requirePixelsWithinLimit } = await import('../image/animation/read-animation.ts');
  const { composeFrames } = await import('../image/animation/compose-frames.ts');
  const frameSteps = await surveyed(
    withFilter(steps, encoding.format),
    () => composeFrames(bytes, header, name, context),
    context,
  );
  if (encoding.metadata !== undefined && encoding.metadata !== 'none')
    context.onWarning?.({ code: 'animationMetadata', data: { name } });
  let size: Size | undefined;
  let count = 0;
  async function* processed(): AsyncGenerator<AnimationFrame> {
    const composed = composeFrames(bytes, header, name, context);
    for await (const { image, changed, delayMs } of withDelays(composed, delaysMs)) {
      // Reports each warning only once, because the same warning would repeat for every frame.
      const onWarning = count === 0 ? context.onWarning : undefined;
      const done = await runSteps(image, frameSteps, { ...context, onProgress: undefined, onWarning });
      const made = encoding.flatten ? flatten(done, encoding.background) : done;
      checkOutputSize(made, encoding.format);
      if (!size) requirePixelsWithinLimit(made.width * made.height * frames.length);
      size ??= { width: made.width, height: made.height };
      yield { image: made, changed: made === image ? changed : wholeImage(made), delayMs };
      count += 1;
      context.onProgress?.(Math.min(1, count / frames.length));
    }
  }
  const { sink } = context;
  if (encoding.format === 'mp4') {
    const { evenSize, writeVideoAnimation } = await import('../video/animation-video.ts');
    await writeVideoAnimation({ frames: processed(), delaysMs: frames, sink }, context);
    size = size && evenSize(size);
  } else await formatNamed(encoding.format).writeAnimation?.({ frames: processed(), loop, sink }, encoding, context);
  context.onProgress?.(1);
  return { ...(size as Size), frames: count };
}

/**
 * Yields the frames of an animation after the steps, one at a time; a still image as its only frame.
 * @throws FudebakoError of `extractFrames` and of the steps; CancelledError
 */
export async function* framesAfter(
  file: SourceFile,
  steps: readonly ParsedStep[],
  context: OperationContext,
): AsyncGenerator<ExtractedFrame> {
  const { extractFrames } = await import('../image/animation/extract-frames.ts');
  const quiet = { ...context, onProgress: undefined };
  const frameSteps = await surveyed(steps, () => extractFrames(file, quiet), context);
  for await (const { image, ...frame } of extractFrames(file, context))
    yield { ...frame, image: await runSteps(image, frameSteps, quiet) };
}

/**
 * Returns steps that scale frames of a GIF by the mean of each pixel's area, unless they state a filter. Lanczos-3 adds
 * faint lines along edges, whose colors take up to three times the bytes.
 */
const withFilter = (steps: readonly ParsedStep[], format: AnimatedFormat): readonly ParsedStep[] =>
  format !== 'gif'
    ? steps
    : steps.map((step) =>
        step.operation.id === 'scale' && step.params.resample === 'auto'
          ? { ...step, params: { ...step.params, resample: 'area' } }
          : step,
      );

/** Adds what the steps' operations find in all frames of an animation to the parameters of the steps. */
export async function surveyed(
  steps: readonly ParsedStep[],
  frames: () => AsyncIterable<{ readonly image: Raster }>,
  context: OperationContext,
): Promise<readonly ParsedStep[]> {
  let known = steps;
  for (const [index, step] of steps.entries()) {
    const survey = await step.operation.survey?.(step.params);
    if (!survey) continue;
    const before = known.slice(0, index);
    const quiet = { ...context, onProgress: undefined, onWarning: undefined };
    for await (const { image } of frames()) survey.add(await runSteps(image, before, quiet));
    known = known.with(index, { ...step, params: { ...step.params, ...survey.result() } });
  }
  return known;
}

/** Writes a file's animation if the recipe preserves animations. Returns the frames' size and number. */
export async function writeAnimationOf(
  file: SourceFile,
  steps: readonly ParsedStep[],
  encoding: ImageEncoding,
  context: OperationContext & { readonly sink: FileSink },
): Promise<(Size & { readonly frames: number }) | undefined> {
  const animation = await planAnimation(file, steps, encoding, context);
  const { format } = encoding;
  if (!animation || !isAnimatedFormat(format)) return undefined;
  return writeAnimation(animation, steps, { ...encoding, format }, context);
}
