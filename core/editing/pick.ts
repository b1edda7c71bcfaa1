import { boxContains, boxHeight, boxWidth, growBox } from '../geometry/box.ts';
import type { Point } from '../geometry/point.ts';
import type { PlacedBox } from './snapping.ts';

/**
 * Which of the boxes a click is meant for, or −1: of those that hold the point the smallest, so that
 * what lies on something larger can be taken, and of equals the last, which lies on top.
 * @param boxes in the order in which they are painted; nothing where there is none to be taken
 * @param tolerance how far beside a box still counts, in pixels
 */
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
