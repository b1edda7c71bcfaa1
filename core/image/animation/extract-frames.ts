import { FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { copyRaster, type Raster } from '../../base/raster.ts';
import { withFileName } from '../../base/with-file-name.ts';
import type { OperationContext } from '../../platform/context.ts';
import { animationMemory, checkImageSize } from '../check-size.ts';
import { decodeImage } from '../codecs/decode.ts';
import { readImageHeader } from '../formats/registry.ts';
import { composeFrames } from './compose-frames.ts';
import { readAnimation, requireAnimationWithinLimits } from './read-animation.ts';

export interface ExtractedFrame {
  /** Number of the frame, from 1. */
  readonly frame: number;
  readonly image: Raster;
  /** Delay in milliseconds, as browsers apply it; `undefined` for a still image. */
  readonly delayMs: number | undefined;
}

/** Returns the number of frames of an animation; 1 for a still image. Throws FudebakoError `animationTooLong`. */
export async function countFrames(file: SourceFile): Promise<number> {
  const facts = await readAnimation(await file.read());
  if (facts) requireAnimationWithinLimits(facts);
  return facts?.frames ?? 1;
}

/**
 * Yields the frames of an animation as browsers compose them, one at a time; a still image as its only frame.
 * @throws FudebakoError `imageLoad`, `animationTooLong`, `memoryLimit`; CancelledError
 */
export async function* extractFrames(file: SourceFile, context: OperationContext): AsyncGenerator<ExtractedFrame> {
  const bytes = await file.read();
  const [header, facts] = [readImageHeader(bytes), await readAnimation(bytes)];
  if (!header || !facts) {
    const { raster } = await withFileName(file, decodeImage(file, context));
    yield { frame: 1, image: raster, delayMs: undefined };
    return;
  }
  requireAnimationWithinLimits(facts);
  checkImageSize(header, context.limits, animationMemory(header, facts.largest, bytes.length, 'png'));
  let frame = 0;
  for await (const { image, delayMs } of composeFrames(bytes, header, file.name, context)) {
    frame += 1;
    yield { frame, image: copyRaster(image), delayMs };
    context.onProgress?.(frame / facts.frames);
  }
}

/** Returns the frame with a number from 1. Throws FudebakoError `frameMissing` and the errors of `extractFrames`. */
export async function extractFrame(file: SourceFile, number: number, context: OperationContext): Promise<Raster> {
  let frames = 0;
  for await (const { frame, image } of extractFrames(file, context)) {
    if (frame === number) return image;
    frames = frame;
  }
  throw new FudebakoError('frameMissing', { frame: number, frames });
}
