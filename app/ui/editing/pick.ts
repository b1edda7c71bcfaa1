import { boxContains, boxHeight, boxWidth, growBox } from '#core/geometry/box.ts';
import type { Point } from '#core/geometry/point.ts';
import type { PlacedBox } from './snapping.ts';

/** Returns the index of the smallest box at a click, or −1. `boxes` are in painting order; the topmost wins ties. */
export function pickBox(boxes: readonly (PlacedBox | undefined)[], point: Point, tolerance = 0): number {
  let picked = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, placed] of boxes.entries()) {
    if (!placed || !boxContains(growBox(placed.box, tolerance), placed.rotation, point)) continue;
    const area = boxWidth(placed.box) * boxHeight(placed.box);
    if (area <= least) [picked, least] = [index, area];
  }
  return picked;
}
