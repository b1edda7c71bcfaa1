import { type PointerEvent as ReactPointerEvent, useState } from 'react';
import { useDrag } from '../../ui/stage/drag.ts';

export interface SlotDrag {
  readonly from: number;
  readonly over: number;
}

/** Maximum movement of the pointer during a click, in CSS pixels. */
const DRAG_DISTANCE = 6;

export function useSlotDrag(canDrag: (index: number) => boolean, onMove: (from: number, to: number) => void) {
  const holder = useDrag();
  const [drag, setDrag] = useState<SlotDrag>();
  return {
    drag,
    onPointerDown(press: ReactPointerEvent<HTMLElement>) {
      if (press.pointerType === 'touch') return;
      const from = slotAt(press);
      if (from === undefined || !canDrag(from)) return;
      const { clientX, clientY, currentTarget: grid } = press;
      let over: number | undefined;
      holder.start(press, {
        // Captures the pointer only after some movement, so that a click still reaches the slot.
        captures: 'none',
        move(event) {
          const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
          if (over === undefined && distance < DRAG_DISTANCE) return;
          // Pointer capture prevents a click at the end of the drag.
          if (over === undefined) grid.setPointerCapture(event.pointerId);
          over = slotAt(event) ?? over ?? from;
          setDrag({ from, over });
        },
        end(keep) {
          setDrag(undefined);
          if (keep && over !== undefined && over !== from) onMove(from, over);
        },
      });
    },
  };
}

function slotAt({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): number | undefined {
  const slot = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-slot]');
  return slot ? Number(slot.dataset.slot) : undefined;
}
