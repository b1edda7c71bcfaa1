import { type PointerEvent as ReactPointerEvent, useState } from 'react';
import { useDrag } from '../../parts/stage/drag.ts';

/** Which slot is being dragged, and over which it is; counted from 0. */
export interface SlotDrag {
  readonly from: number;
  readonly over: number;
}

/** A press that moves less is a click, in CSS pixels. */
const DRAG_DISTANCE = 6;

/**
 * Handlers for an element whose descendants with `data-slot` are dragged onto each other. A finger
 * scrolls the page instead: touch has buttons for it.
 */
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
        // A click is still the slot's own.
        captures: 'none',
        move(event) {
          const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
          if (over === undefined && distance < DRAG_DISTANCE) return;
          // And the end of a drag is no click.
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
