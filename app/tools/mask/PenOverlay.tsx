import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clampPoint, nudgeShift } from '#app/ui/editing/box-editing.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import { showError } from '../../notices/error-queue.ts';
import { isComposing } from '../../ui/keys.ts';
import { useDrag } from '../../ui/stage/drag.ts';
import type { Gesture } from './selection-gesture.ts';

interface PenOverlayProps {
  readonly size: Size;
  readonly scale: number;
  /** Pen width in mask pixels; 0 for tools without a width. */
  readonly widthPx: number;
  /** Starts a stroke or a selection. `keys` holds the pressed modifier keys. */
  readonly begin: (keys: Pick<KeyboardEvent, 'shiftKey' | 'altKey'>) => Gesture;
  /** Whether nothing else is running. Strokes and selections also start while files open. */
  readonly idle: boolean;
}

/** Pen movement per arrow key press, in CSS pixels. */
const KEY_STEP = 1;

/** Minimum diameter of the pen's outline ring, in CSS pixels. */
const MIN_RING = 3;

/** Draws strokes by pointer or keyboard, with all coalesced pointer events. A ring shows the pen's size. */
export function PenOverlay({ scale, size, widthPx, begin, idle }: PenOverlayProps) {
  const { t } = useTranslation(['app', 'stage']);
  const layer = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const stroke = useRef<Gesture>();
  const pointerAt = useRef<Pick<PointerEvent, 'clientX' | 'clientY'>>();
  const drag = useDrag();
  // A stroke continues across renders, so handlers read the latest scale.
  const scaleNow = useRef(scale);
  scaleNow.current = scale;

  const end = (how: 'finish' | 'abandon') => {
    const current = stroke.current;
    stroke.current = undefined;
    current?.[how]().catch(showError);
  };
  // Completes a stroke in progress when the screen closes.
  useEffect(() => () => void stroke.current?.finish().catch(showError), []);

  // Listens for keys on the window, because another element may have focus during a stroke.
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag.cancel()) event.stopPropagation();
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [drag]);
  // Pen position during keyboard drawing; undefined while the pointer draws.
  const [keyed, setKeyed] = useState<Point>();
  const [announcement, setAnnouncement] = useState('');
  const cursor = useRef<HTMLDivElement>(null);
  const isKeyed = keyed !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a zoomed stage follows the pen
  useEffect(() => {
    // `scrollIntoView` returns a promise in some browsers, which React would treat as a cleanup function.
    void cursor.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [keyed]);
  const place = (): Point => {
    if (keyed) return keyed;
    const [box, at] = [layer.current?.getBoundingClientRect(), pointerAt.current ?? seenCenter(layer.current)];
    return clampPoint({ x: (at.clientX - (box?.left ?? 0)) / scale, y: (at.clientY - (box?.top ?? 0)) / scale }, size);
  };
  const lift = (how: 'finish' | 'abandon') => {
    if (!keyed || !stroke.current) return;
    end(how);
    setAnnouncement(how === 'finish' ? t('stage:pen.painted') : '');
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const { key, shiftKey, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event.nativeEvent) || drag.active) return;
    if (key === 'Escape') return lift('abandon');
    const by = nudgeShift(key, shiftKey);
    if (by) {
      event.preventDefault();
      const step = Math.max(1, Math.round(KEY_STEP / scale));
      const from = place();
      const to = clampPoint({ x: Math.round(from.x + by.x * step), y: Math.round(from.y + by.y * step) }, size);
      setKeyed(to);
      stroke.current?.add([{ ...to, pressure: 1 }]);
      setAnnouncement(t('stage:pen.at', { x: to.x, y: to.y }));
    } else if (key === ' ' && keyed) {
      event.preventDefault();
      if (repeat || stroke.current) return;
      stroke.current = begin(event);
      stroke.current.add([{ ...keyed, pressure: 1 }]);
      setAnnouncement(t('stage:pen.painting'));
    }
  };

  // After the panel changes the pen width, the ring appears at the visible center to preview the width.
  const width = useRef(widthPx);
  useEffect(() => {
    if (width.current === widthPx) return;
    width.current = widthPx;
    if (!isKeyed) moveRing(seenCenter(layer.current));
  });

  const pointsOf = (event: PointerEvent): StrokePoint[] => {
    const box = layer.current?.getBoundingClientRect();
    if (!box) return [];
    const coalesced = event.getCoalescedEvents?.() ?? [];
    return (coalesced.length > 0 ? coalesced : [event]).map(({ clientX, clientY, pointerType, pressure }) => ({
      x: (clientX - box.left) / scaleNow.current,
      y: (clientY - box.top) / scaleNow.current,
      // Reads pressure from pens only: a mouse always reports 0.5, and touch pressure is unreliable.
      pressure: pointerType === 'pen' ? pressure : 1,
    }));
  };
  const moveRing = ({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>) => {
    const [box, element] = [layer.current?.getBoundingClientRect(), ring.current];
    if (!box || !element) return;
    element.hidden = false;
    element.style.translate = `${clientX - box.left}px ${clientY - box.top}px`;
  };

  const followPointer = ({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>) => {
    pointerAt.current = { clientX, clientY };
    setKeyed(undefined);
    moveRing({ clientX, clientY });
  };

  const shownPx = Math.max(MIN_RING, widthPx * scale);
  return (
    <div
      ref={layer}
      className="pen-layer"
      data-idle={idle || undefined}
      role="group"
      aria-label={t('stage:pen.label')}
      aria-description={t(widthPx > 0 ? 'stage:pen.keys' : 'stage:mask.selectKeys')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the pen
      tabIndex={0}
      onKeyDown={onKeyDown}
      onKeyUp={({ key }) => key === ' ' && lift('finish')}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setKeyed(place())}
      onBlur={() => {
        lift('finish');
        setKeyed(undefined);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary || stroke.current) return;
        drag.start(event, {
          move: (moved) => stroke.current?.add(pointsOf(moved)),
          end: (keep) => end(keep ? 'finish' : 'abandon'),
        });
        followPointer(event);
        stroke.current = begin(event);
        stroke.current.add(pointsOf(event.nativeEvent));
      }}
      onPointerMove={(event) => event.isPrimary && !(isKeyed && stroke.current) && followPointer(event)}
      onPointerLeave={() => {
        if (ring.current) ring.current.hidden = true;
      }}
    >
      <div ref={ring} className="pen-ring" style={{ width: shownPx, height: shownPx }} hidden />
      {keyed && (
        <div
          ref={cursor}
          className="pen-ring pen-cursor"
          style={{ width: shownPx, height: shownPx, translate: `${keyed.x * scale}px ${keyed.y * scale}px` }}
        />
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

function seenCenter(layer: Element | null): Pick<PointerEvent, 'clientX' | 'clientY'> {
  const [box, seen] = [layer, layer?.closest('.stage-viewport')].map((each) => each?.getBoundingClientRect());
  if (!box || !seen) return { clientX: 0, clientY: 0 };
  const between = (from: number, to: number, least: number, most: number) =>
    (Math.max(from, least) + Math.min(to, most)) / 2;
  return {
    clientX: between(box.left, box.right, seen.left, seen.right),
    clientY: between(box.top, box.bottom, seen.top, seen.bottom),
  };
}
