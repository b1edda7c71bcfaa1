import { isOpaque, type Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { makeInBands } from './bands.ts';
import { gaussianWeights } from './blur/gaussian.ts';

export interface BlurSharpenParameters {
  /** −1 to 1: below 0 blurs, above 0 sharpens, 0 changes nothing. */
  readonly sharpness: number;
}

/** The standard deviation of the blur, in pixels, for a picture that is shown at `previewScale` of its size. */
export function blurSigma(sharpness: number, previewScale = 1): number {
  return 5 * Math.max(0, -sharpness) * previewScale;
}

/**
 * What the difference of a pixel's quadruple and its four neighbours is multiplied by:
 * `c + 10v·(c − mean) = c + 2.5v·(4c − sum)`. In a preview the neighbours are `1 / previewScale`
 * pixels away, and the difference grows with that distance's square.
 */
export function sharpenAmount(sharpness: number, previewScale = 1): number {
  return 2.5 * Math.max(0, sharpness) * previewScale ** 2;
}

/**
 * The picture blurred or sharpened, edges clamped: a Gaussian in premultiplied colour, or the
 * four-neighbour kernel, which leaves alpha alone. The picture itself where nothing changes.
 *
 * @throws CancelledError
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
    const rows = memory.take((end - start) * image.width * 4);
    const band = { data, rows, width: image.width, first: start - firstRow, count: end - start };
    const options = { signal, transfer: [data.buffer, rows.buffer], workBytes: data.length + rows.length };
    return amount > 0
      ? context.platform.workers.run('sharpen-rows', { ...band, amount }, options)
      : context.platform.workers.run('blur-rows', { ...band, weights, opaque }, options);
  });
}
