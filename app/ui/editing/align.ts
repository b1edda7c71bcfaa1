import { type Box, rotatedBounds, shiftBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import type { PlacedBox } from './snapping.ts';

export const alignSides = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type AlignSide = (typeof alignSides)[number];

/** Returns a box whose rotated bounds touch an edge of the image, or are in the middle between two edges. */
export function alignedBox({ box, rotation }: PlacedBox, side: AlignSide, { width, height }: Size): Box {
  const { top, left, bottom, right } = rotatedBounds(box, rotation);
  const x = { left: -left, center: (width - left - right) / 2, right: width - right };
  const y = { top: -top, middle: (height - top - bottom) / 2, bottom: height - bottom };
  return shiftBox(box, x[side as keyof typeof x] ?? 0, y[side as keyof typeof y] ?? 0);
}
