import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { clampPoint, createBox } from '#app/ui/editing/box-editing.ts';
import { pickBox } from '#app/ui/editing/snapping.ts';
import { hasArea, wholeBox } from '#core/geometry/box.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import type { RedactArea } from '#core/image/redact/redact-area.ts';
import { MAX_STROKE_POINTS } from '#core/operations/redact.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { type DraftHandlers, useDraft } from '../../ui/stage/use-draft.ts';
import { type AreaShape, type Areas, added, areaOfBox, boxOf, withActive, withBox } from './areas.ts';

interface AreaOverlayProps extends DraftHandlers<Areas> {
  readonly view: StageView;
  readonly size: Size;
  /** Areas before the current drag. `shown` are the areas including the current drag. */
  readonly committed: Areas;
  readonly shown: Areas;
  readonly shape: AreaShape;
  readonly brushWidth: number;
  /** True if a click on the image also selects or paints an area, not only a drag. */
  readonly isOpen: boolean;
  readonly onRemove: () => void;
}

export function AreaOverlay(props: AreaOverlayProps) {
  const { view, size, committed, shown, shape, brushWidth, isOpen, onDraft, onCommit } = props;
  const { t } = useTranslation(['app', 'stage']);
  const { show, commit, cancel } = useDraft<Areas>({
    onDraft,
    onCommit: (next) => {
      const changed = next.areas[next.active];
      if (changed && hasArea(boxOf(changed))) onCommit(next);
      else onDraft(undefined);
    },
  });
  const stroke = useRef<Point[]>([]);
  const isBrush = shape === 'brush';
  const active = isBrush ? undefined : shown.areas[shown.active];
  const strokeTo = (from: Point, to: Point): RedactArea => {
    if (stroke.current.length === 0) stroke.current = [whole(from, size)];
    const point = whole(to, size);
    const last = stroke.current.at(-1);
    const isNew = last?.x !== point.x || last.y !== point.y;
    // Ends a stroke at its maximum length. Removing its first points instead would uncover the pixels below.
    if (isNew && stroke.current.length < MAX_STROKE_POINTS) stroke.current.push(point);
    return { shape: 'brush', unit: 'px', points: [...stroke.current], width: brushWidth };
  };
  return (
    <BoxOverlay
      view={view}
      size={size}
      placed={active && { box: boxOf(active), rotation: 0 }}
      canTurn={false}
      onRemove={props.onRemove}
      outside="draw"
      others={NONE}
      label={t('stage:areas.box')}
      hint={t('stage:areas.keys')}
      onDraw={(from, to, keepRatio) => {
        if (isBrush) return show(added(committed, strokeTo(from, to)));
        show(added(committed, areaOfBox(shape, wholeBox(createBox(from, to, size, keepRatio ? 1 : undefined), size))));
      }}
      onPlace={({ box }) => {
        const before = committed.areas[committed.active];
        if (before) show(withActive(committed, withBox(before, wholeBox(box, size))));
      }}
      onCommit={() => {
        stroke.current = [];
        commit();
      }}
      onCancel={() => {
        stroke.current = [];
        cancel();
      }}
      onClick={(at) => {
        if (!isOpen) return;
        if (isBrush)
          return onCommit(added(committed, { shape, unit: 'px', points: [whole(at, size)], width: brushWidth }));
        const picked = pickBox(
          committed.areas.map((area) => ({ box: boxOf(area), rotation: 0 })),
          at,
        );
        if (picked !== committed.active) onCommit({ ...committed, active: picked });
      }}
    />
  );
}

const NONE: readonly never[] = [];

function whole(point: Point, size: Size): Point {
  const { x, y } = clampPoint(point, size);
  return { x: Math.round(x), y: Math.round(y) };
}
