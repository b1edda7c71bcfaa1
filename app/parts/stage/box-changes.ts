import { moveBox, movedHandle, type ResizeHandle, resizeBox, rotationTowards } from '#core/editing/box-editing.ts';
import { type Guide, type PlacedBox, type snapLines, snapMove, snapResize } from '#core/editing/snapping.ts';
import { normalizeDegrees, type Point, type Size } from '#core/geometry/point.ts';

/** How near a line a box snaps to it, in CSS pixels. */
const SNAP = 6;

/** What the pointer makes of a box since it went down, and the lines that the box then rests on. */
export type Change = (pointer: Point, shift: boolean) => readonly Guide[] | undefined;

/** What changes a box, and where it may go. */
interface Held {
  readonly start: PlacedBox;
  readonly lines: ReturnType<typeof snapLines>;
  /** CSS pixels for one of the picture's. */
  readonly scale: number;
  /** Of the picture that holds the box; nothing where it may reach over the edges. */
  readonly bounds: Size | undefined;
  readonly onPlace: (placed: PlacedBox) => void;
}

export const moving =
  ({ start, lines, scale, bounds, onPlace }: Held, from: Point): Change =>
  (to) => {
    const box = moveBox(start.box, { x: to.x - from.x, y: to.y - from.y }, bounds);
    const snapped = snapMove({ ...start, box }, lines, SNAP / scale, bounds);
    onPlace({ ...start, box: snapped.box });
    return snapped.guides;
  };

/** @param from where the handle was taken: it may stand below the box */
export function turning({ start, onPlace }: Held, from: Point): Change {
  const away = Math.abs(normalizeDegrees(rotationTowards(start.box, from) - start.rotation));
  return (to, snap) => {
    const towards = rotationTowards(start.box, to, snap);
    onPlace({ ...start, rotation: away > 90 ? normalizeDegrees(towards + 180) : towards });
    return undefined;
  };
}

/** @param keepsRatio whether it always does, and not with Shift alone */
export const resizing =
  ({ start, lines, scale, bounds, onPlace }: Held, handle: ResizeHandle, from: Point, keepsRatio: boolean): Change =>
  (to, shift) => {
    const { rotation } = start;
    const keepRatio = keepsRatio || shift;
    const resize = { handle, from, to, rotation, size: bounds, keepRatio };
    const box = resizeBox(start.box, resize);
    // Edges of a turned box run along no line, and a snapped edge would not keep the ratio.
    const snapped =
      rotation === 0 && !keepRatio && bounds
        ? snapResize(box, movedHandle(start.box, resize), lines, SNAP / scale, bounds)
        : { box, guides: [] };
    onPlace({ ...start, box: snapped.box });
    return snapped.guides;
  };
