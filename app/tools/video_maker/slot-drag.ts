import { type PointerEvent, useRef, useState } from 'react';

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
  const pressed = useRef<{ readonly from: number; readonly x: number; readonly y: number }>();
  const [drag, setDrag] = useState<SlotDrag>();
  const end = () => {
    pressed.current = undefined;
    setDrag(undefined);
  };
  return {
    drag,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      const from = slotAt(event);
      if (from !== undefined && canDrag(from)) pressed.current = { from, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const press = pressed.current;
      if (!press) return;
      const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (!drag && distance < DRAG_DISTANCE) return;
      if (!drag) event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: press.from, over: slotAt(event) ?? drag?.over ?? press.from });
    },
    onPointerUp() {
      if (drag && drag.over !== drag.from) onMove(drag.from, drag.over);
      end();
    },
    onPointerCancel: end,
    onLostPointerCapture: end,
  };
}

function slotAt({ clientX, clientY }: PointerEvent): number | undefined {
  const slot = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-slot]');
  return slot ? Number(slot.dataset.slot) : undefined;
}
