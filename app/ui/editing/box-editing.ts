import {
  type Box,
  boxAround,
  boxBetween,
  boxCenter,
  boxHeight,
  boxWidth,
  clampBox,
  shiftBox,
} from '#core/geometry/box.ts';
import { distance, normalizeDegrees, type Point, rotate, rotateAbout, type Size } from '#core/geometry/point.ts';

/** Drags and key presses that change a rotatable box. The unrotated box stays inside the image. */

export const resizeHandles = [
  'topLeft',
  'top',
  'topRight',
  'right',
  'bottomRight',
  'bottom',
  'bottomLeft',
  'left',
] as const;
export type ResizeHandle = (typeof resizeHandles)[number];
export type Handle = ResizeHandle | 'rotate';

const directions: Record<ResizeHandle, readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]> = {
  topLeft: [-1, -1],
  top: [0, -1],
  topRight: [1, -1],
  right: [1, 0],
  bottomRight: [1, 1],
  bottom: [0, 1],
  bottomLeft: [-1, 1],
  left: [-1, 0],
};

export const handleDirection = (handle: ResizeHandle) => directions[handle];

/** Minimum width and height of a box in pixels. */
const MIN_SIDE = 1;

/** While Shift is pressed, the rotation snaps to multiples of this angle in degrees. */
const ROTATION_SNAP = 15;

/** Pixels per arrow key press, without and with Shift. */
const NUDGE = 1;
const LARGE_NUDGE = 10;

/** Returns the box that a drag draws, clamped to the image. `ratio` is the width ÷ height to keep. */
export function createBox(from: Point, to: Point, size: Size, ratio?: number): Box {
  const start = clampPoint(from, size);
  const end = clampPoint(to, size);
  if (ratio === undefined) return boxBetween(start, end);
  const signX = to.x < start.x ? -1 : 1;
  const signY = to.y < start.y ? -1 : 1;
  const roomX = signX < 0 ? start.x : size.width - start.x;
  const roomY = signY < 0 ? start.y : size.height - start.y;
  const wanted = Math.max(Math.abs(end.x - start.x), Math.abs(end.y - start.y) * ratio);
  const width = Math.min(wanted, roomX, roomY * ratio);
  return boxBetween(start, { x: start.x + signX * width, y: start.y + (signY * width) / ratio });
}

export function clampPoint({ x, y }: Point, { width, height }: Size): Point {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
}

/** Moves the box. With `size`, the box stays inside the image. */
export function moveBox(box: Box, shift: Point, size: Size | undefined): Box {
  const shifted = shiftBox(box, shift.x, shift.y);
  return size ? clampBox(shifted, size) : shifted;
}

/** Distance between a copied box and the original, as a fraction of the image's shorter side. */
const COPY_SHIFT = 1 / 40;

/** Returns the box for a copy, shifted to the lower right or, at the image's edge, to the upper left. */
export function boxOfCopy(box: Box, size: Size): Box {
  const by = Math.max(1, Math.round(Math.min(size.width, size.height) * COPY_SHIFT));
  const along = (from: number, to: number, length: number) => {
    if (to + by <= length) return by;
    return from >= by ? -by : 0;
  };
  return shiftBox(box, along(box.left, box.right, size.width), along(box.top, box.bottom, size.height));
}

export interface Resize {
  readonly handle: ResizeHandle;
  readonly from: Point;
  readonly to: Point;
  readonly rotation: number;
  readonly size: Size | undefined;
  readonly keepRatio?: boolean;
}

/** Resizes the box up to the image's edge. Dragging a handle past the opposite side mirrors the box. */
export function resizeBox(box: Box, resize: Resize): Box {
  const { handle, rotation, size, keepRatio } = resize;
  const start = sizeOf(box);
  const moved = movedHandle(box, resize);
  const [[sx, sy], [mx, my]] = [directions[handle], directions[moved]];
  const dragged = signedSize(box, resize);
  const wanted = {
    width: sx * mx < 0 ? -dragged.width : dragged.width,
    height: sy * my < 0 ? -dragged.height : dragged.height,
  };
  const anchored = anchoredBox(box, handle, moved, rotation);
  const from = mirroredFrom(start, handle, moved, keepRatio);
  if (keepRatio) {
    const factor = Math.max(ratioFactor(start, wanted, sx, sy), MIN_SIDE / Math.min(start.width, start.height));
    const target = { width: start.width * factor, height: start.height * factor };
    return anchored(growInside(anchored, from, target, size));
  }
  const target = { width: Math.max(MIN_SIDE, wanted.width), height: Math.max(MIN_SIDE, wanted.height) };
  // Grows width and height together up to the image's edge, then the remaining dimension alone.
  let reached = growInside(anchored, from, target, size);
  reached = growInside(anchored, reached, { width: target.width, height: reached.height }, size);
  reached = growInside(anchored, reached, { width: reached.width, height: target.height }, size);
  return anchored(reached);
}

