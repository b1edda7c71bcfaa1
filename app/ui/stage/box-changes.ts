import { moveBox, movedHandle, type ResizeHandle, resizeBox, rotationTowards } from '#app/ui/editing/box-editing.ts';
import { type Guide, type PlacedBox, type snapLines, snapMove, snapResize } from '#app/ui/editing/snapping.ts';
import { boxWidth } from '#core/geometry/box.ts';
import { normalizeDegrees, type Point, type Size } from '#core/geometry/point.ts';
import { cornerHandles } from './BoxOutline.tsx';

/** Snap distance in CSS pixels. */
const SNAP = 6;

/** Applies a drag to a box. Returns the guide lines to which the box snaps. */
export type Change = (pointer: Point, shift: boolean) => readonly Guide[] | undefined;

export interface Held {
  readonly start: PlacedBox;
  readonly lines: ReturnType<typeof snapLines>;
  readonly scale: number;
  /** Size of the image that must contain the box; `undefined` if the box may extend outside. */
  readonly bounds: Size | undefined;
  /** `scale` is the factor by which the drag of a corner scales the content of the box. */
  readonly onPlace: (placed: PlacedBox, scale?: number) => void;
}

export const moving =
  ({ start, lines, scale, bounds, onPlace }: Held, from: Point): Change =>
  (to) => {
    const box = moveBox(start.box, { x: to.x - from.x, y: to.y - from.y }, bounds);
    const snapped = snapMove({ ...start, box }, lines, SNAP / scale, bounds);
    onPlace({ ...start, box: snapped.box });
    return snapped.guides;
  };

export function turning({ start, onPlace }: Held, from: Point): Change {
  const away = Math.abs(normalizeDegrees(rotationTowards(start.box, from) - start.rotation));
  return (to, snap) => {
    const towards = rotationTowards(start.box, to, snap);
    onPlace({ ...start, rotation: away > 90 ? normalizeDegrees(towards + 180) : towards });
    return undefined;
  };
}

interface Resizing {
  /** Keeps the aspect ratio even without Shift. */
  readonly keepsRatio: boolean;
  /** A corner scales the content with the box, unless Shift is pressed. */
  readonly scalesContent: boolean;
}

export const resizing =
  (
    { start, lines, scale, bounds, onPlace }: Held,
    handle: ResizeHandle,
    from: Point,
    { keepsRatio, scalesContent }: Resizing,
  ): Change =>
  (to, shift) => {
    const { rotation } = start;
    const isScaling = scalesContent && cornerHandles.includes(handle);
    const keepRatio = keepsRatio || shift !== isScaling;
    const resize = { handle, from, to, rotation, size: bounds, keepRatio };
    const box = resizeBox(start.box, resize);
    // Snaps neither rotated boxes, whose edges aren't parallel to guide lines, nor boxes with a fixed ratio.
    const snapped =
      rotation === 0 && !keepRatio && bounds
        ? snapResize(box, movedHandle(start.box, resize), lines, SNAP / scale, bounds)
        : { box, guides: [] };
    const content = isScaling && !shift ? boxWidth(snapped.box) / boxWidth(start.box) : undefined;
    onPlace({ ...start, box: snapped.box }, content);
    return snapped.guides;
  };
