import { transfer } from 'comlink';
import { checkerboard } from '#app/workers/checkerboard.ts';
import { FudebakoError } from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import { OPERATIONS_SHARE, partOf } from '#core/base/progress.ts';
import type { Raster } from '#core/base/raster.ts';
import type { Box } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { animationFacts } from '#core/image/animation/animation-file.ts';
import { blankRaster } from '#core/image/blank.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { countLevels, type LevelCounts } from '#core/image/color/auto-levels.ts';
import { crop } from '#core/image/crop.ts';
import { imageMimeType } from '#core/image/formats/output-formats.ts';
import type { InputFormat } from '#core/image/formats/registry.ts';
import { scale } from '#core/image/scale.ts';
import type { OperationContext, Warning } from '#core/platform/context.ts';
import { framesAfter, isPerFrame, surveyed, writeAnimationOf } from '#core/recipes/animate.ts';
import { baseInput, parseRecipe, type Recipe, type RecipeStep, runSteps } from '#core/recipes/recipe.ts';
import { createBrowserPlatform } from '../platform/browser.ts';
import { decodeWithWarnings } from '../platform/decode-with-warnings.ts';
import { createBrowserWorkers } from '../platform/workers.ts';
import { sourceFile } from './files.ts';
import { Jobs } from './jobs.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { longestCached, RasterCache, rasterKey } from './raster-cache.ts';
import { serve } from './serve.ts';
import { createBlobSink } from './sinks.ts';
import { isStepWarning } from './step-warnings.ts';

/** Where an image comes from: a file, a blank background, or a placeholder checkerboard. */
export type ImageSource =
  | { readonly id: string; readonly name: string; readonly blob: Blob }
  | { readonly id: string; readonly name: string; readonly blank: BlankBackground }
  | { readonly id: string; readonly name: string; readonly checkerboard: Size };

export interface BlankBackground {
  readonly width: number;
  readonly height: number;
  /** Color as `#rrggbb`. */
  readonly color: string;
}

/** A source and the steps applied to the source. Inputs of steps are a `imageReference` or a `fileReference`. */
export interface ImageRef {
  /** ID of the source; undefined if the first step creates the image. */
  readonly source?: string;
  readonly steps: Recipe;
}

export interface ImageInfo {
  readonly width: number;
  readonly height: number;
  readonly format?: InputFormat;
  readonly warnings?: readonly Warning[];
  /** Properties of the source's animation; the stage shows the first frame. */
  readonly animation?: ShownAnimation | undefined;
}

export interface ShownAnimation {
  readonly frames: number;
  readonly seconds: number;
  readonly isKept: boolean;
}

export interface FileRef {
  readonly file: string;
}

/** An encoded image file, and its key in a cache. */
export interface EncodedFile {
  readonly id: string;
  readonly blob: Blob;
}

const WRITTEN = 'written:';

type OnProgress = (fraction: number) => void;

/** Maximum bytes of cached images, about five images of 24 megapixels. The cache makes undo instant. */
const RASTER_CACHE_BYTES = 512 * 1024 * 1024;

/** Processes images in a worker, so the page needs no memory for pixels. Undo uses cached pixels or the recipe. */
class ImageWorker {
  private readonly platform = createBrowserPlatform(createBrowserWorkers());
  private readonly sources = new Map<string, ImageSource>();
  private readonly facts = new Map<string, Pick<ImageInfo, 'format' | 'warnings' | 'animation'>>();
  private readonly rasters = new RasterCache(RASTER_CACHE_BYTES);
  private readonly stepWarnings = new WeakMap<Raster, readonly Warning[]>();
  private readonly jobs = new Jobs(this.platform);
  private readonly turns = limitConcurrency(1);
  /** Previews in progress. Scaling a sample for a histogram in between would delay the image on the stage. */
  private readonly previews = new Set<Promise<unknown>>();

  addSource(source: ImageSource): void {
    this.sources.set(source.id, source);
  }

  removeSource(id: string): void {
    this.sources.delete(id);
    this.facts.delete(id);
    this.rasters.dropPrefix(rasterKey({ source: id, steps: [] }));
  }

  render(job: number, image: ImageRef, onProgress: OnProgress): Promise<ImageInfo> {
    return this.jobs.run(job, onProgress, async (context) => {
      const raster = await this.raster(image, context);
      const { width, height } = raster;
      const { animation, ...facts } = this.facts.get(image.source ?? '') ?? {};
      const warnings = [...(facts.warnings ?? []), ...(this.stepWarnings.get(raster) ?? [])];
      const isKept = animation !== undefined && isPerFrame(parseRecipe(image.steps));
      return { width, height, ...facts, warnings, animation: animation && { ...animation, isKept } };
    });
  }

