import { useMemo, useRef, useState } from 'react';
import {
  clampPoint,
  type Handle,
  handleAt,
  handleCursor,
  handlePoints,
  moveBox,
  nudgeShift,
  type ResizeHandle,
  resizeBox,
  resizeHandles,
  rotationTowards,
} from '#core/editing/box-editing.ts';
import { type Guide, type PlacedBox, snapLines, snapMove, snapResize } from '#core/editing/snapping.ts';
import { boxContains, boxCorners, hasArea } from '#core/geometry/box.ts';
import { distance, type Point } from '#core/geometry/point.ts';
import './box-overlay.css';
import type { Size } from '#core/geometry/point.ts';
import { useDrag } from './drag.ts';
import type { StageView } from './stage-view.ts';

export interface BoxOverlayProps {
  readonly view: StageView;
  readonly size: Size;
  /** The selected box; nothing while none has been drawn. */
  readonly placed: PlacedBox | undefined;
  /** Dragging beside the handles draws a new box, or moves the one there is. */
  readonly mode: 'create' | 'move';
  /** What the box snaps to besides the picture. */
  readonly others: readonly PlacedBox[];
  readonly label: string;
  readonly hint: string;
  /** Points to take hold of in place of the handles. */
  readonly ends?: readonly Point[] | undefined;
  readonly onEnd?: (index: number, to: Point) => void;
  /** A drag draws from one point to another; with Shift it keeps a ratio. */
  readonly onDraw: (from: Point, to: Point, keepRatio: boolean) => void;
  readonly onPlace: (placed: PlacedBox) => void;
  /** What was shown last is to stay. */
  readonly onSettle: () => void;
  /** Back to what it was before the drag. */
  readonly onCancel: () => void;
}

/** Distances on the screen, in CSS pixels. */
const HANDLE_RADIUS = 11;
const COARSE_HANDLE_RADIUS = 24;
const STEM = 28;
const SNAP = 6;

type Change = (pointer: Point, shift: boolean) => readonly Guide[] | undefined;

type Place = Pick<PointerEvent, 'clientX' | 'clientY' | 'pointerType'>;

/**
 * Draws, moves, resizes and turns one box over a picture, with mouse, pen, finger and arrow keys.
 * It only says what is asked for: rounding and meaning are its owner's.
 */
export function BoxOverlay(props: BoxOverlayProps) {
  const { view, size, placed, mode, others, label, hint, ends } = props;
  const layer = useRef<HTMLDivElement>(null);
  const drag = useDrag();
  // A drag outlives the drawing that it began in.
  const latest = useRef(props);
  latest.current = props;
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const [cursor, setCursor] = useState('crosshair');
  const lines = useMemo(() => snapLines(size, others), [size, others]);
  const handles = placed && !ends && hasArea(placed.box) ? handlesOf(placed, size, view.scale) : undefined;

  const pointOf = (event: Place): Point => {
    const rect = layer.current?.getBoundingClientRect();
    const { scale } = latest.current.view;
    return { x: (event.clientX - (rect?.left ?? 0)) / scale, y: (event.clientY - (rect?.top ?? 0)) / scale };
  };
  const radiusOf = (event: Place) =>
    (event.pointerType === 'touch' ? COARSE_HANDLE_RADIUS : HANDLE_RADIUS) / view.scale;
  const endAt = (event: Place, from: Point) => ends?.findIndex((end) => distance(end, from) <= radiusOf(event)) ?? -1;

  const changeFrom = (event: Place): Change | undefined => {
    const from = pointOf(event);
    const end = endAt(event, from);
    if (end >= 0) return (to) => void props.onEnd?.(end, clampPoint(to, size));
    const handle = handles && handleAt(handles, from, radiusOf(event));
    if (placed && handle)
      return handle === 'rotate' ? turning(props, placed) : resizing(props, placed, handle, from, lines);
    if (mode === 'create') return (to, shift) => void props.onDraw(from, to, shift);
    if (placed) return moving(props, placed, from, lines);
    return undefined;
  };
  const hover = (event: Place) => {
    const at = pointOf(event);
    const handle = handles && handleAt(handles, at, radiusOf(event));
    const inside = placed && boxContains(placed.box, placed.rotation, at);
    if (handle && placed) setCursor(handleCursor(handle, placed.rotation));
    else if (endAt(event, at) >= 0) setCursor('grab');
    else setCursor(mode === 'create' ? 'crosshair' : inside ? 'move' : 'default');
  };

  return (
    <div
      ref={layer}
      className="box-layer"
      style={{ cursor }}
      role="group"
      aria-label={label}
      aria-description={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: moved by the arrow keys
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary || drag.active) return;
        layer.current?.focus({ preventScroll: true });
        const change = changeFrom(event);
        if (!change) return;
        drag.start(event, {
          move: (moved) => setGuides(change(pointOf(moved), moved.shiftKey) ?? []),
          end: (keep) => {
            setGuides([]);
            (keep ? latest.current.onSettle : latest.current.onCancel)();
          },
        });
      }}
      onPointerMove={(event) => !drag.active && event.isPrimary && hover(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return void drag.cancel();
        const shift = nudgeShift(event.key, event.shiftKey);
        if (!shift || !placed || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        props.onPlace({ ...placed, box: moveBox(placed.box, shift, size) });
        props.onSettle();
      }}
    >
      <svg aria-hidden="true" className="box-drawing">
        {placed && <Outline placed={placed} scale={view.scale} handles={handles} />}
        {ends?.map((end, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an end is its place
          <circle key={index} className="box-handle" cx={end.x * view.scale} cy={end.y * view.scale} r={6} />
        ))}
        {guides.map(({ axis, position, from, to }) => {
          const [at, a, b] = [position * view.scale, from * view.scale, to * view.scale];
          const place = axis === 'x' ? { x1: at, x2: at, y1: a, y2: b } : { x1: a, x2: b, y1: at, y2: at };
          return <line key={`${axis}${position}`} className="box-guide" {...place} />;
        })}
      </svg>
    </div>
  );
}

