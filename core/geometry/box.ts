import { type Point, rotateAbout, type Size } from './point.ts';

/** A rectangle in pixels; right and bottom are exclusive. */
export interface Box {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export const wholeImage = ({ width, height }: Size): Box => ({ top: 0, left: 0, bottom: height, right: width });

export const boxWidth = (box: Box): number => box.right - box.left;
export const boxHeight = (box: Box): number => box.bottom - box.top;
export const boxCenter = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });

export function boxAround(center: Point, { width, height }: Size): Box {
  const left = center.x - width / 2;
  const top = center.y - height / 2;
  return { top, left, bottom: top + height, right: left + width };
}

/** Returns the box between two opposite corners, which may be given in any order. */
export function boxBetween(one: Point, other: Point): Box {
  return {
    top: Math.min(one.y, other.y),
    left: Math.min(one.x, other.x),
    bottom: Math.max(one.y, other.y),
    right: Math.max(one.x, other.x),
  };
}

/** Returns the smallest box around points; without points, an empty box at 0, 0. */
export function boundsOf(points: readonly Point[]): Box {
  let [top, left, bottom, right] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    if (y < top) top = y;
    if (x < left) left = x;
    if (y > bottom) bottom = y;
    if (x > right) right = x;
  }
  return points.length === 0 ? { top: 0, left: 0, bottom: 0, right: 0 } : { top, left, bottom, right };
}

/** Returns a box with reversed edges swapped: left before right, and top above bottom. */
export function normalizeBox(box: Box): Box {
  return boxBetween({ x: box.left, y: box.top }, { x: box.right, y: box.bottom });
}

/** True for a box that hasn't been drawn, whose edges are all 0. */
export const isUnsetBox = (box: Box): boolean => box.top === 0 && box.left === 0 && box.bottom === 0 && box.right === 0;

export const hasArea = (box: Box): boolean => box.right > box.left && box.bottom > box.top;

export function growBox(box: Box, by: number): Box {
  return { top: box.top - by, left: box.left - by, bottom: box.bottom + by, right: box.right + by };
}

export function shiftBox(box: Box, x: number, y: number): Box {
  return { top: box.top + y, left: box.left + x, bottom: box.bottom + y, right: box.right + x };
}

/** Returns the corners of a box that is rotated about its center, clockwise from the top left corner. */
export function boxCorners(box: Box, rotation = 0): [Point, Point, Point, Point] {
  const center = boxCenter(box);
  const turned = (x: number, y: number) => rotateAbout({ x, y }, center, rotation);
  return [
    turned(box.left, box.top),
    turned(box.right, box.top),
    turned(box.right, box.bottom),
    turned(box.left, box.bottom),
  ];
}

export const rotatedBounds = (box: Box, rotation: number): Box => boundsOf(boxCorners(box, rotation));

/** True if a point is inside a rotated box or on its edges. */
export function boxContains(box: Box, rotation: number, point: Point): boolean {
  const { x, y } = rotateAbout(point, boxCenter(box), -rotation);
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** Moves a box into the image. Shrinks only boxes that are larger than the image. */
export function clampBox(box: Box, size: Size): Box {
  const [left, right] = clampSpan(box.left, box.right, size.width);
  const [top, bottom] = clampSpan(box.top, box.bottom, size.height);
  return { top, left, bottom, right };
}

function clampSpan(from: number, to: number, limit: number): [from: number, to: number] {
  const length = Math.min(to - from, limit);
  const start = Math.min(limit - length, Math.max(0, from));
  return [start, start + length];
}

/** Rounds a box to whole pixels inside the image, at least 1 × 1. */
export function wholeBox(box: Box, size: Size): Box {
  const left = Math.round(box.left);
  const top = Math.round(box.top);
  const width = Math.max(1, Math.round(boxWidth(box)));
  const height = Math.max(1, Math.round(boxHeight(box)));
  return clampBox({ top, left, bottom: top + height, right: left + width }, size);
}
