import { type PointerEvent as ReactPointerEvent, useState } from 'react';
import { useDrag } from './stage/drag.ts';

export interface OrderDrag {
  readonly from: number;
  readonly over: number;
}

/** Maximum movement of the pointer during a click, in CSS pixels. */
const DRAG_DISTANCE = 6;
/** A finger drags after this time without movement. Before, it scrolls. */
const LONG_PRESS_MS = 350;

/** Lets the visitor drag items with `data-slot` to other places of their list. */
export function useDragOrder(canDrag: (index: number) => boolean, onMove: (from: number, to: number) => void) {
  const holder = useDrag();
  const [drag, setDrag] = useState<OrderDrag>();
  return {
    drag,
    onPointerDown(press: ReactPointerEvent<HTMLElement>) {
      const from = slotAt(press);
      if (from === undefined || !canDrag(from) || !press.isPrimary || press.button !== 0 || holder.active) return;
      const { clientX, clientY, currentTarget: list } = press;
      let over: number | undefined;
      let scrolls = press.pointerType === 'touch';
      const show = (next: number) => {
        over = next;
        setDrag({ from, over });
      };
      const timer = setTimeout(() => {
        if (!scrolls) return;
        scrolls = false;
        show(from);
      }, LONG_PRESS_MS);
      const keepPlace = (event: TouchEvent) => scrolls || event.preventDefault();
      list.addEventListener('touchmove', keepPlace, { passive: false });
      holder.start(press, {
        // Captures the pointer only after some movement, so that a click still reaches the item.
        captures: 'none',
        move(event) {
          const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
          if (over === undefined && distance < DRAG_DISTANCE) return;
          if (scrolls) return void holder.cancel();
          // Pointer capture prevents a click at the end of the drag.
          if (!list.hasPointerCapture(event.pointerId)) list.setPointerCapture(event.pointerId);
          show(slotAt(event) ?? over ?? from);
        },
        end(keep) {
          clearTimeout(timer);
          list.removeEventListener('touchmove', keepPlace);
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
