import { type DialogHTMLAttributes, type MouseEvent, useEffect, useRef } from 'react';

interface DialogProps extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'open' | 'onClose'> {
  readonly open: boolean;
  /** Called on Escape, on a press of the backdrop, or by a form with `method="dialog"`. */
  readonly onClose: () => void;
  readonly dismissable?: boolean;
}

/** Marks the element that an opened dialog focuses. Without the mark, the browser chooses the element. */
const FIRST_FOCUS = 'data-first-focus';

/** Set on the document if its scrollbar is visible. CSS reserves the scrollbar's width while a dialog is open. */
const HAS_SCROLLBAR = 'data-has-scrollbar';

/** A modal `<dialog>`: the page behind is inert, and gets back the focus on close. Renders children only while open. */
export function Dialog({ open, onClose, dismissable = true, className = '', children, ...props }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /** Pending `close` events that the app caused. The dialog may reopen before such an event arrives. */
  const closings = useRef(0);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (!open) {
      closings.current++;
      return dialog.close();
    }
    const root = document.documentElement;
    root.toggleAttribute(HAS_SCROLLBAR, innerWidth > root.clientWidth);
    dialog.showModal();
    dialog.querySelector<HTMLElement>(`[${FIRST_FOCUS}]`)?.focus();
  }, [open]);

  // biome-ignore-start lint/a11y/useKeyWithClickEvents: the Escape key does the same as a press of the backdrop
  return (
    <dialog
      {...props}
      ref={ref}
      className={`dialog ${className}`}
      // Closes only through `onClose`, because the native `close` event may arrive after the dialog shows new content.
      onCancel={(event) => {
        // Ignores the `cancel` event of a file picker inside the dialog, because that event bubbles.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (closings.current > 0) closings.current--;
        else onClose();
      }}
      onClick={(event) => {
        if (dismissable && isBackdrop(event)) onClose();
      }}
    >
      {open && children}
    </dialog>
  );
  // biome-ignore-end lint/a11y/useKeyWithClickEvents: see above
}

/** True for a press of the backdrop, which targets the dialog element outside its bounding box. */
function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