const sizeOf = (box: Box): Size => ({ width: boxWidth(box), height: boxHeight(box) });

/** Returns the size after the drag. A side that was dragged past the opposite side is negative. */
function signedSize(box: Box, { handle, from, to, rotation }: Resize): Size {
  const [sx, sy] = directions[handle];
  const drag = rotate({ x: to.x - from.x, y: to.y - from.y }, -rotation);
  return { width: boxWidth(box) + sx * drag.x, height: boxHeight(box) + sy * drag.y };
}

/** Returns the handle under the pointer after a resize. In a mirrored box, this is the opposite handle. */
export function movedHandle(box: Box, resize: Resize): ResizeHandle {
  const { handle, rotation, size, keepRatio } = resize;
  const { width, height } = signedSize(box, resize);
  const [sx, sy] = directions[handle];
  const [mx, my] = [width < 0 ? -sx : sx, height < 0 ? -sy : sy];
  const hasRoom = (moved: ResizeHandle) => {
    const least = anchoredBox(box, handle, moved, rotation)(mirroredFrom(sizeOf(box), handle, moved, keepRatio));
    return !size || (least.left >= 0 && least.top >= 0 && least.right <= size.width && least.bottom <= size.height);
  };
  const mirrored = [handleTowards(mx, my), handleTowards(mx, sy), handleTowards(sx, my)];
  return mirrored.find((moved) => moved !== handle && hasRoom(moved)) ?? handle;
}

const handleTowards = (x: number, y: number): ResizeHandle =>
  resizeHandles.find((handle) => directions[handle][0] === x && directions[handle][1] === y) as ResizeHandle;

/** Returns the start size for a resize. A mirrored side starts at the minimum size. */
function mirroredFrom(start: Size, handle: ResizeHandle, moved: ResizeHandle, keepRatio = false): Size {
  const [[sx, sy], [mx, my]] = [directions[handle], directions[moved]];
  if (keepRatio && handle !== moved) {
    const factor = MIN_SIDE / Math.min(start.width, start.height);
    return { width: start.width * factor, height: start.height * factor };
  }
  return { width: sx === mx ? start.width : MIN_SIDE, height: sy === my ? start.height : MIN_SIDE };
}

/** Returns the scale factor of a drag: along one axis for edges, along the diagonal for corners. */
function ratioFactor(start: Size, wanted: Size, sx: number, sy: number): number {
  if (sy === 0) return wanted.width / start.width;
  if (sx === 0) return wanted.height / start.height;
  return (wanted.width * start.width + wanted.height * start.height) / (start.width ** 2 + start.height ** 2);
}

/** Returns a function from sizes to boxes. Each box extends from the point opposite `handle` in direction `moved`. */
function anchoredBox(box: Box, handle: ResizeHandle, moved: ResizeHandle, rotation: number): (size: Size) => Box {
  const [sx, sy] = directions[handle];
  const [mx, my] = directions[moved];
  const center = boxCenter(box);
  const back = rotate({ x: (-sx * boxWidth(box)) / 2, y: (-sy * boxHeight(box)) / 2 }, rotation);
  const anchor = { x: center.x + back.x, y: center.y + back.y };
  return ({ width, height }) => {
    const forth = rotate({ x: (mx * width) / 2, y: (my * height) / 2 }, rotation);
    return boxAround({ x: anchor.x + forth.x, y: anchor.y + forth.y }, { width, height });
  };
}

function growInside(boxOf: (size: Size) => Box, from: Size, to: Size, size: Size | undefined): Size {
  if (!size) return to;
  const start = boxOf(from);
  const end = boxOf(to);
  const share = Math.min(
    shareWithin(-start.left, -end.left, 0),
    shareWithin(-start.top, -end.top, 0),
    shareWithin(start.right, end.right, size.width),
    shareWithin(start.bottom, end.bottom, size.height),
  );
  return {
    width: from.width + (to.width - from.width) * share,
    height: from.height + (to.height - from.height) * share,
  };
}

