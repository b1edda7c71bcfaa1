import type { CancelSignal } from '../base/cancel-signal.ts';
import { CancelledError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import type { Raster } from '../base/raster.ts';
import { withFileName } from '../base/with-file-name.ts';
import type { Size } from '../geometry/point.ts';
import { type DecodeContext, decodeImage } from '../image/codecs/decode.ts';
import type { YuvImage } from '../platform/media.ts';
import type { Platform } from '../platform/platform.ts';
import { drawFinalFrame } from './final-frame.ts';
import type { YuvImages } from './h264/encode-gop.ts';
import { fitImage, whiteFrame } from './plan/fit.ts';
import type { FitMode } from './plan/fit-modes.ts';
import type { ImageId } from './plan/timeline.ts';

export interface SlotImage {
  readonly id: Exclude<ImageId, 'white' | 'final' | `text:${number}`>;
  readonly file: SourceFile;
  readonly fit: FitMode;
}

/**
 * Converts images to Y′CbCr one by one, so only one full-size image is in memory.
 * @throws FudebakoError `imageLoad`, `imageTooLarge`, `imageTooLong`; CancelledError
 */
export async function prepareImages(
  slots: readonly SlotImage[],
  shown: ReadonlySet<ImageId>,
  size: Size,
  context: DecodeContext,
  onProgress?: (fraction: number) => void,
): Promise<YuvImages> {
  const { platform, signal } = context;
  const images = new Map<ImageId, YuvImage>();
  const add = async (id: ImageId, raster: Raster) => {
    if (signal?.aborted) throw new CancelledError();
    images.set(id, await convertImage(raster, context));
  };
  if (shown.has('white')) await add('white', whiteFrame(size));
  if (shown.has('final')) await add('final', drawFinalFrame(size, platform));
  for (const [index, { id, file, fit }] of slots.entries()) {
    // Also decodes images that a short video doesn't show, to report damaged files.
    const { raster } = await withFileName(file, decodeImage(file, context));
    if (shown.has(id)) await add(id, await fitImage(raster, size, fit, context));
    onProgress?.((index + 1) / slots.length);
  }
  return images;
}

function convertImage(
  { width, height, data }: Raster,
  { platform, signal }: { readonly platform: Platform; readonly signal?: CancelSignal },
): Promise<YuvImage> {
  return platform.workers.run('prepare-image', { width, height, data }, { signal, workBytes: data.length });
}
