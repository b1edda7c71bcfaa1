import type { Size } from '#core/geometry/point.ts';
import { scaledSize } from '#core/image/scale.ts';
import { scale } from '#core/operations/scale.ts';

export const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

/** Clamps width and height. `keepAspect` keeps the aspect ratio. The image's own size is always allowed. */
export function sidesWithin(size: Size, sides: Size, keepAspect: boolean): Size {
  if (isSameSize(sides, size)) return sides;
  const { min, max } = scale.params.width;
  const within = (value: number) => Math.min(max, Math.max(min, value));
  const clamped = { width: within(sides.width), height: within(sides.height) };
  return keepAspect ? scaledSize(size, { ...clamped, keepAspect }) : clamped;
}

export function changeSide(size: Size, sides: Size, changed: Partial<Size>, keepAspect: boolean): Size {
  const next = keepAspect ? scaledSize(size, { ...changed, keepAspect }) : { ...sides, ...changed };
  return sidesWithin(size, next, keepAspect);
}
