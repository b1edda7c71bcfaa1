import {
  type Box,
  boxContains,
  boxHeight,
  boxWidth,
  clampBox,
  growBox,
  hasArea,
  rotatedBounds,
  shiftBox,
  wholeImage,
} from '#core/geometry/box.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import { handleDirection, type ResizeHandle } from './box-editing.ts';

/** A vertical (`x`) or horizontal (`y`) edge or center line to which a dragged box snaps. */
interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly position: number;
  readonly from: number;
  readonly to: number;
}

export type Guide = SnapLine;

export interface Snapped {
  readonly box: Box;
  readonly guides: readonly Guide[];
}

export interface PlacedBox {
  readonly box: Box;
  readonly rotation: number;
}

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

export function snapLines(size: Size, others: readonly PlacedBox[]): SnapLine[] {
  const boxes = others.filter(({ box }) => hasArea(box)).map(({ box, rotation }) => rotatedBounds(box, rotation));
  return [wholeImage(size), ...boxes].flatMap((box) => [
    ...marks(box, 'x').map((position) => ({ axis: 'x' as const, position, from: box.top, to: box.bottom })),
    ...marks(box, 'y').map((position) => ({ axis: 'y' as const, position, from: box.left, to: box.right })),
  ]);
}

function marks(box: Box, axis: 'x' | 'y'): [near: number, center: number, far: number] {
  const [near, far] = axis === 'x' ? [box.left, box.right] : [box.top, box.bottom];
  return [near, (near + far) / 2, far];
}

/** Snaps a moved box by its rotated bounding box. With `size`, the box stays inside the image. */
export function snapMove(
  { box, rotation }: PlacedBox,
  lines: readonly SnapLine[],
  tolerance: number,
  size: Size | undefined,
): Snapped {
  const seen = rotatedBounds(box, rotation);
  const snapped = shiftBox(
    box,
    nearestShift(marks(seen, 'x'), lines, 'x', tolerance),
    nearestShift(marks(seen, 'y'), lines, 'y', tolerance),
  );
  const clamped = size ? clampBox(snapped, size) : snapped;
  const bounds = rotatedBounds(clamped, rotation);
  return { box: clamped, guides: guidesOf(bounds, lines, marks(bounds, 'x'), marks(bounds, 'y')) };
}

/** Snaps the edges that the dragged handle moves, in a box without rotation. */
export function snapResize(
  box: Box,
  handle: ResizeHandle,
  lines: readonly SnapLine[],
  tolerance: number,
  size: Size,
): Snapped {
  const [sx, sy] = handleDirection(handle);
  const edgeX = sx < 0 ? [box.left] : sx > 0 ? [box.right] : [];
  const edgeY = sy < 0 ? [box.top] : sy > 0 ? [box.bottom] : [];
  const x = nearestShift(edgeX, lines, 'x', tolerance);
  const y = nearestShift(edgeY, lines, 'y', tolerance);
  const moved = {
    top: box.top + (sy < 0 ? y : 0),
    left: box.left + (sx < 0 ? x : 0),
    bottom: box.bottom + (sy > 0 ? y : 0),
    right: box.right + (sx > 0 ? x : 0),
  };
  const clamped = hasArea(moved) ? clampBox(moved, size) : box;
  const shifted = (edges: readonly number[], shift: number) =>
    edges.map((edge) => edge + (clamped === box ? 0 : shift));
  return { box: clamped, guides: guidesOf(clamped, lines, shifted(edgeX, x), shifted(edgeY, y)) };
}

function nearestShift(
  positions: readonly number[],
  lines: readonly SnapLine[],
  axis: 'x' | 'y',
  tolerance: number,
): number {
  let nearest = 0;
  let least = Infinity;
  for (const line of lines) {
    if (line.axis !== axis) continue;
    for (const position of positions) {
      const shift = line.position - position;
      if (Math.abs(shift) <= tolerance && Math.abs(shift) < least) [nearest, least] = [shift, Math.abs(shift)];
    }
  }
  return nearest;
}

/** Returns the guides that the box touches, each long enough to span the box. Merges lines at the same position. */
function guidesOf(
  box: Box,
  lines: readonly SnapLine[],
  atX: readonly number[],
  atY: readonly number[],
): readonly Guide[] {
  const guides = new Map<string, Guide>();
  for (const line of lines) {
    const rests = (line.axis === 'x' ? atX : atY).some((position) => Math.abs(position - line.position) < 1e-6);
    if (!rests) continue;
    const [near, far] = line.axis === 'x' ? [box.top, box.bottom] : [box.left, box.right];
    const key = `${line.axis}${line.position.toFixed(4)}`;
    const known = guides.get(key) ?? line;
    guides.set(key, {
      ...line,
      from: Math.min(known.from, line.from, near),
      to: Math.max(known.to, line.to, far),
    });
  }
  return [...guides.values()];
}
