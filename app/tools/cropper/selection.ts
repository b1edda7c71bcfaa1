/** The rectangle to be cut out, in whole pixels of the picture; right and bottom are exclusive. */
export interface Selection {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a handle sits: 0 is left or top, 0.5 the middle of a side, 1 right or bottom. */
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

export const isCorner = ({ x, y }: Handle): boolean => x !== 0.5 && y !== 0.5;

export const wholePicture = ({ width, height }: Size): Selection => ({ left: 0, top: 0, right: width, bottom: height });

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));

/**
 * The rectangle between a fixed corner and the pointer, inside the picture.
 * @param aspect width ÷ height to be kept; the rectangle is then as large as the pointer asks for
 */
export function drawSelection(anchor: Point, pointer: Point, size: Size, aspect?: number): Selection {
  const from = { x: Math.round(clamp(anchor.x, size.width)), y: Math.round(clamp(anchor.y, size.height)) };
  let to = { x: Math.round(clamp(pointer.x, size.width)), y: Math.round(clamp(pointer.y, size.height)) };
  if (aspect !== undefined) {
    const [toRight, toBottom] = [pointer.x >= from.x, pointer.y >= from.y];
    const room = { x: toRight ? size.width - from.x : from.x, y: toBottom ? size.height - from.y : from.y };
    const wanted = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y) * aspect);
    const width = Math.min(wanted, room.x, room.y * aspect);
    to = {
      x: from.x + Math.round(toRight ? width : -width),
      y: from.y + Math.round((toBottom ? width : -width) / aspect),
    };
  }
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    right: Math.max(from.x, to.x),
    bottom: Math.max(from.y, to.y),
  };
}

/** Shifted, but not out of the picture. */
export function moveSelection({ left, top, right, bottom }: Selection, by: Point, size: Size): Selection {
  const dx = Math.round(Math.min(size.width - right, Math.max(-left, by.x)));
  const dy = Math.round(Math.min(size.height - bottom, Math.max(-top, by.y)));
  return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
}

/** With one handle taken to a point; past the other side it turns over. */
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
  const pointer = handle.x === 0.5 ? { x: right, y: to.y } : { x: to.x, y: bottom };
  return drawSelection(anchor, pointer, size);
}