  preview(job: number, image: ImageRef, maxSide: number): Promise<ImageBitmap> {
    const preview = this.jobs.run(job, undefined, async (context) => {
      const { width, height, data } = await this.raster(image, context);
      const scale = Math.min(1, maxSide / Math.max(width, height));
      const smaller: ImageBitmapOptions =
        scale < 1
          ? {
              resizeWidth: Math.max(1, Math.round(width * scale)),
              resizeHeight: Math.max(1, Math.round(height * scale)),
              resizeQuality: 'high',
            }
          : {};
      const bitmap = await createImageBitmap(new ImageData(data, width, height), smaller);
      return transfer(bitmap, [bitmap]);
    });
    this.previews.add(preview);
    const end = () => void this.previews.delete(preview);
    preview.then(end, end);
    return preview;
  }

  /** Returns a preview of the image after one more step, for devices without a GPU. */
  previewStep(job: number, image: ImageRef, maxSide: number, step: RecipeStep): Promise<ImageBitmap> {
    return this.jobs.run(job, undefined, async (context) => {
      const { small, previewScale } = await this.small(image, maxSide, context);
      const whole = () => this.raster(image, context);
      const steps = await surveyed(
        parseRecipe(step),
        async function* () {
          yield { image: await whole() };
        },
        context,
      );
      const { width, height, data } = await runSteps(small, steps, { ...context, previewScale });
      const bitmap = await createImageBitmap(new ImageData(data, width, height));
      return transfer(bitmap, [bitmap]);
    });
  }

  /** Counts the levels of all pixels, for automatic corrections. */
  levels(job: number, image: ImageRef): Promise<LevelCounts> {
    return this.jobs.run(job, undefined, async (context) => countLevels(await this.raster(image, context)));
  }

  /** Returns a sample of the image, after the previews that were requested at the same time. */
  pixels(job: number, image: ImageRef, maxSide: number): Promise<Raster> {
    return this.jobs.run(job, undefined, async (context) => {
      await new Promise((resolve) => setTimeout(resolve));
      await Promise.allSettled(this.previews);
      const { small } = await this.small(image, maxSide, context);
      return { ...small, data: small.data.slice() };
    });
  }

  encode(job: number, image: ImageRef, encoding: ImageEncoding): Promise<Blob> {
    return this.jobs.run(job, undefined, (context) => this.write(image, encoding, context));
  }

  /** Runs one encoding at a time, because a canceled encoding may still be running. */
  measure(job: number, image: ImageRef, encoding: ImageEncoding): Promise<Blob> {
    return this.jobs.run(job, undefined, (context) =>
      this.turns(() => this.write(image, encoding, context), context.signal),
    );
  }

  /** Returns part of an image or of its encoded file, scaled to `width`. `part` is in whole image pixels. */
  region(
    job: number,
    image: ImageRef,
    written: EncodedFile | undefined,
    part: Box,
    width: number,
  ): Promise<ImageBitmap> {
    return this.jobs.run(job, undefined, async (context) => {
      const raster = written ? await this.decoded(written, context) : await this.raster(image, context);
      const { data } = crop(raster, { topX: part.left, topY: part.top, bottomX: part.right, bottomY: part.bottom });
      const cut = new ImageData(data, part.right - part.left, part.bottom - part.top);
      const scale = Math.min(1, width / cut.width);
      const bitmap = await createImageBitmap(cut, {
        resizeWidth: Math.max(1, Math.round(cut.width * scale)),
        resizeHeight: Math.max(1, Math.round(cut.height * scale)),
        resizeQuality: 'high',
      });
      return transfer(bitmap, [bitmap]);
    });
  }

  cancel(job: number): void {
    this.jobs.cancel(job);
  }

  /** Returns the frames of an animation as PNG files, in order. */
  frames(job: number, { source = '', steps }: ImageRef, onProgress: OnProgress): Promise<readonly Blob[]> {
    return this.jobs.run(job, onProgress, async (context) => {
      const frames: Blob[] = [];
      for await (const { image } of framesAfter(await this.inputFile(source), parseRecipe(steps), context)) {
        const bytes = await encodeImage(image, { format: 'png' }, { ...context, onProgress: undefined }, undefined);
        frames.push(new Blob([bytes], { type: imageMimeType('png') }));
      }
      return frames;
    });
  }

  private async write(image: ImageRef, encoding: ImageEncoding, context: OperationContext): Promise<Blob> {
    const animated = await this.writeAnimation(image, encoding, context);
    if (animated) return animated;
    const making = { ...context, onProgress: partOf(context.onProgress, 0, OPERATIONS_SHARE) };
    const raster = await this.raster(image, making);
    const writing = { ...context, onProgress: partOf(context.onProgress, OPERATIONS_SHARE, 1) };
    const bytes = await encodeImage(raster, encoding, writing, this.baseFile(image));
    return new Blob([bytes], { type: imageMimeType(encoding.format) });
  }

