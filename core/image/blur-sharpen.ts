import { isOpaque, type Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { makeInBands } from './bands.ts';
import { gaussianWeights } from './blur/gaussian.ts';

export interface BlurSharpenParameters {
  /** Sharpness from −1 (most blurred) to 1 (sharpest); 0 leaves the image unchanged. */
  readonly sharpness: number;
}

/** Returns a blur's standard deviation in pixels. In a preview, scaled by `previewScale`, the blur is smaller. */
export function blurSigma(sharpness: number, previewScale = 1): number {
  return 5 * Math.max(0, -sharpness) * previewScale;
}

/** Returns the strength f of sharpening, `c + f·(4c − sum of the four neighbors)`; smaller f for reduced previews. */
export function sharpenAmount(sharpness: number, previewScale = 1): number {
  return 2.5 * Math.max(0, sharpness) * previewScale ** 2;
}

/**
 * Blurs an image (Gaussian, premultiplied color), or sharpens its colors, not alpha, against the four neighbors. Edge
 * pixels repeat beyond the image. Returns `image` itself if nothing changes. Throws CancelledError.
 */
export async function blurSharpen(
  image: Raster,
  { sharpness }: BlurSharpenParameters,
  context: OperationContext,
  previewScale = 1,
): Promise<Raster> {
  const weights = gaussianWeights(blurSigma(sharpness, previewScale));
  const amount = sharpenAmount(sharpness, previewScale);
  if (weights.length === 1 && amount === 0) return image;

  const opaque = amount > 0 || isOpaque(image);
  const reach = amount > 0 ? 1 : weights.length - 1;
  return makeInBands(image, context, ({ start, end }, memory, { signal }) => {
    const firstRow = Math.max(0, start - reach);
    const data = memory.copyRows(image, firstRow, Math.min(image.height, end + reach));
    const rows = memory.acquire((end - start) * image.width * 4);
    const band = { data, rows, width: image.width, first: start - firstRow, count: end - start };
    const options = { signal, transfer: [data.buffer, rows.buffer], workBytes: data.length + rows.length };
    return amount > 0
      ? context.platform.workers.run('sharpen-rows', { ...band, amount }, options)
      : context.platform.workers.run('blur-rows', { ...band, weights, opaque }, options);
  });
}
