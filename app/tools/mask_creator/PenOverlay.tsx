import { type PointerEvent, useEffect, useRef } from 'react';
import type { StrokePoint } from '#core/image/stroke-path.ts';
import type { Pen } from '#core/image/strokes.ts';
import { showError } from '../../state/errors.ts';
import { LiveStroke } from './live-stroke.ts';

interface PenOverlayProps {
  /** CSS pixels for one pixel of the mask. */
  readonly scale: number;
  readonly pen: Pen;
  readonly idle: boolean;
}

/** Takes the pen: strokes with every point the device measured, and a ring that shows the pen's size. */
export function PenOverlay({ scale, pen, idle }: PenOverlayProps) {
  const layer = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const stroke = useRef<LiveStroke>();

  const end = (how: 'finish' | 'abandon') => {
    const current = stroke.current;
    stroke.current = undefined;
    current?.[how]().catch(showError);
  };
  // A stroke that is under way when the screen goes is a stroke.
  useEffect(() => () => void stroke.current?.finish().catch(showError), []);

  const pointsOf = ({ nativeEvent }: PointerEvent): StrokePoint[] => {
    const box = layer.current?.getBoundingClientRect();
    if (!box) return [];
    const coalesced = nativeEvent.getCoalescedEvents?.() ?? [];
    return (coalesced.length > 0 ? coalesced : [nativeEvent]).map(({ clientX, clientY, pointerType, pressure }) => ({
      x: (clientX - box.left) / scale,
      y: (clientY - box.top) / scale,
      // A mouse says 0.5 and a finger mostly nothing useful; only a pen has a pressure worth painting with.
      pressure: pointerType === 'pen' ? pressure : 1,
    }));
  };
  const moveRing = ({ clientX, clientY }: PointerEvent) => {
    const [box, element] = [layer.current?.getBoundingClientRect(), ring.current];
    if (!box || !element) return;
    element.hidden = false;
    element.style.translate = `${clientX - box.left}px ${clientY - box.top}px`;
  };

  return (
    <div
      ref={layer}
      className="pen-layer"
      data-idle={idle || undefined}
      onPointerDown={(event) => {
        // A second finger means a pinch, and the first one no stroke.
        if (!event.isPrimary) return end('abandon');
        if (event.button !== 0 || !idle || stroke.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        moveRing(event);
        stroke.current = new LiveStroke(pen);
        stroke.current.add(pointsOf(event));
      }}
      onPointerMove={(event) => {
        moveRing(event);
        if (event.isPrimary) stroke.current?.add(pointsOf(event));
      }}
      onPointerUp={(event) => event.isPrimary && end('finish')}
      onPointerCancel={() => end('finish')}
      onPointerLeave={() => {
        if (ring.current) ring.current.hidden = true;
      }}
    >
      <div ref={ring} className="pen-ring" style={{ width: pen.widthPx * scale, height: pen.widthPx * scale }} hidden />
    </div>
  );
}
