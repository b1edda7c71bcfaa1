import { type RefObject, useMemo, useRef, useState } from 'react';
import {
  clampPoint,
  growBoxBy,
  type Handle,
  handleAt,
  handleCursor,
  moveBox,
  nudgeShift,
  radiusInside,
  turnOf,
} from '#app/ui/editing/box-editing.ts';
import { type Guide, type PlacedBox, snapLines } from '#app/ui/editing/snapping.ts';
import { boxContains, hasArea } from '#core/geometry/box.ts';
import { distance, normalizeDegrees, type Point } from '#core/geometry/point.ts';
import './box-overlay.css';
import type { Size } from '#core/geometry/point.ts';
import { BoxOutline, cornerHandles, handlesOf } from './BoxOutline.tsx';
import { type Change, type Held, moving, resizing, turning } from './box-changes.ts';
import { isDoubleClick } from './clicks.ts';
import { useDrag } from './drag.ts';
import { useInheritedFocus } from './inherited-focus.ts';
import type { StageView } from './stage-view.ts';
import { isLetter } from './typing.ts';

export interface BoxOverlayProps {
  readonly view: StageView;
  readonly size: Size;
  /** The selected box; undefined until the visitor draws a box. */
  readonly placed: PlacedBox | undefined;
  /** Bounding box of an object without a drawn box. When the visitor moves the object, the object gets a box. */
  readonly undrawn?: PlacedBox | undefined;
  /** Effect of a drag that starts outside the selected box. A drag inside the box always moves the box. */
  readonly outside: 'draw' | 'move' | 'nothing';
  /** True if the box may extend outside the image. */
  readonly free?: boolean;
  readonly keepsRatio?: boolean;
  /** True if the drag of a corner scales the content of the box, unless Shift is pressed. */
  readonly scalesContent?: boolean;
  readonly canTurn?: boolean;
  /** Boxes of other objects to which the selected box snaps. */
  readonly others: readonly PlacedBox[];
  readonly label: string;
  readonly hint: string;
  /** End points, for example of a line, which the visitor drags instead of resize handles. */
  readonly ends?: readonly Point[] | undefined;
  /** Returns whether the object covers a point. By default, checks whether the point is inside the box. */
  readonly holds?: (at: Point, reach: number) => boolean;
  readonly onEnd?: (index: number, to: Point) => void;
  /** Called while a drag draws a box. Shift keeps the aspect ratio. */
  readonly onDraw?: (from: Point, to: Point, keepRatio: boolean) => void;
  readonly onPlace: Held['onPlace'];
  readonly onCommit: () => void;
  readonly onCancel: () => void;
  readonly onClick?: (at: Point) => void;
  readonly onRemove?: () => void;
  readonly onOpen?: ((at: Point | undefined) => void) | undefined;
  /** Moves the focus into a text field, into which the browser then types the pressed letter. */
  readonly onType?: (() => void) | undefined;
  readonly layerRef?: RefObject<HTMLDivElement>;
}

/** Maximum distance in CSS pixels at which a press grabs a handle, by mouse and by touch. */
const HANDLE_RADIUS = 11;
const COARSE_HANDLE_RADIUS = 24;
/** Movement in CSS pixels below which a press counts as a click. */
const CLICK_TOLERANCE = 4;
const COARSE_CLICK_TOLERANCE = 10;

/** Radius of the ring at an end of a line, and its distance from the end, in CSS pixels. */
const RING_RADIUS = 7;
const RING_DISTANCE = 12;

/** Returns the middle of each end's ring, in image pixels. Rings are beyond the ends, so that they hide no arrowhead. */
function ringsOf(ends: readonly Point[], scale: number): readonly Point[] {
  const [start, end] = ends;
  if (!start || !end) return ends;
  const length = distance(start, end);
  if (length === 0) return ends;
  const by = RING_DISTANCE / scale / length;
  const beyond = (from: Point, to: Point) => ({ x: to.x + (to.x - from.x) * by, y: to.y + (to.y - from.y) * by });
  return [beyond(end, start), beyond(start, end)];
}

