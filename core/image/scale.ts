import type { Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { checkImageSize } from './check-size.ts';
import { resample } from './resample/resample.ts';

export interface ScaleParameters {
  readonly ratio?: number;
  readonly width?: number;
  readonly height?: number;
  /** True to fit the image into the box of `width` and `height` with its own aspect ratio. */
  readonly keepAspect: boolean;
  readonly percent?: number | undefined;
  readonly longEdge?: number | undefined;
  /** True to leave an image unchanged that would grow in width or height. */
  readonly withoutEnlargement?: boolean;
}

/** Returns the scaled size, rounded, at least 1 px. A missing side follows from the other side and the aspect ratio. */
export function scaledSize(size: Size, params: ScaleParameters): Size {
  const wanted = wantedSize(size, params);
  const enlarges = wanted.width > size.width || wanted.height > size.height;
  return params.withoutEnlargement && enlarges ? size : wanted;
}

function wantedSize(size: Size, { ratio, percent, longEdge, width, height, keepAspect }: ScaleParameters): Size {
  const by = (factorX: number, factorY = factorX) => ({
    width: Math.max(1, Math.round(size.width * factorX)),
    height: Math.max(1, Math.round(size.height * factorY)),
  });
  if (ratio !== undefined) return by(ratio);
  if (percent !== undefined) return by(percent / 100);
  if (longEdge !== undefined)
    return size.width >= size.height
      ? { width: longEdge, height: by(longEdge / size.width).height }
      : { width: by(longEdge / size.height).width, height: longEdge };
  if (width !== undefined && height !== undefined) {
    const [across, down] = [by(width / size.width), by(height / size.height)];
    // Uses both sides exactly if they match the aspect ratio after rounding.
    if (!keepAspect || across.height === height || down.width === width) return { width, height };
    return width / size.width <= height / size.height
      ? { width, height: across.height }
      : { width: down.width, height };
  }
  if (width !== undefined) return { width, height: by(width / size.width).height };
  if (height !== undefined) return { width: by(height / size.height).width, height };
  return size;
}

/** Returns the scaled image; `image` itself at the same size. Throws FudebakoError `imageTooLarge`, `memoryLimit`. */
export async function scale(image: Raster, params: ScaleParameters, context: OperationContext): Promise<Raster> {
  const { width, height } = scaledSize(image, params);
  if (width === image.width && height === image.height) return image;
  checkImageSize({ width, height }, context.limits);
  return resample(image, width, height, context);
}
