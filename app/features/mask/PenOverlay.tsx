import { useEffect, useRef } from 'react';
import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { useDrag } from '../../parts/stage/drag.ts';
import { showError } from '../../state/errors.ts';
import { LiveStroke } from './live-stroke.ts';

interface PenOverlayProps {
  /** CSS pixels for one pixel of the mask. */
  readonly scale: number;
  readonly pen: Pen;
  readonly idle: boolean;
}

/** A finer ring could not be seen, in CSS pixels. */
const MIN_RING = 3;

/** Takes the pen: strokes with every point the device measured, and a ring that shows the pen's size. */
export function PenOverlay({ scale, pen, idle }: PenOverlayProps) {
  const layer = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const stroke = useRef<LiveStroke>();
  const drag = useDrag();
  // A stroke outlives the drawing that it began in.
  const scaleNow = useRef(scale);
  scaleNow.current = scale;

  const end = (how: 'finish' | 'abandon') => {
    const current = stroke.current;
    stroke.current = undefined;
    current?.[how]().catch(showError);
  };
  // A stroke that is under way when the screen goes is a stroke.
  useEffect(() => () => void stroke.current?.finish().catch(showError), []);

  // The focus is elsewhere while the pen is down.
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag.cancel()) event.stopPropagation();
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [drag]);

  // While its width is chosen elsewhere, the ring shows it in the middle of what is seen.
  const width = useRef(pen.widthPx);
  useEffect(() => {
    const [box, seen] = [layer.current, layer.current?.closest('.stage-viewport')].map((each) =>
      each?.getBoundingClientRect(),
    );
    if (width.current === pen.widthPx || !box || !seen) return;
    width.current = pen.widthPx;
    const between = (from: number, to: number, least: number, most: number) =>
      (Math.max(from, least) + Math.min(to, most)) / 2;
    moveRing({
      clientX: between(box.left, box.right, seen.left, seen.right),
      clientY: between(box.top, box.bottom, seen.top, seen.bottom),
    });
  });

  const pointsOf = (event: PointerEvent): StrokePoint[] => {
    const box = layer.current?.getBoundingClientRect();
    if (!box) return [];
    const coalesced = event.getCoalescedEvents?.() ?? [];
    return (coalesced.length > 0 ? coalesced : [event]).map(({ clientX, clientY, pointerType, pressure }) => ({
      x: (clientX - box.left) / scaleNow.current,
      y: (clientY - box.top) / scaleNow.current,
      // A mouse says 0.5 and a finger mostly nothing useful; only a pen has a pressure worth painting with.
      pressure: pointerType === 'pen' ? pressure : 1,
    }));
  };
  const moveRing = ({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>) => {
    const [box, element] = [layer.current?.getBoundingClientRect(), ring.current];
    if (!box || !element) return;
    element.hidden = false;
    element.style.translate = `${clientX - box.left}px ${clientY - box.top}px`;
  };

  const shownPx = Math.max(MIN_RING, pen.widthPx * scale);
  return (
    <div
      ref={layer}
      className="pen-layer"
      data-idle={idle || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary || !idle || stroke.current) return;
        drag.start(event, {
          move: (moved) => stroke.current?.add(pointsOf(moved)),
          end: (keep) => end(keep ? 'finish' : 'abandon'),
        });
        moveRing(event);
        stroke.current = new LiveStroke(pen);
        stroke.current.add(pointsOf(event.nativeEvent));
      }}
      onPointerMove={(event) => event.isPrimary && moveRing(event)}
      onPointerLeave={() => {
        if (ring.current) ring.current.hidden = true;
      }}
    >
      <div ref={ring} className="pen-ring" style={{ width: shownPx, height: shownPx }} hidden />
    </div>
  );
}