/** The handle that turns stands above the box, or inside it where there is no room above. */
function handlesOf({ box, rotation }: PlacedBox, size: Size, scale: number): Record<Handle, Point> {
  const above = handlePoints(box, rotation, STEM / scale);
  const { x, y } = above.rotate;
  const fits = x >= 0 && y >= 0 && x <= size.width && y <= size.height;
  return fits ? above : handlePoints(box, rotation, Math.max(-STEM / scale, (box.top - box.bottom) / 2.5));
}

const moving =
  (
    { onPlace, size, view }: BoxOverlayProps,
    start: PlacedBox,
    from: Point,
    lines: ReturnType<typeof snapLines>,
  ): Change =>
  (to) => {
    const box = moveBox(start.box, { x: to.x - from.x, y: to.y - from.y }, size);
    const snapped = snapMove({ ...start, box }, lines, SNAP / view.scale, size);
    onPlace({ ...start, box: snapped.box });
    return snapped.guides;
  };

const turning =
  ({ onPlace }: BoxOverlayProps, start: PlacedBox): Change =>
  (to, snap) => {
    onPlace({ ...start, rotation: rotationTowards(start.box, to, snap) });
    return undefined;
  };

const resizing =
  (
    { onPlace, size, view }: BoxOverlayProps,
    start: PlacedBox,
    handle: ResizeHandle,
    from: Point,
    lines: ReturnType<typeof snapLines>,
  ): Change =>
  (to, keepRatio) => {
    const { rotation } = start;
    const box = resizeBox(start.box, { handle, from, to, rotation, size, keepRatio });
    // Edges of a turned box run along no line, and a snapped edge would not keep the ratio.
    const snapped =
      rotation === 0 && !keepRatio ? snapResize(box, handle, lines, SNAP / view.scale, size) : { box, guides: [] };
    onPlace({ ...start, box: snapped.box });
    return snapped.guides;
  };

interface OutlineProps {
  readonly placed: PlacedBox;
  readonly scale: number;
  readonly handles: Record<Handle, Point> | undefined;
}

function Outline({ placed, scale, handles }: OutlineProps) {
  const points = boxCorners(placed.box, placed.rotation)
    .map(({ x, y }) => `${x * scale},${y * scale}`)
    .join(' ');
  const at = (point: Point) => ({ cx: point.x * scale, cy: point.y * scale });
  return (
    <>
      <polygon className="box-halo" points={points} />
      <polygon className="box-outline" points={points} />
      {handles && (
        <>
          <line
            className="box-outline"
            x1={handles.top.x * scale}
            y1={handles.top.y * scale}
            x2={handles.rotate.x * scale}
            y2={handles.rotate.y * scale}
          />
          <circle className="box-handle" {...at(handles.rotate)} r={6} />
          {resizeHandles.map((handle) => (
            <circle key={handle} className="box-handle" {...at(handles[handle])} r={5} />
          ))}
        </>
      )}
    </>
  );
}