/** Returns how far a value can move from `start` to `end` within `limit`, as a fraction from 0 to 1. */
function shareWithin(start: number, end: number, limit: number): number {
  if (end <= limit || end <= start) return 1;
  return Math.max(0, (limit - start) / (end - start));
}

/** Returns the rotation towards the pointer in whole degrees. `snap` rounds to multiples of 15°. */
export function rotationTowards(box: Box, pointer: Point, snap = false): number {
  const center = boxCenter(box);
  const degrees = (Math.atan2(pointer.y - center.y, pointer.x - center.x) * 180) / Math.PI + 90;
  const step = snap ? ROTATION_SNAP : 1;
  return normalizeDegrees(Math.round(degrees / step) * step);
}

export function nudgeShift(key: string, large: boolean): Point | undefined {
  const step = large ? LARGE_NUDGE : NUDGE;
  if (key === 'ArrowLeft') return { x: -step, y: 0 };
  if (key === 'ArrowRight') return { x: step, y: 0 };
  if (key === 'ArrowUp') return { x: 0, y: -step };
  if (key === 'ArrowDown') return { x: 0, y: step };
  return undefined;
}

/** Resizes the box by an arrow key, without mirroring. The upper left corner stays fixed on the screen. */
export function growBoxBy(box: Box, by: Point, options: Pick<Resize, 'rotation' | 'size' | 'keepRatio'>): Box {
  const from = { x: box.right, y: box.bottom };
  const within = {
    x: Math.max(by.x, MIN_SIDE - boxWidth(box)),
    y: Math.max(by.y, MIN_SIDE - boxHeight(box)),
  };
  const turned = rotate(within, options.rotation);
  return resizeBox(box, {
    ...options,
    handle: 'bottomRight',
    from,
    to: { x: from.x + turned.x, y: from.y + turned.y },
  });
}

/** Returns the rotation in degrees that `[` or `]` causes. `{` and `}` count too, because Shift changes the keys. */
export function turnOf(key: string): number | undefined {
  if (key === '[') return -1;
  if (key === ']') return 1;
  if (key === '{') return -ROTATION_SNAP;
  if (key === '}') return ROTATION_SNAP;
  return undefined;
}

/** Returns each handle's position. `stem` is the rotation handle's distance above the box; negative is inside. */
export function handlePoints(box: Box, rotation: number, stem: number): Record<Handle, Point> {
  const center = boxCenter(box);
  const at = (x: number, y: number) => rotateAbout({ x, y }, center, rotation);
  const points = { rotate: at(center.x, box.top - stem) } as Record<Handle, Point>;
  for (const handle of resizeHandles) {
    const [sx, sy] = directions[handle];
    points[handle] = at(center.x + (sx * boxWidth(box)) / 2, center.y + (sy * boxHeight(box)) / 2);
  }
  return points;
}

/** Returns the nearest handle within `radius`. At equal distance, corner handles take precedence. */
export function handleAt(points: Readonly<Record<Handle, Point>>, pointer: Point, radius: number): Handle | undefined {
  const byRank: readonly Handle[] = ['rotate', 'topLeft', 'topRight', 'bottomRight', 'bottomLeft', ...resizeHandles];
  let nearest: Handle | undefined;
  let least = radius;
  for (const handle of byRank) {
    const away = distance(points[handle], pointer);
    if (away < least || (away === least && nearest === undefined)) [nearest, least] = [handle, away];
  }
  return nearest;
}

/** Reduces the radius of handles in small boxes, so the visitor can still drag the middle of the box. */
export function radiusInside(box: Box, radius: number): number {
  return Math.min(radius, Math.min(boxWidth(box), boxHeight(box)) / 4);
}

const cursors = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const;

/** Returns the CSS resize cursor whose arrows match the handle's direction in the rotated box. */
export function handleCursor(handle: Handle, rotation: number): 'grab' | (typeof cursors)[number] {
  if (handle === 'rotate') return 'grab';
  const [sx, sy] = directions[handle];
  const degrees = (Math.atan2(sy, sx) * 180) / Math.PI + 90 + rotation;
  return cursors[(((Math.round(degrees / 45) % 4) + 4) % 4) as 0 | 1 | 2 | 3];
}
