import type { PointerEvent as ReactPointerEvent } from 'react';
import { useDrag } from '../stage/drag.ts';

/** Movement in CSS pixels from which a drag opens or closes the sheet. */
const TURNING_PX = 24;

/** Lets the visitor drag a bottom sheet by its title row. The sheet opens or closes on release; a tap does so too. */
export function useSheetDrag(open: boolean, toggle: () => void): (press: ReactPointerEvent<HTMLElement>) => void {
  const drag = useDrag();
  return (press) => {
    const sheet = press.currentTarget.closest<HTMLElement>('.tool-side');
    const isControl = (press.target as Element).closest('button, a, [role=button]') !== null;
    // Beside the stage, the panel is no sheet.
    if (!sheet || isControl || getComputedStyle(press.currentTarget).touchAction !== 'none') return;
    const [from, height] = [press.clientY, sheet.offsetHeight];
    let raised = 0;
    drag.start(press, {
      move: ({ clientY }) => {
        raised = from - clientY;
        Object.assign(sheet.style, { height: 'auto', maxHeight: `clamp(104px, ${height + raised}px, 40dvh)` });
      },
      end: (keep) => {
        Object.assign(sheet.style, { height: '', maxHeight: '' });
        if (keep && (Math.abs(raised) < TURNING_PX ? raised === 0 : raised > 0 !== open)) toggle();
      },
    });
  };
}
