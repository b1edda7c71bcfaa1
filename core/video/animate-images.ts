import { CancelledError, FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import type { Raster } from '../base/raster.ts';
import { withFileName } from '../base/with-file-name.ts';
import { wholeImage } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { warnOfFrames } from '../image/animation/animation-file.ts';
import { animationMemory, checkImageSize } from '../image/check-size.ts';
import { decodeImage } from '../image/codecs/decode.ts';
import { type AnimatedFormat, checkOutputSize, imageMimeType } from '../image/formats/output-formats.ts';
import { formatNamed } from '../image/formats/registry.ts';
import type { AnimationFrame } from '../image/frames/coded-frame.ts';
import { scale } from '../image/scale.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import { writeVideoAnimation } from './animation-video.ts';

export interface AnimateParameters {
  readonly format: AnimatedFormat;
  /** Delay of an image in milliseconds. */
  readonly delay: number;
  /** Delays of the first images, in order, which replace `delay`. */
  readonly delays: readonly number[];
  /** Number of times that the animation plays; 0 repeats forever. */
  readonly loop: number;
  readonly width?: number | undefined;
  readonly fit: 'contain' | 'cover';
  /** A color, or `transparent`. */
  readonly background: string;
}

/**
 * Writes an animation of images, in their order. The first image determines the size. Decodes one image at a time. An MP4
 * plays once, on white.
 * @throws FudebakoError of decoding; `imageSide`, `imageTooLarge`, `memoryLimit`, `animationDelays`, `videoEncode`;
 * CancelledError
 */
export async function animateImages(
  files: readonly SourceFile[],
  { format, delay, delays, loop, fit, ...look }: AnimateParameters,
  context: OperationContext,
): Promise<WrittenFile> {
  const { platform, signal, sink, limits, onProgress } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  if (delays.length > files.length)
    throw new FudebakoError('animationDelays', { delays: delays.length, images: files.length });
  const quiet = { ...context, onProgress: undefined };
  const decode = async (file: SourceFile) => {
    await warnOfFrames(file, context);
    return (await withFileName(file, decodeImage(file, quiet))).raster;
  };
  const first = await decode(files[0] as SourceFile);
  const size = sizeOf(first, look.width);
  checkOutputSize(size, format);
  checkImageSize(size, limits, animationMemory(size, size.width * size.height, 0, format));
  const delaysMs = files.map((_, index) => delays[index] ?? delay);
  async function* frames(): AsyncGenerator<AnimationFrame> {
    for (const [index, file] of files.entries()) {
      if (signal?.aborted) throw new CancelledError();
      const image = await fitted(index === 0 ? first : await decode(file), size, { fit, ...look }, quiet);
      yield { image, changed: wholeImage(image), delayMs: delaysMs[index] as number };
      onProgress?.((index + 1) / (files.length + 1));
    }
  }
  if (format === 'mp4') await writeVideoAnimation({ frames: frames(), delaysMs, sink }, { platform, signal });
  else await formatNamed(format).writeAnimation?.({ frames: frames(), loop, sink }, {}, { platform, signal });
  onProgress?.(1);
  return { mimeType: imageMimeType(format), extension: format };
}

const sizeOf = (first: Size, width = first.width): Size => ({
  width,
  height: Math.max(1, Math.round((first.height * width) / first.width)),
});

function fitted(
  image: Raster,
  size: Size,
  { fit, background }: Pick<AnimateParameters, 'fit' | 'background'>,
  context: OperationContext,
): Promise<Raster> {
  const method = fit === 'cover' ? ({ fit: 'cover' } as const) : ({ fit: 'pad', background } as const);
  return scale(image, { ...size, keepAspect: true, ...method }, context);
}
