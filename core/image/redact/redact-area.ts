import { type AreaUnit, type AreaValues, fractionInPixels, unitOf } from '../../geometry/area-unit.ts';
import type { Point, Size } from '../../geometry/point.ts';

/** An area to redact. `unitOf` defines the unit of an area without `unit`. */
export interface RedactArea {
  readonly shape: 'rect' | 'ellipse' | 'brush';
  readonly unit?: AreaUnit | undefined;
  readonly left?: number | undefined;
  readonly top?: number | undefined;
  readonly right?: number | undefined;
  readonly bottom?: number | undefined;
  readonly points: readonly Point[];
  /** Width of the brush, in pixels or as a fraction of the image's width. */
  readonly width?: number | undefined;
}

/** Returns the values of an area that its shape uses. */
export const valuesOfArea = ({ shape, left, top, right, bottom, points, width }: RedactArea): AreaValues =>
  shape === 'brush'
    ? { coordinates: points.flatMap(({ x, y }) => [x, y]), lengths: [width] }
    : { coordinates: [left, top, right, bottom] };

/** An area in pixels, with edges in order. */
export type PixelArea =
  | {
      readonly shape: 'rect' | 'ellipse';
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
  | { readonly shape: 'brush'; readonly points: readonly Point[]; readonly width: number };

/** Converts an area to pixels of an image. `scale` is the scale of a preview. Coordinates may be outside the image. */
export function areaInPixels(area: RedactArea, { width, height }: Size, scale = 1): PixelArea {
  const isFraction = unitOf(area.unit, valuesOfArea(area)) === 'fraction';
  const x = (value: number) => (isFraction ? fractionInPixels(value, width) : value * scale);
  const y = (value: number) => (isFraction ? fractionInPixels(value, height) : value * scale);
  const { shape, points, left = 0, top = 0, right = 0, bottom = 0 } = area;
  if (shape === 'brush')
    return { shape, points: points.map((point) => ({ x: x(point.x), y: y(point.y) })), width: x(area.width ?? 0) };
  const [x1, x2, y1, y2] = [x(left), x(right), y(top), y(bottom)];
  return {
    shape,
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    right: Math.max(x1, x2),
    bottom: Math.max(y1, y2),
  };
}

/** True if less than one pixel of an area's width or height is inside the image. */
export function isThin(area: PixelArea, { width, height }: Size): boolean {
  if (area.shape === 'brush') return area.width < 1;
  const inside = (from: number, to: number, side: number) => Math.min(side, to) - Math.max(0, from);
  return inside(area.left, area.right, width) < 1 || inside(area.top, area.bottom, height) < 1;
}
