import { type Handle, handlePoints, type ResizeHandle, resizeHandles } from '#app/ui/editing/box-editing.ts';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { boxCorners } from '#core/geometry/box.ts';
import { distance, type Point, type Size } from '#core/geometry/point.ts';

/** Distance of the rotation handle from the box, in CSS pixels. */
const STEM = 28;

/** Maximum distance, in CSS pixels, between the image's edge and a rotation handle outside the image. */
const BESIDE = 12;

/** Returns handles in image pixels. The rotation handle is above the box or, without space, below or inside. */
export function handlesOf({ box, rotation }: PlacedBox, size: Size, scale: number): Record<Handle, Point> {
  const beside = BESIDE / scale;
  const fits = ({ rotate: { x, y } }: Record<Handle, Point>) =>
    x >= -beside && y >= -beside && x <= size.width + beside && y <= size.height + beside;
  const above = handlePoints(box, rotation, STEM / scale);
  if (fits(above)) return above;
  const below = handlePoints(box, rotation, box.top - box.bottom - STEM / scale);
  return fits(below) ? below : handlePoints(box, rotation, Math.max(-STEM / scale, (box.top - box.bottom) / 2.5));
}

/** Handles of a box with a fixed aspect ratio, which has no handles at its edges. */
export const cornerHandles: readonly ResizeHandle[] = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'];

interface BoxOutlineProps {
  readonly placed: PlacedBox;
  readonly scale: number;
  readonly handles: Record<Handle, Point> | undefined;
  readonly shown?: readonly ResizeHandle[];
  readonly canTurn?: boolean;
  /** True if the box may extend outside the image. A press there then reaches the box and its handles. */
  readonly isFree?: boolean | undefined;
}

export function BoxOutline(props: BoxOutlineProps) {
  const { placed, scale, handles, shown = resizeHandles, canTurn = true, isFree = false } = props;
  const points = boxCorners(placed.box, placed.rotation)
    .map(({ x, y }) => `${x * scale},${y * scale}`)
    .join(' ');
  const stemFrom =
    handles && distance(handles.bottom, handles.rotate) < distance(handles.top, handles.rotate)
      ? handles.bottom
      : handles?.top;
  const at = (point: Point) => ({ cx: point.x * scale, cy: point.y * scale });
  return (
    <>
      {isFree && <polygon className="box-grip" points={points} />}
      <polygon className="box-halo" points={points} />
      <polygon className="box-outline" points={points} />
      {handles && stemFrom && (
        <>
          {canTurn && (
            <>
              <line
                className="box-outline"
                x1={stemFrom.x * scale}
                y1={stemFrom.y * scale}
                x2={handles.rotate.x * scale}
                y2={handles.rotate.y * scale}
              />
              <circle className="box-handle" {...at(handles.rotate)} r={6} />
            </>
          )}
          {shown.map((handle) => (
            <circle key={handle} className="box-handle" {...at(handles[handle])} r={5} />
          ))}
        </>
      )}
    </>
  );
}
