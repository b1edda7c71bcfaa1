import type { Raster } from '../base/raster.ts';

/** Factors by which steps have scaled an image, across and down. A file's print resolution changes by these factors. */
export interface PrintScale {
  readonly x: number;
  readonly y: number;
}

const scales = new WeakMap<Raster, PrintScale>();

export const printScaleOf = (raster: Raster): PrintScale => scales.get(raster) ?? { x: 1, y: 1 };

/** Remembers how much `before` was scaled to become `raster`, unless an operation has stated the factors. */
export function inheritPrintScale(raster: Raster, before: Raster | undefined): Raster {
  const scale = before && scales.get(before);
  if (scale && !scales.has(raster)) scales.set(raster, scale);
  return raster;
}

/** Remembers that `raster` is `before`, scaled by factors. */
export function scaledBy(raster: Raster, before: Raster | undefined, { x, y }: PrintScale): Raster {
  const known = before ? printScaleOf(before) : { x: 1, y: 1 };
  scales.set(raster, { x: known.x * x, y: known.y * y });
  return raster;
}

/** Remembers that a quarter turn has swapped width and height. */
export function turnedFrom(raster: Raster, before: Raster): Raster {
  const { x, y } = printScaleOf(before);
  if (x !== y) scales.set(raster, { x: y, y: x });
  return raster;
}
