import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { StageView } from '../../parts/stage-view.ts';
import {
  drawSelection,
  type Handle,
  handles,
  isCorner,
  moveSelection,
  type Point,
  resizeSelection,
  type Selection,
  type Size,
  wholePicture,
} from './selection.ts';

interface CropOverlayProps {
  readonly view: StageView;
  readonly size: Size;
  readonly selection: Selection;
  readonly aspect: number | undefined;
  readonly onChange: (selection: Selection) => void;
  readonly onCrop: () => void;
}

/** What the pointer is doing to the selection since it went down. */
type Drag = (pointer: Point) => Selection;

const KEY_MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The rectangle over the picture: drawn by dragging, moved from inside, resized by its handles or by keys. */
export function CropOverlay({ view, size, selection, aspect, onChange, onCrop }: CropOverlayProps) {
  const { t } = useTranslation();
  const layer = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>();

  const pointOf = (event: PointerEvent): Point => {
    const box = layer.current?.getBoundingClientRect();
    return { x: (event.clientX - (box?.left ?? 0)) / view.scale, y: (event.clientY - (box?.top ?? 0)) / view.scale };
  };
  const start = (event: PointerEvent, dragFrom: (point: Point) => Drag) => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.stopPropagation();
    layer.current?.setPointerCapture(event.pointerId);
    drag.current = dragFrom(pointOf(event));
  };
  const drawing =
    (anchor: Point): Drag =>
    (pointer) =>
      drawSelection(anchor, pointer, size, aspect);
  const moving =
    (from: Point): Drag =>
    (to) =>
      moveSelection(selection, { x: to.x - from.x, y: to.y - from.y }, size);
  const resizing = (handle: Handle) => (): Drag => (to) => resizeSelection(selection, handle, to, size, aspect);

  const isWhole = selection.right - selection.left === size.width && selection.bottom - selection.top === size.height;
  const { left, top, right, bottom } = selection;
  return (
    <div
      ref={layer}
      className="crop-layer"
      onPointerDown={(event) => start(event, drawing)}
      onPointerMove={(event) => drag.current && onChange(drag.current(pointOf(event)))}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    >
      <div
        className="crop-selection"
        style={{
          left: left * view.scale,
          top: top * view.scale,
          width: (right - left) * view.scale,
          height: (bottom - top) * view.scale,
        }}
        role="group"
        aria-label={t('cropper.selection')}
        aria-description={t('cropper.selectionKeys')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: moved and resized by keys
        tabIndex={0}
        onPointerDown={(event) => start(event, isWhole ? drawing : moving)}
        onKeyDown={(event) => {
          const move = KEY_MOVES[event.key];
          if (event.key === 'Enter') onCrop();
          else if (event.key === 'Escape') onChange(wholePicture(size));
          else if (move) {
            event.preventDefault();
            const step = event.shiftKey ? 10 : 1;
            const by = { x: move.x * step, y: move.y * step };
            const corner = { x: right + by.x, y: bottom + by.y };
            onChange(
              event.altKey
                ? drawSelection({ x: left, y: top }, corner, size, aspect)
                : moveSelection(selection, by, size),
            );
          }
        }}
      >
        {handles
          .filter((handle) => aspect === undefined || isCorner(handle))
          .map((handle) => (
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
