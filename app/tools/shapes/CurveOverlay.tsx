import { type PointerEvent as ReactPointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { clampPoint, nudgeShift } from '#app/ui/editing/box-editing.ts';
import {
  COARSE_POINT_HIT_RADIUS,
  CONNECT_HIT_RADIUS,
  curvePointAt,
  deleteActivePoint,
  dragCurvePoint,
  newCurvePoint,
  POINT_HIT_RADIUS,
  POINT_RADIUS,
  rotatedCurvePoints,
  toggleCurvePoint,
  unrotatedCurvePoints,
} from '#app/ui/editing/curve-editing.ts';
import type { Point } from '#core/geometry/point.ts';
import type { ShapeComponent } from '#core/shapes/settings.ts';
import '../../ui/stage/box-overlay.css';
import type { Size } from '#core/geometry/point.ts';
import { useDrag } from '../../ui/stage/drag.ts';
import { useInheritedFocus } from '../../ui/stage/inherited-focus.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import type { DraftHandlers } from '../../ui/stage/use-draft.ts';

interface CurveOverlayProps extends DraftHandlers<ShapeComponent> {
  readonly view: StageView;
  readonly size: Size;
  readonly committed: ShapeComponent;
  readonly component: ShapeComponent;
  /** Called for a click that hits no point of the curve. */
  readonly onClick: (at: Point) => void;
}

/** Maximum movement of the pointer during a click, in CSS pixels. */
const CLICK_TOLERANCE = 4;

/** Edits a curve. Clicks add points until Enter or a double-click. Afterwards, the visitor can drag the points. */
export function CurveOverlay(props: CurveOverlayProps) {
  const { view, size, committed, component, onCommit } = props;
  const { t } = useTranslation();
  const layer = useRef<HTMLDivElement>(null);
  const drag = useDrag();
  useInheritedFocus(layer);
  // Handlers read the latest props from a ref, because a drag continues across renders.
  const latest = useRef(props);
  latest.current = props;
  const { rotation, curveMode, activeCurvePointIndex: active } = component;
  const seen = rotatedCurvePoints(component.curvePoints, rotation);

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const rect = layer.current?.getBoundingClientRect();
    const { scale } = latest.current.view;
    return clampPoint(
      { x: (event.clientX - (rect?.left ?? 0)) / scale, y: (event.clientY - (rect?.top ?? 0)) / scale },
      size,
    );
  };
  const add = (point: Point) =>
    onCommit({
      ...committed,
      curvePoints: unrotatedCurvePoints(
        [...rotatedCurvePoints(committed.curvePoints, rotation), newCurvePoint(point)],
        rotation,
      ),
      activeCurvePointIndex: committed.curvePoints.length,
    });
  const finish = () => onCommit({ ...committed, curveMode: 'design' });
  const pressPoint = (event: ReactPointerEvent) => {
    const radius = event.pointerType === 'touch' ? COARSE_POINT_HIT_RADIUS : POINT_HIT_RADIUS;
    const index = curvePointAt(seen, pointOf(event), radius / view.scale);
    if (drag.active) return;
    if (index < 0) return pressOutside(event);
    let draft: ShapeComponent = { ...committed, activeCurvePointIndex: index };
    const show = (next: ShapeComponent) => {
      draft = next;
      latest.current.onDraft(next);
    };
    drag.start(event, {
      move: (moved) => show(place(index, pointOf(moved))),
      end: (keep) => (keep ? latest.current.onCommit(draft) : latest.current.onDraft(undefined)),
    });
    show(draft);
  };
  /** Handles a press outside all points: a click selects another shape, and a drag does nothing. */
  const pressOutside = (event: ReactPointerEvent) => {
    const from = pointOf(event);
    let moved = false;
    drag.start(event, {
      move: ({ clientX, clientY }) => {
        moved ||= Math.hypot(clientX - event.clientX, clientY - event.clientY) >= CLICK_TOLERANCE;
      },
      end: (keep) => {
        if (keep && !moved) latest.current.onClick(from);
      },
    });
  };
  const place = (index: number, to: Point): ShapeComponent => ({
    ...committed,
    activeCurvePointIndex: index,
    curvePoints: dragCurvePoint(committed.curvePoints, index, to, rotation),
  });

  return (
    <div
      ref={layer}
      className="box-layer"
      style={{ cursor: curveMode === 'create' ? 'crosshair' : 'default' }}
      role="group"
      aria-label={t('shape_editor.points')}
      aria-description={t(curveMode === 'create' ? 'shape_editor.createKeys' : 'shape_editor.designKeys')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move points
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        layer.current?.focus({ preventScroll: true });
        if (curveMode === 'design') pressPoint(event);
      }}
      onClick={(event) => {
        if (curveMode === 'create' && event.detail < 2) add(pointOf(event));
      }}
      onDoubleClick={(event) => {
        if (curveMode === 'create') return finish();
        const index = curvePointAt(seen, pointOf(event), CONNECT_HIT_RADIUS / view.scale);
        if (index < 0) return;
        onCommit({ ...committed, curvePoints: toggleCurvePoint(committed.curvePoints, index, 'connected') });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && curveMode === 'create') return finish();
        if (event.key === 'Escape') return void drag.cancel();
        const point = seen[active];
        if (curveMode !== 'design' || !point || event.ctrlKey || event.metaKey || event.altKey) return;
        const shift = nudgeShift(event.key, event.shiftKey);
        if (event.key === 'Delete' || event.key === 'Backspace') {
          event.preventDefault();
          onCommit(deleteActivePoint(committed));
        } else if (shift) {
          event.preventDefault();
          event.stopPropagation();
          onCommit(place(active, clampPoint({ x: point.x + shift.x, y: point.y + shift.y }, size)));
        }
      }}
    >
      <svg role="presentation" className="box-drawing">
        {seen.map(({ x, y, connected }, index) => (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the group handles all events
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a point has no ID except its index
            key={index}
            className={connected ? 'box-handle' : 'box-handle box-handle-loose'}
            role="img"
            aria-label={t('shape_editor.point', { number: index + 1 })}
            aria-current={index === active || undefined}
            cx={x * view.scale}
            cy={y * view.scale}
            r={POINT_RADIUS}
          />
        ))}
      </svg>
    </div>
  );
}
