import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nudgeShift } from '#app/ui/editing/box-editing.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import { useDrag } from '../../ui/stage/drag.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import {
  drawSelection,
  growSelection,
  type Handle,
  handles,
  moveSelection,
  ownAspect,
  resizeSelection,
  type Selection,
} from './selection.ts';

interface CropOverlayProps {
  readonly view: StageView;
  readonly size: Size;
  readonly selection: Selection;
  readonly aspect: number | undefined;
  /** CSS radius of the corners. */
  readonly radius: string | number;
  readonly onChange: (selection: Selection) => void;
  readonly onReset: () => void;
  readonly onCrop: () => void;
}

/** Converts a pointer position to a new selection. Shift keeps the current ratio if no ratio is set. */
type Change = (pointer: Point, shift: boolean) => Selection;

/** Minimum width and height, in CSS pixels, of a selection with its size label inside. */
const TAG_SPACE = { width: 132, height: 72 };

function sizeTagAt({ top, width, height }: Size & { readonly top: number }, imageHeight: number): string {
  if (width >= TAG_SPACE.width && height >= TAG_SPACE.height) return 'inside';
  return top + height + TAG_SPACE.height / 2 <= imageHeight ? 'below' : 'above';
}

export function CropOverlay({ view, size, selection, aspect, radius, onChange, onReset, onCrop }: CropOverlayProps) {
  const { t } = useTranslation();
  const layer = useRef<HTMLDivElement>(null);
  const drag = useDrag();
  const [dragged, setDragged] = useState(false);
  const [keyed, setKeyed] = useState(false);
  // A drag continues across renders, so handlers read the latest values.
  const latest = useRef({ view, onChange });
  latest.current = { view, onChange };

  const pointOf = (event: Pick<PointerEvent, 'clientX' | 'clientY'>): Point => {
    const box = layer.current?.getBoundingClientRect();
    const { scale } = latest.current.view;
    return { x: (event.clientX - (box?.left ?? 0)) / scale, y: (event.clientY - (box?.top ?? 0)) / scale };
  };
  const start = (event: ReactPointerEvent, changeFrom: (point: Point) => Change) => {
    event.stopPropagation();
    setKeyed(false);
    const change = changeFrom(pointOf(event));
    drag.start(event, {
      move: (moved) => {
        setDragged(true);
        latest.current.onChange(change(pointOf(moved), moved.shiftKey));
      },
      end: (keep) => {
        setDragged(false);
        if (!keep) latest.current.onChange(selection);
      },
    });
  };
  const drawing =
    (anchor: Point): Change =>
    (pointer, shift) =>
      drawSelection(anchor, pointer, size, aspect ?? (shift ? 1 : undefined));
  const moving =
    (from: Point): Change =>
    (to) =>
      moveSelection(selection, { x: to.x - from.x, y: to.y - from.y }, size);
  const resizing = (handle: Handle) => (): Change => (to, shift) =>
    resizeSelection(selection, handle, to, size, aspect ?? (shift ? ownAspect(selection) : undefined));

  const isWhole = selection.right - selection.left === size.width && selection.bottom - selection.top === size.height;
  const { left, top, right, bottom } = selection;
  const place = {
    left: left * view.scale,
    top: top * view.scale,
    width: (right - left) * view.scale,
    height: (bottom - top) * view.scale,
  };
  return (
    <div ref={layer} className="crop-layer" onPointerDown={(event) => start(event, drawing)}>
      <div className="crop-shade">
        <div className="crop-hole" style={{ ...place, borderRadius: radius }} />
      </div>
      <div
        className="crop-selection"
        style={place}
        data-dragged={dragged || undefined}
        data-keyed={keyed || undefined}
        onBlur={() => setKeyed(false)}
        role="group"
        aria-label={t('cropper.selection')}
        aria-description={t('cropper.selectionKeys')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and resize the selection
        tabIndex={0}
        onPointerDown={(event) => start(event, isWhole ? drawing : moving)}
        onKeyDown={(event) => {
          const by = nudgeShift(event.key, event.shiftKey);
          if (event.key === 'Enter') onCrop();
          else if (event.key === 'Escape') drag.cancel() || onReset();
          else if (by) {
            event.preventDefault();
            setKeyed(true);
            onChange(event.altKey ? growSelection(selection, by, size, aspect) : moveSelection(selection, by, size));
          }
        }}
      >
        <span className="crop-thirds" aria-hidden="true" />
        <span className="crop-size tabular" data-at={sizeTagAt(place, size.height * view.scale)} aria-hidden="true">
          {t('cropper.size', { width: right - left, height: bottom - top })}
        </span>
        {handles.map((handle) => (
          <span
            key={handle.id}
            className="crop-handle"
            data-handle={handle.id}
            style={{ left: `${handle.x * 100}%`, top: `${handle.y * 100}%` }}
            onPointerDown={(event) => start(event, resizing(handle))}
          />
        ))}
      </div>
    </div>
  );
}