  private async writeAnimation(
    { source, steps }: ImageRef,
    encoding: ImageEncoding,
    context: OperationContext,
  ): Promise<Blob | undefined> {
    const file = source === undefined ? undefined : this.sources.get(source);
    if (!file || !('blob' in file)) return undefined;
    const sink = createBlobSink();
    const opened = sourceFile(file.blob, file.name);
    const written = await writeAnimationOf(opened, parseRecipe(steps), encoding, { ...context, sink });
    return written && sink.finish(imageMimeType(encoding.format));
  }

  /** Returns the source file whose metadata the exported file may contain, if any. */
  private baseFile({ source, steps }: ImageRef): SourceFile | undefined {
    const base = baseInput(parseRecipe(steps.slice(0, 1)), source !== undefined);
    if (base !== undefined) {
      const found = parseReference(base);
      return 'file' in found ? undefined : this.baseFile(found);
    }
    const file = source === undefined ? undefined : this.sources.get(source);
    return file && 'blob' in file ? sourceFile(file.blob, file.name) : undefined;
  }

  /** Decodes an encoded file. Caches only the latest decoded file. */
  private async decoded({ id, blob }: EncodedFile, context: OperationContext): Promise<Raster> {
    const key = `${WRITTEN}${id}`;
    const known = this.rasters.get(key);
    if (known) return known;
    this.rasters.dropPrefix(WRITTEN);
    const { raster } = await decodeImage(sourceFile(blob, id), context);
    this.rasters.put(key, raster);
    return raster;
  }

  /** Returns the pixels of an image. Starts from the longest part of the recipe whose result is cached. */
  private async raster(image: ImageRef, context: OperationContext): Promise<Raster> {
    const { source, steps } = image;
    const cached = longestCached(this.rasters, image);
    const raster = cached.raster ?? (source === undefined ? undefined : await this.open(source, context));
    if (raster && cached.done === steps.length) return raster;
    const quietly = { ...context, onProgress: undefined };
    const warnings = new Map((raster && this.stepWarnings.get(raster))?.map((each) => [each.code, each]));
    const onWarning = (warning: Warning) => {
      if (isStepWarning(warning)) warnings.set(warning.code, warning);
    };
    const rest = parseRecipe(steps.slice(cached.done));
    const made = await runSteps(raster, rest, { ...context, onWarning }, async (reference) => {
      const found = parseReference(reference);
      return 'file' in found ? this.inputFile(found.file) : this.raster(found, quietly);
    });
    this.rasters.put(rasterKey(image), made);
    this.stepWarnings.set(made, [...warnings.values()]);
    return made;
  }

  private async inputFile(id: string): Promise<SourceFile> {
    const source = this.sources.get(id);
    if (!source || !('blob' in source)) throw new FudebakoError('fileNotFound', { name: id });
    return sourceFile(source.blob, source.name);
  }

  private async small(image: ImageRef, maxSide: number, context: OperationContext) {
    const raster = await this.raster(image, context);
    const previewScale = Math.min(1, maxSide / Math.max(raster.width, raster.height));
    const key = `${rasterKey(image)}@${maxSide}`;
    const small = this.rasters.get(key) ?? (await scale(raster, { factor: previewScale, keepAspect: true }, context));
    if (small !== raster) this.rasters.put(key, small);
    return { small, previewScale };
  }

  private async open(id: string, context: OperationContext): Promise<Raster> {
    const source = this.sources.get(id);
    if (!source) throw new FudebakoError('imageRequired');
    let raster: Raster;
    if ('blank' in source) raster = blankRaster(source.blank, source.blank.color);
    else if ('checkerboard' in source) raster = checkerboard(source.checkerboard.width, source.checkerboard.height);
    else {
      const file = sourceFile(source.blob, source.name);
      const { header, warnings, ...decoded } = await decodeWithWarnings(file, context);
      raster = decoded.raster;
      const facts = header.animated ? await animationFacts(file) : undefined;
      const animation = facts && { frames: facts.frames, seconds: secondsOf(facts.delaysMs), isKept: true };
      this.facts.set(id, { format: header.format, warnings, animation });
    }
    this.rasters.put(rasterKey({ source: id, steps: [] }), raster);
    return raster;
  }
}

/** @throws FudebakoError `fileNotFound` if the text, which may come from a pasted recipe, is not a reference */
function parseReference(reference: string): ImageRef | FileRef {
  const found = tryJson(reference) as Partial<ImageRef & FileRef> | null | undefined;
  if (typeof found?.file === 'string' || Array.isArray(found?.steps)) return found as ImageRef | FileRef;
  throw new FudebakoError('fileNotFound', { name: reference });
}

const secondsOf = (delaysMs: readonly number[]) => delaysMs.reduce((sum, delay) => sum + delay, 0) / 1000;

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type ImageWorkerApi = ImageWorker;
serve(new ImageWorker());
