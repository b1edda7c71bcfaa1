import { createBox, moveBox } from '#app/ui/editing/box-editing.ts';
import { type Box, normalizeBox } from '#core/geometry/box.ts';
import { type Point, roundPoint, type Size } from '#core/geometry/point.ts';
import { largestRect, sizeOfRatio as sized } from '#core/image/largest-rect.ts';

/** Crop rectangle in whole image pixels. `right` and `bottom` are exclusive. */
export type Selection = Box;

/** Position of a handle along one axis: 0 is left or top, 0.5 the middle, 1 right or bottom. */
export interface Handle extends Point {
  readonly id: string;
}

export const handles: readonly Handle[] = [
  { id: 'nw', x: 0, y: 0 },
  { id: 'n', x: 0.5, y: 0 },
  { id: 'ne', x: 1, y: 0 },
  { id: 'e', x: 1, y: 0.5 },
  { id: 'se', x: 1, y: 1 },
  { id: 's', x: 0.5, y: 1 },
  { id: 'sw', x: 0, y: 1 },
  { id: 'w', x: 0, y: 0.5 },
];

const isCorner = ({ x, y }: Handle): boolean => x !== 0.5 && y !== 0.5;

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));

function placed(left: number, top: number, { width, height }: Size, size: Size): Selection {
  const x = Math.round(clamp(left, size.width - width));
  const y = Math.round(clamp(top, size.height - height));
  return { left: x, top: y, right: x + width, bottom: y + height };
}

export function largestSelection(size: Size, aspect: number): Selection {
  const { x, y, width, height } = largestRect(size, aspect);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

export function moveSide(
  selection: Selection,
  side: keyof Selection,
  value: number,
  size: Size,
  aspect?: number,
): Selection {
  if (aspect === undefined) return { ...selection, [side]: value };
  const { left, top } = normalizeBox(selection);
  if (side === 'left' || side === 'right') {
    const other = side === 'left' ? selection.right : selection.left;
    const box = sized('width', Math.abs(value - other), aspect, size);
    return placed(value < other ? value : value - box.width, top, box, size);
  }
  const other = side === 'top' ? selection.bottom : selection.top;
  const box = sized('height', Math.abs(value - other), aspect, size);
  return placed(left, value < other ? value : value - box.height, box, size);
}

export type Length = 'width' | 'height' | 'longEdge';

export function lengthsOf(selection: Selection): Record<Length, number> {
  const { left, top, right, bottom } = normalizeBox(selection);
  const [width, height] = [right - left, bottom - top];
  return { width, height, longEdge: Math.max(width, height) };
}

export function ownAspect(selection: Selection): number | undefined {
  const { width, height } = lengthsOf(selection);
  return width > 0 && height > 0 ? width / height : undefined;
}

export const isLargest = (selection: Selection, size: Size, aspect: number): boolean =>
  JSON.stringify(normalizeBox(selection)) === JSON.stringify(normalizeBox(largestSelection(size, aspect)));

/** Swaps width and height about the center, inside the image. A selection of maximum size keeps the maximum size. */
export function turnSelection(selection: Selection, size: Size, aspect: number): Selection {
  if (isLargest(selection, size, 1 / aspect)) return largestSelection(size, aspect);
  const { left, top, right, bottom } = normalizeBox(selection);
  const box = sized('width', bottom - top, aspect, size);
  return placed((left + right - box.width) / 2, (top + bottom - box.height) / 2, box, size);
}

/** Sets the width, height or long edge; the top left corner stays. A change of the long edge keeps the aspect ratio. */
export function setLength(selection: Selection, length: Length, value: number, size: Size, aspect?: number): Selection {
  const { left, top } = normalizeBox(selection);
  const { width, height } = lengthsOf(selection);
  if (length === 'longEdge') {
    const ratio = aspect ?? ownAspect(selection) ?? size.width / size.height;
    return placed(left, top, sized(ratio >= 1 ? 'width' : 'height', value, ratio, size), size);
  }
  if (aspect !== undefined) return placed(left, top, sized(length, value, aspect, size), size);
  const most = length === 'width' ? size.width : size.height;
  return placed(left, top, { width, height, [length]: Math.min(value, most) }, size);
}

export function growSelection(selection: Selection, by: Point, size: Size, aspect?: number): Selection {
  const { left, top, right, bottom } = selection;
  const corner = { x: right + by.x, y: bottom + by.y };
  if (aspect === undefined) return drawSelection({ x: left, y: top }, corner, size);
  const room = { width: size.width - left, height: size.height - top };
  const box =
    by.x !== 0 ? sized('width', corner.x - left, aspect, room) : sized('height', corner.y - top, aspect, room);
  return placed(left, top, box, size);
}

/** Returns the selection between two points, in whole pixels inside the image. `aspect` is the width ÷ height to keep. */
export function drawSelection(anchor: Point, pointer: Point, size: Size, aspect?: number): Selection {
  const { left, top, right, bottom } = createBox(roundPoint(anchor), roundPoint(pointer), size, aspect);
  return { left: Math.round(left), top: Math.round(top), right: Math.round(right), bottom: Math.round(bottom) };
}

export const moveSelection = (selection: Selection, by: Point, size: Size): Selection =>
  moveBox(selection, roundPoint(by), size);

/** Moves a handle of the selection. Dragging the handle past the opposite side flips the selection. */
export function resizeSelection(
  selection: Selection,
  handle: Handle,
  to: Point,
  size: Size,
  aspect?: number,
): Selection {
  const { left, top, right, bottom } = selection;
  const anchor = { x: handle.x === 0 ? right : left, y: handle.y === 0 ? bottom : top };
  if (isCorner(handle)) return drawSelection(anchor, to, size, aspect);
  if (aspect !== undefined) return resizeWithRatio(selection, handle, to, size, aspect);
  const pointer = handle.x === 0.5 ? { x: right, y: to.y } : { x: to.x, y: bottom };
  return drawSelection(anchor, pointer, size);
}

/** Moves one edge with a fixed ratio. The other dimension scales about its center. */
function resizeWithRatio(
  { left, top, right, bottom }: Selection,
  { x, y }: Handle,
  to: Point,
  size: Size,
  aspect: number,
): Selection {
  if (y === 0.5) {
    const anchor = x === 0 ? right : left;
    const toRight = to.x >= anchor;
    const room = { width: toRight ? size.width - anchor : anchor, height: size.height };
    const box = sized('width', Math.abs(to.x - anchor), aspect, room);
    return placed(toRight ? anchor : anchor - box.width, (top + bottom - box.height) / 2, box, size);
  }
  const anchor = y === 0 ? bottom : top;
  const toBottom = to.y >= anchor;
  const room = { width: size.width, height: toBottom ? size.height - anchor : anchor };
  const box = sized('height', Math.abs(to.y - anchor), aspect, room);
  return placed((left + right - box.width) / 2, toBottom ? anchor : anchor - box.height, box, size);
}
