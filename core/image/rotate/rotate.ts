import type { Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { checkImageSize } from '../check-size.ts';
import { cropBy } from '../crop.ts';
import { applyOrientation, type Orientation } from '../orientation.ts';
import { turnedFrom } from '../print-scale.ts';
import { type Flip, type RotateParameters, rotatedSize } from './rotated-size.ts';

/** Exif orientation that equals a clockwise turn in degrees, followed by a flip. */
const ORIENTATIONS: Readonly<Record<number, Readonly<Record<Flip, Orientation>>>> = {
  0: { none: 1, horizontal: 2, vertical: 4 },
  90: { none: 6, horizontal: 5, vertical: 7 },
  180: { none: 3, horizontal: 4, vertical: 2 },
  270: { none: 8, horizontal: 7, vertical: 5 },
};

/**
 * Turns, flips and straightens an image. Returns `image` itself if nothing changes. Throws FudebakoError
 * `imageTooLarge`, `memoryLimit`; CancelledError.
 */
export async function rotate(image: Raster, params: RotateParameters, context: OperationContext): Promise<Raster> {
  const { turn, flip, angle, ratio, keepCorners } = params;
  const turned = applyOrientation(image, ORIENTATIONS[turn]?.[flip] ?? 1);
  const upright = turn % 180 === 0 ? turned : turnedFrom(turned, image);
  if (angle !== 0) {
    const size = rotatedSize(image, params);
    checkImageSize(size, context.limits);
    return (await import('./straighten.ts')).straighten(upright, params, size, context);
  }
  if (ratio === '' || keepCorners) return upright;
  return cropBy(upright, { ratio, positionX: 0.5, positionY: 0.5 });
}
