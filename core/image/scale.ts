import type { Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { checkImageSize } from './check-size.ts';
import { resample } from './resample/resample.ts';

export interface ScaleParameters {
  readonly ratio?: number;
  readonly width?: number;
  readonly height?: number;
  /** Width and height are then a box that the picture fits into with its own proportions. */
  readonly keepAspect: boolean;
  /** 100 leaves the size alone. */
  readonly percent?: number | undefined;
  /** The longer side in pixels. */
  readonly longEdge?: number | undefined;
  /** A picture that would get more pixels in either direction stays as it is. */
  readonly withoutEnlargement?: boolean;
}

/**
 * The size a picture is scaled to. A side left out follows from the other by the aspect ratio;
 * with both and Keep aspect, the picture fits inside them. Sides are rounded and at least 1 px.
 */
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
    // Sides in the picture's proportions, but for rounding, are meant as they are.
    if (!keepAspect || across.height === height || down.width === width) return { width, height };
    return width / size.width <= height / size.height
      ? { width, height: across.height }
      : { width: down.width, height };
  }
  if (width !== undefined) return { width, height: by(width / size.width).height };
  if (height !== undefined) return { width: by(height / size.height).width, height };
  return size;
}

/**
 * The picture at its scaled size; the picture itself where the size does not change.
 * @throws FudebakoError `imageTooLarge`, `memoryLimit` when the result would pass a limit
 */
export async function scale(image: Raster, params: ScaleParameters, context: OperationContext): Promise<Raster> {
  const { width, height } = scaledSize(image, params);
  if (width === image.width && height === image.height) return image;
  checkImageSize({ width, height }, context.limits);
  return resample(image, width, height, context);
}