type Place = Pick<PointerEvent, 'clientX' | 'clientY' | 'pointerType'>;

/** Draws, moves, resizes and rotates a box by pointer and keyboard. The parent component rounds the reported values. */
export function BoxOverlay(props: BoxOverlayProps) {
  const {
    view,
    size,
    placed,
    undrawn,
    outside,
    free,
    keepsRatio = false,
    scalesContent = false,
    canTurn = true,
    others,
    label,
    hint,
    ends,
  } = props;
  const own = useRef<HTMLDivElement>(null);
  const layer = props.layerRef ?? own;
  const drag = useDrag();
  useInheritedFocus(layer);
  const clicked = useRef(false);
  // Reads the latest props from a ref, because a drag's handlers outlive the render that created them.
  const latest = useRef(props);
  latest.current = props;
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const [cursor, setCursor] = useState('crosshair');
  const lines = useMemo(() => snapLines(size, others), [size, others]);
  const bounds = free ? undefined : size;
  const held = placed ?? undrawn;
  const handles = placed && !ends && hasArea(placed.box) ? handlesOf(placed, size, view.scale) : undefined;
  const resizers = keepsRatio ? cornerHandles : undefined;

  const pointOf = (event: Pick<Place, 'clientX' | 'clientY'>): Point => {
    const rect = layer.current?.getBoundingClientRect();
    const { scale } = latest.current.view;
    return { x: (event.clientX - (rect?.left ?? 0)) / scale, y: (event.clientY - (rect?.top ?? 0)) / scale };
  };
  const radiusOf = (event: Place) =>
    (event.pointerType === 'touch' ? COARSE_HANDLE_RADIUS : HANDLE_RADIUS) / view.scale;
  const isHeld = (event: Place, at: Point) =>
    held !== undefined && (props.holds?.(at, radiusOf(event)) ?? boxContains(held.box, held.rotation, at));
  const rings = ends && ringsOf(ends, view.scale);
  const endAt = (event: Place, from: Point) =>
    ends?.findIndex((end, index) =>
      [end, rings?.[index] ?? end].some((place) => distance(place, from) <= radiusOf(event)),
    ) ?? -1;
  const handleOf = (event: Place, at: Point): Handle | undefined => {
    if (!handles || !placed) return undefined;
    const grips = { ...handles, ...(resizers && NO_EDGES), ...(!canTurn && { rotate: NOWHERE }) };
    const handle = handleAt(grips, at, radiusOf(event));
    if (!handle || !boxContains(placed.box, placed.rotation, at)) return handle;
    return distance(handles[handle], at) <= radiusInside(placed.box, radiusOf(event)) ? handle : undefined;
  };

  /** Returns a function that applies a drag. Only drags of handles start without a minimum movement. */
  const changeFrom = (
    event: Place,
    from: Point,
  ): { readonly change?: Change | undefined; readonly atOnce: boolean } => {
    const end = endAt(event, from);
    const at = ends?.[end];
    if (at) {
      const change: Change = (to) =>
        void props.onEnd?.(end, clampPoint({ x: at.x + to.x - from.x, y: at.y + to.y - from.y }, size));
      return { change, atOnce: true };
    }
    const handle = handleOf(event, from);
    const hold = held && { start: held, lines, scale: view.scale, bounds, onPlace: props.onPlace };
    if (hold && handle)
      return {
        change: handle === 'rotate' ? turning(hold, from) : resizing(hold, handle, from, { keepsRatio, scalesContent }),
        atOnce: true,
      };
    if (hold && (isHeld(event, from) || (outside === 'move' && placed)))
      return { change: moving(hold, from), atOnce: false };
    if (outside !== 'draw') return { atOnce: false };
    return { change: (to, shift) => void props.onDraw?.(from, to, shift), atOnce: false };
  };
  const hover = (event: Place) => {
    const at = pointOf(event);
    const handle = handleOf(event, at);
    if (handle && placed) setCursor(handleCursor(handle, placed.rotation));
    else if (endAt(event, at) >= 0) setCursor('grab');
    else setCursor(isHeld(event, at) ? 'move' : outside === 'draw' ? 'crosshair' : 'default');
  };
  const place = (next: PlacedBox) => {
    props.onPlace(next);
    props.onCommit();
  };
  const placedBy = (key: string, shift: boolean, alt: boolean): PlacedBox | undefined => {
    if (!held) return undefined;
    const turn = alt || ends || !canTurn ? undefined : turnOf(key);
    if (turn !== undefined) return { ...held, rotation: normalizeDegrees(held.rotation + turn) };
    const by = nudgeShift(key, shift);
    if (!by) return undefined;
    if (!alt) return { ...held, box: moveBox(held.box, by, bounds) };
    return {
      ...held,
      box: growBoxBy(held.box, by, { rotation: held.rotation, size: bounds, keepRatio: keepsRatio }),
    };
  };

  return (
    <div
      ref={layer}
      className="box-layer"
      style={{ cursor }}
      role="group"
      aria-label={label}
      aria-description={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the box
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary || drag.active) return;
        layer.current?.focus({ preventScroll: true });
        const { change, atOnce } = changeFrom(event, pointOf(event));
        if (!change && !props.onClick) return;
        const { clientX, clientY, pointerType } = event;
        const tolerance = pointerType === 'touch' ? COARSE_CLICK_TOLERANCE : CLICK_TOLERANCE;
        let begun = atOnce;
        clicked.current = false;
        drag.start(event, {
          move: (moved) => {
            begun ||= Math.hypot(moved.clientX - clientX, moved.clientY - clientY) >= tolerance;
            if (begun) setGuides(change?.(pointOf(moved), moved.shiftKey) ?? []);
          },
          end: (keep) => {
            setGuides([]);
            clicked.current = keep && !begun;
            (keep && begun ? latest.current.onCommit : latest.current.onCancel)();
          },
        });
      }}
      onPointerMove={(event) => !drag.active && event.isPrimary && hover(event)}
      // Opens a text on `click`, not on the press: the press would then move the focus away from the opened text field.
      onClick={(event) => {
        if (!clicked.current) return;
        clicked.current = false;
        const at = pointOf(event);
        if (isDoubleClick(event.nativeEvent)) props.onOpen?.(at);
        else props.onClick?.(at);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return void drag.cancel();
        if (event.ctrlKey || event.metaKey) return;
        if (event.key === 'Enter' && props.onOpen) {
          event.preventDefault();
          return props.onOpen(undefined);
        }
        if (props.onType && !event.altKey && isLetter(event.key)) {
          // The letter is no shortcut.
          event.stopPropagation();
          return props.onType();
        }
        if (props.onRemove && (event.key === 'Delete' || event.key === 'Backspace')) {
          event.preventDefault();
          return props.onRemove();
        }
        const next = placedBy(event.key, event.shiftKey, event.altKey);
        if (!next) return;
        event.preventDefault();
        event.stopPropagation();
        place(next);
      }}
    >
      <span className="box-reach" />
      <svg aria-hidden="true" className="box-drawing">
        {placed && !ends && (
          <BoxOutline
            placed={placed}
            scale={view.scale}
            handles={handles}
            shown={resizers}
            canTurn={canTurn}
            isFree={free}
          />
        )}
        {['box-end-halo', 'box-end'].map((look) =>
          rings?.map(({ x, y }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an end has no ID except its index
            <circle key={index} className={look} cx={x * view.scale} cy={y * view.scale} r={RING_RADIUS} />
          )),
        )}
        {guides.map(({ axis, position, from, to }) => {
          const [at, a, b] = [position * view.scale, from * view.scale, to * view.scale];
          const place = axis === 'x' ? { x1: at, x2: at, y1: a, y2: b } : { x1: a, x2: b, y1: at, y2: at };
          return <line key={`${axis}${position}`} className="box-guide" {...place} />;
        })}
      </svg>
    </div>
  );
}

/** Position of edge handles in boxes that are too small for edge handles; unreachable for the pointer. */
const NOWHERE: Point = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
const NO_EDGES = { top: NOWHERE, right: NOWHERE, bottom: NOWHERE, left: NOWHERE } as const;
